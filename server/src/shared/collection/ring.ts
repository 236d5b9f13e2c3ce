// A bounded run of the newest things.

export class Ring<T> {
  readonly #most: number;
  readonly #items: T[] = [];
  /** Where the oldest stands once the ring is full. */
  #first = 0;

  /** Keeps the newest `most`. */
  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return this.#items.length;
  }

  /** Adds the newest; gives the oldest where there is no room for both. */
  push(item: T): T | undefined {
    if (this.#items.length < this.#most) {
      this.#items.push(item);
      return undefined;
    }
    const oldest = this.#items[this.#first];
    this.#items[this.#first] = item;
    this.#first = (this.#first + 1) % this.#most;
    return oldest;
  }

  /** The `back`-th newest, 0 the newest. */
  newest(back = 0): T | undefined {
    const { length } = this.#items;
    return back >= length ? undefined : this.#items[(this.#first + length - 1 - back) % length];
  }

  /** At most `limit`, newest first. */
  newestFirst(limit: number = this.#most): T[] {
    const out: T[] = [];
    for (let back = 0; back < limit; back++) {
      const item = this.newest(back);
      if (item === undefined) break;
      out.push(item);
    }
    return out;
  }

  clear(): void {
    this.#items.length = 0;
    this.#first = 0;
  }
}
