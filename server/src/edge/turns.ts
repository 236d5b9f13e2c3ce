// The queue that requests wait in before this thread works on them: one a turn of the event loop, the sources in rotation. What
// arrives meanwhile and need not wait (orders and cancels) is done between two turns.

export class Turns {
  /** The waiting of each source; the source at the front is next. */
  readonly #lines = new Map<string, (() => void)[]>();
  #busy = false;

  /** Resolves when it is the turn of `source`; at once when nobody had this turn. */
  wait(source: string): Promise<void> | undefined {
    if (!this.#busy) {
      this.#busy = true;
      setImmediate(this.#next);
      return undefined;
    }
    return new Promise((go) => {
      const line = this.#lines.get(source);
      if (line === undefined) this.#lines.set(source, [go]);
      else line.push(go);
    });
  }

  readonly #next = (): void => {
    for (const [source, line] of this.#lines) {
      const go = line.shift();
      this.#lines.delete(source);
      if (line.length > 0) this.#lines.set(source, line);
      setImmediate(this.#next);
      go?.();
      return;
    }
    this.#busy = false;
  };
}
