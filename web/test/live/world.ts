// A small world for the live tests: a clock one moves by hand, a line that drops, doubles and reorders, a server with a book.

import { bookChecksum } from '@vitrine/contract';
import type { ConnectionEvents, SocketHost } from '../../src/live/feeds/socket.ts';

/** Timers and time, moved by hand. */
export class HandClock {
  now = 0;
  #timers: { at: number; run: () => void; id: number }[] = [];
  #ids = 0;

  readonly after = (ms: number, run: () => void): (() => void) => {
    const id = ++this.#ids;
    this.#timers.push({ at: this.now + ms, run, id });
    return () => {
      this.#timers = this.#timers.filter((timer) => timer.id !== id);
    };
  };

  get pending(): number {
    return this.#timers.length;
  }

  /** Moves the time on, running what falls due, in order. */
  move(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const next = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at || a.id - b.id)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer.id !== next.id);
      this.now = next.at;
      next.run();
    }
    this.now = end;
  }
}

/** One opened connection as the server's side sees it. */
export interface ServerSide {
  readonly url: string;
  readonly sent: unknown[];
  readonly events: ConnectionEvents;
  closed: boolean;
}

/** A network whose connections the test opens, feeds and cuts. */
export class Network {
  readonly clock: HandClock;
  readonly lines: ServerSide[] = [];
  isOnline = true;
  onSend: (line: ServerSide, message: unknown) => void = () => undefined;
  #listeners: (() => void)[] = [];

  constructor(clock = new HandClock()) {
    this.clock = clock;
  }

  get last(): ServerSide {
    const line = this.lines.at(-1);
    if (!line) throw new Error('no connection was made');
    return line;
  }

  readonly host: SocketHost = {
    connect: (url, events) => {
      const line: ServerSide = { url, sent: [], events, closed: false };
      this.lines.push(line);
      return {
        send: (text) => {
          const message: unknown = JSON.parse(text);
          line.sent.push(message);
          this.onSend(line, message);
        },
        close: () => {
          line.closed = true;
        },
      };
    },
    after: (ms, run) => this.clock.after(ms, run),
    random: () => 0.5,
    online: () => this.isOnline,
    onNetwork: (run) => {
      this.#listeners.push(run);
      return () => {
        this.#listeners = this.#listeners.filter((one) => one !== run);
      };
    },
  };

  setOnline(online: boolean): void {
    this.isOnline = online;
    for (const listener of this.#listeners) listener();
  }
}

/** Lets promises that are settled run on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

/** A repeatable stream of numbers in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Level = [price: string, quantity: string, house: string];

/** A server's book of one market: changes itself and tells frames, keeping the last few for `since`. */
export class ServerBook {
  readonly #levels = { bids: new Map<number, Level>(), asks: new Map<number, Level>() };
  readonly #held: { seq: number; prev: number; data: object }[] = [];
  readonly #random: () => number;
  seq = 10;

  constructor(random: () => number) {
    this.#random = random;
    for (let at = 0; at < 40; at += 1) {
      this.#put('bids', 10_000 - at, 1 + Math.floor(random() * 900));
      this.#put('asks', 10_001 + at, 1 + Math.floor(random() * 900));
    }
  }

  sorted(side: 'bids' | 'asks'): Level[] {
    const sign = side === 'bids' ? -1 : 1;
    return [...this.#levels[side]].sort((a, b) => (a[0] - b[0]) * sign).map(([, level]) => level);
  }

  get checksum(): number {
    const pairs = (side: 'bids' | 'asks'): [string, string][] =>
      this.sorted(side).map(([price, quantity]) => [price, quantity]);
    return bookChecksum(pairs('bids'), pairs('asks'));
  }

  snapshot(): object {
    const data = { bids: this.sorted('bids'), asks: this.sorted('asks'), checksum: this.checksum };
    return this.#frame('snapshot', this.seq, this.seq, data);
  }

  /** Changes one to five levels (some of them by deleting what is not there) and tells it. */
  step(): object {
    const changes: { bids: Level[]; asks: Level[] } = { bids: [], asks: [] };
    const count = 1 + Math.floor(this.#random() * 5);
    for (let at = 0; at < count; at += 1) {
      const side = this.#random() < 0.5 ? 'bids' : 'asks';
      const away = Math.floor(this.#random() * 60);
      const ticks = side === 'bids' ? 10_000 - away : 10_001 + away;
      const lots = this.#random() < 0.35 ? 0 : 1 + Math.floor(this.#random() * 900);
      changes[side].push(this.#put(side, ticks, lots));
    }
    const prev = this.seq;
    this.seq += 1 + Math.floor(this.#random() * 3);
    const data = { ...changes, checksum: this.checksum };
    this.#held.push({ seq: this.seq, prev, data });
    if (this.#held.length > 30) this.#held.shift();
    return this.#frame('delta', this.seq, prev, data);
  }

  /** What a subscription gets: deltas when still held, else a snapshot. */
  answer(since: number | undefined): object[] {
    if (since === this.seq) return [];
    const from = this.#held.findIndex((kept) => kept.prev === since);
    if (since === undefined || from < 0) return [this.snapshot()];
    return this.#held.slice(from).map(({ seq, prev, data }) => this.#frame('delta', seq, prev, data));
  }

  #put(side: 'bids' | 'asks', ticks: number, lots: number): Level {
    const price = `${Math.floor(ticks / 10)}.${ticks % 10}`;
    const text = (value: number): string => (value / 1000).toFixed(3);
    const level: Level = lots === 0 ? [price, '0', '0'] : [price, text(lots), text(Math.floor(lots / 2))];
    if (lots === 0) this.#levels[side].delete(ticks);
    else this.#levels[side].set(ticks, level);
    return level;
  }

  #frame(type: string, seq: number, prev: number, data: object): object {
    return { channel: 'DEPTH', symbol: 'btcusdt', kind: 1, type, seq, prev, time: 1_000 + seq, data };
  }
}
