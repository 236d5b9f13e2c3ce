// Funding (money §3): premium and rate of an interval, and payments from one side to the other. Payments go to
// `rounding` and from there to receivers, so what is left there is the residue. Positions count as they were when the
// interval ended, however many batches the payments take.

import { TIMER } from '../../clock/index.ts';
import { MARGIN_MODE, POSITION_SIDE, SIDE } from '../../enum/index.ts';
import { exact, FUNDING_MOST, intervalRate, minutePremium } from '../../formula/index.ts';
import { quotient } from '../../number/index.ts';
import { RULE } from '../../rules.ts';
import { table } from '../../state/index.ts';
import { FundFunding } from './fund-funding.ts';
import { impactPrice } from './impact.ts';
import type { Inventory } from '../insurance/inventory.ts';
import { Paces } from './pace.ts';
import { Payments } from './payments.ts';
import { MAX_POSITIONS } from '../position/positions.ts';
import { Premiums } from './premium.ts';
import { priced } from '../priced.ts';
import type { LiquidationQueue } from '../risk/liquidation-queue.ts';
import type { PerpetualContext } from '../context.ts';
import { layoutOf } from '../../schema/index.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const HOUR_MINUTES = 60;
const RATE = layoutOf('funding.rate');
const MINUTE_TOLD = layoutOf('funding.minute');
/** Stages of a market's settlement. */
const IDLE = 0;
const PAYING = 1;
const CLAIMS = 3;

export class Funding {
  private readonly context: PerpetualContext;
  private readonly queue: LiquidationQueue;
  /** By position slot: the lots last seen, and the number of the last settlement in which it had its turn. */
  private readonly seen;
  private readonly payments: Payments;
  private readonly fund: FundFunding;
  private readonly premiums: Premiums;
  private readonly paces: Paces;
  /** Markets with a settlement in progress. Derived. */
  private going = 0;

  constructor(context: PerpetualContext, queue: LiquidationQueue, inventory: Inventory) {
    this.context = context;
    this.queue = queue;
    this.payments = new Payments(context);
    this.fund = new FundFunding(context, inventory, this.payments);
    this.seen = context.registry.add(table('fundingLots', { lots: 'f64', round: 'i32' }, MAX_POSITIONS));
    this.premiums = new Premiums(context);
    this.paces = new Paces(context);
  }

  /** Recounts derived fields, on load. */
  rebuild(): void {
    this.going = 0;
    for (let market = 1; market <= this.payments.rounds.top; market += 1)
      if (this.payments.rounds.stage[market] !== IDLE) this.going += 1;
  }

  busy(): boolean {
    return this.going > 0;
  }

  /** A contract has its first mark: its minutes and intervals begin. */
  begin(market: number): void {
    const { context } = this;
    const c = context.contracts.rows;
    const now = context.clock.now;
    const interval = (c.fundingHours[market] as number) * HOUR;
    c.nextFunding[market] = (quotient(now, interval) + 1) * interval;
    context.timers.add(c.nextFunding[market] as number, TIMER.funding, market);
    // At a minute's last millisecond, so that the last minute of an interval is counted before the interval ends.
    context.timers.add((quotient(now, MINUTE) + 1) * MINUTE - 1, TIMER.premium, market);
    if (this.byTime()) this.paces.emit(market);
  }

  /** The index of a market with funding ticked, whatever the tick's state. */
  tick(market: number): void {
    if (this.byTime() && this.context.contracts.rows.nextFunding[market] !== 0) this.premiums.tick(market);
  }

  /**
   * Rules `fundingByTime` take effect. In current intervals each valid minute so far counts for its 60 s at its
   * premium; ticks count from the next one on. No interval changes its length.
   */
  activated(): void {
    const c = this.context.contracts.rows;
    for (let market = 1; market <= c.top; market += 1) {
      if (c.nextFunding[market] === 0) continue;
      this.premiums.convert(market, c.premium[market] as number, c.valid[market] as number);
      c.premium[market] = 0;
      if ((c.minutes[market] as number) > 0) this.emitPremiums(market);
      this.paces.emit(market);
    }
  }

  private byTime(): boolean {
    return this.context.clock.rules >= RULE.fundingByTime;
  }

