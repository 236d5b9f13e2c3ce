// The market in an address.

/** Maximum characters of a market name that are parsed and displayed. */
const MAX_NAME = 24;

/**
 * The market in an address; undefined if there is none. The router parses some names as numbers or booleans. An invalid
 * name becomes a name that no market has, so that no other market is shown instead.
 */
export function namedMarket(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, MAX_NAME)
    : '?';
}
