// The order of one numbered stream: detects the next frame, repeats and gaps.

/** What to do with a frame: use it, skip it, or request what is missing. */
export type Verdict = 'use' | 'repeat' | 'gap';

/** Follows `seq` and `prev` of one stream. Starts without a base: only a snapshot sets one. */
export class Sequence {
  #last = -1;

  /** The number of the last frame used; −1 without a base. */
  get last(): number {
    return this.#last;
  }

  /**
   * Classifies a frame. A delta follows if the stream has nothing between the last frame used and it (`prev` ≤ last <
   * `seq`; `prev` is less than last if a snapshot was newer than the stream's last change).
   */
  judge(frame: { readonly type: 'snapshot' | 'delta'; readonly seq: number; readonly prev: number }): Verdict {
    if (frame.type === 'snapshot') {
      if (frame.seq < this.#last) return 'repeat';
      this.#last = frame.seq;
      return 'use';
    }
    if (this.#last >= 0 && frame.seq <= this.#last) return 'repeat';
    if (this.#last < 0 || frame.prev > this.#last) return 'gap';
    this.#last = frame.seq;
    return 'use';
  }

  /** Drops the base: the next frame used is a snapshot. */
  reset(): void {
    this.#last = -1;
  }
}