  /** A minute ended. Before rules `fundingByTime` its premium at this time counts when the index is usable. */
  minute(market: number, due: number): void {
    const { context } = this;
    const c = context.contracts.rows;
    context.timers.add(due + MINUTE, TIMER.premium, market);
    c.minutes[market] = (c.minutes[market] as number) + 1;
    if (this.byTime()) {
      if (this.premiums.minute(market, due + 1)) c.valid[market] = (c.valid[market] as number) + 1;
    } else if (priced(context, market)) {
      const index = context.prices.cents(context.markets.rows.instrument[market] as number);
      const bid = impactPrice(context, market, SIDE.buy);
      const ask = bid === 0 ? 0 : impactPrice(context, market, SIDE.sell);
      const premium = ask === 0 ? 0 : minutePremium(exact.fraction(bid), exact.fraction(ask), index);
      c.valid[market] = (c.valid[market] as number) + 1;
      c.premium[market] = (c.premium[market] as number) + premium;
    }
    this.emitPremiums(market);
  }

  /** Emits the state: premiums of current intervals, and when they end. */
  emitState(): void {
    const c = this.context.contracts.rows;
    for (let market = 1; market <= c.top; market += 1) {
      if ((c.minutes[market] as number) > 0) this.emitPremiums(market);
      if (this.byTime() && c.nextFunding[market] !== 0) this.paces.emit(market);
    }
  }

  /** An interval ended at `due`: emits its rate and begins its payments. */
  interval(market: number, due: number): void {
    const { context } = this;
    const { rounds } = this.payments;
    const c = context.contracts.rows;
    const hours = this.paces.hours(market);
    const byTime = this.byTime();
    // Payments of an earlier interval finish first; bounded by the market's positions.
    while (rounds.top >= market && rounds.stage[market] !== IDLE) this.step(market);
    const valid = c.valid[market] as number;
    const minutes = c.minutes[market] as number;
    const enough = valid > 0 && valid * 2 >= hours * HOUR_MINUTES && priced(context, market);
    if (byTime) this.premiums.count(market, due);
    const most = this.most(market);
    const rate = !enough
      ? 0
      : byTime
        ? this.premiums.rate(market, most)
        : intervalRate(c.premium[market] as number, valid, most);
    if (byTime) {
      // The sum from which the rate is computed.
      this.emitPremiums(market);
      this.premiums.clear(market);
    }
    c.premium[market] = 0;
    c.valid[market] = 0;
    c.minutes[market] = 0;
    const next = byTime ? this.paces.settled(market, due, rate) : due + hours * HOUR;
    c.nextFunding[market] = next;
    context.timers.add(next, TIMER.funding, market);
    this.emitRate(market, rate, due, valid, minutes);
    if (byTime) this.paces.emit(market);
    if (rate === 0 || c.first[market] === 0) return;
    rounds.reach(market);
    rounds.number[market] = (rounds.number[market] as number) + 1;
    rounds.rate[market] = rate;
    rounds.mark[market] = c.mark[market] as number;
    rounds.hours[market] = byTime ? hours : 0;
    rounds.owed[market] = 0;
    rounds.paid[market] = 0;
    rounds.stage[market] = PAYING;
    rounds.cursor[market] = c.first[market] as number;
    this.going += 1;
    this.fund.ended(market);
    this.endangeredFirst(market);
  }

  /**
   * The maximum rate of the current interval, 10⁻⁹ per 8 h. Since rules `fundingBounded` it depends on the first
   * maintenance rate.
   */
  private most(market: number): number {
    return this.context.clock.rules < RULE.fundingBounded ? FUNDING_MOST : this.paces.most(market);
  }

  /** Continues payments, at most `steps` positions. Returns the steps left. */
  work(steps: number): number {
    let left = steps;
    for (let market = 1; market <= this.payments.rounds.top && this.going > 0; market += 1)
      while (left > 0 && this.payments.rounds.stage[market] !== IDLE) left -= this.step(market);
    return left;
  }

  /**
   * A position changed: what it owes or is owed for the ended interval depends on the lots it had. `released`: atoms
   * that an isolated position's closed lots moved to the wallet.
   */
  changed(slot: number, released: number): void {
    const { context, seen } = this;
    const { rounds } = this.payments;
    const p = context.positions.rows;
    const lots = p.lots[slot] as number;
    seen.reach(slot);
    const had = seen.lots[slot] as number;
    if (had === lots) return;
    const market = p.market[slot] as number;
    if (market <= rounds.top && rounds.stage[market] !== IDLE && seen.round[slot] !== rounds.number[market]) {
      // Before the payment, because a payment reports the position as changed again.
      seen.round[slot] = rounds.number[market] as number;
      seen.lots[slot] = lots;
      if (had > 0) {
        if (this.pays(slot)) this.payments.pay(slot, had, released);
        else this.payments.claim(slot, had);
      }
    }
    seen.lots[slot] = lots;
    if (lots === 0) seen.round[slot] = 0;
    if (lots === 0 && market <= rounds.top && rounds.cursor[market] === slot)
      rounds.cursor[market] = p.nextHere[slot] as number;
  }

