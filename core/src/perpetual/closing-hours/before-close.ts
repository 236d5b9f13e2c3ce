// The domain of markets with trading hours (money §3): closing rates set by two operators, reductions before a close,
// and who bears a gap.

import { TIMER } from '../../clock/index.ts';
import { Domain } from '../../domain.ts';
import { MARGIN_MODE } from '../../enum/index.ts';
import type { Changes } from '../../user/index.ts';
import { RULE } from '../../rules.ts';
import { commands, offsetOf, rejects } from '../../schema/index.ts';
import { Reduction } from './reduction.ts';
import type { PerpetualContext } from '../context.ts';
import type { Expect } from '../../expect.ts';

const RATE = commands['contract.closingRate'].kind;
const MARKET = offsetOf('contract.closingRate', 'market');
const OF = offsetOf('contract.closingRate', 'rate');
const MAX_CALENDARS = 255;

export class BeforeClose extends Domain {
  readonly kinds = [RATE];
  override readonly tradesByItself = true;
  override readonly timers = [TIMER.closing];
  private readonly context: PerpetualContext;
  private readonly changes: Changes;
  private readonly reduction: Reduction;

  constructor(context: PerpetualContext, changes: Changes) {
    super();
    this.context = context;
    this.changes = changes;
    this.reduction = new Reduction(context);
    context.leaves = (slot) => this.reduction.leaves(slot);
  }

  decide(words: Float64Array, at: number): number {
    const { context, changes } = this;
    const market = words[at + MARKET] as number;
    const { rules } = context.clock;
    // Before the rule, a rate would affect openings without the rest of the rule.
    if (rules < RULE.closingHours) return this.refuse(rejects['request.invalid'], RULE.closingHours, rules);
    if (!context.contracts.exists(market)) return this.refuse(rejects['market.unknown'], 0, market);
    if (context.closingRates.calendar(market) === 0) return this.refuse(rejects['request.invalid'], 1, 0);
    return changes.decide(RATE, market, this.tightens(words, at));
  }

  /** At once when the rate falls, else a day later (money §1). */
  commit(words: Float64Array, at: number): number {
    const market = words[at + MARKET] as number;
    if (!this.changes.waits(words, at, market, this.tightens(words, at)))
      this.context.closingRates.set(market, words[at + OF] as number);
    return market;
  }

  private tightens(words: Float64Array, at: number): boolean {
    return (words[at + OF] as number) > this.context.closingRates.base(words[at + MARKET] as number);
  }

  override fire(_kind: number, calendar: number): void {
    const { context } = this;
    if (!context.closes.rang(calendar)) return;
    const closes = context.closes.closes(calendar);
    this.ofCalendar(calendar, (market) => this.reduction.begin(market, closes));
  }

  /** A calendar's sessions changed, or it reached a boundary: it opened, closed, or continued. */
  turned(calendar: number): void {
    const { context } = this;
    if (context.clock.rules < RULE.closingHours) return;
    context.closes.renew(calendar);
    if (!context.prices.calendars.open(calendar, context.clock.now))
      this.ofCalendar(calendar, (market) => context.gaps.closed(market));
  }

  override tick(instrument: number): void {
    this.reduction.tick(instrument);
  }

  override busy(): boolean {
    return this.reduction.busy();
  }

  override work(steps: number): number {
    return this.reduction.work(steps);
  }

  /**
   * Every contract with hours gets the rate of its class. Positions stay unchanged. In the last ten minutes before a
   * close, that close reduces nothing; a market already closed is in its gap.
   */
  override activated(version: number): void {
    if (version !== RULE.closingHours) return;
    const { contracts, closingRates } = this.context;
    for (let market = 1; market <= contracts.rows.top; market += 1)
      if (contracts.exists(market)) closingRates.setFirst(market);
    for (let calendar = 1; calendar <= MAX_CALENDARS; calendar += 1) this.turned(calendar);
  }

  override rebuild(): void {
    this.reduction.rebuild();
  }

  override emitState(): void {
    this.context.closes.emitState();
    this.context.closingRates.emitState();
  }

  /** A market with hours has isolated positions only, each with its own margin to bear its gap. */
  override audit(expect: Expect): void {
    const { context } = this;
    const { rows: p } = context.positions;
    this.reduction.audit(expect);
    for (let slot = 1; slot <= p.top; slot += 1)
      if (p.alive(slot) && context.closingRates.calendar(p.market[slot] as number) !== 0)
        expect(
          p.mode[slot] === MARGIN_MODE.isolated,
          () => `position ${p.id(slot)} of a market with hours to be isolated`,
        );
  }

  private ofCalendar(calendar: number, act: (market: number) => void): void {
    const { contracts, closingRates } = this.context;
    for (let market = 1; market <= contracts.rows.top; market += 1)
      if (contracts.exists(market) && closingRates.calendar(market) === calendar) act(market);
  }
}
