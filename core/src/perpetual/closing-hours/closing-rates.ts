// The closing rate of each contract with hours (money §3): the minimum margin of an opening, and the equity a position
// needs when its market closes. Empty before rules `closingHours`.

import { PHASE } from '../../formula/index.ts';
import { closingRateOf } from '../../market/index.ts';
import { unpackText } from '../../number/index.ts';
import { RULE } from '../../rules.ts';
import { table } from '../../state/index.ts';
import type { PerpetualContext } from '../context.ts';

const MAX_ID = 65_535;

export class ClosingRates {
  private readonly context: PerpetualContext;
  /** By market: millionths of a position's value, 0 none; its version. */
  private readonly rows;

  constructor(context: PerpetualContext) {
    this.context = context;
    this.rows = context.registry.add(table('closingRates', { rate: 'i32', version: 'i32' }, MAX_ID));
  }

  /** The calendar of a contract's instrument, 0 when it never closes. */
  calendar(market: number): number {
    const { prices, markets } = this.context;
    return prices.rows.calendar[markets.rows.instrument[market] as number] as number;
  }

  /** A contract's closing rate, millionths; 0 none. */
  base(market: number): number {
    return market <= this.rows.top ? (this.rows.rate[market] as number) : 0;
  }

  /** The rate of its next close: doubled when the market is closed for more than a day. */
  next(market: number): number {
    const base = this.base(market);
    return base === 0 ? 0 : this.context.closes.rateOf(this.calendar(market), base);
  }

  /** What an opening requires now, and what may not be withdrawn: in the last hour the rate of that close. */
  inForce(market: number): number {
    const base = this.base(market);
    if (base === 0) return 0;
    const calendar = this.calendar(market);
    const { closes } = this.context;
    return closes.phase(calendar) === PHASE.none ? base : closes.rateOf(calendar, base);
  }

  /**
   * The equity at the index that lots just opened need, as a share of their value, also far from the index: the rate of
   * a close at most an hour away. 0: no such close, or before rules `coveredClose`.
   */
  covered(market: number): number {
    const { closes, clock } = this.context;
    if (clock.rules < RULE.coveredClose || this.base(market) === 0) return 0;
    return closes.phase(this.calendar(market)) === PHASE.none ? 0 : this.inForce(market);
  }

  set(market: number, rate: number): void {
    const { rows } = this;
    rows.reach(market);
    rows.rate[market] = rate;
    rows.version[market] = (rows.version[market] as number) + 1;
    this.emit(market);
  }

  /** Gives a contract with hours and without a rate the one of its class. */
  setFirst(market: number): void {
    const { prices, markets, clock } = this.context;
    if (clock.rules < RULE.closingHours || this.calendar(market) === 0 || this.base(market) !== 0) return;
    const instrument = markets.rows.instrument[market] as number;
    const text = (word: number | undefined): string => unpackText(word as number);
    const { base, quote, category } = prices.rows;
    this.set(market, closingRateOf(category[instrument] as number, text(base[instrument]), text(quote[instrument])));
  }

  emitState(): void {
    for (let market = 1; market <= this.rows.top; market += 1) if (this.rows.rate[market] !== 0) this.emit(market);
  }

  /** Emits `contract.closingRate`. */
  private emit(market: number): void {
    this.context.out.record('contract.closingRate', {
      market,
      rate: this.rows.rate[market] as number,
      version: this.rows.version[market] as number,
    });
  }
}
