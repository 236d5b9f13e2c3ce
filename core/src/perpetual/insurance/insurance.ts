// The insurance fund in liquidations (money §3): what it gets of a better fill, what it paid for a worse one before rules
// `solventWaits`, how much at most. Of a market it pays no more in an hour than 20 % of what it had at the hour's beginning.

import { bankruptcyOf, bankruptcyOver, exact, type Fraction, insuranceOf } from '../../formula/index.ts';
import { quotient, shareDown } from '../../number/index.ts';
import { RULE } from '../../rules.ts';
import { ISOLATED } from '../contracts.ts';
import type { PerpetualContext } from '../context.ts';

/** The fund gets at most this much of a fill's value, 0.5 %. */
export const FILL_SHARE = 5_000;
/** Atoms that rounding may lack of each part of a cut (rules `fairDeleverage`). */
const PART_ROUNDING = 2;
/** And pays at most this much of itself, by market and hour, 20 %. */
export const HOUR_SHARE = 200_000;
const HOUR = 3_600_000;

export class Insurance {
  private readonly context: PerpetualContext;
  // The cut at hand: overwritten by the next one, no part of the state.
  /** Position that is being cut, 0 none; of a wallet the margin it was given of the wallet's equity, and its lots then. */
  private slot = 0;
  private given: Fraction = exact.ZERO;
  private lots = 0;
  /** What the fill that is being weighed would move; what the cut moved so far, and its bankruptcy value. */
  private weighed = 0;
  private weighedValue = 0;
  moved = 0;
  bankruptcy = 0;
  /** Parts of the cut that were settled so far. */
  private parts = 0;

  constructor(context: PerpetualContext) {
    this.context = context;
  }

  /** A cut begins. `given`: a cross position's share of its wallet's equity, less what it has not realised. */
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

  /** The book's part of the cut is over: a fill that was weighed last and not settled counts for nothing. */
  restart(): void {
    this.weighed = 0;
    this.weighedValue = 0;
    this.moved = 0;
    this.bankruptcy = 0;
  }

  /** Value at which nothing is left of the margin of `part` of a position's lots, settle atoms. */
  valueOf(slot: number, part: number): number {
    const { context } = this;
    const p = context.positions.rows;
    const lots = p.lots[slot] as number;
    const type = context.contracts.rows.type[p.market[slot] as number] as number;
    const side = p.side[slot] as number;
    const cost = p.cost[slot] as number;
    if (p.mode[slot] === ISOLATED)
      return bankruptcyOver(type, side, cost, context.positions.marginOf(slot), part, lots);
    const given = exact.times(this.given, exact.fraction(lots, this.lots));
    return bankruptcyOf(type, side, cost, given, part, lots);
  }

  /**
   * Of a fill of the cut at hand: to (+) or from (−) the fund; −Infinity: it may not pay so much. Since rules `solventWaits`
   * it pays nothing: whoever quotes far from the index is no creditor of the fund.
   */
  weigh(slot: number, lots: number, value: number): number {
    if (slot !== this.slot) return 0;
    const { context } = this;
    const p = context.positions.rows;
    const market = p.market[slot] as number;
    const type = context.contracts.rows.type[market] as number;
    this.weighedValue = this.valueOf(slot, lots);
    this.weighed = insuranceOf(type, p.side[slot] as number, this.weighedValue, value, FILL_SHARE);
    // What the closed hours did to a position is never the fund's (rules `closingHours`).
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

  /** What the fund got or paid counts for the cut and for the hour. */
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
    return hour < fund ? hour : fund;
  }

  /** Atoms that the fund adds at most to a part without a book: since rules `fairDeleverage` what rounding may lack, no loss. */
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
