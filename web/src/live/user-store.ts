// What is one's own: open orders, fills and balances, by a snapshot from a call and the deltas that came since.

import { LAYOUT } from './frame.ts';
import { LiveStore } from './store.ts';
import { isRecord, symbolKey } from './wire.ts';

/** Own fills kept for notices and the list's head; the rest is a query. */
export const MAX_OWN_FILLS = 200;

/** Order statuses (calls §9) with which an order is still open. */
const OPEN_STATUSES: ReadonlySet<number> = new Set([0, 3, 4]);

/** An order in the words of calls §1; money as decimal text, times ms UTC. */
export interface LiveOrder {
  readonly id: string;
  readonly symbolName: string;
  readonly account: string;
  readonly direction: number;
  readonly type: number;
  readonly timeInForce: string;
  readonly entrustPrice: string | null;
  readonly entrustQuantity: string | null;
  readonly entrustValue: string | null;
  readonly triggerPrice: string | null;
  readonly status: number;
  readonly dealAveragePrice: string | null;
  readonly dealtQuantity: string;
  readonly serviceCharge: string;
  readonly serviceChargeCoin: string;
  readonly cancelReason: string | null;
  readonly createTime: number;
  readonly updateTime: number;
}

/** An own fill (calls §1). */
export interface LiveFill {
  readonly id: string;
  readonly orderId: string;
  readonly symbolName: string;
  readonly direction: number;
  readonly price: string;
  readonly quantity: string;
  readonly amount: string;
  readonly fee: string;
  readonly feeCoin: string;
  readonly maker: boolean;
  readonly time: number;
}

/** A balance of one wallet and coin; decimal text at the coin's scale. */
export interface LiveBalance {
  readonly walletType: string;
  readonly symbolName: string;
  readonly coin: string;
  readonly available: string;
  readonly held: string;
  readonly total: string;
}

interface Stamped<T> {
  readonly value: T;
  /** The store's version when the feed told it; −1: only from the call. */
  readonly toldAt: number;
}

/** Open orders. A closed one leaves; `onClosed` tells of it once. */
export class OrdersStore extends LiveStore {
  readonly #orders = new Map<string, Stamped<LiveOrder>>();
  /** Orders the feed closed, so that an older snapshot does not bring them back: id → version. */
  readonly #closed = new Map<string, number>();
  #list: readonly LiveOrder[] = [];
  /** Whether a snapshot was ever taken. */
  loaded = false;

  /** Newest first; a new array after each change. */
  get list(): readonly LiveOrder[] {
    return this.#list;
  }

  /** Open orders of one symbol, newest first. */
  of(symbol: string): LiveOrder[] {
    const key = symbolKey(symbol);
    return this.#list.filter((order) => symbolKey(order.symbolName) === key);
  }

