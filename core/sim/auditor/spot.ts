// Audits spot: what each fill moves, what each order and each level of the market maker holds.

import { ACCOUNT_CLASS, MARKET_MAKER, MARKET_TYPE, PRICE_STATE } from '../../src/enum/index.ts';
import { RULE } from '../../src/index.ts';
import { Breach, must } from '../finding.ts';
import { commandKind, eventPlaces } from '../words.ts';
import type { Auditor } from './auditor.ts';
import type { DeskBook } from './desk/desk.ts';
import { type Order, OrderBook } from './orders.ts';
import { Exact, Guess, shareOf } from './people.ts';

const TICKS = commandKind('ticks');
const M = eventPlaces('market.changed');
const A = eventPlaces('asset.changed');
const O = eventPlaces('order.opened');
const F = eventPlaces('fill');
const R = eventPlaces('rebate');
const Q = eventPlaces('quote');
const G = eventPlaces('agent.share');
/** The contract agent, in the field of a referrer's generation. */
const AGENT = 9;
/** A stop-market buy by quantity holds quantity × trigger × 1.05 (money §2). */
const COVER = 21;
const COVER_OF = 20;

export interface SpotMarket {
  readonly market: number;
  readonly instrument: number;
  readonly base: number;
  readonly quote: number;
  readonly k: number;
  readonly goods: number;
  state: number;
  /** Trades so far. */
  trades: number;
  /** Last price dealt, ticks. */
  last: number;
}

interface Rebate {
  readonly to: number;
  readonly generation: number;
  readonly asset: number;
  readonly amount: number;
}

export class SpotBook {
  readonly markets: (SpotMarket | undefined)[] = [];
  readonly scales: number[] = [];
  fills = 0;
  readonly orders: OrderBook;
  /** The market maker's lots at a level, by market, side, price. */
  readonly quotes = new Map<number, number>();
  private readonly auditor: Auditor;
  private readonly desk: DeskBook;
  private readonly makerOrders = new Map<number, Guess>();
  private rebates: Rebate[] = [];

  constructor(auditor: Auditor, orders: OrderBook, desk: DeskBook) {
    this.auditor = auditor;
    this.orders = orders;
    this.desk = desk;
    auditor.on('asset.changed', (w, at) => {
      this.scales[w[at + A.asset] as number] = 10 ** (w[at + A.scale] as number);
    });
    auditor.on('market.changed', (w, at) => this.changed(w, at));
    auditor.on('order.opened', (w, at) => this.opened(w, at));
    auditor.on('fill', (w, at) => {
      const market = this.markets[w[at + F.market] as number];
      if (market !== undefined) this.fill(market, w, at);
    });
    auditor.on('rebate', (w, at) => this.rebate(w, at));
    auditor.on('agent.share', (w, at) => this.agentShare(w, at));
    auditor.on('quote', (w, at) => this.quote(w, at));
    auditor.atEnd(() =>
      must(this.rebates.length === 0, () => `money §10: ${this.rebates.length} rebates were not paid`),
    );
    orders.giveHold(0, (order) => this.rebind(order));
  }

  private changed(w: Float64Array, at: number): void {
    if (w[at + M.type] !== MARKET_TYPE.spot) return;
    const market = w[at + M.market] as number;
    const known = this.markets[market];
    this.markets[market] = {
      ...{ market, instrument: w[at + M.instrument] as number, base: w[at + M.base] as number },
      ...{ quote: w[at + M.quote] as number, k: w[at + M.atomsPerTickLot] as number },
      ...{ goods: w[at + M.baseAtomsPerLot] as number, state: w[at + M.state] as number },
      ...{ trades: known?.trades ?? 0, last: known?.last ?? 0 },
    };
  }

  /**
   * The market maker's quotes never fill at a stale price. The tick that makes it stale may come before their removal.
   */
  expectFresh(instrument: number): void {
    const { auditor } = this;
    if (auditor.rules < RULE.staleQuotes || auditor.command === TICKS) return;
    if (auditor.prices.of(instrument).state === PRICE_STATE.stale)
      auditor.suspect(`money §11: a quote of the market maker fills while instrument ${instrument} is stale`);
  }

  private market(id: number): SpotMarket {
    const market = this.markets[id];
    if (market === undefined) throw new Error(`Expected market ${id} to be listed.`);
    return market;
  }

  private opened(w: Float64Array, at: number): void {
    const user = w[at + O.user] as number;
    const market = w[at + O.market] as number;
    const makerRate = w[at + O.makerRate] as number;
    const takerRate = w[at + O.takerRate] as number;
    const { people } = this.auditor;
    const tier = people.tiers[people.tierOf(user)];
    if (!(makerRate === tier?.maker && takerRate === tier.taker))
      throw new Breach(
        `money §2: user ${user} is charged ${makerRate} and ${takerRate}, their tier ${tier?.maker} and ${tier?.taker}`,
      );
    this.orders.opened({
      ...{ id: w[at + O.order] as number, user, market, wallet: w[at + O.wallet] as number },
      ...{ side: w[at + O.side] as number, type: w[at + O.type] as number, force: w[at + O.timeInForce] as number },
      ...{
        amount: w[at + O.amount] as number,
        trigger: w[at + O.trigger] as number,
        makerRate,
        takerRate,
        direction: 0,
      },
      ...{ price: w[at + O.price] as number, lots: w[at + O.lots] as number, waiting: w[at + O.status] === 4 },
      ...{ resting: 0, dealt: 0, value: 0, fee: 0, exact: new Exact(), bound: 0, account: 0 },
    });
  }

