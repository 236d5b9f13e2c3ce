// The projection into tables: a handler that turns events into row changes. Pure; `write.ts` writes them to SQL.

import { PRICE_STATE } from '@vitrine/core/enum';
import {
  type Fill,
  type FoldState,
  growCandle,
  INTERVALS,
  intervalStart,
  type ListingKind,
  type Mark,
  openCandle,
  type OpenCandle,
  quoteUnit,
  type ProjectionHandler,
  Walk,
} from '../../handlers/index.ts';
import { noteBill } from './ledger-rows.ts';
import { emptyRows } from './pending.ts';
import { type Lines, noteGuard, productSink } from './product-rows.ts';
import { fillRow, houseRow, marketRow, orderRow, tickRow, tradeRow } from './row-of.ts';
import type { EventLogRow, RowOf, TableName } from '../tables/tables.ts';
import { termRow } from '../terms.ts';

/** Kind of a mark among candles and tickers; the others are 0 index and 1–3 the market's type. */
export const MARK_KIND = 4;

/** The parts of a committed batch that the projection needs. */
export interface FoldBatch {
  readonly row: number;
  readonly firstSeq: number;
  readonly count: number;
  readonly time: number;
  readonly hash: string;
  readonly rowHash: string;
  readonly events: Float64Array;
}

/** Memory that the projection needs besides the events; read back at a restart. */
export interface ViewsMemory {
  readonly state: FoldState;
  /** Open candles by `candleKey`. */
  readonly candles: Map<number, OpenCandle>;
  /** When each user was opened, ms UTC. */
  readonly opened: Map<number, number>;
  /** Total that each customer's account was credited by its ledger lines, atoms. */
  readonly came: Map<number, bigint>;
  /** Ledger lines so far. */
  bills: number;
  readonly lines: Lines;
  /** The last valid tick of each instrument. */
  readonly valid: Map<number, { readonly number: number; readonly seq: number }>;
}

/** Row changes of several batches, by table; replaced rows are already merged. */
export interface RowChanges {
  readonly rows: { readonly [N in TableName]: readonly RowOf<N>[] };
  /** Filled amounts of market maker orders since the last write; added to their rows. */
  readonly makerOrders: readonly RowOf<'orders'>[];
  readonly log: readonly EventLogRow[];
  readonly count: number;
}

/** One number for (kind, subject, interval); kind 0 index, 1–3 the market's type, 4 mark. */
export function candleKey(kind: number, subject: number, width: number): number {
  return (kind * 65_536 + subject) * 16 + width;
}

/** Collects the row changes of batches until `take`. */
export class ViewsFold {
  readonly memory: ViewsMemory;
  readonly #walk: Walk;
  #rows = emptyRows();
  #log: EventLogRow[] = [];
  #time = 0;
  #row = 0;

  constructor(memory: ViewsMemory) {
    this.memory = memory;
    this.#walk = new Walk(memory.state, this.#handler());
  }

