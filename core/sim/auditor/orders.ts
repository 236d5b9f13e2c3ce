// Orders of spot and contracts, rebuilt from events: which order is where, and what each has filled.

import { CONTRACT_DIRECTION, MARKET_MAKER, ORDER_STATUS, TIME_IN_FORCE } from '../../src/enum/index.ts';
import { RULE } from '../../src/index.ts';
import { Breach } from '../finding.ts';
import { eventPlaces } from '../words.ts';
import type { Auditor } from './auditor.ts';
import { Levels } from './contract/levels.ts';
import { Exact } from './people.ts';

export interface Order {
  readonly id: number;
  readonly user: number;
  readonly market: number;
  readonly wallet: number;
  readonly side: number;
  readonly type: number;
  readonly force: number;
  readonly amount: number;
  readonly trigger: number;
  readonly makerRate: number;
  readonly takerRate: number;
  /** Contracts: 1 to 4; spot: 0. */
  readonly direction: number;
  /** Contracts: margin mode and leverage. */
  readonly mode?: number;
  leverage?: number;
  /** The batch in which it was opened. */
  batch?: number;
  price: number;
  lots: number;
  waiting: boolean;
  resting: number;
  dealt: number;
  value: number;
  fee: number;
  readonly exact: Exact;
  /** Atoms it holds now, and the account. */
  bound: number;
  account: number;
}

const C = eventPlaces('order.changed');
const X = eventPlaces('order.closed');
const TRIGGERED = eventPlaces('order.triggered').order;
/** Most orders of others that a fill-or-kill order may need: on contracts any, on spot those of margin wallets. */
const MOST_MAKERS = 200;
/** Most orders that one order may fill against in one command. */
const MOST_SWEPT = 5_000;
/** Since rules `sweepBudget`: what a customer's command may meet, and what an order of contracts is of it. */
const BUDGET = 2_000;
const MEETS_CONTRACT = 8;
/** Wallet types from here on can borrow. */
const MARGIN_WALLETS = 4;
/** Rows of the order table; open orders of a user while it is empty, by verification stage. */
const ROWS = 4_000_000;
const SHARES = [500, 2_000, 4_000] as const;

export class OrderBook {
  readonly orders = new Map<number, Order>();
  /** Ids of a user's open orders, for actors. */
  readonly byUser = new Map<number, Set<number>>();
  private readonly sides: (Levels | undefined)[] = [];
  private readonly stirred = new Set<number>();
  private readonly holds: ((order: Order) => void)[] = [];
  private readonly takers: { readonly order: Order; readonly price: number }[] = [];
  /** Makers that fill-or-kill orders matched in the current command. */
  private readonly killers = new Map<number, Set<number>>();
  /** Makers that orders matched in the current command. */
  private readonly sweeps = new Map<number, Set<number>>();
  /** What a customer's command has met, and orders that were triggered in it. */
  private spent = 0;
  private readonly triggered = new Set<number>();
  /** Rows of the table of orders; a run that narrows the table says so. */
  rows = ROWS;

  private readonly auditor: Auditor;

  constructor(auditor: Auditor) {
    this.auditor = auditor;
    auditor.on('order.changed', (w, at) => this.changed(w, at));
    auditor.on('order.closed', (w, at) => this.closed(w, at));
    auditor.on('order.triggered', (w, at) => {
      const order = this.get(w[at + TRIGGERED] as number);
      if (!order.waiting) throw new Breach(`order ${order.id} is triggered, it did not wait`);
      order.waiting = false;
      this.triggered.add(order.id);
      this.stand(order);
      this.rebind(order);
    });
    auditor.atEnd(() => this.end());
  }

  /** Registers what computes an order's hold; called whenever the order changes. `kind`: 0 spot, 1 contracts. */
  giveHold(kind: number, rebind: (order: Order) => void): void {
    this.holds[kind] = rebind;
  }

  get(id: number): Order {
    const order = this.orders.get(id);
    if (order === undefined) throw new Error(`Expected order ${id} to be open.`);
    return order;
  }

  side(market: number, side: number): Levels {
    const place = market * 2 + side - 1;
    const known = this.sides[place];
    if (known !== undefined) return known;
    const made = new Levels(side);
    this.sides[place] = made;
    return made;
  }

  opened(order: Order): void {
    if (this.orders.has(order.id)) throw new Breach(`order ${order.id} is opened twice`);
    order.batch = this.auditor.batch;
    this.expectShare(order);
    this.orders.set(order.id, order);
    const own = this.byUser.get(order.user);
    if (own === undefined) this.byUser.set(order.user, new Set([order.id]));
    else own.add(order.id);
    if (!order.waiting) this.stand(order);
    this.rebind(order);
  }

