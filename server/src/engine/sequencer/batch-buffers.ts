// What one batch fills: its outcomes and its events. Used again by a later batch, so that a busy exchange makes no garbage of them.

import { Outcomes } from './outcome.ts';

/** Event words a buffer is made for at first. */
const FIRST_WORDS = 2 ** 14;
/** The longest events that are kept in a buffer of ours, words (8 MiB); longer ones are rare and get one of their own. */
export const KEPT_WORDS = 2 ** 20;

/** The buffers of one batch, from its first command until its row is committed and told. */
export class BatchBuffers {
  readonly outcomes = new Outcomes();
  #words = new Float64Array(FIRST_WORDS);

  /** Copies event words; the view given back stands until the next call. */
  keep(events: Float64Array): Float64Array {
    const { length } = events;
    if (length > KEPT_WORDS) return events.slice();
    if (length > this.#words.length) this.#words = new Float64Array(2 ** Math.ceil(Math.log2(length)));
    this.#words.set(events);
    return this.#words.subarray(0, length);
  }
}
