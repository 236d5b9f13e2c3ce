// Audits time-weighted funding premiums, from ticks and the auditor's own book, and how often funding is settled (money
// §3, rules `fundingByTime`).

import { MARKET_TYPE, PRICE_STATE } from '../../../src/enum/index.ts';
import { RULE } from '../../../src/index.ts';
import { Breach } from '../../finding.ts';
import { eventPlaces } from '../../words.ts';
import type { Auditor } from '../auditor.ts';
import type { OrderBook } from '../orders.ts';
import { type Contract, type Positions } from './positions.ts';
import { levelKey, type SpotBook } from '../spot.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const BILLION = 1_000_000_000n;
/** A tick counts for at most 2 s, its premium as 5 % at most; no rate is beyond 2 % (10⁻⁹). */
const TICK_TIME = 2_000;
const TICK_MOST = 50_000_000n;
const MOST = 20_000_000;
/** Binary digits of a contract's coin with which an average price is computed. */
const FINE = 40n;

const T = eventPlaces('tick');
const N = eventPlaces('funding.minute');
const A = eventPlaces('funding.average');
const P = eventPlaces('funding.pace');

interface Interval {
  sum: number;
  time: number;
  valid: number;
  minutes: number;
  /** Time at the end of the last minute; end of the current minute, 0: not begun. */
  counted: number;
  end: number;
  /** The last tick: its premium, counted up to, counted at most until. */
  premium: number;
  from: number;
  until: number;
  /** Capped settlements in a row; hours of the current interval, 0: the contract's own; whether hourly; its end. */
  capped: number;
  hours: number;
  hourly: boolean;
  next: number;
}

/** A level of a book: price in ticks, lots. */
export type Level = readonly [price: number, lots: number];
export type LevelsOf = (market: number, side: number) => readonly Level[];

/** A side of the book from orders and the market maker's quotes, best first. */
export function levelsOf(orders: OrderBook, spot: SpotBook, market: number, side: number): Level[] {
  return orders
    .side(market, side)
    .ranked()
    .map(([price, queue]) => {
      let lots = 0;
      for (const id of queue)
        lots += id === 0 ? (spot.quotes.get(levelKey(market, side, price)) ?? 0) : orders.get(id).resting;
      return [price, lots];
    });
}

export class Premiums {
  private readonly auditor: Auditor;
  private readonly book: Positions;
  private readonly levels: LevelsOf;
  /** Number of hourly settlements. */
  hourly = 0;
  private readonly intervals = new Map<number, Interval>();

  constructor(auditor: Auditor, book: Positions, levels: LevelsOf) {
    this.auditor = auditor;
    this.book = book;
    this.levels = levels;
    auditor.on('tick', (w, at) => this.tick(w[at + T.instrument] as number, w[at + T.state] as number));
    auditor.on('funding.minute', (w, at) => {
      this.of(w[at + N.market] as number).end += MINUTE;
    });
    auditor.on('funding.average', (w, at) => this.average(w, at));
    auditor.on('funding.pace', (w, at) => this.pace(w, at));
  }

  /** Hours of a contract's current interval. */
  hours(contract: Contract): number {
    return this.of(contract.market).hours || contract.hours;
  }

  /**
   * The maximum rate of the current interval, 10⁻⁹ per 8 h: a payment is ¾ of the first maintenance rate, ¼ when
   * hourly.
   */
  most(contract: Contract): number {
    return this.of(contract.market).hourly ? mostOf(contract, 1, 2_000) : mostOf(contract, contract.hours, 6_000);
  }

  /** An interval ended with a rate. Returns its premiums and begins the next. */
  interval(
    contract: Contract,
    time: number,
    rate: number,
  ): { readonly premium: number; readonly time: number; readonly valid: number; readonly minutes: number } {
    const one = this.of(contract.market);
    if (one.next !== 0 && time !== one.next)
      throw new Breach(`money §3: market ${contract.market} settles funding at ${time}, due is ${one.next}`);
    if (one.hourly) this.hourly += 1;
    count(one, time);
    const made = { premium: one.sum, time: one.time, valid: one.valid, minutes: one.minutes };
    const own = mostOf(contract, contract.hours, 6_000);
    one.capped = Math.abs(rate) >= own ? Math.min(2, one.capped + 1) : 0;
    one.hourly = one.capped === 2 && mostOf(contract, 1, 2_000) > own;
    const regular = (Math.floor(time / (contract.hours * HOUR)) + 1) * contract.hours * HOUR;
    one.next = one.hourly ? time + HOUR : regular;
    one.hours = (one.next - time) / HOUR;
    Object.assign(one, { sum: 0, time: 0, valid: 0, minutes: 0, counted: 0 });
    return made;
  }

  /** The rules took effect: each valid minute of a current interval counts for its 60 s. */
  convert(market: number, premium: number, valid: number, minutes: number): void {
    const one = this.of(market);
    const most = Number(TICK_MOST) * valid;
    one.sum = Math.max(-most, Math.min(most, premium)) * MINUTE;
    one.time = valid * MINUTE;
    Object.assign(one, { valid, minutes, counted: one.time });
  }

