// Walks the events of a batch once, keeps the state they speak of, and tells a sink the joined facts.

import { decodeEvents, unpackText } from '@vitrine/core';
import type { AssetId, Atoms, EventOf, ExchangeEvent, Lots, Millis, Seq } from '@vitrine/core';
import { Postings } from './postings.ts';
import type { Fill, Tick, TickSource } from './shape.ts';
import type { Sink, TradeFact } from './sink.ts';
import type { AccountRow, FoldState, OrderRow } from './state.ts';

/** Order status 0: waiting to be filled. */
const WAITING = 0;

/** What the walk reads of a batch. */
export interface BatchWords {
  readonly time: number;
  readonly events: Float64Array;
}

export class Walk {
  readonly state: FoldState;
  readonly #sink: Sink;
  readonly #postings: Postings;
  #time = 0 as Millis;
  #seq = 0 as Seq;
  #seeding = false;
  /** The event above the entries now read. */
  #above: ExchangeEvent | undefined;
  #fill: TradeFact | undefined;
  /** Orders opened or triggered by the command now read, of which nothing more was told yet. */
  readonly #quiet = new Set<OrderRow>();
  #tick: EventOf<'tick'> | undefined;
  #sources: TickSource[] = [];

  constructor(state: FoldState, sink: Sink) {
    this.state = state;
    this.#sink = sink;
    this.#postings = new Postings(state, sink);
  }

  /** Folds one committed batch. @throws when the events contradict the state: another journal's, or one is missing. */
  batch(batch: BatchWords): void {
    this.read(decodeEvents(batch.events), batch.time);
  }

  /** Folds a state told as events (`seed()`): no trades, no bills. */
  seed(seed: BatchWords & { readonly seq: number }): void {
    this.#seq = seed.seq as Seq;
    this.#seeding = true;
    this.read(decodeEvents(seed.events), seed.time);
    this.#seeding = false;
  }

  /** Folds events stamped `time` (ms UTC). */
  read(events: Iterable<ExchangeEvent>, time: number): void {
    this.#time = time as Millis;
    for (const event of events) {
      if (event.name === 'entry') {
        this.#postings.entry(event);
        continue;
      }
      if (event.name === 'account.opened') {
        // Opened where first needed, between an event and its entries: it is not what they stand under.
        this.#account(event);
        continue;
      }
      this.#settle();
      this.#above = event;
      this.#event(event);
    }
    this.#settle();
    this.#endTick();
    this.#rest();
    this.#above = undefined;
    this.#fill = undefined;
  }

