// The fold into tables: a sink of the walk that turns events into row changes. Pure; `write.ts` puts them into SQL.

import {
  billKindNumber,
  causeKindNumber,
  type Fill,
  type FoldState,
  growCandle,
  INTERVALS,
  intervalStart,
  openCandle,
  type OpenCandle,
  quoteUnit,
  type Sink,
  type Tick,
  Walk,
} from '../fold/index.ts';
import { emptyRows } from './pending.ts';
import { houseRow, marketRow, orderRow } from './row-of.ts';
import type { EventLogRow, RowOf, TableName } from './tables.ts';

/** What a committed batch must carry. */
export interface FoldBatch {
  readonly row: number;
  readonly firstSeq: number;
  readonly count: number;
  readonly time: number;
  readonly hash: string;
  readonly rowHash: string;
  readonly events: Float64Array;
}

/** What the fold needs besides the events, read back at a restart. */
export interface ViewsMemory {
  readonly state: FoldState;
  /** Open candles by `candleKey`. */
  readonly candles: Map<number, OpenCandle>;
  /** When each user was opened, ms UTC. */
  readonly opened: Map<number, number>;
  /** Ledger lines so far. */
  bills: number;
}

/** Row changes of some batches, by table; replaced rows already merged. */
export interface RowChanges {
  readonly rows: { readonly [N in TableName]: readonly RowOf<N>[] };
  /** What house orders were dealt since the last write: added to their rows. */
  readonly houseOrders: readonly RowOf<'orders'>[];
  readonly log: readonly EventLogRow[];
  readonly count: number;
}

/** One number for (kind, subject, width); kind 0 index, else the market's type. */
export function candleKey(kind: number, subject: number, width: number): number {
  return (kind * 65_536 + subject) * 16 + width;
}

/** How ticks' sources stand in their column. */
export function sourcesText(sources: Tick['sources']): string {
  return sources.map((one) => `${one.source},${one.offset},${one.age},${one.state}`).join(';');
}

/** Collects the row changes of batches until `take`. */
export class ViewsFold {
  readonly memory: ViewsMemory;
  readonly #walk: Walk;
  #rows = emptyRows();
  #log: EventLogRow[] = [];
  #time = 0;

  constructor(memory: ViewsMemory) {
    this.memory = memory;
    this.#walk = new Walk(memory.state, this.#sink());
  }

  /** Folds the next batch; `packed` is its event words as the log keeps them. */
  batch(batch: FoldBatch, packed: Uint8Array): void {
    this.#time = batch.time;
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

  /** Rows waiting to be taken, about. */
  get waiting(): number {
    const rows = this.#rows;
    return (
      rows.trades.length +
      rows.bills.length +
      rows.ticks.length +
      rows.orders.size +
      rows.candles.size +
      rows.balances.size
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
      balances: list(rows.balances).map(({ user, ...row }) => ({ ...row, user_id: user })),
      orders: list(rows.orders).map(orderRow),
      trades: rows.trades,
      fills: rows.fills,
      fee_shares: list(rows.shares),
      bills: rows.bills,
      candles,
      tickers: list(rows.tickers),
      ticks: rows.ticks,
    };
    let count = rows.houseOrders.size + log.length;
    for (const part of Object.values(all)) count += part.length;
    return { rows: all, houseOrders: list(rows.houseOrders), log, count };
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

  #sink(): Sink {
    const { state } = this.memory;
    return {
      account: (row) => void this.#rows.balances.set(row.account, row),
      balance: (row) => void this.#rows.balances.set(row.account, row),
      bill: (bill) => {
        const { user, wallet, asset, market, amount, balance, time, seq } = bill;
        this.memory.bills++;
        this.#rows.bills.push({
          line: this.memory.bills,
          user_id: user,
          wallet,
          asset,
          market,
          kind: billKindNumber(bill.kind),
          amount,
          balance,
          cause_kind: causeKindNumber(bill.causeKind),
          cause_id: bill.causeId,
          time,
          seq,
        });
      },
      trade: (fact) => {
        const { market, trade, price, lots, value, side, taker, maker, house, time, seq } = fact;
        this.#rows.trades.push({
          market,
          trade,
          price,
          lots,
          value,
          side,
          taker_order: fact.takerOrder,
          maker_order: fact.makerOrder,
          taker,
          maker,
          taker_fee: fact.takerFee,
          maker_fee: fact.makerFee,
          house,
          time,
          seq,
        });
        const kind = state.markets.get(market)?.type ?? 1;
        this.#candles(kind, market, price, lots, value, quoteUnit(state, market));
        this.#rows.tickers.set(candleKey(kind, market, 0), {
          kind,
          subject: market,
          last: price,
          last_time: time,
          last_seq: seq,
          number: trade,
        });
      },
      fill: (fill, house) => {
        const { market, trade, maker, order, user, ownSide, price, lots, value, fee, feeAsset, time, seq } = fill;
        if (house) {
          this.#houseFill(fill);
          return;
        }
        this.#rows.fills.push({
          market,
          trade,
          maker,
          order_id: order,
          user_id: user,
          side: ownSide,
          price,
          lots,
          value,
          fee,
          fee_asset: feeAsset,
          house: fill.house,
          time,
          seq,
        });
      },
      share: ({ market, trade, asset, to, user, amount }) => {
        const key = `${market}:${trade}:${asset}:${to}`;
        const known = this.#rows.shares.get(key);
        if (known === undefined) this.#rows.shares.set(key, { market, trade, asset, share: to, user_id: user, amount });
        else known.amount += amount;
      },
      order: (row) => void this.#rows.orders.set(row.order, row),
      resting: () => undefined,
      ladder: () => undefined,
      ladderFilled: () => undefined,
      tick: (tick) => {
        const { instrument, number, seq, time, price, spread, used, total, state: at, sources } = tick;
        this.#rows.ticks.push({
          instrument,
          number,
          seq,
          time,
          price,
          spread,
          used,
          total,
          state: at,
          sources: sourcesText(sources),
        });
        this.#candles(0, instrument, price, 1, 0, 1);
        this.#rows.tickers.set(candleKey(0, instrument, 0), {
          kind: 0,
          subject: instrument,
          last: price,
          last_time: time,
          last_seq: seq,
          number,
        });
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

  #listing(kind: 'asset' | 'instrument' | 'market' | 'tier', id: number): void {
    const { state } = this.memory;
    const asset = kind === 'asset' ? state.assets.get(id) : undefined;
    if (asset !== undefined) this.#rows.assets.set(id, { ...asset });
    const instrument = kind === 'instrument' ? state.instruments.get(id) : undefined;
    if (instrument !== undefined) {
      const { tickDecimals, ...rest } = instrument;
      this.#rows.instruments.set(id, { ...rest, tick_decimals: tickDecimals });
    }
    const tier = kind === 'tier' ? state.tiers.get(id) : undefined;
    if (tier !== undefined) this.#rows.tiers.set(id, { ...tier });
    const market = kind === 'market' ? state.markets.get(id) : undefined;
    if (market !== undefined) {
      this.#rows.markets.set(id, marketRow(market));
    }
  }

  /** A house order has a row only once filled, and the row says what was dealt of it. */
  #houseFill(fill: Fill): void {
    const { order, lots, value, fee, time, seq } = fill;
    const known = this.#rows.houseOrders.get(order);
    if (known !== undefined) {
      known.lots += lots;
      known.dealt_lots += lots;
      known.dealt_value += value;
      known.fee += fee;
      known.updated = time;
      known.last_seq = seq;
      return;
    }
    this.#rows.houseOrders.set(order, houseRow(fill));
  }
}