  /**
   * core §10: since rules `orderShare` a user's resting spot orders and opening orders are within a share that depends
   * on the square of the free part of the table. At most the rows without a known order are free.
   */
  private expectShare({ user, direction, type, force, waiting, id }: Order): void {
    if (this.auditor.rules < RULE.orderShare || user === MARKET_MAKER || direction >= CONTRACT_DIRECTION.closeLong)
      return;
    const counts = (order: Pick<Order, 'direction' | 'type' | 'force' | 'waiting'>): boolean =>
      order.direction === 0
        ? order.waiting || (order.type % 2 === 1 && (order.force === 1 || order.force === 4))
        : order.direction < CONTRACT_DIRECTION.closeLong;
    if (!counts({ direction, type, force, waiting })) return;
    const stage = this.auditor.people.get(user).stage;
    const free = this.rows - this.orders.size;
    const whole = Math.floor(((SHARES[stage] ?? SHARES[2]) * free) / this.rows);
    const share = Math.max(Math.floor((whole * free) / this.rows), stage > 0 ? 1 : 0);
    let open = 0;
    for (const one of this.byUser.get(user) ?? []) if (counts(this.get(one))) open += 1;
    if (open >= share)
      throw new Breach(`core §10: user ${user} opens order ${id} beside ${open} others, at most ${share} are theirs`);
  }

  /** money §2: counts one more maker of a fill-or-kill order. `wallet`: of the maker, on spot. */
  expectFewMakers(taker: Order | undefined, maker: number, wallet: number): void {
    if (taker === undefined) return;
    this.expectShortSweep(taker, maker);
    if (taker.force !== TIME_IN_FORCE.fok) return;
    const spot = taker.direction === 0;
    if (this.auditor.rules < (spot ? RULE.workInSteps : RULE.fewMakersCertain)) return;
    if (spot && wallet < MARGIN_WALLETS) return;
    const met = this.killers.get(taker.id) ?? new Set();
    this.killers.set(taker.id, met.add(maker));
    if (met.size > MOST_MAKERS)
      throw new Breach(`money §2: fill-or-kill order ${taker.id} fills against more than ${MOST_MAKERS} orders`);
  }

  /** money §2: since the rules `boundedSweep` an order fills against at most 5,000 orders in one command, since `sweepBudget` a command at fewer. */
  private expectShortSweep(taker: Order, maker: number): void {
    const { rules, user } = this.auditor;
    if (rules >= RULE.sweepBudget) {
      // Of what a customer's own command meets; what the exchange does behind it has steps.
      if (user === 0 || taker.user !== user || this.triggered.has(taker.id)) return;
      this.spent += taker.direction === 0 ? 1 : MEETS_CONTRACT;
      if (this.spent > BUDGET)
        throw new Breach(`money §2: a command of user ${user} meets orders for more than ${BUDGET}`);
      return;
    }
    if (rules < RULE.boundedSweep) return;
    const met = this.sweeps.get(taker.id) ?? new Set();
    this.sweeps.set(taker.id, met.add(maker));
    if (met.size > MOST_SWEPT)
      throw new Breach(`money §2: order ${taker.id} fills against more than ${MOST_SWEPT} orders in one command`);
  }

  /** One side of a fill. `gets`: the amount its fee is computed on. */
  deal(order: Order, lots: number, value: number, gets: number, fee: number, making: boolean, price: number): void {
    this.expectThawed(order);
    order.exact.add(making ? order.makerRate : order.takerRate, gets);
    if (fee !== order.exact.up() - order.fee)
      throw new Breach(
        `money §2: order ${order.id} pays a fee of ${fee}, ⌈rate × received so far⌉ − fees so far is ${order.exact.up() - order.fee}`,
      );
    order.fee += fee;
    order.dealt += lots;
    order.value += value;
    if (order.lots === 0)
      if (!(order.value <= order.amount)) throw new Breach(`order ${order.id} spent ${order.value} of ${order.amount}`);
    if (order.resting > 0 && !making) {
      // An amend across the mid price: it left its place, and takes.
      this.side(order.market, order.side).leave(order.price, order.id);
      order.resting = 0;
    } else if (order.resting > 0) {
      order.resting -= lots;
      if (!(order.resting >= 0)) throw new Breach(`order ${order.id} dealt more than rested of it`);
      if (order.resting === 0) this.side(order.market, order.side).leave(order.price, order.id);
    }
    if (!making) this.takers.push({ order, price });
    this.rebind(order);
  }

  /** From the batch after a freeze on, no earlier opening order fills. The market maker is exempt. */
  private expectThawed(order: Order): void {
    const frozen = this.auditor.people.users[order.user]?.frozen ?? 0;
    const before = frozen !== 0 && (order.batch ?? 0) <= frozen && frozen < this.auditor.batch;
    if (before && order.direction < CONTRACT_DIRECTION.closeLong)
      throw new Breach(`money §3: opening order ${order.id} fills, its user ${order.user} was frozen before`);
  }

