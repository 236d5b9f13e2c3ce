// A test world whose calls read as sentences: buy, sell, refuse. It audits the exchange after every batch.

import { ORDER_TYPE, SIDE, TIME_IN_FORCE } from '../../src/enum/index.ts';
import {
  activations,
  type Command,
  encodeCommand,
  type Exchange,
  type ExchangeEvent,
  type EventName,
  type EventOf,
  openExchange,
  restoreExchange,
} from '../../src/index.ts';
import { expect } from 'vitest';
import { Auditor } from './audit.ts';
import { command, genesisOf, LISTED, type Shape, USDT, usual } from './genesis.ts';
import { withSlotEnd } from './slots.ts';

/** Monday noon, far from the end of a day. */
export const NOON = Date.UTC(2026, 10, 16, 12);
export const NO_KEY = { keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 };
/** The first three users; each user is referred by the previous one, the first by the market maker. */
export const ANNA = 2;
export const BEN = 3;
export const CARL = 4;
export const DORA = 5;

export const LIMIT = ORDER_TYPE.limit;
export const MARKET = ORDER_TYPE.market;
export const STOP_LIMIT = ORDER_TYPE.stopLimit;
export const STOP_MARKET = ORDER_TYPE.stopMarket;
export const PROFIT_LIMIT = ORDER_TYPE.takeProfitLimit;
export const PROFIT_MARKET = ORDER_TYPE.takeProfitMarket;
export const GTC = TIME_IN_FORCE.gtc;
export const IOC = TIME_IN_FORCE.ioc;
export const FOK = TIME_IN_FORCE.fok;
export const POST_ONLY = TIME_IN_FORCE.postOnly;
export const BUY = SIDE.buy;
export const SELL = SIDE.sell;

export interface Reply {
  readonly code: number;
  readonly result: number;
  readonly expected: number;
  readonly got: number;
  readonly repeated: number;
  readonly first: number;
}

export type Fields = { readonly [field: string]: number };

export class World {
  exchange: Exchange;
  readonly audit: Auditor;
  readonly shape: Shape;
  time = NOON;
  /** Events of the last batch. */
  events: ExchangeEvent[] = [];

  /**
   * Opens a world with `users` users, each referred by the previous one, practice money for all and an index at each
   * market's `index`.
   */
  constructor(change: Partial<Shape> = {}, users = 3) {
    this.shape = { ...usual, ...change };
    this.exchange = openExchange();
    this.audit = new Auditor(this.shape);
    this.must(genesisOf(this.shape));
    for (const one of activations(1, this.shape.rules)) this.must(one);
    for (let user = 0; user < users; user += 1) {
      this.open(user === 0 ? 0 : user + 1);
      if (this.shape.mode === 1) this.claim(user + 2);
    }
    this.tick();
  }

  /** A batch at the world's time, ticks with the end of their slot. Gives the replies; all is audited. */
  batch(commands: readonly Command[]): Reply[] {
    this.exchange.advance(this.time);
    const replies = withSlotEnd(commands).map((one) => this.apply(encodeCommand(one)));
    this.endBatch();
    return replies.slice(0, commands.length);
  }

  /** Runs raw words as one batch. */
  raw(words: Float64Array): Reply {
    this.exchange.advance(this.time);
    const reply = this.apply(words);
    this.endBatch();
    return reply;
  }

  private apply(words: Float64Array): Reply {
    const { exchange } = this;
    const code = exchange.apply(words, 0);
    exchange.audit();
    const { result, expected, got, repeated, first } = exchange;
    return { code, result, expected, got, repeated, first };
  }

  private endBatch(): void {
    const words = this.exchange.takeEvents();
    this.audit.fold(words, this.time);
    this.events = [...this.audit.batch];
  }

  send(one: Command): Reply {
    return this.batch([one])[0]!;
  }

  /** Sends a command that must succeed; returns its result. */
  must(one: Command): number {
    const reply = this.send(one);
    if (reply.code !== 200) expect(reply, `${one.name} is done`).toMatchObject({ code: 200 });
    return reply.result;
  }