  /** Takes all open orders as they were when asked at version `askedAt`; what the feed told since stays. */
  snapshot(rows: readonly LiveOrder[], askedAt: number): void {
    const there = new Set(rows.map((row) => row.id));
    for (const [id, kept] of this.#orders) if (!there.has(id) && kept.toldAt <= askedAt) this.#orders.delete(id);
    for (const row of rows) {
      const kept = this.#orders.get(row.id);
      if ((kept && kept.toldAt > askedAt) || (this.#closed.get(row.id) ?? -1) > askedAt) continue;
      if (OPEN_STATUSES.has(row.status)) this.#orders.set(row.id, { value: row, toldAt: -1 });
    }
    this.loaded = true;
    this.#changed(LAYOUT);
  }

  /** Takes one order as the feed tells it. Gives whether it is closed by it. */
  live(order: LiveOrder): boolean {
    const toldAt = this.version + 1;
    const open = OPEN_STATUSES.has(order.status);
    if (open) {
      this.#orders.set(order.id, { value: order, toldAt });
    } else {
      this.#orders.delete(order.id);
      this.#closed.set(order.id, toldAt);
      if (this.#closed.size > MAX_OWN_FILLS) this.#closed.delete(this.#closed.keys().next().value ?? '');
    }
    this.#changed();
    return !open;
  }

  clear(): void {
    this.#orders.clear();
    this.#closed.clear();
    this.loaded = false;
    this.#changed(LAYOUT);
  }

  #changed(level?: 2): void {
    this.#list = [...this.#orders.values()]
      .map(({ value }) => value)
      .sort((a, b) => b.createTime - a.createTime || b.id.length - a.id.length || (b.id > a.id ? 1 : -1));
    this.touch(level);
  }
}

/** Own fills, newest first, each once. */
export class FillsStore extends LiveStore {
  #list: readonly LiveFill[] = [];

  get list(): readonly LiveFill[] {
    return this.#list;
  }

  live(fill: LiveFill): void {
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
  /** Wallets whose snapshot was taken. */
  readonly #loaded = new Set<string>();

  get(walletType: string, coin: string, symbolName = ''): LiveBalance | undefined {
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

  /** Takes one wallet as it was when asked at version `askedAt`; what the feed told since stays. */
  snapshot(walletType: string, rows: readonly LiveBalance[], askedAt: number): void {
    const there = new Set(rows.map(balanceKey));
    for (const [key, kept] of this.#balances) {
      if (kept.value.walletType === walletType && !there.has(key) && kept.toldAt <= askedAt) this.#balances.delete(key);
    }
    for (const row of rows) {
      const key = balanceKey(row);
      if ((this.#balances.get(key)?.toldAt ?? -1) <= askedAt) this.#balances.set(key, { value: row, toldAt: -1 });
    }
    this.#loaded.add(walletType);
    this.touch(LAYOUT);
  }

  live(balance: LiveBalance): void {
    this.#balances.set(balanceKey(balance), { value: balance, toldAt: this.version + 1 });
    this.touch();
  }

  clear(): void {
    this.#balances.clear();
    this.#loaded.clear();
    this.touch(LAYOUT);
  }
}

function balanceKey(of: { walletType: string; coin: string; symbolName: string }): string {
  return `${of.walletType}|${symbolKey(of.symbolName)}|${of.coin}`;
}

/** Reads an order as a frame carries it; undefined when it is none. */
export function readOrder(data: unknown): LiveOrder | undefined {
  if (!isRecord(data) || data['id'] === undefined || typeof data['status'] !== 'number') return undefined;
  return {
    id: String(data['id']),
    symbolName: text(data['symbolName']),
    account: text(data['account'], 'spot'),
    direction: count(data['direction']),
    type: count(data['type']),
    timeInForce: text(data['timeInForce'], 'GTC'),
    entrustPrice: textOrNull(data['entrustPrice']),
    entrustQuantity: textOrNull(data['entrustQuantity']),
    entrustValue: textOrNull(data['entrustValue']),
    triggerPrice: textOrNull(data['triggerPrice']),
    status: data['status'],
    dealAveragePrice: textOrNull(data['dealAveragePrice']),
    dealtQuantity: text(data['dealtQuantity'], '0'),
    serviceCharge: text(data['serviceCharge'], '0'),
    serviceChargeCoin: text(data['serviceChargeCoin']),
    cancelReason: textOrNull(data['cancelReason']),
    createTime: count(data['createTime']),
    updateTime: count(data['updateTime']),
  };
}

/** Reads a fill as a frame carries it; undefined when it is none. */
export function readFill(data: unknown): LiveFill | undefined {
  if (!isRecord(data) || data['orderId'] === undefined || typeof data['price'] !== 'string') return undefined;
  return {
    id: String(data['id']),
    orderId: String(data['orderId']),
    symbolName: text(data['symbolName']),
    direction: count(data['direction']),
    price: data['price'],
    quantity: text(data['quantity'], '0'),
    amount: text(data['amount'], '0'),
    fee: text(data['fee'], '0'),
    feeCoin: text(data['feeCoin']),
    maker: data['maker'] === true || data['maker'] === 1,
    time: count(data['time']),
  };
}

/** Reads a balance as OWNCOIN carries it; undefined when it is none. */
export function readBalance(data: unknown): LiveBalance | undefined {
  if (!isRecord(data) || typeof data['coin'] !== 'string' || typeof data['available'] !== 'string') return undefined;
  return {
    walletType: String(data['walletType'] ?? '1'),
    symbolName: text(data['symbolName']),
    coin: data['coin'],
    available: data['available'],
    held: text(data['held'], '0'),
    total: text(data['total'], '0'),
  };
}

const text = (value: unknown, otherwise = ''): string => (typeof value === 'string' ? value : otherwise);
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const count = (value: unknown): number => (typeof value === 'number' ? value : 0);
