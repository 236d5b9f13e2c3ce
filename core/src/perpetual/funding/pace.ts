// How often a market's funding is settled (money §3): every `fundingHours`; hourly after two capped settlements in a
// row, until a rate is below the cap of the market's own interval.

import { fundingMost, hourlyFundingMost } from '../../formula/index.ts';
import { quotient } from '../../number/index.ts';
import { table } from '../../state/index.ts';
import type { PerpetualContext } from '../context.ts';

const MAX_MARKETS = 65_535;
const HOUR = 3_600_000;
/** Capped settlements in a row after which funding becomes hourly. */
const IN_A_ROW = 2;

/** Empty before rules `fundingByTime`. */
export class Paces {
  private readonly context: PerpetualContext;
  /** By market. */
  private readonly rows;

  constructor(context: PerpetualContext) {
    this.context = context;
    this.rows = context.registry.add(
      table(
        'fundingPaces',
        {
          /** Hours of the current interval, 0: the market's own. */
          hours: 'i32',
          /** Settlements in a row at the cap of the market's own interval, at most 2. */
          capped: 'i32',
          /** 1 while funding is hourly. */
          hourly: 'i32',
        },
        MAX_MARKETS,
      ),
    );
  }

  /** Hours of the current interval. */
  hours(market: number): number {
    const { rows, context } = this;
    const hours = market <= rows.top ? (rows.hours[market] as number) : 0;
    return hours === 0 ? (context.contracts.rows.fundingHours[market] as number) : hours;
  }

  /** The maximum rate of the current interval, 10⁻⁹ per 8 h. */
  most(market: number): number {
    const { rows } = this;
    return market <= rows.top && rows.hourly[market] === 1 ? hourlyFundingMost(this.rateOf(market)) : this.own(market);
  }

  /**
   * An interval ended at `time` (ms UTC) with a rate (10⁻⁹ per 8 h). Returns the end of the next, always a whole hour.
   * Hourly funding ends with the first rate below the cap of the market's own interval: at a higher rate that interval
   * would be capped again. The next interval then ends at the market's next regular time and may be shorter than its
   * own.
   */
  settled(market: number, time: number, rate: number): number {
    const { rows, context } = this;
    rows.reach(market);
    const own = this.own(market);
    const before = rows.capped[market] as number;
    const capped = (rate < 0 ? 0 - rate : rate) < own ? 0 : before < IN_A_ROW ? before + 1 : before;
    // When an hourly quarter is not above the own interval's three quarters, the pace does not change.
    const hourly = capped === IN_A_ROW && hourlyFundingMost(this.rateOf(market)) > own;
    const interval = (context.contracts.rows.fundingHours[market] as number) * HOUR;
    const next = hourly ? time + HOUR : (quotient(time, interval) + 1) * interval;
    rows.capped[market] = capped;
    rows.hourly[market] = hourly ? 1 : 0;
    rows.hours[market] = quotient(next - time, HOUR);
    return next;
  }

  /** Emits `funding.pace`. */
  emit(market: number): void {
    const { rows, context } = this;
    const hourly = market <= rows.top ? (rows.hourly[market] as number) : 0;
    context.out.record('funding.pace', {
      market,
      hours: this.hours(market),
      next: context.contracts.rows.nextFunding[market] as number,
      hourly,
    });
  }

  /** First maintenance rate of a market, millionths. */
  private rateOf(market: number): number {
    const { contracts } = this.context;
    return contracts.tiers.rate[contracts.firstTier(market)] as number;
  }

  /** The maximum rate of the market's own interval. */
  private own(market: number): number {
    return fundingMost(this.rateOf(market), this.context.contracts.rows.fundingHours[market] as number);
  }
}
