// A bounded list of the newest items.

export class Ring<T> {
  readonly #most: number;
  readonly #items: T[] = [];
  /** Index of the oldest item once the ring is full. */
  #first = 0;

  /** Keeps the newest `most` items. */
  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return this.#items.length;
  }

  /** Adds the newest item; returns the oldest if it was displaced. */
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
