// What practice traders know: public index prices, and their own balances, orders and positions. Read only from
// committed events; nothing about other customers is kept.

import { decodeEvents, events, type ExchangeEvent } from '@vitrine/core';
import { ACCOUNT_CLASS, CONTRACT_DIRECTION, PRICE_STATE, SIDE, type Side } from '@vitrine/core/enum';

/** An open order of a practice trader. */
export interface OwnOrder {
  readonly order: number;
  readonly user: number;
  readonly market: number;
  readonly side: Side;
  /** `CONTRACT_DIRECTION`; 0: spot. */
  readonly direction: number;
  /** Ticks; 0: take-profit and stop-loss orders at market. */
  readonly price: number;
  readonly lots: number;
  readonly resting: number;
}

/** An open position of a practice trader. */
export interface OwnPosition {
  readonly position: number;
  readonly user: number;
  readonly market: number;
  /** `POSITION_SIDE`. */
  readonly side: number;
  readonly lots: number;
  /** Lots that no closing order has claimed. */
  readonly canClose: number;
}

/** The public price of an instrument. */
export interface SeenPrice {
  /** Index, hundredths of a tick. */
  readonly cents: number;
  /** How far the last seconds' mean is above that of the last minutes, as a fraction. */
  readonly trend: number;
  /** Standard deviation per year over the last minutes. */
  readonly volatility: number;
}

export interface Observer {
  /** Takes the seed's events, then each batch's, in order; `time`: of the batch, ms UTC. */
  take(words: Float64Array, time: number): void;
  /** The price of an instrument while its index is valid. */
  price(instrument: number): SeenPrice | undefined;
  /** Atoms of an asset in a trader's wallet: free, and with what orders hold. */
  free(user: number, wallet: number, asset: number): number;
  total(user: number, wallet: number, asset: number): number;
  /** Open orders of a trader, oldest first. */
  orders(user: number): readonly OwnOrder[];
  positions(user: number): readonly OwnPosition[];
}

interface Seen {
  cents: number;
  state: number;
  at: number;
  fast: number;
  slow: number;
  /** Of the logarithm, per second. */
  variance: number;
}

const KINDS = {
  opened: events['account.opened'].kind,
  entry: events.entry.kind,
  tick: events.tick.kind,
  state: events['price.state'].kind,
  spot: events['order.opened'].kind,
  contract: events['contract.opened'].kind,
  changed: events['order.changed'].kind,
  closed: events['order.closed'].kind,
  position: events['position.changed'].kind,
} as const;
/** Word indexes in records: the first field, the second, and an account's user. */
const FIRST = 2;
const SECOND = 3;
const ACCOUNT_USER = 4;

/** Time constants of the means, seconds. */
const FAST = 15;
const SLOW = 180;
const STEADY = 240;
const YEAR_SECONDS = 365 * 86_400;

/** Whether an order in this direction buys. */
function buys(direction: number): boolean {
  return direction === CONTRACT_DIRECTION.openLong || direction === CONTRACT_DIRECTION.closeShort;
}

