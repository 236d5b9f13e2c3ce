// The queue that requests wait in before this thread works on them: one read a turn of the event loop, and some of those that
// go first (orders and cancels), which wait for no read. The sources of each take turns.

import { Rotation } from '../../../shared/collection/index.ts';

/** Requests that go first, of a turn of the event loop. */
const FIRST_A_TURN = 4;
/** Others of a turn. */
const READS_A_TURN = 1;

/** One lane: so many begin in a turn, the others wait for the next ones. */
class Lane {
  readonly #waiting = new Rotation<string, () => void>();
  readonly #most: number;
  #begun = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Undefined: it begins in this turn. */
  wait(source: string): Promise<void> | undefined {
    if (this.#begun < this.#most) {
      this.#begun += 1;
      return undefined;
    }
    return new Promise((go) => this.#waiting.add(source, go));
  }

  /** A new turn: who may begin in it now. */
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

  /** Resolves when it is the turn of `source`; undefined when it is its turn already. `first`: it waits for no read. */
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
