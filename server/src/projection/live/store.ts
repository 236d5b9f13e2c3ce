// The live projection's store: a projection handler that keeps the data, and the reads over it.

import type { Lots, MarketId, Millis, Seq, Ticks } from '@vitrine/core';
import { ACCOUNT_CLASS } from '@vitrine/core/enum';
import { NewestMap, type Ring } from '../../shared/collection/index.ts';
import {
  type AccountRow,
  type Cause,
  emptyState,
  type FoldState,
  type Head,
  type OrderRow,
  practiceMark,
  type PracticeUsers,
  type ProjectionHandler,
  type Subject,
  type Tick,
  type Trade,
  Walk,
} from '../handlers/index.ts';
import { MarketBook } from './books.ts';
import type { CandleSet } from './candles.ts';
import { Changes } from './changes.ts';
import { type BatchChange, CLOSED_ORDERS_KEPT, type History, type LevelChange, type Opening } from './face.ts';
import { Products } from './products.ts';
import { Tapes } from './tapes.ts';

/** The parts of a committed batch that the store reads. */
export interface CommittedBatch {
  readonly row: number;
  readonly firstSeq: number;
  readonly count: number;
  readonly time: number;
  readonly rowHash: string;
  readonly events: Float64Array;
}

/** The parts of a seed that the store reads. */
export interface SeedState {
  readonly row: number;
  readonly seq: number;
  readonly time: number;
  readonly rowHash: string;
  readonly events: Float64Array;
}

export class LiveStore {
  readonly state: FoldState = emptyState();
  readonly products = new Products();
  readonly #walk: Walk;
  readonly #accounts = new Map<number, AccountRow[]>();
  readonly #orders = new Map<number, Map<number, OrderRow>>();
  readonly #closed = new NewestMap<number, OrderRow>(CLOSED_ORDERS_KEPT);
  readonly #books = new Map<number, MarketBook>();
  readonly #tapes = new Tapes(this.state);
  #changes = new Changes();
  #head: Head = { row: 0, seq: 0 as Seq, time: 0 as Millis, rowHash: '' };
  /** Candles, trades and ticks up to this row came from SQL. */
  #historyRow = 0;

  readonly #practice: PracticeUsers;

  /** `practice`: users that are labelled as practice traders. */
  constructor(practice: PracticeUsers = new Set()) {
    this.#practice = practice;
    this.#walk = new Walk(this.state, this.#handler());
  }

  get head(): Head {
    return this.#head;
  }

