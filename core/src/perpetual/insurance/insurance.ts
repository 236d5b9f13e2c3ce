// The insurance fund in liquidations (money §3): what it receives from a better fill, what it paid for a worse one
// before rules `solventWaits`, and the limits. Per market and hour it pays at most 20 % of its balance at the hour's
// start.

import { MARGIN_MODE } from '../../enum/index.ts';
import { bankruptcyOf, bankruptcyOver, exact, type Fraction, insuranceOf } from '../../formula/index.ts';
import { quotient, shareDown } from '../../number/index.ts';
import { RULE } from '../../rules.ts';
import type { PerpetualContext } from '../context.ts';

/** The fund receives at most this share of a fill's value, 0.5 %. */
export const FILL_SHARE = 5_000;
/** Atoms that rounding may lack in each part of a liquidation (rules `fairDeleverage`). */
const PART_ROUNDING = 2;
/** The fund pays at most this share of its balance, by market and hour, 20 %. */
export const HOUR_SHARE = 200_000;
const HOUR = 3_600_000;

export class Insurance {
  private readonly context: PerpetualContext;
  // The current liquidation. The next one overwrites it; not part of the state.
  /** Position being liquidated, 0 none; for a wallet the part of its equity used as margin, and its lots then. */
  private slot = 0;
  private given: Fraction = exact.ZERO;
  private lots = 0;
  /** What the weighed fill would move; what the liquidation moved so far, and its bankruptcy value. */
  private weighed = 0;
  private weighedValue = 0;
  moved = 0;
  bankruptcy = 0;
  /** Parts of the liquidation settled so far. */
  private parts = 0;

  constructor(context: PerpetualContext) {
    this.context = context;
  }

  /** Begins a liquidation. `given`: a cross position's share of its wallet's equity, less its unrealised PnL. */
  begin(slot: number, given: Fraction): void {
    this.slot = slot;
    this.given = given;
    this.lots = this.context.positions.rows.lots[slot] as number;
    this.parts = 0;
    this.restart();
    this.turnHour(this.context.positions.rows.market[slot] as number);
  }

  end(): void {
    this.slot = 0;
  }

  /** The book's part of the liquidation is over: a fill weighed last and not settled does not count. */
  restart(): void {
    this.weighed = 0;
    this.weighedValue = 0;
    this.moved = 0;
    this.bankruptcy = 0;
  }

  /** Value at which `part` of a position's lots has no margin left, settle atoms. */
  valueOf(slot: number, part: number): number {
    const { context } = this;
    const p = context.positions.rows;
    const lots = p.lots[slot] as number;
    const type = context.contracts.rows.type[p.market[slot] as number] as number;
    const side = p.side[slot] as number;
    const cost = p.cost[slot] as number;
    if (p.mode[slot] === MARGIN_MODE.isolated)
      return bankruptcyOver(type, side, cost, context.positions.marginOf(slot), part, lots);
    const given = exact.times(this.given, exact.fraction(lots, this.lots));
    return bankruptcyOf(type, side, cost, given, part, lots);
  }

  /**
   * For a fill of the current liquidation: atoms to (+) or from (−) the fund; −Infinity: it may not pay that much.
   * Since rules `solventWaits` it pays nothing, because a quote far from the index has no claim on the fund.
   */
  weigh(slot: number, lots: number, value: number): number {
    if (slot !== this.slot) return 0;
    const { context } = this;
    const p = context.positions.rows;
    const market = p.market[slot] as number;
    const type = context.contracts.rows.type[market] as number;
    this.weighedValue = this.valueOf(slot, lots);
    this.weighed = insuranceOf(type, p.side[slot] as number, this.weighedValue, value, FILL_SHARE);
    // The fund never pays for losses of closed hours (rules `closingHours`).
    const paysNothing = context.clock.rules >= RULE.solventWaits || context.gaps.bears(slot);
    const most = paysNothing ? 0 : this.mayPay(market);
    return -this.weighed > most ? -Infinity : this.weighed;
  }

  /** The fill just weighed was settled. */
  settled(slot: number): void {
    if (slot !== this.slot) return;
    this.note(this.context.positions.rows.market[slot] as number, this.weighed);
    this.bankruptcy += this.weighedValue;
    this.weighed = 0;
    this.weighedValue = 0;
  }

  /** Counts what the fund received or paid, for the liquidation and for the hour. */
  note(market: number, moved: number): void {
    const c = this.context.contracts.rows;
    this.parts += 1;
    this.moved += moved;
    if (moved < 0) c.hourPaid[market] = (c.hourPaid[market] as number) - moved;
  }

  /** Atoms the fund may still pay for a market in this hour. */
  mayPay(market: number): number {
    const c = this.context.contracts.rows;
    const fund = this.context.ledger.accounts.available[c.insurance[market] as number] as number;
    const hour = shareDown(c.hourFund[market] as number, HOUR_SHARE) - (c.hourPaid[market] as number);
    return Math.min(hour, fund);
  }

  /**
   * Most atoms that the fund adds to a part settled without a book. Since rules `fairDeleverage` only rounding, no
   * loss.
   */
  mayHelp(market: number): number {
    const most = this.mayPay(market);
    if (this.context.clock.rules < RULE.fairDeleverage) return most;
    const rounding = PART_ROUNDING * (this.parts + 1);
    return rounding < most ? rounding : most;
  }

  private turnHour(market: number): void {
    const { context } = this;
    const c = context.contracts.rows;
    const hour = quotient(context.clock.now, HOUR) * HOUR;
    if (c.hour[market] === hour) return;
    c.hour[market] = hour;
    c.hourPaid[market] = 0;
    c.hourFund[market] = context.ledger.accounts.available[c.insurance[market] as number] as number;
  }
}
