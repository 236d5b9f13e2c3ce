// A socket that stays connected: reconnects with growing delays, detects silence, answers heartbeats, and reports its
// state.

import { type Incoming, readMessage, WireError } from './wire.ts';

/** The spec's first delay before a reconnect (§4); it grows to the longest. */
export const FIRST_RETRY_MS = 3_000;
export const RETRY_GROWTH = 1.5;
export const LONGEST_RETRY_MS = 30_000;
/** Each later delay is shortened by up to this fraction at random, so that many pages do not reconnect at once. */
const JITTER = 0.2;
/** The server beats every 5 s; silence for three beats means that the connection is dead. */
export const SILENCE_MS = 15_000;
/** Timeout of opening a connection. */
const OPEN_TIMEOUT_MS = 10_000;

/** `reconnecting`: trying. `offline`: this device has no network, so trying does not help. */
export type LineStatus = 'idle' | 'connecting' | 'open' | 'reconnecting' | 'offline';

/** The parts of an opened connection used here. */
export interface Connection {
  send(text: string): void;
  close(): void;
}

/** What happens on a connection. */
export interface ConnectionEvents {
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly onMessage: (data: unknown) => void;
}

export interface SocketHost {
  readonly connect: (url: string, events: ConnectionEvents) => Connection;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly random: () => number;
  readonly online: () => boolean;
  /** Calls back when the device's network state changes. */
  readonly onNetwork: (run: () => void) => () => void;
}

export interface SocketHandlers {
  /** The address, requested again for each connection (it may contain a single-use ticket). */
  readonly address: () => Promise<string>;
  readonly onOpen: () => void;
  readonly onIncoming: (incoming: Incoming) => void;
  readonly onStatus: (status: LineStatus) => void;
  /** An invalid message, or a failed request for the address; the socket continues. */
  readonly onFault: (error: unknown) => void;
  /** Set for the user's socket, which must answer each heartbeat. */
  readonly answersHeartbeat?: boolean;
}

/** The delay before connection attempt `n` (0: the first after a loss), ms. */
export function retryPause(n: number, random: () => number): number {
  if (n === 0) return FIRST_RETRY_MS;
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * RETRY_GROWTH ** n) * (1 - JITTER * random());
}

export class LiveSocket {
  readonly #host: SocketHost;
  readonly #handlers: SocketHandlers;
  #socket: Connection | undefined;
  #status: LineStatus = 'idle';
  #attempts = 0;
  #round = 0;
  #cancelRetry: (() => void) | undefined;
  #cancelSilence: (() => void) | undefined;
  #offNetwork: (() => void) | undefined;

  constructor(host: SocketHost, handlers: SocketHandlers) {
    this.#host = host;
    this.#handlers = handlers;
  }

  get status(): LineStatus {
    return this.#status;
  }

  /** Connects and stays connected until `stop`. */
  start(): void {
    if (this.#offNetwork) return;
    this.#offNetwork = this.#host.onNetwork(() => this.#networkChanged());
    if (this.#host.online()) void this.#open();
    else this.#say('offline');
  }

  /** Closes and stays closed. */
  stop(): void {
    this.#offNetwork?.();
    this.#offNetwork = undefined;
    this.#drop();
    this.#attempts = 0;
    this.#say('idle');
  }

  /** Sends when open; returns false otherwise, and the caller sends its state again at the next opening. */
  send(message: object): boolean {
    if (this.#status !== 'open' || !this.#socket) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  async #open(): Promise<void> {
    this.#drop();
    const round = this.#round;
    this.#say(this.#attempts === 0 ? 'connecting' : 'reconnecting');
    let url: string;
    try {
      url = await this.#handlers.address();
    } catch (error) {
      this.#handlers.onFault(error);
      if (round === this.#round) this.#retry();
      return;
    }
    if (round !== this.#round || !this.#offNetwork) return;
    this.#watchSilence(OPEN_TIMEOUT_MS);
    this.#socket = this.#host.connect(url, {
      onOpen: () => {
        if (round !== this.#round) return;
        this.#watchSilence(SILENCE_MS);
        this.#say('open');
        this.#handlers.onOpen();
      },
      onMessage: (data) => {
        if (round === this.#round) this.#receive(data);
      },
      onClose: () => {
        if (round === this.#round) this.#retry();
      },
    });
  }

  #receive(data: unknown): void {
    this.#watchSilence(SILENCE_MS);
    let incoming: Incoming[];
    try {
      if (typeof data !== 'string') throw new WireError('expected a text frame, got a binary one');
      incoming = readMessage(data);
    } catch (error) {
      this.#handlers.onFault(error);
      return;
    }
    // Data has arrived, so the next loss begins with the short delay again.
    this.#attempts = 0;
    for (const one of incoming) {
      if (one.is === 'heartbeat' && this.#handlers.answersHeartbeat) this.send({ channel: 'ping', time: one.time });
      this.#handlers.onIncoming(one);
    }
  }

  #retry(): void {
    this.#drop();
    if (!this.#offNetwork) return;
    if (!this.#host.online()) {
      this.#say('offline');
      return;
    }
    this.#say('reconnecting');
    const pause = retryPause(this.#attempts, this.#host.random);
    this.#attempts += 1;
    this.#cancelRetry = this.#host.after(pause, () => void this.#open());
  }

  #networkChanged(): void {
    if (this.#host.online()) {
      if (this.#status === 'offline') void this.#open();
    } else {
      this.#drop();
      this.#attempts = 1;
      this.#say('offline');
    }
  }

  #watchSilence(ms: number): void {
    this.#cancelSilence?.();
    this.#cancelSilence = this.#host.after(ms, () => this.#retry());
  }

  /** Drops the current socket and its timers. */
  #drop(): void {
    this.#round += 1;
    this.#cancelRetry?.();
    this.#cancelSilence?.();
    this.#cancelRetry = undefined;
    this.#cancelSilence = undefined;
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #say(status: LineStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#handlers.onStatus(status);
  }
}

/** The browser's implementation of the host. */
export function browserHost(): SocketHost {
  return {
    connect: (url, events) => {
      const socket = new WebSocket(url);
      socket.onopen = events.onOpen;
      socket.onclose = events.onClose;
      socket.onmessage = (event) => events.onMessage(event.data);
      return socket;
    },
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    online: () => navigator.onLine,
    onNetwork: (run) => {
      addEventListener('online', run);
      addEventListener('offline', run);
      return () => {
        removeEventListener('online', run);
        removeEventListener('offline', run);
      };
    },
  };
}