  /** Atoms an open order holds (money §2), and the account. */
  private rebind(order: Order): void {
    const { accounts } = this.auditor;
    if (order.account === 0) {
      const { base, quote } = this.market(order.market);
      order.account = accounts.wallet(
        order.user,
        order.wallet,
        order.side === 2 ? base : quote,
        order.wallet === 5 ? order.market : 0,
      );
    }
    const bound = this.holdOf(order);
    if (bound === order.bound) return;
    accounts.bind(order.account, bound - order.bound);
    order.bound = bound;
  }

  private holdOf(order: Order): number {
    const { k, goods } = this.market(order.market);
    if (!order.waiting) return order.side === 2 ? order.resting * goods : order.resting * order.price * k;
    const rest = order.lots - order.dealt;
    if (order.side === 2) return rest * goods;
    if (order.lots === 0) return order.amount - order.value;
    if (order.type % 2 === 1) return rest * order.price * k;
    const value = order.lots * order.trigger * k;
    const part = value % COVER_OF;
    const whole = ((value - part) / COVER_OF) * COVER + Math.ceil((part * COVER) / COVER_OF);
    return Math.max(whole - order.value, 0);
  }

  private fill(market: SpotMarket, w: Float64Array, at: number): void {
    const { accounts, people } = this.auditor;
    const [price, lots, side] = [w[at + F.price] as number, w[at + F.lots] as number, w[at + F.takerSide] as number];
    const value = w[at + F.value] as number;
    const taker = w[at + F.taker] as number;
    const maker = w[at + F.maker] as number;
    const goods = lots * market.goods;
    this.fills += 1;
    market.trades += 1;
    market.last = price;
    if (this.rebates.length !== 0) throw new Breach('money §10: a rebate of the trade before is missing');
    if (w[at + F.trade] !== market.trades)
      throw new Breach(`trades of market ${market.market} are numbered: ${w[at + F.trade]} is number ${market.trades}`);
    if (value !== price * lots * market.k)
      throw new Breach(`a fill of ${lots} at ${price} is worth ${price * lots * market.k}, emitted ${value}`);
    if (!(taker !== maker)) throw new Breach(`money §2: user ${taker} traded with themselves`);
    const makerId = w[at + F.makerOrder] as number;
    this.orders.first(market.market, 3 - side, price, maker === MARKET_MAKER ? 0 : makerId, taker === MARKET_MAKER);
    const takerFee = w[at + F.takerFee] as number;
    const makerFee = w[at + F.makerFee] as number;
    const [takerGets, makerGets] = side === 1 ? [goods, value] : [value, goods];
    const takerWallet = this.deal(
      w[at + F.takerOrder] as number,
      taker,
      lots,
      value,
      takerGets,
      takerFee,
      false,
      price,
    );
    const makerWallet = this.deal(makerId, maker, lots, value, makerGets, makerFee, true, price);
    this.orders.expectFewMakers(this.orders.orders.get(w[at + F.takerOrder] as number), makerId, makerWallet);
    if (maker === MARKET_MAKER) {
      this.expectFresh(market.instrument);
      // An empty level ends its order.
      if (this.takeLevel(market.market, 3 - side, price, lots)) this.makerOrders.delete(makerId);
    }
    const { base, quote } = market;
    const place = (user: number, wallet: number, asset: number): number =>
      accounts.wallet(user, wallet, asset, wallet === 5 ? market.market : 0);
    const [buyer, bought, seller, sold] =
      side === 1 ? [taker, takerWallet, maker, makerWallet] : [maker, makerWallet, taker, takerWallet];
    accounts.move(place(buyer, bought, quote), -value);
    accounts.move(place(buyer, bought, base), goods);
    accounts.move(place(seller, sold, base), -goods);
    accounts.move(place(seller, sold, quote), value);
    const takerAsset = side === 1 ? base : quote;
    const makerAsset = side === 1 ? quote : base;
    accounts.move(place(taker, takerWallet, takerAsset), -takerFee);
    accounts.move(place(maker, makerWallet, makerAsset), -makerFee);
    this.share(taker, takerAsset, takerFee);
    this.share(maker, makerAsset, makerFee);
    const unit = this.scales[quote] ?? 1;
    people.turn(taker, value, unit);
    people.turn(maker, value, unit);
  }

