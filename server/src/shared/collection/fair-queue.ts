// A fair queue for work of many owners: a bounded number runs at once, one item per owner. An owner without running
// work goes before owners with a backlog. Those are served in rotation, not in order of arrival, so that a large
// backlog only delays its owner.

import { Rotation, type Turn } from './rotation.ts';

/** After this many fresh owners in a row, one of the others is served, so that nobody waits for ever. */
const FRESH_IN_A_ROW = 8;

export class FairQueue<Owner = number> {
  #free: number;
  readonly #repeatsMost: number;
  #inARow = 0;
  readonly #working = new Set<Owner>();
  /** One item each of owners that had nothing running or waiting. */
  readonly #fresh = new Rotation<Owner, () => void>();
  /** Bounded by what the API lets one owner have in progress. */
  readonly #waiting = new Rotation<Owner, () => void>();

  /** Owners whose running item was queued while another of theirs was running or waiting. */
  readonly #repeating = new Set<Owner>();

  /** `atOnce` items run at once; at most `repeats` of them for owners that queued one while having another. */
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

  /** Starts the next item whose owner has nothing running. Returns false if there is none. */
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
