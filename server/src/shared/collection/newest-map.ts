// A map of bounded size that forgets what came first. The keys stand in a ring as well: asking a `Map` for its first key
// walks over all that were deleted before it, 20 µs an entry at 20,000.

import { Ring } from './ring.ts';

export class NewestMap<K, V> {
  readonly #values = new Map<K, V>();
  readonly #keys: Ring<K>;

  /** Keeps the newest `most` keys. */
  constructor(most: number) {
    this.#keys = new Ring(most);
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: K): V | undefined {
    return this.#values.get(key);
  }

  /** Keeps a value; a key that is there keeps its age. */
  set(key: K, value: V): void {
    const oldest = this.#values.has(key) ? undefined : this.#keys.push(key);
    if (oldest !== undefined) this.#values.delete(oldest);
    this.#values.set(key, value);
  }
}
