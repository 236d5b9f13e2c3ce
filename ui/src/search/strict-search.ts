// What a route reads of its address, and nothing else.

/** A search as the router parsed it from the address. */
export type RawSearch = Readonly<Record<string, unknown>>;

/**
 * A route's `validateSearch` that lets through only what `read` returns. The router puts a validator's answer over the
 * raw search, so a key that is only left out would reach the page as the address has it.
 * @param read gives the accepted keys; leaves out what is not in the expected form
 */
export function strictSearch<Read extends object>(read: (search: RawSearch) => Read): (search: RawSearch) => Read {
  return (search) => ({ ...Object.fromEntries(Object.keys(search).map((key) => [key, undefined])), ...read(search) });
}
