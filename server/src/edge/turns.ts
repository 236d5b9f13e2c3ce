// The queue that requests wait in before this thread works on them: one a turn of the event loop, the sources in rotation. What
// arrives meanwhile and need not wait (orders and cancels) is done between two turns.

import { Rotation } from '../collection/index.ts';

export class Turns {
  readonly #waiting = new Rotation<string, () => void>();
  #busy = false;

  /** Resolves when it is the turn of `source`; at once when nobody had this turn. */
  wait(source: string): Promise<void> | undefined {
    if (!this.#busy) {
      this.#busy = true;
      setImmediate(this.#next);
      return undefined;
    }
    return new Promise((go) => this.#waiting.add(source, go));
  }

  readonly #next = (): void => {
    const next = this.#waiting.take();
    if (next === undefined) {
      this.#busy = false;
      return;
    }
    setImmediate(this.#next);
    next.item();
  };
}
