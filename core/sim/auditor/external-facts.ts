// Remembers the answer of every stored key, and checks that repeated commands get the same answer (money §12.13, W02,
// W18).

import { rejects } from '../../src/schema/index.ts';
import { must } from '../finding.ts';
import { commandKind, commandPlaces, isKeyed } from '../words.ts';

const P = commandPlaces('order.place');
const CANCEL = commandKind('order.cancel');
const DAY = 86_400_000;
/** Answers that may be given before a key is checked, and so are not stored. */
const UNKEPT: readonly number[] = [
  rejects['request.invalid'],
  rejects['request.forbidden'],
  rejects['key.otherBody'],
  rejects['key.expired'],
  rejects['request.tooFrequent'],
];
/** Most keys remembered; the oldest are dropped. */
const MOST = 100_000;

/** A command with its answer. */
export interface Reply {
  readonly words: Float64Array;
  readonly seq: number;
  readonly time: number;
  readonly code: number;
  readonly result: number;
  readonly expected: number;
  readonly got: number;
  readonly repeated: number;
  readonly first: number;
}

interface Kept {
  readonly high: number;
  readonly time: number;
  readonly user: number;
  readonly reply: Reply;
}

/** A refused cancel changed nothing. Since rules `keyCapacity` it is decided again, not repeated. */
function cancelsNothing({ words, code }: Reply): boolean {
  return words[0] === CANCEL && code !== 200;
}

export class ExternalFacts {
  private readonly keys = new Map<number, Kept>();
  /** Answers that repeated an earlier one. */
  repeats = 0;

  /** Takes an answer that was delivered. Throws a breach when it differs from the first answer of its key. */
  take(reply: Reply): void {
    const { words } = reply;
    const keyTime = words[P.keyTime] as number;
    if (!isKeyed(words)) return;
    const low = words[P.keyLow] as number;
    const user = words[P.user] as number;
    const known = this.keys.get(low);
    if (known === undefined || known.high !== words[P.keyHigh] || known.time !== keyTime || known.user !== user) {
      if (reply.repeated === 1 || UNKEPT.includes(reply.code) || cancelsNothing(reply)) return;
      this.keys.set(low, { high: words[P.keyHigh] as number, time: keyTime, user, reply });
      if (this.keys.size > MOST)
        for (const key of this.keys.keys()) if (this.keys.size > MOST / 2) this.keys.delete(key);
      return;
    }
    // Malformed commands, and those of unknown senders, are refused before the key is checked.
    if (reply.repeated === 0 && (reply.code === 400 || reply.code === 403)) return;
    if (reply.code === rejects['key.expired']) {
      must(
        reply.time - keyTime > DAY,
        () => `the key of command ${known.reply.seq} is called expired after ${reply.time - keyTime} ms`,
      );
      return;
    }
    const { reply: before } = known;
    if (words[P.bodyHash] !== before.words[P.bodyHash]) {
      must(
        reply.code === rejects['key.otherBody'],
        () => `another body under the key of command ${before.seq} is answered ${reply.code}`,
      );
      return;
    }
    this.repeats += 1;
    must(
      reply.repeated === 1 &&
        reply.first === before.seq &&
        reply.code === before.code &&
        reply.result === before.result,
      () =>
        `money §12.13: command ${reply.seq} repeats the key of ${before.seq}, answered ${before.code} (${before.result}); ` +
        `now ${reply.code} (${reply.result}), repeated ${reply.repeated}, first ${reply.first}`,
    );
    must(
      before.code === 200 || (reply.expected === before.expected && reply.got === before.got),
      () => `money §12.13: command ${reply.seq} repeats the refusal of ${before.seq} with other numbers`,
    );
  }
}
