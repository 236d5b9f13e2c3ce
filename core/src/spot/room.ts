// What the spot rules work on: the tables they meet in, the fee shares, and the numbers of the decision at hand.

import { Orders, Triggers } from '../book/index.ts';
import type { Clock } from '../clock/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { Markets } from '../market/index.ts';
import type { Users } from '../party/index.ts';
import type { Prices } from '../price/index.ts';
import { type Out, type Registry, table } from '../state/index.ts';
import { Seats } from './seats.ts';

const ROW = 1;

export class SpotRoom {
  readonly out: Out;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly users: Users;
  readonly prices: Prices;
  readonly orders = new Orders();
  readonly triggers = new Triggers(this.orders);
  readonly markets: Markets;
  readonly seats: Seats;
  /** Shares of every fee, millionths; how many markets are stirred. */
  readonly shares;

  // The decision at hand: overwritten by the next one, no part of the state.
  /** Numbers behind a refusal. */
  expected = 0;
  got = 0;
  /** Atoms the order takes from available, and of which asset. */
  need = 0;
  asset = 0;
  /** Where a market order stops. */
  limit = 0;
  /** The user's seat, 0 when it has none there yet. */
  seat = 0;
  /** What would fill now: lots, value, first and last price; whether money, not the book, ended it. */
  lots = 0;
  value = 0;
  best = 0;
  worst = 0;
  spent = false;
  /** Lots an order by amount dealt. */
  dealt = 0;

  constructor(registry: Registry, out: Out, clock: Clock, ledger: Ledger, users: Users, prices: Prices) {
    this.out = out;
    this.clock = clock;
    this.ledger = ledger;
    this.users = users;
    this.prices = prices;
    registry.add(this.orders);
    this.markets = new Markets(registry, out, ledger, this.orders);
    this.seats = new Seats(registry, ledger, this.markets, users, this.orders);
    this.shares = registry.add(
      table('shares', { safety: 'i32', first: 'i32', second: 'i32', third: 'i32', stirred: 'i32' }, 1),
    );
    this.shares.reach(ROW);
  }

  /** A refusal and its numbers. */
  refuse(code: number, expected: number, got: number): number {
    this.expected = expected;
    this.got = got;
    return code;
  }

  /** A price of the market moved: its triggers are looked at when the command is through. */
  stir(market: number): void {
    if (this.markets.rows.stirred[market] !== 0) return;
    this.markets.rows.stirred[market] = 1;
    this.shares.stirred[ROW] = (this.shares.stirred[ROW] as number) + 1;
  }

  calm(market: number): void {
    this.markets.rows.stirred[market] = 0;
    this.shares.stirred[ROW] = (this.shares.stirred[ROW] as number) - 1;
  }

  stirred(): boolean {
    return this.shares.stirred[ROW] !== 0;
  }

  share(generation: number): number {
    const of = generation === 1 ? this.shares.first : generation === 2 ? this.shares.second : this.shares.third;
    return of[ROW] as number;
  }

  safetyShare(): number {
    return this.shares.safety[ROW] as number;
  }

  setShares(safety: number, first: number, second: number, third: number): void {
    this.shares.safety[ROW] = safety;
    this.shares.first[ROW] = first;
    this.shares.second[ROW] = second;
    this.shares.third[ROW] = third;
  }
}
