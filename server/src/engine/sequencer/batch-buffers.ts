// Buffers for the outcomes and events of one batch. Later batches reuse them, so a busy exchange creates no garbage.

import { Outcomes } from './outcome.ts';

/** Initial size of the event buffer, words. */
const FIRST_WORDS = 2 ** 14;
/** Largest events kept in the reused buffer, words (8 MiB). Longer ones are rare and get a buffer for themselves. */
export const KEPT_WORDS = 2 ** 20;

/** The buffers of one batch, from its first command until its row is committed and its events are sent. */
export class BatchBuffers {
  readonly outcomes = new Outcomes();
  #words = new Float64Array(FIRST_WORDS);

  /** Copies event words. The returned view is valid until the next call. */
  keep(events: Float64Array): Float64Array {
    const { length } = events;
    if (length > KEPT_WORDS) return events.slice();
    if (length > this.#words.length) this.#words = new Float64Array(2 ** Math.ceil(Math.log2(length)));
    this.#words.set(events);
    return this.#words.subarray(0, length);
  }
}
