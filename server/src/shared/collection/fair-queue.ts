// Work of many owners, so much at once and of each owner one piece at a time. Whoever had nothing in work goes before those who
// have much waiting, and these are served in rotation, not in the order of coming: one who asks for much waits for it alone.

import { Rotation, type Turn } from './rotation.ts';

/** So many of those who had nothing in work go first in a row, then one of the others: nobody waits for ever. */
const FRESH_IN_A_ROW = 8;

export class FairQueue<Owner = number> {
  #free: number;
  readonly #repeatsMost: number;
  #inARow = 0;
  readonly #working = new Set<Owner>();
  /** Of owners who had nothing in work or waiting: one piece of each. */
  readonly #fresh = new Rotation<Owner, () => void>();
  /** Bounded by what the edge lets one owner have in work. */
  readonly #waiting = new Rotation<Owner, () => void>();

  /** Owners whose piece in work was asked for while another of theirs was. */
  readonly #repeating = new Set<Owner>();

  /** So many run at once, and of those who ask for one piece while they have another at most `repeats`. */
  constructor(atOnce: number, repeats: number = atOnce) {
    this.#free = atOnce;
    this.#repeatsMost = repeats;
  }

  /** Runs work when its owner's turn comes. @throws what the work throws. */
  async run<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
    const busy = this.#working.has(owner) || this.#fresh.has(owner) || this.#waiting.has(owner);
    if (this.#free > 0 && !busy) this.#begin(owner);
    else await new Promise<void>((go) => (busy ? this.#waiting : this.#fresh).add(owner, go));
    try {
      return await work();
    } finally {
      this.#working.delete(owner);
      this.#repeating.delete(owner);
      this.#waiting.toBack(owner);
      this.#free += 1;
      while (this.#free > 0 && this.#next());
    }
  }

  #begin(owner: Owner): void {
    this.#free -= 1;
    this.#working.add(owner);
  }

  /** Lets one begin whose turn it is and of whom nothing runs. False: nobody. */
  #next(): boolean {
    const next = this.#take();
    if (next === undefined) return false;
    this.#begin(next.owner);
    next.item();
    return true;
  }

  #take(): Turn<Owner, () => void> | undefined {
    const fresh = this.#inARow < FRESH_IN_A_ROW ? this.#fresh.take(this.#working) : undefined;
    this.#inARow = fresh === undefined ? 0 : this.#inARow + 1;
    return fresh ?? this.#repeat() ?? this.#fresh.take(this.#working);
  }

  #repeat(): Turn<Owner, () => void> | undefined {
    if (this.#repeating.size >= this.#repeatsMost) return undefined;
    const found = this.#waiting.take(this.#working);
    if (found !== undefined) this.#repeating.add(found.owner);
    return found;
  }
}
