// Work of many owners, so much at once and of each owner one piece at a time: whoever waits is served in rotation of the owners,
// not in the order of coming, so one who asks for much waits for it alone.

import { Rotation } from './rotation.ts';

export class FairQueue {
  #free: number;
  readonly #working = new Set<number>();
  /** Bounded by what the edge lets one owner have in work. */
  readonly #waiting = new Rotation<number, () => void>();

  /** So many run at once. */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs work when its owner's turn comes. @throws what the work throws. */
  async run<T>(owner: number, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0 && !this.#working.has(owner)) this.#begin(owner);
    else await new Promise<void>((go) => this.#waiting.add(owner, go));
    try {
      return await work();
    } finally {
      this.#working.delete(owner);
      this.#waiting.toBack(owner);
      this.#free += 1;
      this.#next();
    }
  }

  #begin(owner: number): void {
    this.#free -= 1;
    this.#working.add(owner);
  }

  /** Lets those begin whose turn it is and of whom nothing runs. */
  #next(): void {
    while (this.#free > 0) {
      const next = this.#waiting.take(this.#working);
      if (next === undefined) return;
      this.#begin(next.owner);
      next.item();
    }
  }
}
