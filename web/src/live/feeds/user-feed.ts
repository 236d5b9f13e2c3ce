// The user's socket: orders, fills and balances in real time. After a gap it reads them again by call.

import type { Fill, FundsNews, Order, Position } from '@vitrine/contract';
import type { ServerClock } from '../clock.ts';
import { FundsStore, readFunds } from '../stores/funds-store.ts';
import {
  PositionsStore,
  readPosition,
  readSettlement,
  type Settlement,
  SettlementsStore,
} from '../stores/position-store.ts';
import { LiveSocket, type SocketHost } from './socket.ts';
import { StatusStore } from '../stores/status-store.ts';
import {
  BalancesStore,
  FillsStore,
  type LiveBalance,
  ORDER_PRODUCTS,
  type OrderProduct,
  OrdersStore,
  readBalance,
  readFill,
  readOrder,
} from '../stores/user-store.ts';
import { type Incoming, isRecord } from './wire.ts';

/** Delay before a failed read is repeated. */
const REREAD_MS = 5_000;

/** Maximum notices kept for code that loads later. */
const EARLY_MOST = 100;

/** Events of the user feed besides the stores. */
export type UserNotice =
  | { readonly kind: 'order'; readonly order: Order; readonly fills: readonly Fill[] }
  | { readonly kind: 'settlement'; readonly settlement: Settlement; readonly data: Record<string, unknown> }
  /** `gone`: it is closed, for any reason. */
  | { readonly kind: 'position'; readonly position: Position; readonly gone: boolean }
  | { readonly kind: 'status'; readonly data: Record<string, unknown> }
  | { readonly kind: 'balance'; readonly balance: LiveBalance }
  | { readonly kind: 'funds'; readonly news: FundsNews }
  | { readonly kind: 'other'; readonly channel: string; readonly data: unknown };

export interface UserFeedParts {
  readonly address: () => Promise<string>;
  readonly host: SocketHost;
  readonly clock: ServerClock;
  /** All open orders of a product; `after`: including at least that journal number. */
  readonly readOpenOrders: (product: OrderProduct, after: number | undefined) => Promise<readonly Order[]>;
  /** All open positions of both kinds. */
  readonly readPositions: (after: number | undefined) => Promise<readonly Position[]>;
  /** All balances of one wallet. */
  readonly readBalances: (walletType: string, after: number | undefined) => Promise<readonly LiveBalance[]>;
  readonly report: (error: unknown) => void;
}

export class UserFeed {
  readonly status = new StatusStore();
  readonly orders = new OrdersStore();
  readonly fills = new FillsStore();
  readonly balances = new BalancesStore();
  readonly positions = new PositionsStore();
  readonly settlements = new SettlementsStore();
  readonly funds = new FundsStore();
  readonly #parts: UserFeedParts;
  readonly #socket: LiveSocket;
  readonly #last = new Map<string, number>();
  readonly #wallets = new Map<string, number>();
  readonly #products = new Map<OrderProduct, number>();
  readonly #listeners = new Set<(notice: UserNotice) => void>();
  /** Events before the first `onAll` call. */
  #early: UserNotice[] | undefined = [];
  #stopped = true;
  #positionsHeld = 0;
  #cancelReread: (() => void) | undefined;