  /** Loads a whole state. Call once, before any batch. */
  seed(seed: SeedState): void {
    this.#walk.seed(seed);
    this.#head = { row: seed.row, seq: seed.seq as Seq, time: seed.time as Millis, rowHash: seed.rowHash };
    for (const book of this.#books.values()) book.takeTouched(this.#head.seq, this.#head.time);
    this.#changes = new Changes();
    this.#tapes.takeTouched();
  }

  /** Loads candles, trades, ticks and order times from SQL. Call after the seed, before any batch. */
  history(history: History): void {
    if (history.row < this.#head.row) {
      throw new Error(`live fold: expected history of row ${this.#head.row} or later, got ${history.row}`);
    }
    this.#historyRow = history.row;
    this.#tapes.history(history);
    this.products.history(history, this.state, this.#head.seq);
    for (const { order, created, updated, seq, lastSeq, stopProfit, stopLoss } of history.orders) {
      const row = this.state.orders.get(order);
      if (row === undefined) continue;
      row.created = created;
      row.seq = seq;
      row.stopProfit = stopProfit;
      row.stopLoss = stopLoss;
      if (lastSeq <= this.#head.seq) {
        row.updated = updated;
        row.lastSeq = lastSeq;
      }
    }
  }

  /** Applies the next batch and returns its changes. @throws at a gap in the rows. */
  batch(batch: CommittedBatch): BatchChange {
    if (batch.row !== this.#head.row + 1) {
      throw new Error(`live fold: expected row ${this.#head.row + 1}, got ${batch.row}; a batch was lost on the way`);
    }
    const seq = (batch.firstSeq + batch.count) as Seq;
    this.#head = { row: batch.row, seq, time: batch.time as Millis, rowHash: batch.rowHash };
    this.#walk.batch(batch);
    const levels: LevelChange[] = [];
    for (const [market, book] of this.#books) {
      for (const { side, level } of book.takeTouched(seq, this.#head.time)) {
        levels.push({ market: market as MarketId, side, ...level });
      }
    }
    const candles = this.#tapes.takeTouched();
    const change = this.#changes.done(this.#head, batch.firstSeq as Seq, batch.count, levels, candles);
    this.#changes = new Changes();
    return change;
  }

  #handler(): ProjectionHandler {
    return {
      account: (row) => {
        if (row.user === 0) return;
        const rows = this.#accounts.get(row.user);
        if (rows === undefined) this.#accounts.set(row.user, [row]);
        else rows.push(row);
      },
      balance: (row, cause: Cause) => {
        // Position margins and debts are separate accounts; their product emits them.
        if (row.class === ACCOUNT_CLASS.wallet && !this.#isMaker(row.user)) this.#changes.balance(row, cause);
      },
      bill: () => undefined,
      share: () => undefined,
      trade: (fact) => {
        const { market, trade, price, lots, value, side, house, time, seq } = fact;
        const mark = practiceMark(this.#practice, fact.taker, fact.maker);
        const shown: Trade = { market, trade, price, lots, value, side, house, ...mark, time, seq };
        this.#changes.trades.push(shown);
        if (this.#head.row <= this.#historyRow) return;
        this.#tapes.trade(shown);
        const listed = this.state.markets.get(market);
        if (listed === undefined) return;
        const subject: Subject = { kind: listed.type as 1 | 2 | 3, id: market };
        this.#grow(subject, price, lots, value, time, seq);
        this.#changes.priceMarkets.add(market);
      },
      fill: (fill, house) => {
        if (!house) this.#changes.fill(fill, this.state.orders.get(fill.order));
      },
      order: (row) => this.#order(row),
      resting: (row, fromPrice, fromLots) => {
        const book = this.#book(row.market);
        if (fromLots > 0) book.customer(row.side, fromPrice, -fromLots, -1);
        if (row.resting > 0) book.customer(row.side, row.price, row.resting, 1);
      },
      quote: (market, side, price, lots) => this.#book(market).quote(side, price, lots),
      quoteFilled: (market, side, price, lots) => this.#book(market).quoteFilled(side, price, lots),
      tick: (tick) => {
        this.#changes.ticks.push(tick);
        if (this.#head.row !== 0 && this.#head.row <= this.#historyRow) return;
        this.#tapes.tick(tick);
        const subject: Subject = { kind: 'index', id: tick.instrument };
        if (this.#head.row === 0) this.#tapes.note(subject, tick.price, tick.time, tick.seq);
        else this.#grow(subject, tick.price, 1, 0, tick.time, tick.seq);
        this.#changes.priceInstruments.add(tick.instrument);
      },
      priceState: (state) => {
        this.#changes.state(state);
        this.#changes.priceInstruments.add(state.instrument);
      },
      user: (user) => this.#changes.user(user),
      listing: () => {
        this.#changes.listings = true;
      },
      mark: ({ market, mark, time, seq }) => {
        this.#changes.contractMarkets.add(market);
        if (this.#head.row !== 0 && this.#head.row <= this.#historyRow) return;
        const subject: Subject = { kind: 'mark', id: market };
        if (this.#head.row === 0) this.#tapes.note(subject, mark, time, seq);
        else this.#grow(subject, mark, 1, 0, time, seq);
      },
      ...this.products.handler(() => this.#changes),
    };
  }

  #isMaker(user: number): boolean {
    return user === 0 || this.state.users.get(user)?.house === true;
  }

  #order(row: OrderRow): void {
    this.#changes.order(row);
    const open = row.status === 0 || row.status === 3 || row.status === 4;
    let mine = this.#orders.get(row.user);
    if (open) {
      if (mine === undefined) {
        mine = new Map();
        this.#orders.set(row.user, mine);
      }
      mine.set(row.order, row);
      return;
    }
    if (this.state.orders.has(row.order)) return; // emitted as closed, its `order.closed` follows
    mine?.delete(row.order);
    if (mine?.size === 0) this.#orders.delete(row.user);
    this.#closed.set(row.order, row);
  }

  #grow(subject: Subject, price: number, volume: number, value: number, time: Millis, seq: Seq): void {
    this.#changes.closedCandles.push(...this.#tapes.grow(subject, price, volume, value, time, seq));
  }

  #book(market: number): MarketBook {
    let book = this.#books.get(market);
    if (book === undefined) {
      book = new MarketBook(market as MarketId);
      this.#books.set(market, book);
    }
    return book;
  }

  // ── reads ──

  accountsOf(user: number): readonly AccountRow[] {
    return this.#accounts.get(user) ?? [];
  }

  ordersOf(user: number): Iterable<OrderRow> {
    return this.#orders.get(user)?.values() ?? [];
  }

  closedOrder(order: number): OrderRow | undefined {
    return this.#closed.get(order);
  }

  book(market: number): MarketBook | undefined {
    return this.#books.get(market);
  }

  opening(instrument: number): Opening | undefined {
    return this.#tapes.opening(instrument);
  }

  candleSet(subject: Subject): CandleSet | undefined {
    return this.#tapes.candleSet(subject);
  }

  tradeRing(market: number): Ring<Trade> | undefined {
    return this.#tapes.tradeRing(market);
  }

  tickRing(instrument: number): Ring<Tick> | undefined {
    return this.#tapes.tickRing(instrument);
  }
}

/** Own lots at a level, from a user's open orders. */
export function lotsAt(orders: Iterable<OrderRow>, market: number, side: number, price: Ticks | number): Lots {
  let lots = 0;
  for (const order of orders) {
    if (order.market === market && order.side === side && order.price === price) lots += order.resting;
  }
  return lots as Lots;
}
