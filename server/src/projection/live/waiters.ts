// Read-your-writes: reads wait, bounded, until the caller's command is applied.

/** Longest wait, ms (calls.md §1). */
export const MOST_WAIT = 2_000;

interface Waiter {
  readonly seq: number;
  readonly done: (reached: boolean) => void;
  readonly timer: NodeJS.Timeout;
}

export class Waiters {
  readonly #waiting = new Set<Waiter>();

  /** Resolves to true once `reached(seq)` or a later one is called; to false after `ms` (at most 2,000) or on stop. */
  wait(seq: number, ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (reached: boolean): void => {
        clearTimeout(waiter.timer);
        this.#waiting.delete(waiter);
        resolve(reached);
      };
      const timer = setTimeout(() => finish(false), Math.min(ms, MOST_WAIT));
      const waiter: Waiter = { seq, done: finish, timer };
      this.#waiting.add(waiter);
    });
  }

  reached(seq: number): void {
    for (const waiter of this.#waiting) if (waiter.seq <= seq) waiter.done(true);
  }

  stop(): void {
    for (const waiter of this.#waiting) waiter.done(false);
  }
}
