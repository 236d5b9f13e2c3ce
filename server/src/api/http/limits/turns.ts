// The queue in which requests wait for this thread. Each event-loop turn starts one read, and several priority requests
// (orders and cancels), which do not wait for reads. The sources of each lane take turns.

import { Rotation } from '../../../shared/collection/index.ts';

/** Priority requests per event-loop turn. */
const FIRST_A_TURN = 4;
/** Other requests per turn. */
const READS_A_TURN = 1;

/** One lane: this many start per turn, the others wait for the next turns. */
class Lane {
  readonly #waiting = new Rotation<string, () => void>();
  readonly #most: number;
  #begun = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Undefined: it starts in this turn. */
  wait(source: string): Promise<void> | undefined {
    if (this.#begun < this.#most) {
      this.#begun += 1;
      return undefined;
    }
    return new Promise((go) => this.#waiting.add(source, go));
  }

  /** A new turn: returns those that may start in it. */
  next(): (() => void)[] {
    const going: (() => void)[] = [];
    while (going.length < this.#most) {
      const turn = this.#waiting.take();
      if (turn === undefined) break;
      going.push(turn.item);
    }
    this.#begun = going.length;
    return going;
  }
}

export class Turns {
  readonly #first = new Lane(FIRST_A_TURN);
  readonly #reads = new Lane(READS_A_TURN);
  #busy = false;

  /**
   * Resolves when it is the turn of `source`; undefined if it is its turn already. `first`: it does not wait for reads.
   */
  wait(source: string, first: boolean): Promise<void> | undefined {
    if (!this.#busy) {
      this.#busy = true;
      setImmediate(this.#next);
    }
    return (first ? this.#first : this.#reads).wait(source);
  }

  readonly #next = (): void => {
    const going = [...this.#first.next(), ...this.#reads.next()];
    this.#busy = going.length > 0;
    if (!this.#busy) return;
    setImmediate(this.#next);
    for (const go of going) go();
  };
}
