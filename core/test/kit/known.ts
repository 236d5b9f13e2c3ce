// The state that a consumer of events derives: accounts, users, orders, quotes, prices.

import { ACCOUNT_CLASS, MARKET_MAKER, WALLET } from '../../src/enum/index.ts';
import type { EventOf } from '../../src/index.ts';

export interface Account {
  /** Class, user, wallet, asset, market. */
  readonly key: string;
  readonly class: number;
  readonly user: number;
  readonly wallet: number;
  readonly asset: number;
  readonly market: number;
  available: number;
  held: number;
}

export interface OpenOrder {
  readonly id: number;
  readonly user: number;
  readonly market: number;
  /** 1 spot, 4 cross, 5 isolated margin. */
  readonly wallet: number;
  readonly side: number;
  readonly type: number;
  readonly force: number;
  readonly amount: number;
  readonly trigger: number;
  readonly triggerBy: number;
  readonly makerRate: number;
  readonly takerRate: number;
  price: number;
  lots: number;
  waiting: boolean;
  resting: number;
  dealtLots: number;
  dealtValue: number;
  fee: number;
  /** Sum of rate × received, in millionths of an atom: the exact fee. */
  exact: bigint;
}

/** An order as its event opens it, before any fill. */
export function openOrder(event: EventOf<'order.opened'>): OpenOrder {
  const { user, market, wallet, side, type, price, lots, amount, trigger, triggerBy, makerRate, takerRate } = event;
  return {
    ...{
      id: event.order,
      user,
      market,
      wallet,
      side,
      type,
      force: event.timeInForce,
      price,
      lots,
      amount,
      trigger,
      triggerBy,
    },
    ...{ makerRate, takerRate, waiting: event.status === 4, resting: 0 },
    ...{ dealtLots: 0, dealtValue: 0, fee: 0, exact: 0n },
  };
}

export interface Closed {
  readonly status: number;
  readonly reason: number;
  readonly order: OpenOrder;
}

/** An order in a book: a user's order or a level of the market maker. */
export interface Standing {
  readonly order: number;
  readonly side: number;
  readonly price: number;
}

/** A level of the market maker. */
export interface Level extends Omit<Standing, 'order'> {
  readonly market: number;
  lots: number;
}

export interface User {
  referrer: number;
  stage: number;
  locks: number;
  tier: number;
  house: number;
}

/** The key of an account. */
export const keyOf = (of: number, user: number, wallet: number, asset: number, market: number): string =>
  `${of} ${user} ${wallet} ${asset} ${market}`;

export type Market = EventOf<'market.changed'>;
export class Known {
  readonly accounts = new Map<number, Account>();
  readonly users = new Map<number, User>();
  readonly orders = new Map<number, OpenOrder>();
  readonly closed = new Map<number, Closed>();
  readonly markets = new Map<number, Market>();
  readonly assets = new Map<number, number>();
  readonly tiers = new Map<number, EventOf<'tier.changed'>>();
  readonly instruments = new Map<
    number,
    { number: number; price: number; state: number; opensAt: number; closesAt: number }
  >();
  readonly quotedLevels = new Map<string, Level>();
  /** Contract agents by user. */
  readonly agents = new Map<number, EventOf<'agent.changed'>>();
  readonly fills: EventOf<'fill'>[] = [];
  readonly rebates: EventOf<'rebate'>[] = [];
  epoch = 0;
  rules = 1;

  protected account(id: number): Account {
    const account = this.accounts.get(id);
    if (account === undefined) throw new Error(`Expected account ${id} to be opened before its entries.`);
    return account;
  }

  order(id: number): OpenOrder {
    const order = this.orders.get(id);
    if (order === undefined) throw new Error(`Expected order ${id} to be open.`);
    return order;
  }

  protected market(id: number): Market {
    const market = this.markets.get(id);
    if (market === undefined) throw new Error(`Expected market ${id} to be listed.`);
    return market;
  }

  /** The holds that open orders require of each wallet, by class, user, wallet, asset, market. */
  protected holds(): Map<string, number> {
    const held = new Map<string, number>();
    const add = (user: number, asset: number, atoms: number, wallet = 1, market = 0): void => {
      const key = keyOf(ACCOUNT_CLASS.wallet, user, wallet, asset, wallet === WALLET.isolatedMargin ? market : 0);
      held.set(key, (held.get(key) ?? 0) + atoms);
    };
    for (const order of this.orders.values()) {
      const market = this.market(order.market);
      // Contract orders have no holds.
      if (market.type !== 1) continue;
      const pays = (asset: number, atoms: number): void => add(order.user, asset, atoms, order.wallet, order.market);
      if (order.side === 2) {
        pays(market.base, (order.waiting ? order.lots - order.dealtLots : order.resting) * market.baseAtomsPerLot);
        continue;
      }
      const k = market.atomsPerTickLot;
      if (!order.waiting) pays(market.quote, order.resting * order.price * k);
      else if (order.lots === 0) pays(market.quote, order.amount - order.dealtValue);
      else if (order.type % 2 === 1) pays(market.quote, (order.lots - order.dealtLots) * order.price * k);
      else {
        const whole = Number((BigInt(order.lots * order.trigger * k) * 105n + 99n) / 100n);
        pays(market.quote, Math.max(whole - order.dealtValue, 0));
      }
    }
    for (const { market: id, side, price, lots } of this.quotedLevels.values()) {
      const market = this.market(id);
      if (market.type !== 1) continue;
      if (side === 1) add(MARKET_MAKER, market.quote, lots * price * market.atomsPerTickLot);
      else add(MARKET_MAKER, market.base, lots * market.baseAtomsPerLot);
    }
    return held;
  }

  /** Lots by price of one side, best first, from all users and the market maker. */
  book(market: number, side: number): [price: number, lots: number][] {
    const levels = new Map<number, number>();
    for (const order of this.orders.values())
      if (order.market === market && order.side === side && order.resting > 0)
        levels.set(order.price, (levels.get(order.price) ?? 0) + order.resting);
    for (const { market: id, side: of, price, lots } of this.quotedLevels.values())
      if (id === market && of === side) levels.set(price, (levels.get(price) ?? 0) + lots);
    return [...levels].sort(([a], [b]) => (side === 1 ? b - a : a - b));
  }

  balance(user: number, asset: number, wallet = 1, market = 0): { available: number; held: number } {
    for (const account of this.accounts.values())
      if (
        account.class === ACCOUNT_CLASS.wallet &&
        account.user === user &&
        account.wallet === wallet &&
        account.asset === asset &&
        account.market === market
      )
        return { available: account.available, held: account.held };
    return { available: 0, held: 0 };
  }

  /** The balance of an account of the operator. */
  house(of: number, asset: number): number {
    for (const account of this.accounts.values())
      if (account.class === of && account.asset === asset && account.user === 0) return account.available;
    return 0;
  }

  /** The current state as a consumer of events knows it, for comparison with a seed. */
  state(): unknown {
    return {
      epoch: this.epoch,
      rules: this.rules,
      accounts: [...this.accounts].sort(([a], [b]) => a - b),
      users: [...this.users].sort(([a], [b]) => a - b),
      markets: [...this.markets],
      assets: [...this.assets],
      tiers: [...this.tiers],
      instruments: [...this.instruments],
      orders: [...this.orders.values()].map((order) => ({ ...order, exact: 0n })).sort((a, b) => a.id - b.id),
      quotedLevels: [...this.quotedLevels].map(([key, { lots }]) => `${key} ${lots}`).sort(),
    };
  }
}