  #settle(): void {
    this.#postings.settle({
      above: this.#above,
      fill: this.#fill,
      time: this.#time,
      seq: this.#seq,
      seeding: this.#seeding,
    });
  }

  #event(event: ExchangeEvent): void {
    if (event.name !== 'tick.source') this.#endTick();
    switch (event.name) {
      case 'begin':
        this.#rest();
        if (!this.#seeding) this.#seq = event.seq;
        this.#fill = undefined;
        return;
      case 'tick':
        this.#tick = event;
        return;
      case 'tick.source':
        this.#sources.push({ source: event.source, offset: event.offset, age: event.age, state: event.state });
        return;
      case 'price.state': {
        const { instrument, state, opensAt, closesAt } = event;
        const now = { instrument, state, opensAt, closesAt };
        this.state.priceStates.set(instrument, now);
        this.#sink.priceState(now);
        return;
      }
      case 'order.opened':
        this.#opened(event);
        return;
      case 'order.changed':
        this.#changed(event);
        return;
      case 'order.closed':
        this.#closed(event);
        return;
      case 'fill':
        this.#trade(event);
        return;
      case 'rebate': {
        const { market, trade, asset, generation, to, amount } = event;
        this.#sink.share({ market, trade, asset, to: generation, user: to, amount });
        return;
      }
      case 'quote':
        for (const { side, price, lots } of event.levels) this.#sink.ladder(event.market, side, price, lots);
        return;
      case 'user.changed': {
        const { user, referrer, stage, locks, tier, house } = event;
        const now = { user, referrer, stage, locks, tier, house: house === 1 };
        this.state.users.set(user, now);
        this.#sink.user(now);
        return;
      }
      case 'asset.changed':
        this.state.assets.set(event.asset, { asset: event.asset, code: unpackText(event.code), scale: event.scale });
        this.#sink.listing('asset', event.asset);
        return;
      case 'instrument.changed': {
        const { instrument, category, calendar, tickDecimals } = event;
        const base = unpackText(event.base);
        const quote = unpackText(event.quote);
        this.state.instruments.set(instrument, { instrument, base, quote, category, calendar, tickDecimals });
        this.#sink.listing('instrument', instrument);
        return;
      }
      case 'market.changed': {
        const { name: _name, ...market } = event;
        this.state.markets.set(event.market, market);
        this.#sink.listing('market', event.market);
        return;
      }
      case 'tier.changed': {
        const { tier, volume, maker, taker, version } = event;
        this.state.tiers.set(tier, { tier, volume, maker, taker, version });
        this.#sink.listing('tier', tier);
        return;
      }
      case 'order.triggered': {
        const row = this.state.orders.get(event.order);
        if (row === undefined) return;
        row.status = WAITING;
        this.#touch(row);
        this.#quiet.add(row);
        this.#sink.order(row);
        return;
      }
      case 'account.opened':
      case 'entry':
      case 'done':
      case 'refused':
      case 'transferred':
      case 'practice':
      case 'funded':
      case 'epoch':
      case 'rules':
      case 'seal':
        return;
      default:
        // Products without pages yet: their money is told by entries and bills like all other.
        return;
    }
  }

  #account(event: EventOf<'account.opened'>): void {
    const { account, class: kind, user, wallet, asset, market } = event;
    const row: AccountRow = {
      account,
      class: kind,
      user,
      wallet,
      asset,
      market,
      available: 0 as Atoms,
      held: 0 as Atoms,
    };
    this.state.accounts.set(account, row);
    this.#sink.account(row);
  }

  #opened(event: EventOf<'order.opened'>): void {
    const { name: _name, ...opened } = event;
    const time = this.#seeding ? (0 as Millis) : this.#time;
    const seq = this.#seeding ? (0 as Seq) : this.#seq;
    const row: OrderRow = {
      ...opened,
      reason: 0,
      dealtLots: 0 as Lots,
      dealtValue: 0 as Atoms,
      fee: 0 as Atoms,
      resting: 0 as Lots,
      created: time,
      updated: time,
      seq,
      lastSeq: seq,
    };
    this.state.orders.set(event.order, row);
    if (row.status === WAITING) this.#quiet.add(row);
    this.#sink.order(row);
  }

  /** Orders that were opened or triggered, met nothing and were not closed: they stand in the book whole. */
  #rest(): void {
    if (this.#quiet.size === 0) return;
    for (const row of this.#quiet) {
      row.resting = row.lots;
      this.#sink.resting(row, row.price, 0 as Lots);
      this.#sink.order(row);
    }
    this.#quiet.clear();
  }

  #touch(row: OrderRow): void {
    if (this.#seeding) return;
    row.updated = this.#time;
    row.lastSeq = this.#seq;
  }

  #changed(event: EventOf<'order.changed'>): void {
    const row = this.state.orders.get(event.order);
    if (row === undefined) return; // the ladder's own: told by `quote` and `fill`
    this.#quiet.delete(row);
    const { price, resting } = row;
    row.price = event.price;
    row.lots = event.lots;
    row.dealtLots = event.dealtLots;
    row.dealtValue = event.dealtValue;
    row.fee = event.fee;
    row.resting = event.resting;
    row.status = event.status;
    this.#touch(row);
    if (price !== row.price || resting !== row.resting) this.#sink.resting(row, price, resting);
    this.#sink.order(row);
  }

  #closed(event: EventOf<'order.closed'>): void {
    const row = this.state.orders.get(event.order);
    if (row === undefined) return;
    this.#quiet.delete(row);
    const { resting } = row;
    row.status = event.status;
    row.reason = event.reason;
    row.resting = 0 as Lots;
    this.#touch(row);
    this.state.orders.delete(event.order);
    if (resting !== 0) this.#sink.resting(row, row.price, resting);
    this.#sink.order(row);
  }

  #trade(event: EventOf<'fill'>): void {
    const listed = this.state.markets.get(event.market);
    if (listed === undefined) throw new Error(`fold: fill in market ${event.market}, which no event listed`);
    const buyer: AssetId = listed.type === 1 ? listed.base : listed.quote;
    const house = (user: number): boolean => this.state.users.get(user)?.house === true;
    const { market, trade, price, lots, value, takerSide: side } = event;
    const public_ = {
      market,
      trade,
      price,
      lots,
      value,
      side,
      house: event.house === 1,
      time: this.#time,
      seq: this.#seq,
    };
    const fact: TradeFact = {
      ...public_,
      takerOrder: event.takerOrder,
      makerOrder: event.makerOrder,
      taker: event.taker,
      maker: event.maker,
      takerFee: event.takerFee,
      makerFee: event.makerFee,
      takerFeeAsset: side === 1 ? buyer : listed.quote,
      makerFeeAsset: side === 1 ? listed.quote : buyer,
    };
    this.#fill = fact;
    this.#sink.trade(fact);
    const fill = (maker: boolean): Fill => ({
      ...public_,
      order: maker ? fact.makerOrder : fact.takerOrder,
      user: maker ? fact.maker : fact.taker,
      ownSide: maker ? 3 - side : side,
      maker,
      fee: maker ? fact.makerFee : fact.takerFee,
      feeAsset: maker ? fact.makerFeeAsset : fact.takerFeeAsset,
    });
    this.#sink.fill(fill(false), house(event.taker));
    this.#sink.fill(fill(true), house(event.maker));
    if (house(event.maker)) this.#sink.ladderFilled(market, 3 - side, price, lots);
  }

  #endTick(): void {
    const event = this.#tick;
    if (event === undefined) return;
    this.#tick = undefined;
    const { name: _name, ...tick } = event;
    const sources = this.#sources;
    this.#sources = [];
    const told: Tick = { ...tick, seq: this.#seq, time: this.#time, sources };
    const before = this.state.priceStates.get(event.instrument);
    this.state.priceStates.set(event.instrument, {
      instrument: event.instrument,
      state: event.state,
      opensAt: before?.opensAt ?? (0 as Millis),
      closesAt: before?.closesAt ?? (0 as Millis),
    });
    this.#sink.tick(told);
  }
}
