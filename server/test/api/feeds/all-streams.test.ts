// A reader that follows everything is not cut for what it asked for (issue 15 A.4).

import { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { BACKLOG_MOST, type Connection } from '../../../src/api/feeds/connection.ts';
import type { Hub } from '../../../src/api/feeds/hub.ts';
import { servePublic } from '../../../src/api/feeds/public-socket.ts';

/** A snapshot of 120 ticks with their sources is that long. */
const SNAPSHOT = 'x'.repeat(40_000);
const ALL = 48;

/** A socket whose client reads one piece per call. */
class Slow extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  most = 0;
  taken = 0;
  #take: (() => void) | undefined;
  readonly stream = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _, done) => {
      this.#take = () => {
        this.taken += chunk.length;
        done();
      };
    },
  });
  get bufferedAmount(): number {
    return this.stream.writableLength;
  }
  send(frame: string | Buffer): void {
    this.stream.write(frame);
    this.most = Math.max(this.most, this.bufferedAmount);
  }
  take(): boolean {
    const take = this.#take;
    this.#take = undefined;
    take?.();
    return take !== undefined;
  }
  terminate(): void {
    this.readyState = 3;
    this.emit('close');
  }
  close(): void {
    this.terminate();
  }
}

function world() {
  const socket = new Slow();
  const began: string[] = [];
  const hub = {
    has: () => true,
    leave: () => undefined,
    follow(key: string, reader: Connection) {
      began.push(key);
      reader.send(SNAPSHOT);
      return SNAPSHOT.length;
    },
  } as unknown as Hub;
  servePublic(socket as unknown as WebSocket, socket.stream, {
    hub,
    open: ({ symbol }) => ({ key: symbol, make: () => expect.unreachable() }),
    turn: () => undefined,
    onFault: (error) => expect.unreachable(String(error)),
    now: Date.now,
    budget: { take: () => true, charge: () => undefined, sent: () => true, waits: () => 0 },
  });
  const ask = (channel: 'subscribe' | 'unsubscribe', symbols: readonly string[]) => {
    const data = symbols.map((symbol) => ({ channel: 'TICK', symbol }));
    socket.emit('message', Buffer.from(JSON.stringify({ channel, id: 1, data })), false);
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  /** Lets the client take all that comes. */
  const read = async () => {
    do await turn();
    while (socket.take());
  };
  return { socket, began, ask, read, turn };
}

const symbols = Array.from({ length: ALL }, (_, at) => `c${at}usdt`);

it('all 48 TICK streams in one message: each snapshot is sent, none waits for more than the one before', async () => {
  const { socket, began, ask, read, turn } = world();
  ask('subscribe', symbols);
  await turn();
  expect(began.length).toBeLessThan(5);
  await read();
  expect(began).toEqual(symbols);
  expect(socket.readyState).toBe(1);
  expect(socket.taken).toBeGreaterThanOrEqual(ALL * SNAPSHOT.length);
  expect(ALL * SNAPSHOT.length).toBeGreaterThan(BACKLOG_MOST);
  expect(socket.most).toBeLessThan(BACKLOG_MOST / 4);
  socket.terminate();
});

it('a stream that was left before it began does not begin; one that is asked for twice begins once', async () => {
  const { socket, began, ask, read } = world();
  ask('subscribe', symbols);
  ask('unsubscribe', symbols.slice(10));
  ask('subscribe', symbols.slice(5, 12));
  await read();
  expect(began.toSorted()).toEqual(symbols.slice(0, 12).toSorted());
  socket.terminate();
});

it('a reader that takes nothing makes no snapshots, however often it asks; none is made for one that is gone', async () => {
  const { socket, began, ask, read, turn } = world();
  for (let at = 0; at < 20; at += 1) {
    ask('subscribe', symbols);
    await turn();
  }
  expect(began.length).toBeLessThan(5);
  const before = began.length;
  socket.terminate();
  await read();
  expect(began.length).toBe(before);
});
