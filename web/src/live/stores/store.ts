// The base of all live stores: data mutated in place, a version, and listeners that learn how much changed.

import { type Level, VALUES } from '../feeds/frame.ts';

/** Base of the live stores. Readers use selectors and never change what they read. */
export class LiveStore {
  /** Increases with each change; a selector's result is cached per version. */
  version = 0;
  readonly #listeners = new Set<(level: Level) => void>();

  /** Calls `listener` after each change until the returned function is called. */
  listen(listener: (level: Level) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Notifies the listeners of a change. */
  protected touch(level: Level = VALUES): void {
    this.version += 1;
    for (const listener of this.#listeners) listener(level);
  }
}

/**
 * A reader that returns the identical result while nothing it selects changed, as `useSyncExternalStore` needs over
 * mutable data.
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

/** Whether both are arrays or plain records of the same length with identical members. */
export function sameMembers<T extends object>(a: T, b: T): boolean {
  if (a === b) return true;
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return left.length === right.size && left.every(([key, value]) => right.has(key) && Object.is(right.get(key), value));
}
