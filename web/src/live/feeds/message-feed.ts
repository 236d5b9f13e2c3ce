// The page's side of the message feed: prices of all symbols once a second, and notifications of changed user data.

import type { FromWorker, ToWorker } from './mqtt-worker.ts';
import { StatusStore } from '../stores/status-store.ts';
import type { TickerStore } from '../stores/ticker-store.ts';
import { isRecord } from './wire.ts';

/** The topic of all price changes. */
const ALL_DETAIL = 'all_symbol_detail';

/** The parts of Worker used here. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
}

/** Starts the worker; its messages go to `onMessage`. */
export type MakeWorker = (onMessage: (message: FromWorker) => void) => WorkerLike;

/** User data of this kind changed and should be read again; `seq`: its journal number. */
export interface Refresh {
  readonly kind: string;
  readonly id: string;
  readonly seq: number;
}

export interface MessageFeedParts {
  readonly url: string;
  readonly makeWorker: MakeWorker;
  /** User id and a new ticket; undefined for a guest. */
  readonly credentials: () => Promise<{ readonly username: string; readonly password: string } | undefined>;
  readonly tickers: TickerStore;
  readonly onRefresh: (refresh: Refresh) => void;
  readonly report: (error: unknown) => void;
}

export class MessageFeed {
  readonly status = new StatusStore();
  readonly #parts: MessageFeedParts;
  #worker: WorkerLike | undefined;
  #userId: string | undefined;
  /** Further topics that this user may read (as a merchant). */
  #more: readonly string[] = [];

  constructor(parts: MessageFeedParts) {
    this.#parts = parts;
  }

  /** Connects; with a user id also to that user's topic, and to those of `merchantId`. */
  start(userId?: string, merchantId?: string): void {
    this.stop();
    this.#userId = userId;
    this.#more = merchantId === undefined ? [] : [`refresh_${merchantId}`];
    const worker = this.#parts.makeWorker((message) => {
      if (this.#worker === worker) this.#receive(message);
    });
    this.#worker = worker;
    worker.postMessage({ type: 'topics', topics: this.#topics() });
    worker.postMessage({ type: 'start', url: this.#parts.url });
    this.status.set('connecting');
  }

  stop(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.postMessage({ type: 'stop' });
    worker?.terminate();
    this.status.set('idle');
  }

  #topics(): string[] {
    return this.#userId === undefined ? [ALL_DETAIL] : [ALL_DETAIL, `refresh_${this.#userId}`, ...this.#more];
  }

  #receive(message: FromWorker): void {
    if (message.type === 'credentials') {
      void this.#answerCredentials();
    } else if (message.type === 'status') {
      this.status.set(message.open ? 'open' : 'reconnecting');
    } else if (message.type === 'fault') {
      this.#parts.report(new Error(`message feed: ${message.text}`));
    } else {
      this.#take(message.topic, message.text);
    }
  }

  async #answerCredentials(): Promise<void> {
    const worker = this.#worker;
    if (this.#userId === undefined) {
      worker?.postMessage({ type: 'credentials' });
      return;
    }
    try {
      const known = await this.#parts.credentials();
      worker?.postMessage({ type: 'credentials', ...known });
    } catch (error) {
      // Without a ticket the prices still arrive, as for a guest.
      this.#parts.report(error);
      worker?.postMessage({ type: 'credentials' });
    }
  }

  #take(topic: string, text: string): void {
    let data: unknown;
    try {
      data = JSON.parse(text);
    } catch (error) {
      this.#parts.report(error);
      return;
    }
    if (topic === ALL_DETAIL) {
      this.#parts.tickers.take(Array.isArray(data) ? data : isRecord(data) ? (data['data'] ?? data) : []);
    } else if (isRecord(data)) {
      const { kind, id, seq } = data;
      this.#parts.onRefresh({
        kind: typeof kind === 'string' ? kind : '',
        id: typeof id === 'string' || typeof id === 'number' ? String(id) : '',
        seq: typeof seq === 'number' ? seq : 0,
      });
    }
  }
}

/** The worker of this page. */
export const makeMqttWorker: MakeWorker = (onMessage) => {
  const worker = new Worker(new URL('./mqtt-worker.ts', import.meta.url), { type: 'module', name: 'vitrine-messages' });
  worker.onmessage = (event: MessageEvent<FromWorker>) => onMessage(event.data);
  return worker;
};
