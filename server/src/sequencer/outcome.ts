// Reads from a batch's events what became of each of its commands.

import { FIELDS, KIND, LENGTH } from './kit.ts';
import type { Outcome } from './link.ts';

/** Kinds of the events that end a command (schema/event.ts). */
const DONE = 101;
const REFUSED = 102;
const OK = 200;

/** The outcome of every command of a batch, in their order. `codes`: what `apply` gave for each. */
export function readOutcomes(
  events: Float64Array,
  firstSeq: number,
  time: number,
  codes: readonly number[],
): Outcome[] {
  const outcomes: Outcome[] = codes.map((code, index) => ({
    seq: firstSeq + 1 + index,
    time,
    code,
    result: 0,
    expected: 0,
    got: 0,
    repeated: false,
  }));
  forEachRecord(events, (kind, at) => {
    if (kind !== DONE && kind !== REFUSED) return;
    const word = (field: number) => events[at + FIELDS + field] ?? 0;
    const seq = word(0);
    const index = seq - firstSeq - 1;
    const before = outcomes[index];
    if (before === undefined) return;
    // done: seq, user, result, repeated, first · refused: seq, user, code, expected, got, repeated, first
    const repeated = word(kind === DONE ? 3 : 5) === 1;
    const first = word(kind === DONE ? 4 : 6);
    outcomes[index] = {
      seq: repeated ? first : seq,
      time,
      code: kind === DONE ? OK : word(2),
      result: kind === DONE ? word(2) : 0,
      expected: kind === DONE ? 0 : word(3),
      got: kind === DONE ? 0 : word(4),
      repeated,
    };
  });
  return outcomes;
}

function forEachRecord(words: Float64Array, visit: (kind: number, at: number) => void): void {
  for (let at = 0; at < words.length;) {
    const length = words[at + LENGTH] ?? 0;
    if (length < FIELDS) throw new RangeError(`an event at word ${at} has length ${length}`);
    visit(words[at + KIND] ?? 0, at);
    at += length;
  }
}
