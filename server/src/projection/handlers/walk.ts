// Walks the events of a batch once, updates the state, and passes the joined facts to a handler.

import { decodeEvents, unpackText } from '@vitrine/core';
import type { AssetId, Atoms, EventOf, ExchangeEvent, Millis, Seq } from '@vitrine/core';
import { ACCOUNT_CLASS, MARKET_TYPE, PRICE_STATE } from '@vitrine/core/enum';
import { takeAnnounced } from './announced.ts';
import { Contracts } from './contracts.ts';
import { Debts } from './debts.ts';
import { takeEarning } from './earnings.ts';
import { takeLink } from './links.ts';
import { takeFund } from './fund.ts';
import { startMoment } from './context.ts';
import { Orders } from './orders.ts';
import { Positions } from './positions.ts';
import { AGENT_SHARE, Postings } from './postings.ts';
import { Seconds } from './seconds.ts';
import type { Fill, Tick, TickSource } from './shape.ts';
import type { ProjectionHandler, TradeFact } from './handler.ts';
import type { AccountRow, FoldState } from './state.ts';
import { takeSwap } from './swaps.ts';

/** The parts of a batch that the walk reads. */
export interface BatchWords {
  readonly time: number;
  readonly events: Float64Array;
}

export class Walk {
  readonly state: FoldState;
  readonly #handler: ProjectionHandler;
  readonly #moment = startMoment();
  readonly #postings: Postings;
  readonly #orders: Orders;
  readonly #contracts: Contracts;
  readonly #positions: Positions;
  readonly #debts: Debts;
  readonly #seconds: Seconds;
  #tick: EventOf<'tick'> | undefined;
  #sources: TickSource[] = [];

  constructor(state: FoldState, handler: ProjectionHandler) {
    const moment = this.#moment;
    this.state = state;
    this.#handler = handler;
    this.#postings = new Postings(state, handler, moment);
    this.#orders = new Orders(state, handler, moment);
    this.#contracts = new Contracts(state, handler, moment, this.#orders);
    this.#positions = new Positions(state, handler, moment, this.#orders.cancelledIn);
    this.#debts = new Debts(state, handler, moment);
    this.#seconds = new Seconds(state, handler, moment);
  }

  /**
   * Applies one committed batch. @throws if the events contradict the state: they are from another journal, or one is
   * missing.
   */
  batch(batch: BatchWords): void {
    this.read(decodeEvents(batch.events), batch.time);
  }

  /** Applies a state given as events (`seed()`): no trades, no bills. */
  seed(seed: BatchWords & { readonly seq: number }): void {
    this.#moment.seq = seed.seq as Seq;
    this.#moment.seeding = true;
    this.read(decodeEvents(seed.events), seed.time);
    this.#moment.seeding = false;
  }

  /** Applies events stamped `time` (ms UTC). */
  read(events: Iterable<ExchangeEvent>, time: number): void {
    const moment = this.#moment;
    moment.time = time as Millis;
    for (const event of events) {
      if (event.name === 'entry') {
        this.#postings.entry(event);
        continue;
      }
      if (event.name === 'account.opened') {
        // An account is opened when first needed, between an event and its entries; the entries do not belong to it.
        this.#account(event);
        continue;
      }
      this.#postings.settle();
      moment.above = event;
      this.#event(event);
    }
    this.#postings.settle();
    this.#endTick();
    this.#orders.rest();
    moment.above = undefined;
    moment.fill = undefined;
  }

