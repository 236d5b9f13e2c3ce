// What every live store is: data mutated in place, a version, and listeners told how much changed.

import { type Level, VALUES } from '../feeds/frame.ts';

/** Base of the live stores. Readers take what they need through selectors and never change what they read. */
export class LiveStore {
  /** Rises with each change; a selector's result is kept while it stands. */
  version = 0;
  readonly #listeners = new Set<(level: Level) => void>();

  /** Calls `listener` after each change until the returned function is called. */
  listen(listener: (level: Level) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Tells the listeners that something changed. */
  protected touch(level: Level = VALUES): void {
    this.version += 1;
    for (const listener of this.#listeners) listener(level);
  }
}

/**
 * A reader over a store that gives the identical result while nothing it selects changed: what
 * `useSyncExternalStore` needs over data mutated in place.
 */
export function selection<S extends LiveStore, T>(
  store: S,
  select: (store: S) => T,
  same: (a: T, b: T) => boolean = Object.is,
): () => T {
  let version = -1;
  let value: T;
  let held = false;
  return () => {
    if (held && version === store.version) return value;
    version = store.version;
    const next = select(store);
    if (!held || !same(value, next)) value = next;
    held = true;
    return value;
  };
}

/** Equal when both are arrays or plain records of the same length whose members are identical. */
export function sameMembers<T extends object>(a: T, b: T): boolean {
  if (a === b) return true;
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return left.length === right.size && left.every(([key, value]) => right.has(key) && Object.is(right.get(key), value));
}
