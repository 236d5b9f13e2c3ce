// The time-weighted average premium of each market's funding interval (money §3). Each valid tick counts until the next
// one, at most `PREMIUM_TIME`, so no single tick has more weight than its time.

import { SIDE } from '../../enum/index.ts';
import { exact, intervalRate, PREMIUM_MOST, PREMIUM_TIME, tickPremium } from '../../formula/index.ts';
import { table } from '../../state/index.ts';
import { impactPrice } from './impact.ts';
import { openingsWait } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';

const MAX_MARKETS = 65_535;
const MINUTE = 60_000;

/** Empty before rules `fundingByTime`. */
export class Premiums {
  private readonly context: PerpetualContext;
  /**
   * By market. `sum` is at most `PREMIUM_MOST` × the interval's ms, so below 2^52: each ms counts once, at most
   * `PREMIUM_MOST`.
   */
  private readonly rows;

  constructor(context: PerpetualContext) {
    this.context = context;
    this.rows = context.registry.add(
      table(
        'fundingPremiums',
        {
          /** Sum of premium × time, 10⁻⁹ × ms; its time, ms. */
          sum: 'f64',
          time: 'f64',
          /** Both at the end of the last minute, as published. */
          minuteSum: 'f64',
          minuteTime: 'f64',
          /**
           * The last tick: its premium, 10⁻⁹; the time up to which it is counted, and the latest time it may count to,
           * ms.
           */
          premium: 'f64',
          from: 'f64',
          until: 'f64',
        },
        MAX_MARKETS,
      ),
    );
  }

  /**
   * A market's index ticked: the previous tick counts until now. A tick that is not valid or aging counts for no time.
   */
  tick(market: number): void {
    const { context, rows } = this;
    const { now } = context.clock;
    rows.reach(market);
    this.count(market, now);
    rows.from[market] = now;
    // While a price is stale, disputed or closed opening orders do not fill, so the book's premium means nothing.
    const valid = !openingsWait(context, market);
    rows.until[market] = valid ? now + PREMIUM_TIME : now;
    rows.premium[market] = valid ? this.premiumNow(market) : 0;
  }

  /** Counts the last tick up to `time`, ms UTC. */
  count(market: number, time: number): void {
    const { rows } = this;
    rows.reach(market);
    const until = rows.until[market] as number;
    const from = rows.from[market] as number;
    const end = time < until ? time : until;
    if (end <= from) return;
    rows.sum[market] = (rows.sum[market] as number) + (rows.premium[market] as number) * (end - from);
    rows.time[market] = (rows.time[market] as number) + (end - from);
    rows.from[market] = end;
  }

  /** Ends a minute at `time`, ms UTC. Returns whether any of it counted. */
  minute(market: number, time: number): boolean {
    const { rows } = this;
    this.count(market, time);
    const counted = (rows.time[market] as number) > (rows.minuteTime[market] as number);
    this.publish(market);
    return counted;
  }

  /** Rate of the interval, 10⁻⁹ per 8 h, at most `most` either way; 0 when no time counts. */
  rate(market: number, most: number): number {
    const { rows } = this;
    const time = rows.time[market] as number;
    return time === 0 ? 0 : intervalRate(rows.sum[market] as number, time, most);
  }

  /** Begins the next interval. The rest of the last tick's time belongs to it. */
  clear(market: number): void {
    const { rows } = this;
    rows.sum[market] = 0;
    rows.time[market] = 0;
    this.publish(market);
  }

  /**
   * Converts the minutes of a current interval: each valid minute counts for its 60 s. `sum` in 10⁻⁹, of `valid`
   * minutes.
   */
  convert(market: number, sum: number, valid: number): void {
    const { rows } = this;
    const most = PREMIUM_MOST * valid;
    rows.reach(market);
    rows.sum[market] = (sum > most ? most : sum < -most ? 0 - most : sum) * MINUTE;
    rows.time[market] = valid * MINUTE;
    this.publish(market);
  }

  private publish(market: number): void {
    const { rows } = this;
    rows.minuteSum[market] = rows.sum[market] as number;
    rows.minuteTime[market] = rows.time[market] as number;
  }

  /** Emits `funding.average` as of the end of the last minute. */
  emit(market: number, valid: number, minutes: number): void {
    const { rows } = this;
    rows.reach(market);
    const [sum, time] = [rows.minuteSum[market] as number, rows.minuteTime[market] as number];
    this.context.out.record('funding.average', { market, sum, time, valid, minutes });
  }

  /** Premium of the book now, 10⁻⁹; 0 when a side lacks the impact notional. */
  private premiumNow(market: number): number {
    const { context } = this;
    const index = context.prices.cents(context.markets.rows.instrument[market] as number);
    const bid = impactPrice(context, market, SIDE.buy);
    const ask = bid === 0 ? 0 : impactPrice(context, market, SIDE.sell);
    return ask === 0 ? 0 : tickPremium(exact.fraction(bid), exact.fraction(ask), index);
  }
}