  #event(event: ExchangeEvent): void {
    if (event.name !== 'tick.source') this.#endTick();
    switch (event.name) {
      case 'begin': {
        const moment = this.#moment;
        this.#orders.rest();
        if (!moment.seeding) moment.seq = event.seq;
        moment.user = event.user;
        moment.fill = undefined;
        moment.forced = 0;
        moment.selling = 0;
        this.#positions.take(event);
        return;
      }
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
        this.#handler.priceState(now);
        return;
      }
      case 'order.opened':
        this.#orders.opened(event);
        return;
      case 'contract.opened':
        this.#orders.contractOpened(event);
        return;
      case 'order.triggered':
        this.#orders.triggered(event);
        return;
      case 'order.changed':
        this.#orders.changed(event);
        return;
      case 'order.closed':
        this.#orders.closed(event);
        return;
      case 'fill':
        this.#trade(event);
        return;
      case 'rebate':
        this.#postings.share(event.asset, event.generation, event.to, event.amount);
        return;
      case 'agent.share':
        this.#postings.share(event.asset, AGENT_SHARE, event.to, event.amount);
        return;
      case 'quote':
        for (const { side, price, lots } of event.levels) this.#handler.quote(event.market, side, price, lots);
        return;
      case 'user.changed': {
        const { user, referrer, stage, locks, tier, house } = event;
        const now = { user, referrer, stage, locks, tier, house: house === 1 };
        this.state.users.set(user, now);
        this.#handler.user(now);
        return;
      }
      case 'asset.changed':
        this.state.assets.set(event.asset, { asset: event.asset, code: unpackText(event.code), scale: event.scale });
        this.#handler.listing('asset', event.asset);
        return;
      case 'instrument.changed': {
        const { instrument, category, calendar, tickDecimals } = event;
        const base = unpackText(event.base);
        const quote = unpackText(event.quote);
        this.state.instruments.set(instrument, { instrument, base, quote, category, calendar, tickDecimals });
        this.#handler.listing('instrument', instrument);
        return;
      }
      case 'market.changed': {
        const { name: _name, ...market } = event;
        this.state.markets.set(event.market, market);
        this.#handler.listing('market', event.market);
        return;
      }
      case 'tier.changed': {
        const { tier, volume, maker, taker, version } = event;
        this.state.tiers.set(tier, { tier, volume, maker, taker, version });
        this.#handler.listing('tier', tier);
        return;
      }
      case 'rules':
        this.state.rules.set(event.version, 0);
        this.#handler.listing('rules', event.version);
        return;
      case 'rules.announced':
        this.state.rules.set(event.version, event.at);
        this.#handler.listing('rules', event.version);
        return;
      case 'shares.changed': {
        const { name: _name, ...shares } = event;
        this.state.feeShares.set(1, shares);
        return;
      }
      case 'swap.changed': {
        const { asset, instrument, spread, open } = event;
        this.state.swapTerms.set(asset, { asset, instrument, spread, open: open === 1 });
        return;
      }
      default:
        this.#product(event);
        return;
    }
  }

  /** Events of a single product. The others have no pages yet, or only move money, which entries and bills cover. */
  #product(event: ExchangeEvent): void {
    if (this.#contracts.take(event) || this.#positions.take(event)) return;
    if (this.#debts.take(event) || this.#seconds.take(event)) return;
    if (takeSwap(event, this.state, this.#handler, this.#moment)) return;
    if (takeAnnounced(event, this.state)) return;
    if (takeLink(event, this.state, this.#handler, this.#moment)) return;
    if (takeFund(event, this.state, this.#handler, this.#moment)) return;
    takeEarning(event, this.state, this.#handler, this.#moment);
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
    if (kind === ACCOUNT_CLASS.insurance) this.state.insurance.set(asset, row);
    this.#handler.account(row);
  }

  #trade(event: EventOf<'fill'>): void {
    const listed = this.state.markets.get(event.market);
    if (listed === undefined) throw new Error(`fold: fill in market ${event.market}, which no event listed`);
    const buyer: AssetId = listed.type === MARKET_TYPE.spot ? listed.base : listed.quote;
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
      time: this.#moment.time,
      seq: this.#moment.seq,
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
    this.#moment.fill = fact;
    this.#handler.trade(fact);
    const fill = (maker: boolean): Fill => ({
      ...public_,
      order: maker ? fact.makerOrder : fact.takerOrder,
      user: maker ? fact.maker : fact.taker,
      ownSide: maker ? 3 - side : side,
      direction: this.state.orders.get(maker ? fact.makerOrder : fact.takerOrder)?.direction ?? 0,
      maker,
      fee: maker ? fact.makerFee : fact.takerFee,
      feeAsset: maker ? fact.makerFeeAsset : fact.takerFeeAsset,
    });
    // The insurance fund unwinds as user 0: it has no orders and no fill records.
    this.#handler.fill(fill(false), event.taker === 0 || house(event.taker));
    this.#handler.fill(fill(true), house(event.maker));
    if (house(event.maker)) this.#handler.quoteFilled(market, 3 - side, price, lots);
  }

  #endTick(): void {
    const event = this.#tick;
    if (event === undefined) return;
    this.#tick = undefined;
    const { name: _name, ...tick } = event;
    const sources = this.#sources;
    this.#sources = [];
    const shown: Tick = { ...tick, seq: this.#moment.seq, time: this.#moment.time, sources };
    const before = this.state.priceStates.get(event.instrument);
    this.state.priceStates.set(event.instrument, {
      instrument: event.instrument,
      state: event.state,
      opensAt: before?.opensAt ?? (0 as Millis),
      closesAt: before?.closesAt ?? (0 as Millis),
    });
    if (shown.state === PRICE_STATE.valid && !this.#moment.seeding)
      this.#seconds.tick(shown.instrument, shown.number, shown.seq);
    this.#handler.tick(shown);
  }
}