  /** Price-time priority: the maker of a fill is the first order at the best price. */
  first(market: number, side: number, price: number, order: number, makerTakes: boolean): void {
    const levels = this.side(market, side);
    const first = levels.first(price, makerTakes);
    if (first !== order) throw new Breach(`money §12.7: order ${order} is filled at ${price}, before it is ${first}`);
    if (!makerTakes)
      if (levels.best() !== price)
        throw new Breach(`money §12.7: dealt at ${price}, the best price of market ${market} is ${levels.best()}`);
    this.stirred.add(market);
  }

  /** The same among orders that may fill now. */
  firstOf(market: number, side: number, price: number, order: number, fills: (order: number) => boolean): void {
    const first = this.side(market, side).firstOf(fills);
    if (first?.order !== order || first.price !== price)
      throw new Breach(
        `money §12.7: order ${order} is filled at ${price}, before it is ${first?.order} at ${first?.price}`,
      );
    this.stirred.add(market);
  }

  /** Updates the market maker's order at a price: joins behind others, or is removed. */
  quote(market: number, side: number, price: number, before: number, lots: number): void {
    const levels = this.side(market, side);
    if (before > 0 && (lots === 0 || lots > before)) levels.leave(price, 0);
    if (lots > before) levels.join(price, 0);
    this.stirred.add(market);
  }

  private stand(order: Order): void {
    if (order.type % 2 === 0 || (order.force !== 1 && order.force !== 4)) return;
    order.resting = order.lots - order.dealt;
    this.side(order.market, order.side).join(order.price, order.id);
    this.stirred.add(order.market);
  }

  private changed(w: Float64Array, at: number): void {
    const order = this.get(w[at + C.order] as number);
    const [dealt, value, fee] = [w[at + C.dealtLots], w[at + C.dealtValue], w[at + C.fee]];
    if (!(dealt === order.dealt && value === order.value && fee === order.fee))
      throw new Breach(
        `order ${order.id} is said to have dealt ${dealt} for ${value} and a fee of ${fee}, its fills make ${order.dealt}, ${order.value}, ${order.fee}`,
      );
    const price = w[at + C.price] as number;
    const lots = w[at + C.lots] as number;
    const resting = w[at + C.resting] as number;
    if (!(lots === 0 || order.dealt <= lots))
      throw new Breach(`order ${order.id} dealt ${order.dealt} of ${lots} lots`);
    const levels = this.side(order.market, order.side);
    if (w[at + C.status] === ORDER_STATUS.trigger && !order.waiting) {
      // Triggered without a counterparty near the index: it waits again.
      levels.leave(order.price, order.id);
      order.waiting = true;
    }
    if (order.waiting) {
      if (resting !== 0) throw new Breach(`order ${order.id} waits and rests`);
    } else if (resting > 0) {
      if (resting !== lots - order.dealt)
        throw new Breach(`order ${order.id} rests with ${resting} of ${lots} lots, ${order.dealt} dealt`);
      if (price !== order.price || resting > order.resting) {
        levels.leave(order.price, order.id);
        levels.join(price, order.id);
      }
    } else levels.leave(order.price, order.id);
    order.price = price;
    order.lots = lots;
    order.resting = resting;
    this.stirred.add(order.market);
    this.rebind(order);
  }

  private closed(w: Float64Array, at: number): void {
    const order = this.get(w[at + X.order] as number);
    const status = w[at + X.status] as number;
    const reason = w[at + X.reason] as number;
    this.side(order.market, order.side).leave(order.price, order.id);
    if (!((status === ORDER_STATUS.filled) === (reason === 0)))
      throw new Breach(`order ${order.id} is closed with status ${status} and reason ${reason}`);
    if (status === ORDER_STATUS.filled && order.lots > 0)
      if (order.dealt !== order.lots)
        throw new Breach(`order ${order.id} is called filled with ${order.dealt} of ${order.lots} lots`);
    order.resting = 0;
    order.waiting = false;
    this.orders.delete(order.id);
    this.byUser.get(order.user)?.delete(order.id);
    order.lots = order.dealt;
    this.rebind(order, true);
  }

  private rebind(order: Order, closed = false): void {
    if (closed) order.lots = 0;
    this.holds[order.direction === 0 ? 0 : 1]?.(order);
  }

  private end(): void {
    for (const { order, price } of this.takers) {
      if (order.type % 2 === 0) continue;
      if (!(order.side === 1 ? price <= order.price : price >= order.price))
        throw new Breach(`order ${order.id} with limit ${order.price} took at ${price}`);
    }
    this.takers.length = 0;
    this.killers.clear();
    this.sweeps.clear();
    this.triggered.clear();
    this.spent = 0;
    for (const market of this.stirred) {
      const bid = this.side(market, 1).best();
      const ask = this.side(market, 2).best();
      if (!(bid === 0 || ask === 0 || bid < ask))
        throw new Breach(`money §12.7: the book of market ${market} is crossed: ${bid} and ${ask}`);
    }
    this.stirred.clear();
  }
}