/** An empty projection for the users of the crowd. */
export function observerOf(users: ReadonlySet<number>): Observer {
  const prices = new Map<number, Seen>();
  const accounts = new Map<number, { free: number; held: number }>();
  const wallets = new Map<string, { free: number; held: number }>();
  const orders = new Map<number, OwnOrder>();
  const ordersOf = new Map<number, Map<number, OwnOrder>>();
  const positionsOf = new Map<number, Map<number, OwnPosition>>();

  const put = <T extends { readonly user: number }>(all: Map<number, Map<number, T>>, id: number, row: T): void => {
    const mine = all.get(row.user) ?? new Map<number, T>();
    mine.set(id, row);
    all.set(row.user, mine);
  };
  const keep = (row: OwnOrder): void => {
    orders.set(row.order, row);
    put(ordersOf, row.order, row);
  };

  const tick = (instrument: number, cents: number, state: number, time: number): void => {
    const log = Math.log(cents);
    const seen = prices.get(instrument);
    if (seen === undefined) {
      prices.set(instrument, { cents, state, at: time, fast: log, slow: log, variance: Number.NaN });
      return;
    }
    const seconds = Math.max(0.001, (time - seen.at) / 1_000);
    const move = (log - Math.log(seen.cents)) ** 2 / seconds;
    const part = 1 - Math.exp(0 - seconds / STEADY);
    seen.variance = Number.isNaN(seen.variance) ? move : seen.variance + part * (move - seen.variance);
    seen.fast += (1 - Math.exp(0 - seconds / FAST)) * (log - seen.fast);
    seen.slow += (1 - Math.exp(0 - seconds / SLOW)) * (log - seen.slow);
    seen.cents = cents;
    seen.state = state;
    seen.at = time;
  };

  const takeOne = (event: ExchangeEvent, time: number): void => {
    switch (event.name) {
      case 'tick':
        tick(event.instrument, event.price, event.state, time);
        return;
      case 'price.state': {
        const seen = prices.get(event.instrument);
        if (seen !== undefined) seen.state = event.state;
        return;
      }
      case 'account.opened': {
        if (event.class !== ACCOUNT_CLASS.wallet) return;
        const row = { free: 0, held: 0 };
        accounts.set(event.account, row);
        wallets.set(`${event.user}:${event.wallet}:${event.asset}`, row);
        return;
      }
      case 'entry': {
        const row = accounts.get(event.account);
        if (row === undefined) return;
        row.free += event.available;
        row.held += event.held;
        return;
      }
      case 'order.opened': {
        const { order, user, market, side, price, lots } = event;
        keep({ order, user, market, side: side as Side, direction: 0, price, lots, resting: lots });
        return;
      }
      case 'contract.opened': {
        const { order, user, market, direction, price, lots } = event;
        const side = buys(direction) ? SIDE.buy : SIDE.sell;
        keep({ order, user, market, side, direction, price, lots, resting: lots });
        return;
      }
      case 'order.changed': {
        const row = orders.get(event.order);
        const { price, lots, resting } = event;
        if (row !== undefined) keep({ ...row, price, lots, resting });
        return;
      }
      case 'order.closed': {
        const row = orders.get(event.order);
        orders.delete(event.order);
        if (row !== undefined) ordersOf.get(row.user)?.delete(event.order);
        return;
      }
      case 'position.changed': {
        const { position, user, market, side, lots, canClose } = event;
        if (lots === 0) {
          positionsOf.get(user)?.delete(position);
          return;
        }
        put(positionsOf, position, { position, user, market, side, lots, canClose });
        return;
      }
      default:
    }
  };

  const wanted = (words: Float64Array, at: number): boolean => {
    switch (words[at]) {
      case KINDS.tick:
      case KINDS.state:
        return true;
      case KINDS.opened:
        return users.has(words[at + ACCOUNT_USER] ?? 0);
      case KINDS.entry:
        return accounts.has(words[at + FIRST] ?? 0);
      case KINDS.spot:
      case KINDS.contract:
      case KINDS.position:
        return users.has(words[at + SECOND] ?? 0);
      case KINDS.changed:
      case KINDS.closed:
        return orders.has(words[at + FIRST] ?? 0);
      default:
        return false;
    }
  };

  return {
    take(words, time) {
      for (let at = 0; at < words.length;) {
        const length = words[at + 1] ?? 0;
        if (length < 2) throw new Error(`expected an event record at word ${at}, got length ${length}`);
        if (wanted(words, at)) {
          for (const event of decodeEvents(words.subarray(at, at + length))) takeOne(event, time);
        }
        at += length;
      }
    },
    price(instrument) {
      const seen = prices.get(instrument);
      if (seen === undefined || seen.state !== PRICE_STATE.valid) return undefined;
      const variance = Number.isNaN(seen.variance) ? 0 : seen.variance;
      return { cents: seen.cents, trend: seen.fast - seen.slow, volatility: Math.sqrt(variance * YEAR_SECONDS) };
    },
    free: (user, wallet, asset) => wallets.get(`${user}:${wallet}:${asset}`)?.free ?? 0,
    total(user, wallet, asset) {
      const row = wallets.get(`${user}:${wallet}:${asset}`);
      return row === undefined ? 0 : row.free + row.held;
    },
    orders: (user) => [...(ordersOf.get(user)?.values() ?? [])],
    positions: (user) => [...(positionsOf.get(user)?.values() ?? [])],
  };
}