  /** One side of a fill. Returns its wallet. */
  private deal(
    id: number,
    user: number,
    lots: number,
    value: number,
    gets: number,
    fee: number,
    making: boolean,
    price: number,
  ): number {
    if (user === MARKET_MAKER) {
      this.houseFee(id, gets, fee, making);
      return 1;
    }
    const order = this.orders.get(id);
    if (order.user !== user) throw new Breach(`order ${id} is user ${order.user}'s, the fill says ${user}'s`);
    this.orders.deal(order, lots, value, gets, fee, making, price);
    return order.wallet;
  }

  private houseFee(id: number, gets: number, fee: number, making: boolean): void {
    const { people } = this.auditor;
    let known = this.makerOrders.get(id);
    if (known === undefined) {
      known = new Guess(people.rates);
      this.makerOrders.set(id, known);
    }
    if (!known.take(gets, fee, making))
      throw new Breach(`money §2: no tier explains the fee ${fee} of the market maker's order ${id} on ${gets}`);
  }

  /** A fill took lots of the market maker's level. Returns true when the level is empty. */
  takeLevel(market: number, side: number, price: number, lots: number): boolean {
    const before = this.quotes.get(levelKey(market, side, price)) ?? 0;
    if (!(before >= lots)) throw new Breach(`the level gave ${lots} of ${before} lots at ${price}`);
    this.setLevel(market, side, price, before - lots);
    return before === lots;
  }

  noRebates(): void {
    if (this.rebates.length !== 0) throw new Breach('money §10: a rebate of the trade before is missing');
  }

  /** money §10: the recipients of a fee; every rebate must follow in its own event. */
  share(user: number, asset: number, fee: number, contract = false): void {
    if (fee === 0) return;
    const { accounts, people } = this.auditor;
    const { safety, generations } = people.shares;
    let rest = fee - shareOf(fee, safety);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.safety, asset), shareOf(fee, safety));
    let to = people.get(user).referrer;
    for (let at = 0; at < generations.length && to !== 0; at += 1) {
      const amount = shareOf(fee, generations[at] ?? 0);
      rest -= amount;
      if (amount > 0) this.rebates.push({ to, generation: at + 1, asset, amount });
      to = people.get(to).referrer;
    }
    const agent = contract ? this.desk.agents.get(user) : undefined;
    if (agent !== undefined) {
      const amount = shareOf(rest, agent.share);
      rest -= amount;
      if (amount > 0) this.rebates.push({ to: agent.agent, generation: AGENT, asset, amount });
    }
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.fee, asset), rest);
  }

  private agentShare(w: Float64Array, at: number): void {
    const due = this.rebates.shift();
    const [to, amount] = [w[at + G.to] as number, w[at + G.amount] as number];
    if (!(due?.to === to && due.amount === amount && due.generation === AGENT && due.asset === w[at + G.asset]))
      throw new Breach(
        `money §10: an agent's share of ${amount} to user ${to}, due is ${due?.amount} to user ${due?.to}`,
      );
    const { accounts } = this.auditor;
    accounts.move(accounts.wallet(to, 1, w[at + G.asset] as number), amount);
  }

  private rebate(w: Float64Array, at: number): void {
    const due = this.rebates.shift();
    const [to, amount] = [w[at + R.to] as number, w[at + R.amount] as number];
    if (
      !(
        due?.to === to &&
        due.amount === amount &&
        due.generation === w[at + R.generation] &&
        due.asset === w[at + R.asset]
      )
    )
      throw new Breach(`money §10: a rebate of ${amount} to user ${to}, due is ${due?.amount} to user ${due?.to}`);
    const { accounts } = this.auditor;
    accounts.move(accounts.wallet(to, 1, w[at + R.asset] as number), amount);
  }

  private quote(w: Float64Array, at: number): void {
    const market = w[at + Q.market] as number;
    const count = w[at + Q.levels] as number;
    for (let row = 0, from = at + Q.levels + 1; row < count; row += 1, from += 3)
      this.setLevel(market, w[from] as number, w[from + 1] as number, w[from + 2] as number);
  }

  private setLevel(id: number, side: number, price: number, lots: number): void {
    const key = levelKey(id, side, price);
    const before = this.quotes.get(key) ?? 0;
    this.orders.quote(id, side, price, before, lots);
    if (lots === 0) this.quotes.delete(key);
    else this.quotes.set(key, lots);
    const { accounts } = this.auditor;
    const market = this.markets[id];
    // On contracts quotes hold nothing: margin is only required.
    if (market === undefined) return;
    if (side === 1) accounts.bind(accounts.wallet(MARKET_MAKER, 1, market.quote), (lots - before) * price * market.k);
    else accounts.bind(accounts.wallet(MARKET_MAKER, 1, market.base), (lots - before) * market.goods);
  }
}

/** Prices of the market maker's levels on a side of a market. */
export function levelPrices(quotes: ReadonlyMap<number, number>, market: number, side: number): number[] {
  const from = levelKey(market, side, 0);
  return [...quotes.keys()].filter((key) => key > from && key < from + 2 ** 24).map((key) => key - from);
}

/** Key of a market maker's level in `SpotBook.quotes`. */
export function levelKey(market: number, side: number, price: number): number {
  return (market * 2 + side - 1) * 2 ** 24 + price;
}