  /** Positions and wallets that wait for liquidation pay first, so that the fund's money covers them first. */
  private endangeredFirst(market: number): void {
    const { context, queue } = this;
    const { rows: p, contractWallets } = context.positions;
    for (let at = 1; at <= queue.size; at += 1) {
      if (!queue.isContractWallet(at)) {
        // A position that is gone has slot 0, whose market is none.
        const slot = p.find(queue.item(at));
        if (p.market[slot] === market) this.payOnce(slot);
        continue;
      }
      for (let slot = contractWallets.first[queue.item(at)] as number; slot !== 0; slot = p.next[slot] as number)
        if (p.market[slot] === market && p.mode[slot] !== MARGIN_MODE.isolated) this.payOnce(slot);
    }
  }

  /** One position's turn, or the end of a stage. Returns the steps used. */
  private step(market: number): number {
    const { context, payments } = this;
    const { rounds, claims } = payments;
    const p = context.positions.rows;
    const slot = rounds.cursor[market] as number;
    const stage = rounds.stage[market] as number;
    if (stage === CLAIMS) {
      if (slot > claims.top) {
        this.fund.receive(market);
        rounds.stage[market] = IDLE;
        this.going -= 1;
        return 1;
      }
      rounds.cursor[market] = slot + 1;
      if (claims.alive(slot) && claims.market[slot] === market) this.payments.meet(slot);
      return 1;
    }
    if (slot === 0) {
      rounds.stage[market] = stage + 1;
      rounds.cursor[market] = stage === PAYING ? (context.contracts.rows.first[market] as number) : 1;
      return 1;
    }
    rounds.cursor[market] = p.nextHere[slot] as number;
    if (stage === PAYING) this.payOnce(slot);
    else if (this.open(slot) && !this.pays(slot)) {
      this.seen.round[slot] = rounds.number[market] as number;
      this.payments.receive(slot, this.seen.lots[slot] as number);
    }
    return 1;
  }

  /** Whether the turn of an open position is still to come. What opens while an interval is settled has none. */
  private open(slot: number): boolean {
    const market = this.context.positions.rows.market[slot] as number;
    return this.seen.round[slot] !== this.payments.rounds.number[market];
  }

  /** Whether a position's side pays: longs at a rate above 0. */
  private pays(slot: number): boolean {
    const p = this.context.positions.rows;
    return (
      (p.side[slot] === POSITION_SIDE.long) === (this.payments.rounds.rate[p.market[slot] as number] as number) > 0
    );
  }

  private payOnce(slot: number): void {
    if (!this.open(slot) || !this.pays(slot)) return;
    this.seen.round[slot] = this.payments.rounds.number[this.context.positions.rows.market[slot] as number] as number;
    this.payments.pay(slot, this.seen.lots[slot] as number);
  }

  private emitPremiums(market: number): void {
    const { out } = this.context;
    const c = this.context.contracts.rows;
    if (this.byTime()) return this.premiums.emit(market, c.valid[market] as number, c.minutes[market] as number);
    const at = out.open(MINUTE_TOLD.head);
    const w = out.words;
    w[at + MINUTE_TOLD.market] = market;
    w[at + MINUTE_TOLD.premium] = c.premium[market] as number;
    w[at + MINUTE_TOLD.valid] = c.valid[market] as number;
    w[at + MINUTE_TOLD.minutes] = c.minutes[market] as number;
  }

  private emitRate(market: number, rate: number, time: number, valid: number, minutes: number): void {
    const { out } = this.context;
    const at = out.open(RATE.head);
    const w = out.words;
    w[at + RATE.market] = market;
    w[at + RATE.rate] = rate;
    w[at + RATE.mark] = this.context.contracts.rows.mark[market] as number;
    w[at + RATE.time] = time;
    w[at + RATE.valid] = valid;
    w[at + RATE.minutes] = minutes;
  }
}