  private of(market: number): Interval {
    const known = this.intervals.get(market);
    if (known !== undefined) return known;
    const made: Interval = {
      ...{ sum: 0, time: 0, valid: 0, minutes: 0, counted: 0, end: 0, premium: 0, from: 0, until: 0 },
      ...{ capped: 0, hours: 0, hourly: false, next: 0 },
    };
    this.intervals.set(market, made);
    return made;
  }

  private tick(instrument: number, state: number): void {
    const { time, rules, prices } = this.auditor;
    for (const contract of this.book.contracts) {
      if (contract === undefined || contract.instrument !== instrument) continue;
      const one = this.of(contract.market);
      if (one.end === 0 && prices.counts(instrument)) one.end = (Math.floor(time / MINUTE) + 1) * MINUTE;
      if (rules < RULE.fundingByTime) continue;
      count(one, time);
      one.from = time;
      one.until = state <= PRICE_STATE.aging ? time + TICK_TIME : time;
      one.premium = state <= PRICE_STATE.aging ? this.premium(contract, prices.of(instrument).price) : 0;
    }
  }

  private average(w: Float64Array, at: number): void {
    const contract = this.book.of(w[at + A.market] as number);
    const one = this.of(contract.market);
    // The same number of minutes: earlier counts emitted again when the rules took effect.
    if (w[at + A.minutes] !== one.minutes) {
      count(one, one.end);
      one.end += MINUTE;
      one.minutes += 1;
      if (one.time > one.counted) one.valid += 1;
      one.counted = one.time;
    }
    const emitted = [w[at + A.sum], w[at + A.time], w[at + A.valid], w[at + A.minutes]];
    const made = [one.sum, one.time, one.valid, one.minutes];
    if (emitted.some((value, place) => value !== made[place]))
      throw new Breach(
        `money §3: premiums ${emitted.join(', ')} of market ${contract.market}, ticks make ${made.join(', ')}`,
      );
  }

  private pace(w: Float64Array, at: number): void {
    const contract = this.book.of(w[at + P.market] as number);
    const one = this.of(contract.market);
    const emitted = [w[at + P.hours], w[at + P.hourly]];
    const made = [one.hours || contract.hours, one.hourly ? 1 : 0];
    if (one.next === 0) one.next = w[at + P.next] as number;
    if (emitted.some((value, place) => value !== made[place]) || w[at + P.next] !== one.next)
      throw new Breach(
        `money §3: market ${contract.market} settles funding next at ${w[at + P.next]} (${emitted.join(', ')}), due is ${one.next} (${made.join(', ')})`,
      );
  }

  /** Premium of the book at an index (cents), 10⁻⁹; 0 when a side lacks the impact notional. */
  private premium(contract: Contract, index: number): number {
    const bid = impact(contract, this.levels(contract.market, 1), false);
    const ask = impact(contract, this.levels(contract.market, 2), true);
    if (bid === 0n || ask === 0n) return 0;
    const at = BigInt(index);
    const beyond = (bid > at ? bid - at : 0n) - (at > ask ? at - ask : 0n);
    const premium = (beyond * BILLION) / at;
    return Number(premium > TICK_MOST ? TICK_MOST : premium < -TICK_MOST ? -TICK_MOST : premium);
  }
}

/** Counts an interval's last tick up to `time`. */
function count(one: Interval, time: number): void {
  const end = Math.min(time, one.until);
  if (end <= one.from) return;
  one.sum += one.premium * (end - one.from);
  one.time += end - one.from;
  one.from = end;
}

/** `parts`: 8,000 × the part of the first maintenance rate (millionths) that a payment may be. */
function mostOf({ tiers }: Contract, hours: number, parts: number): number {
  return Math.min(MOST, Math.floor(((tiers[0]?.rate ?? 0) * parts) / hours));
}

/** Average price of the impact notional, cents; 0 when the side lacks it. */
function impact(contract: Contract, levels: readonly Level[], up: boolean): bigint {
  const divide = (a: bigint, b: bigint) => (up ? (a + b - 1n) / b : a / b);
  const perLot = BigInt(contract.perLot);
  if (contract.type === MARKET_TYPE.linear) {
    const notional = BigInt(contract.impact);
    let [lots, value] = [0n, 0n];
    for (const [price, here] of levels) {
      const each = BigInt(price) * perLot;
      const wanted = (notional - value + each - 1n) / each;
      const part = BigInt(here) < wanted ? BigInt(here) : wanted;
      lots += part;
      value += part * each;
      if (value >= notional) return divide(value * 100n, lots * perLot);
    }
    return 0n;
  }
  const contracts = BigInt(Math.ceil(contract.impact / contract.face));
  let [left, coin] = [contracts, 0n];
  for (const [price, here] of levels) {
    const part = BigInt(here) < left ? BigInt(here) : left;
    coin += (part << FINE) / BigInt(price);
    left -= part;
    if (left === 0n) return divide((contracts * 100n) << FINE, coin);
  }
  return 0n;
}
