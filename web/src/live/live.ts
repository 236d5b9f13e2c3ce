// Connects the live parts of a page: feeds, stores, clock, freshness.

import type { Order, Position } from '@vitrine/contract';
import { ServerClock } from './clock.ts';
import { FreshnessBook } from './freshness.ts';
import { makeMqttWorker, type MakeWorker, MessageFeed, type Refresh } from './feeds/message-feed.ts';
import { PublicFeed, type ReadKlines } from './feeds/public-feed.ts';
import { browserHost, type SocketHost } from './feeds/socket.ts';
import { type ComparePrices, TickerStore } from './stores/ticker-store.ts';
import { UserFeed } from './feeds/user-feed.ts';
import type { LiveBalance, OrderProduct } from './stores/user-store.ts';

/** Polling interval of the server's time. */
const CLOCK_PERIOD_MS = 60_000;

/** What the live part needs from the rest of the page. */
export interface LivePorts {
  /** `wss://host` of the sockets. */
  readonly socketBase: string;
  /** `wss://host/mqtt`. */
  readonly mqttUrl: string;
  /** The page's id for the public socket: 8 to 64 letters, digits, dashes. */
  readonly clientId: string;
  /** The server's time, ms UTC. */
  readonly readTime: () => Promise<number>;
  readonly readKlines: ReadKlines;
  readonly readOpenOrders: (product: OrderProduct, after: number | undefined) => Promise<readonly Order[]>;
  readonly readPositions: (after: number | undefined) => Promise<readonly Position[]>;
  readonly readBalances: (walletType: string, after: number | undefined) => Promise<readonly LiveBalance[]>;
  /** A ticket for one connection of the user's. */
  readonly readTicket: () => Promise<string>;
  readonly comparePrices: ComparePrices;
  /** User data of a kind changed: queries about it are stale. */
  readonly onRefresh: (refresh: Refresh) => void;
  /** The user's status from the socket: signed out elsewhere, frozen, locks. */
  readonly onUserStatus: (data: Readonly<Record<string, unknown>>) => void;
  readonly report: (error: unknown) => void;
  /** Tests pass their own. */
  readonly host?: SocketHost;
  readonly makeWorker?: MakeWorker;
}

export class Live {
  readonly clock = new ServerClock({ wall: () => Date.now(), steady: () => performance.now() });
  readonly freshness = new FreshnessBook();
  readonly tickers: TickerStore;
  readonly feed: PublicFeed;
  readonly messages: MessageFeed;
  readonly #ports: LivePorts;
  readonly #host: SocketHost;
  #user: { readonly id: string; readonly feed: UserFeed } | undefined;
  #cancelClock: (() => void) | undefined;
  #started = false;

  constructor(ports: LivePorts) {
    this.#ports = ports;
    this.#host = ports.host ?? browserHost();
    this.tickers = new TickerStore(ports.comparePrices);
    this.clock.onJump = () => void this.#askTime();
    this.feed = new PublicFeed({
      address: `${ports.socketBase}/ws/${ports.clientId}`,
      host: this.#host,
      clock: this.clock,
      freshness: this.freshness,
      tickers: this.tickers,
      steadyNow: () => performance.now(),
      readKlines: ports.readKlines,
      report: ports.report,
    });
    this.messages = new MessageFeed({
      url: ports.mqttUrl,
      makeWorker: ports.makeWorker ?? makeMqttWorker,
      credentials: async () => {
        const user = this.#user;
        return user && { username: user.id, password: await ports.readTicket() };
      },
      tickers: this.tickers,
      onRefresh: ports.onRefresh,
      report: ports.report,
    });
  }

  /** The signed-in user's feed; undefined for a guest. */
  get user(): UserFeed | undefined {
    return this.#user?.feed;
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.feed.start();
    this.messages.start(this.#user?.id);
    void this.#askTime();
    this.#planClock();
  }

  stop(): void {
    if (!this.#started) return;
    this.#started = false;
    this.#cancelClock?.();
    this.feed.stop();
    this.messages.stop();
    this.#user?.feed.stop();
  }

  /** Signs a user in, or out with undefined. Clears the previous user's data immediately. */
  signIn(userId: string | undefined): UserFeed | undefined {
    if (this.#user?.id === userId) return this.#user?.feed;
    this.#user?.feed.stop();
    this.#user = undefined;
    if (userId !== undefined) {
      const feed = new UserFeed({
        address: () => Promise.resolve(`${this.#ports.socketBase}/ws/coin/${userId}`),
        host: this.#host,
        clock: this.clock,
        readOpenOrders: this.#ports.readOpenOrders,
        readPositions: this.#ports.readPositions,
        readBalances: this.#ports.readBalances,
        report: this.#ports.report,
      });
      feed.on((notice) => {
        if (notice.kind === 'status') this.#ports.onUserStatus(notice.data);
      });
      this.#user = { id: userId, feed };
      feed.start();
    }
    if (this.#started) this.messages.start(userId);
    return this.#user?.feed;
  }

  async #askTime(): Promise<void> {
    const sentAt = Date.now();
    try {
      this.clock.answer(await this.#ports.readTime(), sentAt);
    } catch (error) {
      this.#ports.report(error);
    }
  }

  #planClock(): void {
    this.#cancelClock = this.#host.after(CLOCK_PERIOD_MS, () => {
      void this.#askTime();
      this.#planClock();
    });
  }
}
