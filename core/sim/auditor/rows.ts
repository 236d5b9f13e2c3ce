// Audits row capacity from answers alone (core §9, §10). What ends or protects something is never refused for lack of a
// row. No account has more stored keys than allowed. No one's keys exclude users with few keys.

import type { CommandName, KeyBounds } from '../../src/index.ts';
import { must } from '../finding.ts';
import type { Reply } from './external-facts.ts';
import { commandKind, commandName, commandPlaces, isKeyed } from '../words.ts';
import { CONTRACT_DIRECTION, TIME_IN_FORCE } from '../../src/enum/index.ts';
import { DONE, rejects } from '../../src/schema/index.ts';

const ENDS: readonly CommandName[] = [
  ...(['order.cancel', 'order.cancelAll', 'position.close', 'position.closeProven', 'position.closeMany'] as const),
  ...(['position.guard', 'position.guardSide', 'position.margin', 'debt.repay', 'earn.redeem', 'loan.repay'] as const),
  ...(['deal.paid', 'deal.release', 'deal.cancel', 'deal.appeal', 'offer.close', 'withdrawal.cancel'] as const),
];
const ends = new Set(ENDS.map(commandKind));
/** Kinds that run without storing a key when no row is left for it. */
const KEYLESS = [commandKind('order.cancel'), commandKind('position.close')];
const CANCEL = commandKind('order.cancel');
const PLACE = commandKind('contract.place');
const { direction, timeInForce, type } = commandPlaces('contract.place');
const { user: USER } = commandPlaces('order.place');
const LAST_AT_ONCE = 2;
/** Bounds of keys (core §9), and the factor for commands that only reduce. */
const USUAL: KeyBounds = { stages: [20_000, 200_000, 400_000], all: 20_000_000, few: 2_000 };
const REDUCING = 1.25;
/**
 * An unverified account has few keys below this part of `few`. With more it stores none beyond the first part of their
 * half, and only the last part may be closed to one with few.
 */
const FEW_UNVERIFIED = 0.25;
const CROWDED = 13 / 16;
const LAST_PART = 15 / 16;
/** Refusals before a key is checked. */
const UNKEPT: readonly number[] = [
  rejects['request.invalid'],
  rejects['request.forbidden'],
  rejects['key.otherBody'],
  rejects['key.expired'],
  rejects['request.tooFrequent'],
];

export class RowRules {
  /** Bounds of keys: those of the exchange, or lower ones in a separate phase. */
  keys: KeyBounds = USUAL;
  /** Refusals for lack of a row, of commands that open something. */
  refused = 0;
  /** By user: keys stored since `countKeys`; undefined when not counting. */
  private counts: Map<number, number> | undefined;
  private readonly stageOf: (user: number) => number;

  constructor(stageOf: (user: number) => number) {
    this.stageOf = stageOf;
  }

  /** Starts counting keys: none is stored yet, and none is dropped before `stopCounting`. */
  countKeys(keys: KeyBounds): void {
    this.keys = keys;
    this.counts = new Map();
  }

  stopCounting(): void {
    this.keys = USUAL;
    this.counts = undefined;
  }

  take(reply: Reply): void {
    const { words, code } = reply;
    if (this.counts !== undefined) this.count(this.counts, reply);
    if (code === rejects['order.tooMany']) {
      this.refused += 1;
      must(!ends.has(words[0] as number) && !closesAtOnce(words), () => refusal(reply));
    } else if (code === rejects['request.tooFrequent']) this.tooFrequent(reply);
  }

  private tooFrequent(reply: Reply): void {
    const { words, expected, got } = reply;
    const kind = words[0] as number;
    this.refused += 1;
    must(!KEYLESS.includes(kind) && (isKeyed(words) || !ends.has(kind)), () => refusal(reply));
    if (!isKeyed(words) || !this.keys.stages.includes(expected)) return;
    const user = words[USER] as number;
    const verified = this.stageOf(user) > 0;
    const few = this.keys.few * (verified ? 1 : FEW_UNVERIFIED);
    must(
      got >= few || (!verified && (this.counts === undefined || this.fills(this.counts, LAST_PART))),
      () => `core §9: user ${user}, ${verified ? '' : 'not '}verified and with ${got} keys, cannot store another`,
    );
  }

  /** Whether keys of unverified accounts fill this part of their half. */
  private fills(counts: ReadonlyMap<number, number>, part: number): boolean {
    let sum = 0;
    for (const [user, count] of counts) if (this.stageOf(user) === 0) sum += count;
    return sum >= (this.keys.all / 2) * part;
  }

  private count(counts: Map<number, number>, { words, code, repeated }: Reply): void {
    if (!isKeyed(words) || repeated === 1 || UNKEPT.includes(code)) return;
    const kind = words[0] as number;
    const user = words[USER] as number;
    const own = counts.get(user) ?? 0;
    const { stages } = this.keys;
    const most = (stages[Math.min(this.stageOf(user), stages.length - 1)] ?? 0) * REDUCING;
    // Beyond its capacity a cancel or a close runs without a row; a refused cancel never takes one.
    const crowded = this.stageOf(user) === 0 && own >= this.keys.few * FEW_UNVERIFIED && this.fills(counts, CROWDED);
    if ((kind === CANCEL && code !== DONE) || (KEYLESS.includes(kind) && (own >= most || crowded))) return;
    must(!crowded, () => `core §9: user ${user}, not verified and with ${own} keys, stores one of the others' part`);
    counts.set(user, own + 1);
    must(own < most, () => `core §9: user ${user} has ${own + 1} keys remembered, it may have ${most}`);
  }
}

/** Whether an order closes and never rests. */
function closesAtOnce(words: Float64Array): boolean {
  return (
    words[0] === PLACE &&
    (words[direction] as number) >= CONTRACT_DIRECTION.closeLong &&
    (words[type] as number) <= LAST_AT_ONCE &&
    words[timeInForce] === TIME_IN_FORCE.ioc
  );
}

function refusal({ words, code, expected, got }: Reply): string {
  return `core §10: ${commandName(words[0] as number)} ends something and is refused with ${code} (${expected}, ${got})`;
}
