// Idempotency keys: a repeated command gets the stored answer of its first run.

import { ACCEPTS } from './idempotency/index.ts';
import type { Parts } from './parts.ts';
import { RULE } from './rules.ts';
import { commands, DONE, offsetOf, rejects } from './schema/index.ts';

const VOID = commands['key.void'].kind;
const CANCEL = commands['order.cancel'].kind;
const CLOSE = commands['position.close'].kind;
const KEY_TIME = offsetOf('order.place', 'keyTime');

/** The outcome of the current command, as in `Exchange`. */
export interface Outcome {
  result: number;
  expected: number;
  got: number;
  repeated: number;
  first: number;
}

export class StoredAnswers {
  private readonly parts: Parts;
  private readonly outcome: Outcome;
  /** Whether the answer for the current key is stored. */
  private keeps = true;

  /** @param outcome receives the numbers of a stored answer or of a refusal */
  constructor(parts: Parts, outcome: Outcome) {
    this.parts = parts;
    this.outcome = outcome;
  }

  /** Repeats the stored answer of a known key. Returns 0 when the key is new. */
  find(words: Float64Array, at: number, user: number, keyTime: number): number {
    const { outcome } = this;
    const { keys, clock, users } = this.parts;
    this.keeps = true;
    if (!keys.inTime(keyTime, clock.now)) {
      outcome.expected = clock.now;
      outcome.got = keyTime;
      return rejects['key.expired'];
    }
    const record = keys.find(words, at + KEY_TIME, user);
    if (record === 0) {
      if (clock.rules >= RULE.keyCapacity) return this.checkCapacity(words, at, user);
      return keys.full(users.keysOf(user)) ? rejects['request.tooFrequent'] : 0;
    }
    const code = keys.code(record);
    const voiding = words[at] === VOID;
    if (!voiding && code !== rejects['key.expired'] && !keys.sameBody(record, words, at + KEY_TIME))
      return rejects['key.otherBody'];
    outcome.repeated = 1;
    outcome.first = keys.seq(record);
    // A voided key answers 410 to everyone, also to a second void: its command never ran.
    if (code === DONE) {
      outcome.result = keys.result(record);
      return DONE;
    }
    outcome.expected = keys.result(record);
    outcome.got = keys.got(record);
    return code;
  }

  /**
   * Checks a new key. Returns 0 when its answer can be stored, or need not be: an id can be cancelled or closed only
   * once, so its state answers a repeated command. Otherwise returns the refusal.
   */
  private checkCapacity(words: Float64Array, at: number, user: number): number {
    const { outcome } = this;
    const { keys, users, router, clock } = this.parts;
    const kind = words[at] as number;
    const own = users.keysOf(user);
    const stage = users.rows.stage[user] as number;
    const left = keys.accepts(own, stage, users.unverifiedKeys, clock.rules >= RULE.fewUnverified);
    if (left === ACCEPTS.any || (left === ACCEPTS.reducing && (kind === VOID || router.reduces(words, at, kind))))
      return 0;
    this.keeps = false;
    if (kind === CANCEL || kind === CLOSE) return 0;
    outcome.expected = keys.mostOf(stage);
    outcome.got = own;
    return rejects['request.tooFrequent'];
  }

  /** Stores the answer of a command with a key, if it must be stored. */
  remember(words: Float64Array, at: number, user: number, code: number): void {
    const { outcome } = this;
    const { keys, clock, users } = this.parts;
    const done = code === DONE;
    if (!this.keeps) return;
    // A refused cancel changed nothing, so deciding it again changes nothing either.
    if (!done && words[at] === CANCEL && clock.rules >= RULE.keyCapacity) return;
    keys.add(
      words,
      at + KEY_TIME,
      user,
      clock.seq,
      code,
      done ? outcome.result : outcome.expected,
      done ? 0 : outcome.got,
    );
    users.remembered(user);
  }
}
