// Limits a route's search parameters to the ones it reads.

/** Search parameters as the router parsed them from the address. */
export type RawSearch = Readonly<Record<string, unknown>>;

/**
 * A route's `validateSearch` that passes only what `read` returns. The router merges a validator's result over the raw
 * search, so a key that is merely left out would reach the page unchecked.
 * @param read returns the accepted keys; leaves out values of an unexpected form
 */
export function strictSearch<Read extends object>(read: (search: RawSearch) => Read): (search: RawSearch) => Read {
  return (search) => ({ ...Object.fromEntries(Object.keys(search).map((key) => [key, undefined])), ...read(search) });
}