  /** Advances time and the exchange. */
  wait(ms: number): void {
    this.time += ms;
    this.batch([]);
  }

  /** Events of one kind in the last batch. */
  emitted<N extends EventName>(name: N): EventOf<N>[] {
    return this.events.filter((event): event is EventOf<N> & ExchangeEvent => event.name === name) as EventOf<N>[];
  }

  /** A second exchange from a snapshot, through a copy as from a file. */
  twin(): Exchange {
    return restoreExchange(structuredClone(this.exchange.save()));
  }

  open(referrer = 0): number {
    return this.must(command('user.open', { referrer }));
  }

  claim(user: number): Reply {
    return this.send(command('practice.claim', { user, ...NO_KEY }));
  }

  /** Sets both indexes in ticks (default: as listed); valid, three sources. */
  tick(first: number = LISTED[0].index, second: number = LISTED[1].index): void {
    this.must(this.ticks([first * 100, second * 100]));
  }

  /** A `ticks` command in cents; `change` sets further fields of all rows. */
  ticks(cents: readonly number[], change: Fields = {}): Command {
    const ticks = cents.map((price, at) => ({ instrument: at + 1, price, spread: 0, used: 3, total: 3, ...change }));
    return command('ticks', { ticks, quotes: [{ instrument: 1, source: 1, offset: 0, age: 10, state: 1 }] });
  }

  order(user: number, fields: Fields): Command {
    return command('order.place', {
      ...{ user, ...NO_KEY, market: 1, wallet: 1, side: BUY, type: LIMIT, timeInForce: GTC, price: 0, lots: 0 },
      ...{ amount: 0, trigger: 0, triggerBy: 1, selfTrade: 1, ...fields },
    });
  }

  place(user: number, fields: Fields): Reply {
    return this.send(this.order(user, fields));
  }

  /** Places a limit order that must be accepted; returns its id. */
  buy(user: number, lots: number, price: number, fields: Fields = {}): number {
    return this.must(this.order(user, { side: BUY, lots, price, ...fields }));
  }

  sell(user: number, lots: number, price: number, fields: Fields = {}): number {
    return this.must(this.order(user, { side: SELL, lots, price, ...fields }));
  }

  cancel(user: number, order: number): Reply {
    return this.send(command('order.cancel', { user, ...NO_KEY, order }));
  }

  cancelAll(user: number, market = 0): Reply {
    return this.send(command('order.cancelAll', { user, ...NO_KEY, market }));
  }

  amend(user: number, order: number, price: number, lots: number): Reply {
    return this.send(command('order.amend', { user, ...NO_KEY, order, price, lots }));
  }

  transfer(user: number, from: number, to: number, asset: number, amount: number, market = 0): Reply {
    return this.send(command('wallet.transfer', { user, ...NO_KEY, from, to, asset, amount, market }));
  }

  /** Sets the market maker's quotes: rows of [side, price, lots]. */
  quote(market: number, levels: readonly (readonly [side: number, price: number, lots: number])[]): Reply {
    const rows = levels.map(([side, price, lots]) => ({ side, price, lots }));
    return this.send(command('maker.quote', { market, levels: rows }));
  }

  /** Why an order was closed: [status, reason]. */
  closed(order: number): readonly [status: number, reason: number] | undefined {
    const closed = this.audit.closed.get(order);
    return closed === undefined ? undefined : [closed.status, closed.reason];
  }

  free(user: number, asset: number = USDT, wallet = 1): number {
    return this.audit.balance(user, asset, wallet).available;
  }

  held(user: number, asset: number = USDT): number {
    return this.audit.balance(user, asset).held;
  }

  /** The total that a user has of an asset, in all wallets. */
  owns(user: number, asset: number): number {
    let sum = 0;
    for (const account of this.audit.accounts.values())
      if (account.class === 1 && account.user === user && account.asset === asset)
        sum += account.available + account.held;
    return sum;
  }

  /** Prices and lots of the trades in the last batch. */
  dealt(): [price: number, lots: number][] {
    return this.emitted('fill').map(({ price, lots }) => [price, lots]);
  }
}
