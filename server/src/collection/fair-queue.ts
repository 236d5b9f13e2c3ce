// Work of many owners, so much at once: whoever waits is served in rotation of the owners, not in the order of coming, so
// one who asks for much waits for it alone.

import { Rotation } from './rotation.ts';

export class FairQueue {
  #free: number;
  /** Bounded by what the edge lets one owner have in work. */
  readonly #waiting = new Rotation<number, () => void>();

  /** So many run at once. */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs work when its owner's turn comes. @throws what the work throws. */
  async run<T>(owner: number, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((begin) => this.#waiting.add(owner, begin));
    try {
      return await work();
    } finally {
      const next = this.#waiting.take();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