  /** Applies the next batch; `packed` is its event words as the log stores them. */
  batch(batch: FoldBatch, packed: Uint8Array): void {
    this.#time = batch.time;
    this.#row = batch.row;
    this.#walk.batch(batch);
    this.#log.push({
      row: batch.row,
      first_seq: batch.firstSeq,
      count: batch.count,
      time: batch.time,
      hash: batch.hash,
      row_hash: batch.rowHash,
      events: packed,
    });
  }

  /** Approximate number of rows waiting to be taken. */
  get waiting(): number {
    const rows = this.#rows;
    return (
      rows.trades.length +
      rows.bills.length +
      rows.ticks.length +
      rows.orders.size +
      rows.candles.size +
      rows.balances.size +
      rows.steps.length +
      rows.records.length +
      rows.seconds.size +
      rows.stakes.size +
      rows.swaps.size
    );
  }

  /** The changes since the last call. */
  take(): RowChanges {
    const rows = this.#rows;
    const log = this.#log;
    this.#rows = emptyRows();
    this.#log = [];
    const list = <T>(map: Map<unknown, T>): T[] => [...map.values()];
    const candles: RowOf<'candles'>[] = [];
    for (const [, { kind, subject, width, candle }] of rows.candles) {
      const { turnoverRest, ...figures } = candle;
      candles.push({ kind, subject, width, ...figures, turnover_rest: turnoverRest });
    }
    const all = {
      assets: list(rows.assets),
      instruments: list(rows.instruments),
      markets: list(rows.markets),
      tiers: list(rows.tiers),
      users_core: list(rows.users),
      price_states: list(rows.priceStates),
      balances: list(rows.balances).map(({ user, ...row }) => ({
        ...row,
        user_id: user,
        came: this.memory.came.get(row.account) ?? 0n,
      })),
      orders: list(rows.orders).map((one) => orderRow(one, rows.whole.has(one.order), rows.fired.has(one.order))),
      trades: rows.trades,
      fills: rows.fills,
      fee_shares: list(rows.shares),
      order_markets: list(rows.orderMarkets),
      bills: rows.bills,
      account_days: list(rows.accountDays),
      bill_days: list(rows.billDays),
      candles,
      tickers: list(rows.tickers),
      ticks: rows.ticks,
      terms: list(rows.terms),
      marks: list(rows.marks),
      positions: list(rows.positions),
      position_days: list(rows.positionDays),
      position_steps: rows.steps,
      position_openings: list(rows.openings),
      funding_rates: rows.fundingRates,
      funding_payments: rows.payments,
      debts: list(rows.debts),
      debt_days: list(rows.debtDays),
      debt_records: rows.records,
      seconds: list(rows.seconds),
      second_nets: list(rows.secondNets),
      earn_terms: rows.earnTerms,
      earn_totals: list(rows.earnTotals),
      earn_buyers: list(rows.earnBuyers),
      stakes: list(rows.stakes),
      swaps: list(rows.swaps),
      links: rows.links,
      fund_slices: rows.fundSlices,
    };
    let count = rows.makerOrders.size + log.length;
    for (const part of Object.values(all)) count += part.length;
    return { rows: all, makerOrders: list(rows.makerOrders), log, count };
  }

  #candles(kind: number, subject: number, price: number, volume: number, value: number, unit: number): void {
    for (const [width, interval] of INTERVALS.entries()) {
      const key = candleKey(kind, subject, width);
      const start = intervalStart(interval, this.#time);
      let candle = this.memory.candles.get(key);
      if (candle === undefined || candle.time < start) {
        candle = openCandle(start, price);
        this.memory.candles.set(key, candle);
      }
      growCandle(candle, price, volume, value, unit);
      this.#rows.candles.set(`${key}:${candle.time}`, { kind, subject, width, candle });
    }
  }

  #handler(): ProjectionHandler {
    const { state } = this.memory;
    return {
      ...productSink(this.memory, () => ({ rows: this.#rows, row: this.#row, time: this.#time })),
      mark: (mark) => this.#mark(mark),
      account: (row) => void this.#rows.balances.set(row.account, row),
      balance: (row) => void this.#rows.balances.set(row.account, row),
      bill: (bill) => noteBill(this.memory, this.#rows, bill, this.#time),
      trade: (fact) => {
        const { market, trade, price: last, lots, value, time: last_time, seq: last_seq } = fact;
        this.#rows.trades.push(tradeRow(fact));
        const kind = this.#typeOf(market);
        this.#candles(kind, market, last, lots, value, quoteUnit(state, market));
        const ticker = { kind, subject: market, last, last_time, last_seq, number: trade };
        this.#rows.tickers.set(candleKey(kind, market, 0), ticker);
      },
      fill: (fill, house) => {
        if (house) this.#makerFill(fill);
        else this.#rows.fills.push(fillRow(fill, state.orders.get(fill.order)?.wallet ?? this.#typeOf(fill.market)));
      },
      share: ({ market, trade, maker, asset, to, user, amount }) => {
        const key = `${market}:${trade}:${maker}:${to}`;
        const known = this.#rows.shares.get(key);
        if (known !== undefined) known.amount += amount;
        else this.#rows.shares.set(key, { market, trade, maker, asset, share: to, user_id: user, amount });
      },
      order: (row) => {
        this.#rows.orders.set(row.order, row);
        const { user: user_id, wallet, market } = row;
        this.#rows.orderMarkets.set(`${user_id}:${wallet}:${market}`, { user_id, wallet, market });
        noteGuard(state, this.#rows, row);
      },
      resting: () => undefined,
      quote: () => undefined,
      quoteFilled: () => undefined,
      tick: (tick) => {
        const { instrument, number, seq, time, price } = tick;
        this.#rows.ticks.push(tickRow(tick));
        if (tick.state === PRICE_STATE.valid) this.memory.valid.set(instrument, { number, seq });
        this.#candles(0, instrument, price, 1, 0, 1);
        const last = { last: price, last_time: time, last_seq: seq, number };
        this.#rows.tickers.set(candleKey(0, instrument, 0), { kind: 0, subject: instrument, ...last });
        this.#priceState(instrument);
      },
      priceState: (now) => this.#priceState(now.instrument),
      user: (user) => {
        let opened = this.memory.opened.get(user.user);
        if (opened === undefined) {
          opened = this.#time;
          this.memory.opened.set(user.user, opened);
        }
        const { referrer, stage, locks, tier, house } = user;
        this.#rows.users.set(user.user, {
          user_id: user.user,
          referrer,
          stage,
          locks,
          tier,
          house,
          opened,
        });
      },
      listing: (kind, id) => this.#listing(kind, id),
    };
  }

  /** A market's type. It is also the wallet that pays for its orders, unless they name another. */
  #typeOf(market: number): number {
    return this.memory.state.markets.get(market)?.type ?? 1;
  }

  #mark({ market, mark, basis, time, seq }: Mark): void {
    this.#rows.marks.set(market, { market, mark, basis, time, seq });
    this.#candles(MARK_KIND, market, mark, 1, 0, 1);
    const last = { last: mark, last_time: time, last_seq: seq, number: seq };
    this.#rows.tickers.set(candleKey(MARK_KIND, market, 0), { kind: MARK_KIND, subject: market, ...last });
  }

  #priceState(instrument: number): void {
    const now = this.memory.state.priceStates.get(instrument);
    if (now === undefined) return;
    this.#rows.priceStates.set(instrument, {
      instrument,
      state: now.state,
      opens_at: now.opensAt,
      closes_at: now.closesAt,
    });
  }

  #listing(kind: ListingKind, id: number): void {
    const { state } = this.memory;
    const term = termRow(state, kind, id);
    if (term !== undefined) this.#rows.terms.set(`${kind}:${id}`, term);
    const asset = kind === 'asset' ? state.assets.get(id) : undefined;
    if (asset !== undefined) this.#rows.assets.set(id, { ...asset });
    const instrument = kind === 'instrument' ? state.instruments.get(id) : undefined;
    if (instrument !== undefined) {
      const { tickDecimals, ...rest } = instrument;
      this.#rows.instruments.set(id, { ...rest, tick_decimals: tickDecimals });
    }
    const tier = kind === 'tier' ? state.tiers.get(id) : undefined;
    if (tier !== undefined) this.#rows.tiers.set(id, { ...tier });
    const product = kind === 'earnProduct' ? state.earnProducts.get(id) : undefined;
    if (product !== undefined) this.#rows.earnTerms.push({ ...product });
    const market = kind === 'market' ? state.markets.get(id) : undefined;
    if (market !== undefined) {
      this.#rows.markets.set(id, marketRow(market));
    }
  }

  /** A market maker order gets a row at its first fill; the row holds the filled part. */
  #makerFill(fill: Fill): void {
    const { order, market, lots, value, fee, time, seq } = fill;
    const known = this.#rows.makerOrders.get(order);
    if (known !== undefined) {
      known.lots += lots;
      known.dealt_lots += lots;
      known.dealt_value += value;
      known.fee += fee;
      known.updated = time;
      known.last_seq = seq;
      return;
    }
    this.#rows.makerOrders.set(order, houseRow(fill, this.#typeOf(market)));
  }
}
