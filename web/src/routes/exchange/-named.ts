// The market that an address names.

/** Most characters of a market's name that are read and shown again. */
const MAX_NAME = 24;

/**
 * A market as an address names it, undefined if it names none. The router reads what looks like a number or a truth value
 * as one; what is no name at all is a name that no market has: another market must not stand in for it.
 */
export function namedMarket(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, MAX_NAME)
    : '?';
}
