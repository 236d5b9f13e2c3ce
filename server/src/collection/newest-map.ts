// A map of bounded size that forgets what came first. The keys stand in a ring as well: asking a `Map` for its first key
// walks over all that were deleted before it, 20 µs an entry at 20,000.

export class NewestMap<K, V> {
  readonly #most: number;
  readonly #values = new Map<K, V>();
  readonly #keys: K[] = [];
  /** Where the oldest key stands once the ring is full. */
  #first = 0;

  /** Keeps the newest `most` keys. */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: K): V | undefined {
    return this.#values.get(key);
  }

  /** Keeps a value; a key that is there keeps its age. */
  set(key: K, value: V): void {
    const known = this.#values.has(key);
    this.#values.set(key, value);
    if (known) return;
    if (this.#keys.length < this.#most) {
      this.#keys.push(key);
      return;
    }
    const oldest = this.#keys[this.#first];
    if (oldest !== undefined) this.#values.delete(oldest);
    this.#keys[this.#first] = key;
    this.#first = (this.#first + 1) % this.#most;
  }
}
