// The user's open orders, fills and balances: a snapshot by call with later deltas.

import {
  type Balance,
  balance as balanceShape,
  type Fill,
  fill as fillShape,
  type Order,
  order as orderShape,
} from '@vitrine/contract';
import { LAYOUT } from '../feeds/frame.ts';
import { LiveStore } from './store.ts';
import { isRecord, symbolKey } from '../feeds/wire.ts';

/** The user's fills kept for notices and the top of the list; a query has the rest. */
export const MAX_OWN_FILLS = 200;

/** Order statuses (calls §9) of open orders. */
const OPEN_STATUSES: ReadonlySet<number> = new Set([0, 3, 4]);

/** A balance of one wallet and coin; decimal text at the coin's scale. */
export interface LiveBalance extends Balance {
  readonly walletType: string;
}

const noOrders: readonly Order[] = [];

interface Stamped<T> {
  readonly value: T;
  /** The store's version when the feed sent it; −1: only from the call. */
  readonly sentAt: number;
}

/** The product of an order: spot, a margin account, or a contract kind. Each has its own list of open orders. */
export const ORDER_PRODUCTS = ['spot', 'all', 'fixed', 'u', 'coin'] as const;
export type OrderProduct = (typeof ORDER_PRODUCTS)[number];

/** The product of an order. */
export function productOf(order: Pick<Order, 'account' | 'contractType'>): OrderProduct {
  return order.contractType ?? order.account ?? 'spot';
}

/** Open orders of every product. Closed ones are removed. */
export class OrdersStore extends LiveStore {
  readonly #orders = new Map<string, Stamped<Order>>();
  /** Orders that the feed closed, so that an older snapshot does not restore them: id → version. */
  readonly #closed = new Map<string, number>();
  readonly #loaded = new Set<OrderProduct>();
  #list: readonly Order[] = [];
  #lists: ReadonlyMap<OrderProduct, readonly Order[]> = new Map();

  /** Of every product, newest first; a new array after each change. */
  get list(): readonly Order[] {
    return this.#list;
  }

  /** Of one product, newest first; a new array after each change. */
  listOf(product: OrderProduct): readonly Order[] {
    return this.#lists.get(product) ?? noOrders;
  }

  /** Whether a snapshot of the product has been applied. */
  loaded(product: OrderProduct): boolean {
    return this.#loaded.has(product);
  }

  /** Open orders of one symbol and product, newest first. */
  of(symbol: string, product: OrderProduct = 'spot'): Order[] {
    const key = symbolKey(symbol);
    return this.listOf(product).filter((order) => symbolKey(order.symbolName) === key);
  }

