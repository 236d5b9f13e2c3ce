// The order of one numbered stream: what is next, what is a repeat, and where something is missing.

/** What to do with a frame: use it, pass over it, or ask for what is missing. */
export type Verdict = 'use' | 'repeat' | 'gap';

/** Follows `seq` and `prev` of one stream. Starts without a base: only a snapshot makes one. */
export class Sequence {
  #last = -1;

  /** The number of the last frame used; −1 without a base. */
  get last(): number {
    return this.#last;
  }

  /**
   * Judges a frame. A delta follows when nothing of its stream lies between the last one used and it
   * (`prev` ≤ last < `seq`; `prev` is less than last where a snapshot was newer than the stream's last change).
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

  /** Forgets the base: the next thing used is a snapshot. */
  reset(): void {
    this.#last = -1;
  }
}
