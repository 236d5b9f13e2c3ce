// rail.set, withdrawal.limits and withdrawal.rules: the terms for moving money in and out. Stricter terms wait a day
// (money §1), and so do wider rules for passing without review. Closing a rail is a stop, and immediate.

import { Domain } from '../domain.ts';
import type { Changes } from '../user/index.ts';
import { commands, DONE, offsetOf, rejects } from '../schema/index.ts';
import type { WalletContext } from './context.ts';

const RAIL = commands['rail.set'].kind;
const LIMITS = commands['withdrawal.limits'].kind;
const RULES = commands['withdrawal.rules'].kind;
const SET_RAIL = offsetOf('rail.set', 'rail');
const ASSET = offsetOf('rail.set', 'asset');
const MIN_DEPOSIT = offsetOf('rail.set', 'minDeposit');
const MIN_WITHDRAWAL = offsetOf('rail.set', 'minWithdrawal');
const FEE = offsetOf('rail.set', 'fee');
const FEE_RATE = offsetOf('rail.set', 'feeRate');
const STEP = offsetOf('rail.set', 'step');
const INSTRUMENT = offsetOf('rail.set', 'instrument');
const STAGE1 = offsetOf('withdrawal.limits', 'stage1');
const HOUR = offsetOf('withdrawal.limits', 'hour');
const MOST = offsetOf('withdrawal.rules', 'most');
const DAY = offsetOf('withdrawal.rules', 'day');
/** Subjects of waiting changes: the limits, or a rail and its asset. */
const ALL = 0;
const RAILS = 65_536;

export class WalletTerms extends Domain {
  readonly kinds = [RAIL, LIMITS, RULES];
  private readonly context: WalletContext;
  private readonly changes: Changes;

  constructor(context: WalletContext, changes: Changes) {
    super();
    this.context = context;
    this.changes = changes;
  }

  decide(words: Float64Array, at: number, kind: number): number {
    const { context } = this;
    if (kind === RAIL) {
      const asset = words[at + ASSET] as number;
      const instrument = words[at + INSTRUMENT] as number;
      if (!context.markets.assetExists(asset)) return this.refuse(rejects['coin.unknown'], 0, asset);
      if (!context.valued(instrument, asset)) return this.refuse(rejects['request.invalid'], asset, instrument);
      const { rails } = context;
      if (rails.rows.full() && rails.of(words[at + SET_RAIL] as number, asset) === 0)
        return this.refuse(rejects['request.tooFrequent'], rails.rows.most, rails.rows.top);
    }
    const code = this.changes.decide(kind, this.subject(words, at, kind), this.tightens(words, at, kind));
    return code === DONE ? DONE : this.refuse(code, 0, 0);
  }

  commit(words: Float64Array, at: number, kind: number): number {
    const { context, changes } = this;
    if (changes.waits(words, at, this.subject(words, at, kind), this.tightens(words, at, kind))) return 0;
    if (kind === RAIL) context.rails.set(words, at + SET_RAIL);
    else if (kind === LIMITS) context.limits.set(words, at + STAGE1);
    else context.passes.set(words[at + MOST] as number, words[at + DAY] as number);
    return 0;
  }

  override rebuild(): void {
    this.context.rails.rebuild();
  }

  override emitState(): void {
    const { rails, limits, passes } = this.context;
    for (let row = 1; row <= rails.rows.top; row += 1) {
      rails.emit(row);
      rails.emitOwed(row);
    }
    limits.emitState();
    passes.emitState();
  }

  private subject(words: Float64Array, at: number, kind: number): number {
    return kind !== RAIL ? ALL : (words[at + SET_RAIL] as number) * RAILS + (words[at + ASSET] as number);
  }

  /**
   * A rail: a higher fee, minimum or step. Limits: any lower limit; the two-operator threshold is not a user limit.
   * Rules: wider.
   */
  private tightens(words: Float64Array, at: number, kind: number): boolean {
    const { rails, limits, passes } = this.context;
    if (kind === RULES) return passes.wider(words[at + MOST] as number, words[at + DAY] as number);
    if (kind === LIMITS) return limits.lower(words, at + STAGE1, words[at + HOUR] as number);
    const row = rails.of(words[at + SET_RAIL] as number, words[at + ASSET] as number);
    if (row === 0) return false;
    const r = rails.rows;
    return (
      (words[at + FEE] as number) > (r.fee[row] as number) ||
      (words[at + FEE_RATE] as number) > (r.feeRate[row] as number) ||
      (words[at + MIN_DEPOSIT] as number) > (r.minDeposit[row] as number) ||
      (words[at + MIN_WITHDRAWAL] as number) > (r.minWithdrawal[row] as number) ||
      (words[at + STEP] as number) > (r.step[row] as number)
    );
  }
}
