import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomTests, runs } from '@vitrine/core/test';
import type { Json } from '../http/harness.ts';
import { randomFrom } from '../../support/exchange-world.ts';
import { type FeedsWorld, startFeeds } from './feeds-world.ts';
import { type DepthFrame, ReferenceClient } from './reference-client.ts';
import { openSocket, type SocketClient } from './socket-client.ts';

const { seed } = randomTests(import.meta.url);

let world: FeedsWorld;

beforeAll(async () => {
  world = await startFeeds();
});
afterAll(() => world.stop());

const ENTRY = { channel: 'DEPTH', symbol: 'btcusdt', kind: 1 };
const ROUNDS = runs(40);
/** Rounds after those, one frame at a time, until somebody has missed one: on a busy machine few frames carry many rounds. */
const MOST_ROUNDS = ROUNDS + 400;
/** The round in which all reconnect, whatever chance says. */
const RECONNECT = 1;
const MIDDLE = 1_000_000;
const isDepth = (one: Json): boolean => one.channel === 'DEPTH' && 'type' in one;

/** A reader that loses, repeats and swaps frames, and loses its connection. */
class BadReader {
  readonly copy: ReferenceClient;
  readonly #path: string;
  readonly #random: (below: number) => number;
  #client: SocketClient | undefined;
  #read = 0;
  #asked = 0;
  connections = 0;

  constructor(path: string, random: (below: number) => number) {
    this.#path = path;
    this.#random = random;
    this.copy = new ReferenceClient((since) => this.#subscribe(since));
  }

  #subscribe(since: number | undefined): void {
    this.#asked += 1;
    this.#client?.send({
      channel: 'subscribe',
      id: this.#asked,
      data: [{ ...ENTRY, ...(since === undefined ? {} : { since }) }],
    });
  }

  async connect(): Promise<void> {
    await this.#client?.close();
    this.#client = await openSocket(`${world.base}${this.#path}`);
    this.#read = 0;
    this.connections += 1;
    this.#subscribe(this.copy.last < 0 ? undefined : this.copy.last);
  }

  /** Takes what has come, badly: of a hundred frames ten are lost, ten come twice, ten behind the next one. */
  take(badly: boolean): void {
    const { received } = this.#client ?? { received: [] };
    const frames = received.slice(this.#read).filter(isDepth);
    this.#read = received.length;
    for (let at = 0; at < frames.length; at += 1) {
      const luck = badly ? this.#random(100) : 100;
      if (luck < 10) continue;
      if (luck < 20) this.copy.receive(JSON.stringify(frames[at]));
      if (luck < 30 && at + 1 < frames.length) [frames[at], frames[at + 1]] = [frames[at + 1], frames[at]];
      this.copy.receive(JSON.stringify(frames[at] as DepthFrame));
    }
  }

  /** Until something new has come. */
  async more(): Promise<void> {
    await expect.poll(() => (this.#client?.received.length ?? 0) > this.#read).toBe(true);
  }

  /** Until its copy stands at the stream's newest frame and fits. */
  async settled(levels: () => unknown): Promise<void> {
    const end = Date.now() + 30_000;
    while (JSON.stringify(this.copy.levels()) !== JSON.stringify(levels())) {
      if (Date.now() > end) expect(this.copy.levels()).toEqual(levels());
      this.take(false);
      // A lost frame that was the last one shows with the next frame only: here the reader asks by itself.
      if (Date.now() > end - 25_000) this.copy.again(undefined);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async stop(): Promise<void> {
    await this.#client?.close();
  }
}

/** The server's book in the words of the wire: prices of one decimal, quantities of five. */
function serverBook() {
  const { bids, asks } = world.live.book(1);
  const text = (units: number, decimals: number) => {
    const digits = String(units).padStart(decimals + 1, '0');
    return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  };
  const side = (levels: typeof bids) => levels.map((one) => [text(one.price, 1), text(one.lots, 5)]);
  return { bids: side(bids), asks: side(asks) };
}

describe('failures W17 over real sockets: clients end with the book of the server', () => {
  it('however much of the stream they lose, repeat and swap, and however often they reconnect', async () => {
    const random = randomFrom(seed);
    const readers = [1, 2, 3].map((at) => new BadReader(`/ws/reader-${at}-of-three`, random));
    for (const reader of readers) await reader.connect();
    const asked = () => readers.reduce((sum, reader) => sum + reader.copy.asked, 0);
    let deepest = 0;
    for (let round = 0; round < ROUNDS || (asked() === 0 && round < MOST_ROUNDS); round += 1) {
      const shift = random(400) - 200;
      const levels = Array.from({ length: 40 }, (_, at) => {
        const side = at % 2 === 0 ? 1 : 2;
        const away = 1 + random(30) + at * 20;
        return [
          side,
          MIDDLE + shift + (side === 1 ? -away : away),
          random(9) === 0 ? 0 : 1_000 + random(50_000),
        ] as const;
      }).filter(([, , lots]) => lots > 0);
      await world.quotes(levels);
      deepest = Math.max(deepest, serverBook().bids.length);
      if (round >= ROUNDS) await readers[0]?.more();
      for (const reader of readers) {
        reader.take(true);
        if (round === RECONNECT || random(20) === 0) await reader.connect();
      }
      if (round % 20 === 19) for (const reader of readers) await reader.settled(serverBook);
    }
    for (const reader of readers) {
      await reader.settled(serverBook);
      await reader.stop();
    }
    // Not at the end: by then the prices may be stale and the quotes taken out.
    expect(deepest).toBeGreaterThan(5);
    expect(readers.reduce((sum, reader) => sum + reader.connections, 0)).toBeGreaterThan(readers.length);
    expect(asked()).toBeGreaterThan(0);
    expect(world.faults).toEqual([]);
  });
});
