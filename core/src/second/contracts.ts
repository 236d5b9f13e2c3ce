// Open second contracts, in the order in which they wait; and each user's totals.

import { SECOND_STATUS } from '../enum/index.ts';
import { Lookup, pool, type Registry, table } from '../state/index.ts';
import type { SecondMarkets } from './markets.ts';

/** Most open contracts: of one user in one asset, waiting in one market, in all. */
export const MAX_OPEN = 200;
export const MAX_WAITING = 20_000;
export const MAX_CONTRACTS = 1_000_000;
/** Most pairs of user and staked asset. */
const MAX_SUMS = 4_000_000;

export class Contracts {
  readonly rows;
  /** Stakes and number of a user's open contracts, by asset. */
  readonly sums;
  private readonly index = new Lookup();
  private readonly markets: SecondMarkets;

  constructor(registry: Registry, markets: SecondMarkets) {
    this.markets = markets;
    this.rows = registry.add(
      pool(
        'seconds',
        {
          stake: 'f64',
          win: 'f64',
          /** The earliest time of a tick it may open at. */
          opensFrom: 'f64',
          /** Number of the opening tick; 0 while it waits. */
          tick: 'f64',
          price: 'f64',
          time: 'f64',
          matures: 'f64',
          instrument: 'i32',
          user: 'i32',
          asset: 'i32',
          direction: 'i32',
          seconds: 'i32',
          odds: 'i32',
          version: 'i32',
          state: 'i32',
          /** While it waits: its neighbours in the market's queue. */
          next: 'i32',
          previous: 'i32',
        },
        MAX_CONTRACTS,
        'next',
      ),
    );
    this.sums = registry.add(table('secondSums', { stakes: 'f64', user: 'i32', asset: 'i32', open: 'i32' }, MAX_SUMS));
  }

  /** Rebuilds the index, on load. */
  rebuild(): void {
    const { sums } = this;
    for (let slot = 1; slot <= sums.top; slot += 1)
      this.index.add(sums.user[slot] as number, sums.asset[slot] as number, 0, slot);
  }

  /** Atoms that a user has staked in open contracts of an asset. */
  stakedOf(user: number, asset: number): number {
    const sum = this.sumOf(user, asset);
    return sum === 0 ? 0 : (this.sums.stakes[sum] as number);
  }

  /** A user's row of `sums`, 0 when there is none. */
  sumOf(user: number, asset: number): number {
    return this.index.find(user, asset, 0);
  }

  /** Adds a user's contract at its position in the queue. */
  add(instrument: number, user: number, asset: number, stake: number, opensFrom: number): number {
    const { rows, sums } = this;
    const slot = rows.take();
    rows.instrument[slot] = instrument;
    rows.user[slot] = user;
    rows.asset[slot] = asset;
    rows.stake[slot] = stake;
    rows.opensFrom[slot] = opensFrom;
    rows.state[slot] = SECOND_STATUS.generating;
    rows.tick[slot] = 0;
    rows.price[slot] = 0;
    rows.time[slot] = 0;
    rows.matures[slot] = 0;
    this.join(slot);
    const sum = this.open(user, asset);
    sums.stakes[sum] = (sums.stakes[sum] as number) + stake;
    sums.open[sum] = (sums.open[sum] as number) + 1;
    return slot;
  }

  /** Frees the row of a contract that ended. */
  remove(slot: number): void {
    const { rows, sums } = this;
    if (rows.state[slot] === SECOND_STATUS.generating) this.leave(slot);
    const sum = this.sumOf(rows.user[slot] as number, rows.asset[slot] as number);
    sums.stakes[sum] = (sums.stakes[sum] as number) - (rows.stake[slot] as number);
    sums.open[sum] = (sums.open[sum] as number) - 1;
    rows.free(slot);
  }

  /** Removes a contract from its market's queue. */
  leave(slot: number): void {
    const { rows } = this;
    const m = this.markets.rows;
    const instrument = rows.instrument[slot] as number;
    const previous = rows.previous[slot] as number;
    const next = rows.next[slot] as number;
    if (previous === 0) m.first[instrument] = next;
    else rows.next[previous] = next;
    if (next === 0) m.last[instrument] = previous;
    else rows.previous[next] = previous;
    rows.next[slot] = 0;
    rows.previous[slot] = 0;
    m.waiting[instrument] = (m.waiting[instrument] as number) - 1;
  }

  private join(slot: number): void {
    const { rows } = this;
    const m = this.markets.rows;
    const instrument = rows.instrument[slot] as number;
    const from = rows.opensFrom[slot] as number;
    let previous = m.last[instrument] as number;
    // Bounded by MAX_WAITING. Takes more than one step only after the delay was shortened.
    while (previous !== 0 && (rows.opensFrom[previous] as number) > from) previous = rows.previous[previous] as number;
    const next = previous === 0 ? (m.first[instrument] as number) : (rows.next[previous] as number);
    rows.previous[slot] = previous;
    rows.next[slot] = next;
    if (previous === 0) m.first[instrument] = slot;
    else rows.next[previous] = slot;
    if (next === 0) m.last[instrument] = slot;
    else rows.previous[next] = slot;
    m.waiting[instrument] = (m.waiting[instrument] as number) + 1;
  }

  private open(user: number, asset: number): number {
    const found = this.sumOf(user, asset);
    if (found !== 0) return found;
    const { sums } = this;
    const slot = sums.append();
    sums.user[slot] = user;
    sums.asset[slot] = asset;
    this.index.add(user, asset, 0, slot);
    return slot;
  }
}
