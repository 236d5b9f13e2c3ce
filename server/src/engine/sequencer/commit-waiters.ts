// Responses that wait until a row is committed.

export class CommitWaiters {
  readonly #waiting: { readonly row: number; release(): void }[] = [];

  /** Resolves with `value` once that row is committed. Rows must not decrease from call to call. */
  wait<T>(row: number, value: T): Promise<T> {
    return new Promise((resolve) => this.#waiting.push({ row, release: () => resolve(value) }));
  }

  /** Releases what waits for rows up to `committed`, in order. */
  release(committed: number): void {
    while (this.#waiting[0] !== undefined && this.#waiting[0].row <= committed) this.#waiting.shift()?.release();
  }
}