  constructor(parts: UserFeedParts) {
    this.#parts = parts;
    this.#socket = new LiveSocket(parts.host, {
      address: parts.address,
      onOpen: () => this.resync(),
      onIncoming: (incoming) => this.#receive(incoming),
      onStatus: (status) => this.status.set(status),
      onFault: parts.report,
      answersHeartbeat: true,
    });
  }

  start(): void {
    this.#stopped = false;
    this.#socket.start();
  }

  /** Ends the feed and clears all user data. */
  stop(): void {
    this.#stopped = true;
    this.#cancelReread?.();
    this.#socket.stop();
    this.#last.clear();
    this.orders.clear();
    this.fills.clear();
    this.balances.clear();
    this.positions.clear();
    this.settlements.clear();
    this.funds.clear();
  }

  /** Subscribes to events until the returned function is called. */
  on(listener: (notice: UserNotice) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Like `on`, but first replays the events since the feed began: the code that shows notices loads after the page. */
  onAll(listener: (notice: UserNotice) => void): () => void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const notice of early) listener(notice);
    return this.on(listener);
  }

  /** Subscribes to a product's open orders: read now if missing, and after every gap. */
  holdOrders(product: OrderProduct = 'spot'): () => void {
    hold(this.#products, product);
    if (!this.orders.loaded(product)) void this.#readOrders(product);
    return () => release(this.#products, product);
  }

  /** Subscribes to the open positions in the same way. */
  holdPositions(): () => void {
    this.#positionsHeld += 1;
    if (!this.positions.loaded) void this.#readPositions();
    return () => {
      this.#positionsHeld -= 1;
    };
  }

  /** Subscribes to a wallet's balances in the same way. */
  holdWallet(walletType: string): () => void {
    hold(this.#wallets, walletType);
    if (!this.balances.loaded(walletType)) void this.#readWallet(walletType);
    return () => release(this.#wallets, walletType);
  }

  /** Reads all subscribed data again; `after`: including at least that journal number (of the user's own write). */
  resync(after?: number): void {
    for (const product of ORDER_PRODUCTS) {
      if (this.#products.has(product) || this.orders.loaded(product)) void this.#readOrders(product, after);
    }
    if (this.#positionsHeld > 0 || this.positions.loaded) void this.#readPositions(after);
    for (const walletType of this.#wallets.keys()) void this.#readWallet(walletType, after);
  }

  async #readOrders(product: OrderProduct, after?: number): Promise<void> {
    const askedAt = this.orders.version;
    try {
      const rows = await this.#parts.readOpenOrders(product, after);
      if (!this.#stopped) this.orders.snapshot(product, rows, askedAt);
    } catch (error) {
      this.#failed(error);
    }
  }

  async #readPositions(after?: number): Promise<void> {
    const askedAt = this.positions.version;
    try {
      const rows = await this.#parts.readPositions(after);
      if (!this.#stopped) this.positions.snapshot(rows, askedAt);
    } catch (error) {
      this.#failed(error);
    }
  }

  async #readWallet(walletType: string, after?: number): Promise<void> {
    const askedAt = this.balances.version;
    try {
      const rows = await this.#parts.readBalances(walletType, after);
      if (!this.#stopped) this.balances.snapshot(walletType, rows, askedAt);
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.#parts.report(error);
    if (this.#stopped) return;
    this.#cancelReread?.();
    this.#cancelReread = this.#parts.host.after(REREAD_MS, () => this.resync());
  }

  #receive(incoming: Incoming): void {
    if (incoming.is === 'heartbeat' || incoming.is === 'frame') this.#parts.clock.frame(incoming.time);
    if (incoming.is !== 'frame') return;
    const frame = incoming;
    const last = this.#last.get(frame.channel);
    if (last !== undefined && frame.type === 'delta') {
      // Several rows may have the same number (one command, several orders); older ones were read by call.
      if (frame.seq < last) return;
      if (frame.prev > last) this.resync(frame.seq);
    }
    this.#last.set(frame.channel, Math.max(frame.seq, last ?? 0));
    for (const row of Array.isArray(frame.data) ? (frame.data as unknown[]) : [frame.data])
      this.#take(frame.channel, row);
  }

  #take(channel: string, row: unknown): void {
    if (channel === 'ORDER') {
      const order = readOrder(row);
      if (!order) return this.#notRead(channel);
      this.orders.live(order);
      const fills = fillsOf(row);
      for (const fill of fills) this.fills.live(fill);
      this.#tell({ kind: 'order', order, fills });
    } else if (channel === 'OWNCOIN') {
      const balance =
        isRecord(row) && isRecord(row['balance']) ? readBalance({ ...row['balance'], ...nameOf(row) }) : undefined;
      if (!balance) return this.#notRead(channel);
      this.balances.live(balance);
      this.#tell({ kind: 'balance', balance });
    } else if (channel === 'POSITION') {
      const position = readPosition(row);
      if (!position) return this.#notRead(channel);
      this.#tell({ kind: 'position', position, gone: this.positions.live(position) });
    } else if (channel === 'SETTLEMENT' && isRecord(row)) {
      const settlement = readSettlement(row);
      if (!settlement) return this.#notRead(channel);
      this.settlements.live(settlement);
      this.#tell({ kind: 'settlement', settlement, data: row });
    } else if (channel === 'FUNDS') {
      const news = readFunds(row);
      if (!news) return this.#notRead(channel);
      this.funds.live(news, Date.now());
      this.#tell({ kind: 'funds', news });
    } else if (channel === 'USER_STATUS' && isRecord(row)) {
      this.#tell({ kind: 'status', data: row });
    } else {
      this.#tell({ kind: 'other', channel, data: row });
    }
  }

  /** A row in a newer server's form: reports it, and reads its data by call. */
  #notRead(channel: string): void {
    this.#parts.report(new Error(`expected a row of ${channel} in the agreed form, got another; reading by call`));
    this.resync();
  }

  #tell(notice: UserNotice): void {
    if (this.#early !== undefined && this.#early.length < EARLY_MOST) this.#early.push(notice);
    for (const listener of this.#listeners) listener(notice);
  }
}

function hold<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function release<K>(counts: Map<K, number>, key: K): void {
  const left = (counts.get(key) ?? 1) - 1;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}

/** The fills in an ORDER row. */
function fillsOf(row: unknown): Fill[] {
  const fills = isRecord(row) && Array.isArray(row['fills']) ? (row['fills'] as unknown[]) : [];
  return fills.map(readFill).filter((fill) => fill !== undefined);
}

/** The wallet of an OWNCOIN row. */
function nameOf(row: Record<string, unknown>): { walletType: unknown; symbolName: unknown } {
  return { walletType: row['walletType'], symbolName: row['symbolName'] ?? null };
}
