// Audits second contracts: which tick opens each, which one settles it, and who is paid (money §5).

import { ACCOUNT_CLASS, PRICE_STATE, WALLET } from '../../src/enum/index.ts';
import { RULE } from '../../src/index.ts';
import { Breach } from '../finding.ts';
import { eventPlaces } from '../words.ts';
import type { Auditor } from './auditor.ts';
import { shareOf } from './people.ts';

const OLDEST = 2_000;
/** Contracts that one batch pays since rules `secondsInSteps`. */
const MOST_PAID = 250;
const W = eventPlaces('second.waiting');
const O = eventPlaces('second.opened');
const S = eventPlaces('second.settled');
const V = eventPlaces('second.void');
const C = eventPlaces('second.changed');

interface Second {
  readonly id: number;
  readonly user: number;
  readonly market: number;
  readonly asset: number;
  readonly direction: number;
  readonly seconds: number;
  readonly stake: number;
  readonly win: number;
  readonly opensFrom: number;
  readonly latest: number;
  price: number;
  opened: number;
  matures: number;
}

/** When a contract is over: at its maturity, or when its time to open is past. */
function endOf(one: Second): number {
  return one.opened === 0 ? one.latest : one.matures;
}

export interface Period {
  readonly seconds: number;
  readonly odds: number;
  readonly min: number;
  readonly max: number;
}

export interface SecondMarket {
  readonly market: number;
  readonly instrument: number;
  readonly asset: number;
  readonly version: number;
  readonly state: number;
  readonly patience: number;
  readonly delay: number;
  readonly periods: readonly Period[];
}

export class SecondBook {
  readonly open = new Map<number, Second>();
  readonly markets = new Map<number, SecondMarket>();
  /** Waiting contracts, and open ones by period. */
  private readonly waits = new Map<number, Second>();
  private readonly runs = new Map<number, Map<number, Second>>();
  settled = 0;
  /** Since rules `secondsInSteps`: paid in the batch at hand, by its number; the end of the one paid last; the time of the batch before. */
  private paid = 0;
  private batch = 0;
  private lastEnd = 0;
  private before = 0;
  private now = 0;
  private readonly auditor: Auditor;
  /** Sum locked by each asset's open contracts. */
  private readonly locked = new Map<number, number>();

  constructor(auditor: Auditor) {
    this.auditor = auditor;
    auditor.on('second.changed', (w, at) => this.changed(w, at));
    auditor.on('second.waiting', (w, at) => this.waiting(w, at));
    auditor.on('second.opened', (w, at) => this.opens(w, at));
    auditor.on('second.settled', (w, at) => this.settles(w, at));
    auditor.on('second.void', (w, at) => this.voids(w, at));
    auditor.atEnd(() => this.onTime());
  }