  /** Applies a product's open orders as of version `askedAt`; later feed data stays. */
  snapshot(product: OrderProduct, rows: readonly Order[], askedAt: number): void {
    const there = new Set(rows.map((row) => row.id));
    for (const [id, kept] of this.#orders) {
      if (productOf(kept.value) === product && !there.has(id) && kept.sentAt <= askedAt) this.#orders.delete(id);
    }
    for (const row of rows) {
      const kept = this.#orders.get(row.id);
      if ((kept && kept.sentAt > askedAt) || (this.#closed.get(row.id) ?? -1) > askedAt) continue;
      if (OPEN_STATUSES.has(row.status)) this.#orders.set(row.id, { value: row, sentAt: -1 });
    }
    this.#loaded.add(product);
    this.#changed(LAYOUT);
  }

  /** Applies one order from the feed. Returns whether it closed. */
  live(order: Order): boolean {
    const sentAt = this.version + 1;
    const open = OPEN_STATUSES.has(order.status);
    if (open) {
      this.#orders.set(order.id, { value: order, sentAt });
    } else {
      this.#orders.delete(order.id);
      this.#closed.set(order.id, sentAt);
      if (this.#closed.size > MAX_OWN_FILLS) this.#closed.delete(this.#closed.keys().next().value ?? '');
    }
    this.#changed();
    return !open;
  }

  clear(): void {
    this.#orders.clear();
    this.#closed.clear();
    this.#loaded.clear();
    this.#changed(LAYOUT);
  }

  #changed(level?: 2): void {
    this.#list = [...this.#orders.values()]
      .map(({ value }) => value)
      .sort((a, b) => b.createTime - a.createTime || b.id.length - a.id.length || (b.id > a.id ? 1 : -1));
    const lists = new Map<OrderProduct, Order[]>();
    for (const order of this.#list) {
      const product = productOf(order);
      const list = lists.get(product);
      if (list) list.push(order);
      else lists.set(product, [order]);
    }
    this.#lists = lists;
    this.touch(level);
  }
}

/** The user's fills, newest first, each once. */
export class FillsStore extends LiveStore {
  #list: readonly Fill[] = [];

  get list(): readonly Fill[] {
    return this.#list;
  }

  live(fill: Fill): void {
    if (this.#list.some((kept) => kept.id === fill.id && kept.orderId === fill.orderId)) return;
    this.#list = [fill, ...this.#list].slice(0, MAX_OWN_FILLS);
    this.touch();
  }

  clear(): void {
    this.#list = [];
    this.touch(LAYOUT);
  }
}

/** Balances by wallet, market (isolated margin) and coin. */
export class BalancesStore extends LiveStore {
  readonly #balances = new Map<string, Stamped<LiveBalance>>();
  /** Wallets whose snapshot has been applied. */
  readonly #loaded = new Set<string>();

  get(walletType: string, coin: string, symbolName: string | null = null): LiveBalance | undefined {
    return this.#balances.get(balanceKey({ walletType, coin, symbolName }))?.value;
  }

  /** All coins of one wallet. */
  of(walletType: string): LiveBalance[] {
    return [...this.#balances.values()]
      .map(({ value }) => value)
      .filter((balance) => balance.walletType === walletType);
  }

  loaded(walletType: string): boolean {
    return this.#loaded.has(walletType);
  }

  /** Applies one wallet as of version `askedAt`; later feed data stays. */
  snapshot(walletType: string, rows: readonly LiveBalance[], askedAt: number): void {
    const there = new Set(rows.map(balanceKey));
    for (const [key, kept] of this.#balances) {
      if (kept.value.walletType === walletType && !there.has(key) && kept.sentAt <= askedAt) this.#balances.delete(key);
    }
    for (const row of rows) {
      const key = balanceKey(row);
      if ((this.#balances.get(key)?.sentAt ?? -1) <= askedAt) this.#balances.set(key, { value: row, sentAt: -1 });
    }
    this.#loaded.add(walletType);
    this.touch(LAYOUT);
  }

  live(balance: LiveBalance): void {
    this.#balances.set(balanceKey(balance), { value: balance, sentAt: this.version + 1 });
    this.touch();
  }

  clear(): void {
    this.#balances.clear();
    this.#loaded.clear();
    this.touch(LAYOUT);
  }
}

function balanceKey(of: { walletType: string; coin: string; symbolName: string | null }): string {
  return `${of.walletType}|${symbolKey(of.symbolName ?? '')}|${of.coin}`;
}

/** Parses an order of a frame; undefined if invalid. */
export function readOrder(data: unknown): Order | undefined {
  const read = orderShape.safeParse(data);
  return read.success ? read.data : undefined;
}

/** Parses a fill of a frame; undefined if invalid. */
export function readFill(data: unknown): Fill | undefined {
  const read = fillShape.safeParse(data);
  return read.success ? read.data : undefined;
}

/** Parses a balance of OWNCOIN; undefined if invalid. */
export function readBalance(data: unknown): LiveBalance | undefined {
  if (!isRecord(data)) return undefined;
  const { walletType = '1', symbolName = null, ...rest } = data;
  const read = balanceShape.safeParse({ usdt: null, symbolName, ...rest });
  return read.success ? { ...read.data, walletType: String(walletType) } : undefined;
}
