// Work of many owners, so much at once: whoever waits is served in rotation of the owners, not in the order of coming, so
// one who asks for much waits for it alone.

export class FairQueue {
  #free: number;
  /** By owner, in the order of their turns. Bounded by what the edge lets one owner have in work. */
  readonly #waiting = new Map<number, (() => void)[]>();

  /** So many run at once. */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs work when its owner's turn comes. @throws what the work throws. */
  async run<T>(owner: number, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((begin) => this.#wait(owner, begin));
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #wait(owner: number, begin: () => void): void {
    const queue = this.#waiting.get(owner);
    if (queue === undefined) this.#waiting.set(owner, [begin]);
    else queue.push(begin);
  }

  /** Gives the place that is free to the owner whose turn it is. */
  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#free += 1;
      return;
    }
    const [owner, queue] = first;
    const begin = queue.shift();
    this.#waiting.delete(owner);
    if (queue.length > 0) this.#waiting.set(owner, queue);
    begin?.();
  }
}