  private changed(w: Float64Array, at: number): void {
    const market = w[at + C.market] as number;
    const periods: Period[] = [];
    const from = at + C.periods + 1;
    for (let row = 0; row < (w[at + C.periods] as number); row += 1) {
      const [seconds, odds, min, max] = w.subarray(from + row * 4, from + row * 4 + 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      periods.push({ seconds, odds, min, max });
    }
    this.markets.set(market, {
      ...{ market, instrument: w[at + C.instrument] as number, asset: w[at + C.asset] as number },
      ...{ version: w[at + C.version] as number, state: w[at + C.state] as number, periods },
      ...{ patience: w[at + C.patience] as number, delay: w[at + C.delay] as number },
    });
  }

  private waiting(w: Float64Array, at: number): void {
    const { accounts, prices, time } = this.auditor;
    const id = w[at + W.second] as number;
    const market = this.markets.get(w[at + W.market] as number);
    const asset = w[at + W.asset] as number;
    const stake = w[at + W.amount] as number;
    const win = w[at + W.win] as number;
    const seconds = w[at + W.seconds] as number;
    const odds = w[at + W.odds] as number;
    const opensFrom = w[at + W.opensFrom] as number;
    const period = market?.periods.find((one) => one.seconds === seconds);
    if (market === undefined || period === undefined) throw new Error(`Expected terms of second contract ${id}.`);
    if (this.open.has(id)) throw new Breach(`second contract ${id} is opened twice`);
    if (!(odds === period.odds && asset === market.asset && stake >= period.min && stake <= period.max))
      throw new Breach(`second contract ${id} is sold on other terms than those in force`);
    if (win !== shareOf(stake, odds))
      throw new Breach(`money §5: a stake of ${stake} at ${odds} may win ${shareOf(stake, odds)}, emitted ${win}`);
    if (opensFrom !== time + market.delay)
      throw new Breach(`second contract ${id} opens from ${opensFrom}, ordered at ${time}`);
    if (prices.of(market.instrument).state !== PRICE_STATE.valid)
      throw new Breach(`money §11: second contract ${id} is sold on a price that is not valid`);
    const made = {
      ...{ id, user: w[at + W.user] as number, market: market.market, asset, direction: w[at + W.direction] as number },
      ...{ seconds, stake, win, opensFrom, latest: opensFrom + market.patience, price: 0, opened: 0, matures: 0 },
    };
    this.open.set(id, made);
    this.waits.set(id, made);
    this.locked.set(asset, (this.locked.get(asset) ?? 0) + stake + win);
    accounts.move(accounts.wallet(w[at + W.user] as number, WALLET.second, asset), -stake);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.secondPool, asset), -win);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.escrow, asset), stake + win);
  }

  private of(id: number): Second {
    const one = this.open.get(id);
    if (one === undefined) throw new Error(`Expected second contract ${id} to be open.`);
    return one;
  }

  private instrument(one: Second): number {
    return this.markets.get(one.market)?.instrument ?? 0;
  }

  private opens(w: Float64Array, at: number): void {
    const one = this.of(w[at + O.second] as number);
    const tick = this.auditor.prices.of(this.instrument(one)).ticks.at(-1);
    if (one.opened !== 0) throw new Breach(`second contract ${one.id} opens twice`);
    if (
      !(
        tick !== undefined &&
        tick.number === w[at + O.tick] &&
        tick.price === w[at + O.price] &&
        tick.time === w[at + O.time]
      )
    )
      throw new Breach(`second contract ${one.id} opens at tick ${w[at + O.tick]}, the last is ${tick?.number}`);
    if (!(tick?.state === PRICE_STATE.valid && tick.time >= one.opensFrom && tick.time <= one.latest))
      throw new Breach(`money §5: second contract ${one.id} opens at a tick it may not open at`);
    one.opened = tick?.time ?? 0;
    one.price = tick?.price ?? 0;
    one.matures = one.opened + one.seconds * 1_000;
    this.waits.delete(one.id);
    const runs = this.runs.get(one.seconds);
    if (runs === undefined) this.runs.set(one.seconds, new Map([[one.id, one]]));
    else runs.set(one.id, one);
    if (w[at + O.matures] !== one.matures)
      throw new Breach(`second contract ${one.id} matures at ${one.matures}, emitted ${w[at + O.matures]}`);
  }

  private settles(w: Float64Array, at: number): void {
    const one = this.of(w[at + S.second] as number);
    const tick = this.lastValid(one);
    if (!(one.opened !== 0)) throw new Breach(`second contract ${one.id} is settled before it opened`);
    if (
      !(
        tick !== undefined &&
        tick.number === w[at + S.tick] &&
        tick.price === w[at + S.price] &&
        tick.time === w[at + S.time]
      )
    )
      throw new Breach(
        `money §5: second contract ${one.id} is settled by tick ${w[at + S.tick]}, the last valid one by its maturity is ${tick?.number}`,
      );
    if (!(one.matures - (tick?.time ?? 0) <= OLDEST))
      throw new Breach(`money §5: second contract ${one.id} is settled by a tick older than 2 s`);
    const rise = ((tick?.price ?? 0) - one.price) * (one.direction === 1 ? 1 : -1);
    const result = rise > 0 ? 1 : rise < 0 ? 2 : 3;
    const paid = result === 1 ? one.stake + one.win : result === 3 ? one.stake : 0;
    if (!(w[at + S.result] === result && w[at + S.paid] === paid))
      throw new Breach(
        `money §5: second contract ${one.id} ends with ${w[at + S.result]} and pays ${w[at + S.paid]}, it is ${result} and ${paid}`,
      );
    this.settled += 1;
    this.close(one, paid);
  }

  private voids(w: Float64Array, at: number): void {
    const one = this.of(w[at + V.second] as number);
    const reason = w[at + V.reason] as number;
    const tick = this.lastValid(one);
    if (w[at + V.paid] !== one.stake)
      throw new Breach(`money §5: void, second contract ${one.id} gives back ${w[at + V.paid]} of ${one.stake}`);
    if (reason === 1)
      if (!(one.opened === 0 && this.auditor.time > one.latest))
        throw new Breach(`second contract ${one.id} is void before its time to open is over`);
    if (reason === 2)
      if (!(one.opened !== 0 && (tick === undefined || one.matures - tick.time > OLDEST)))
        throw new Breach(`second contract ${one.id} is void though tick ${tick?.number} settles it`);
    // One that is paid later may be void for a market that is open again.
    if (reason === 3 && !(endOf(one) < this.batchBefore()))
      if (!(this.auditor.prices.of(this.instrument(one)).state === PRICE_STATE.closed))
        throw new Breach(`second contract ${one.id} is void for a closed market that is open`);
    this.close(one, one.stake);
  }

  private lastValid(one: Second): { number: number; price: number; time: number } | undefined {
    return this.auditor.prices
      .of(this.instrument(one))
      .ticks.findLast((tick) => tick.state === PRICE_STATE.valid && tick.time <= one.matures);
  }

  /** The time of the batch before the one at hand. */
  private batchBefore(): number {
    const { auditor } = this;
    if (auditor.batch !== this.batch) {
      this.batch = auditor.batch;
      this.paid = 0;
      this.before = this.now;
      this.now = auditor.time;
    }
    return this.before;
  }

  private close(one: Second, paid: number): void {
    const { accounts, rules } = this.auditor;
    this.batchBefore();
    this.paid += 1;
    if (rules >= RULE.secondsInSteps) {
      if (this.paid > MOST_PAID)
        throw new Breach(`money §5: more than ${MOST_PAID} second contracts are paid in one batch`);
      if (endOf(one) < this.lastEnd)
        throw new Breach(
          `money §5: second contract ${one.id}, over at ${endOf(one)}, is paid after one of ${this.lastEnd}`,
        );
      this.lastEnd = endOf(one);
    }
    this.open.delete(one.id);
    this.waits.delete(one.id);
    this.runs.get(one.seconds)?.delete(one.id);
    this.locked.set(one.asset, (this.locked.get(one.asset) ?? 0) - one.stake - one.win);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.escrow, one.asset), -one.stake - one.win);
    accounts.move(accounts.wallet(one.user, WALLET.second, one.asset), paid);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.secondPool, one.asset), one.stake + one.win - paid);
  }

  /**
   * Nothing is late: after the start of a batch no maturity has passed; after ticks no contract waits that could have
   * opened.
   */
  private onTime(): void {
    const { auditor } = this;
    if (auditor.command !== 0 && auditor.command !== TICKS) return;
    // Those that wait came in the order of time, and so did those of one period that opened.
    this.batchBefore();
    // Since rules `secondsInSteps` a batch pays so many; the rest waits for the next one.
    const inSteps = auditor.rules >= RULE.secondsInSteps;
    const mayBeLate = inSteps && (this.paid === MOST_PAID || auditor.command !== 0);
    for (const one of this.waits.values()) {
      if (!(one.latest >= auditor.time) && mayBeLate) continue;
      if (!(one.latest >= auditor.time))
        throw new Breach(`money §5: second contract ${one.id} waits past ${one.latest}`);
      const tick = auditor.prices.of(this.instrument(one)).ticks.at(-1);
      if (
        auditor.command === TICKS &&
        tick !== undefined &&
        tick.time === auditor.time &&
        tick.state === PRICE_STATE.valid
      )
        if (!(one.opensFrom > auditor.time))
          throw new Breach(
            `money §5: second contract ${one.id} did not open at tick ${tick.number}, the first valid one`,
          );
      if (one.opensFrom > auditor.time) break;
    }
    for (const runs of this.runs.values())
      for (const one of runs.values()) {
        if (!(one.matures >= auditor.time) && !mayBeLate)
          throw new Breach(
            `money §5: second contract ${one.id} matured at ${one.matures}, at ${auditor.time} it is not settled`,
          );
        break;
      }
    for (const [asset, locked] of this.locked) {
      const { accounts } = auditor;
      const escrow = accounts.total(accounts.operatorAccount(ACCOUNT_CLASS.escrow, asset));
      if (escrow !== locked)
        throw new Breach(`core §4: the escrow of asset ${asset} is ${escrow}, open contracts lock ${locked}`);
    }
  }
}

const TICKS = 10;
