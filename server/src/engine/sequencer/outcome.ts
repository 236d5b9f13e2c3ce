// Outcomes of a batch's commands as words: written after every `apply`, read by the waiting sender.

import type { Exchange } from '@vitrine/core';
import type { Outcome } from './link.ts';
import { DONE } from '@vitrine/core';

/** Words of one outcome: number, code, result, expected, got, repeated. */
export const OUTCOME_WORDS = 6;
/** Initial capacity, outcomes. */
const FIRST_ROOM = 32;

/** The outcomes of one batch, in command order. Valid until the next `begin`. */
export class Outcomes {
  /** Time of the batch, ms UTC. */
  time = 0;
  count = 0;
  words = new Float64Array(FIRST_ROOM * OUTCOME_WORDS);

  /** Clears the previous batch; `time` is the new one's, ms UTC. */
  begin(time: number): void {
    this.time = time;
    this.count = 0;
  }

  /** Records the result of the last `apply`. A repeated idempotency key gives the sequence number of its first run. */
  add(exchange: Exchange, code: number): void {
    const at = this.count * OUTCOME_WORDS;
    this.count += 1;
    if (at === this.words.length) {
      const longer = new Float64Array(at * 2);
      longer.set(this.words);
      this.words = longer;
    }
    const { words } = this;
    const done = code === DONE;
    words[at] = exchange.repeated === 1 ? exchange.first : exchange.seq;
    words[at + 1] = code;
    words[at + 2] = done ? exchange.result : 0;
    words[at + 3] = done ? 0 : exchange.expected;
    words[at + 4] = done ? 0 : exchange.got;
    words[at + 5] = exchange.repeated;
  }

  /** The code of the command at an index in the batch. */
  code(index: number): number {
    return this.words[index * OUTCOME_WORDS + 1] ?? 0;
  }

  /** The outcome of the command at an index in the batch. */
  read(index: number): Outcome {
    return readOutcome(this.words, index * OUTCOME_WORDS, this.time);
  }
}

/** The outcome at a word offset. */
export function readOutcome(words: Float64Array, at: number, time: number): Outcome {
  return {
    seq: words[at] ?? 0,
    time,
    code: words[at + 1] ?? 0,
    result: words[at + 2] ?? 0,
    expected: words[at + 3] ?? 0,
    got: words[at + 4] ?? 0,
    repeated: words[at + 5] === 1,
  };
}
