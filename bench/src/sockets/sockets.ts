// Public sockets: the serving thread's cost of a frame and of a batch, compared with the hub before issue 15 B.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createConnection, createHub, type Hub, type Topic } from '@vitrine/server/api/feeds';
import { type WebSocket, WebSocketServer } from 'ws';
import { median, type Row } from '../part.ts';
import { HubBefore } from './sockets-before.ts';

export const name = 'sockets';
export const goal = '2,000 sockets that follow 924 streams: a frame and a batch cost less than before';

const SOCKETS = 2_000;
const MARKETS = 77;
const STREAMS_OF_A_MARKET = 12;
/** Markets that a batch changes. */
const TOUCHED = 4;
const BATCHES = 40;
/** Batches that change nothing with a subscriber. */
const IDLE_BATCHES = 10_000;
const ROUNDS = 7;
const ELSEWHERE = MARKETS + 1;

type Change = Parameters<Hub['take']>[0];

function changeOf(priceMarkets: readonly number[]): Change {
  const none = {
    levels: [],
    trades: [],
    ticks: [],
    states: [],
    candles: [],
    priceInstruments: [],
    contractMarkets: [],
  };
  return { ...none, priceMarkets } as unknown as Change;
}

/** A price stream of a market, with realistic frames. */
function topicOf(key: string, market: number): Topic {
  let seq = 0;
  let waiting = false;
  const text = () => {
    const data = { open: '100000.0', high: '100250.5', low: '99800.1', close: '100100.0', volume: '1234.56789' };
    return JSON.stringify({
      channel: 'DETAIL',
      symbol: key,
      kind: 1,
      type: 'delta',
      seq: (seq += 1),
      prev: seq - 1,
      data,
    });
  };
  const stream = { since: () => undefined } as unknown as Topic['stream'];
  return {
    ...{ key, channel: 'DETAIL', stream, cadence: 0, market, instrument: market },
    take: (change) => (waiting = change.priceMarkets.some((one) => one === market)),
    flush() {
      if (!waiting) return undefined;
      waiting = false;
      return text();
    },
    snapshot: text,
  };
}

/** The streams of a reader by number. */
function streamsOf(reader: number): { readonly key: string; readonly market: number }[] {
  const market = 1 + (reader % MARKETS);
  return Array.from({ length: STREAMS_OF_A_MARKET }, (_, at) => ({ key: `${market}:${at}`, market }));
}

async function drained(sockets: readonly WebSocket[]): Promise<void> {
  while (sockets.some(({ bufferedAmount }) => bufferedAmount > 0)) await new Promise((done) => setImmediate(done));
}

/** CPU time of a run, µs for each of `count`. */
async function cost(sockets: readonly WebSocket[], count: number, run: () => Promise<void>): Promise<number> {
  const used = process.cpuUsage();
  await run();
  await drained(sockets);
  const { user, system } = process.cpuUsage(used);
  return (user + system) / count;
}

async function shown(take: (change: Change) => void): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    take(changeOf(Array.from({ length: TOUCHED }, (_, at) => 1 + ((batch * TOUCHED + at) % MARKETS))));
    await new Promise((done) => setImmediate(done));
  }
}

export async function run(): Promise<Row[]> {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const budget = { take: () => true, charge: () => undefined, sent: () => true, waits: () => 0 };
  const before = new HubBefore();
  const hub = createHub(() => performance.now());
  const all: WebSocket[] = [];
  sockets.on('connection', (socket, { socket: stream }) => {
    const connection = createConnection(socket, stream, () => undefined, Date.now, budget);
    const plain = { send: (frame: string) => socket.send(frame) };
    for (const { key, market } of streamsOf(all.length)) {
      hub.has(key, () => topicOf(key, market));
      hub.follow(key, connection, undefined);
      before.follow(key, () => topicOf(key, market), plain);
    }
    all.push(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const readers = spawn(
    process.execPath,
    [join(import.meta.dirname, 'sockets-readers.ts'), String(port), String(SOCKETS)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  try {
    await ready(readers);
    await drained(all);
    const frames = BATCHES * TOUCHED * STREAMS_OF_A_MARKET * (SOCKETS / MARKETS);
    const figures = { frame: [[], []] as [number[], number[]], batch: [[], []] as [number[], number[]] };
    const hubs = [(change: Change) => before.take(change), (change: Change) => hub.take(change)] as const;
    const idle = changeOf([ELSEWHERE]);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [at, take] of hubs.entries()) {
        const frame = await cost(all, frames, () => shown(take));
        const batch = await cost([], IDLE_BATCHES, async () => {
          for (let count = 0; count < IDLE_BATCHES; count += 1) take(idle);
        });
        // The first round warms up.
        if (round === 0) continue;
        figures.frame[at]?.push(frame);
        figures.batch[at]?.push(batch);
      }
    }
    const row = (what: string, [old, now]: [number[], number[]], note: string): Row => ({
      what,
      value: median(now),
      unit: 'µs',
      beside: { what: 'before', value: median(old) },
      ratio: median(now) / median(old),
      goal: { is: 'at most', value: 1 },
      note,
    });
    const many = `${SOCKETS} sockets, ${MARKETS * STREAMS_OF_A_MARKET} streams; medians of ${ROUNDS}, in turn; processor time`;
    return [
      row('a frame to a reader', figures.frame, `${many}; each reader has ${STREAMS_OF_A_MARKET} frames of a batch`),
      row('a batch that nobody follows', figures.batch, many),
    ];
  } finally {
    await end(readers);
    for (const socket of all) socket.terminate();
    sockets.close();
    server.close();
  }
}

async function ready(readers: ChildProcess): Promise<void> {
  const { stdout } = readers;
  if (stdout === null) throw new Error('Expected the readers to have an output.');
  const ended = once(readers, 'exit').then(([code]) => {
    throw new Error(`The readers ended with ${String(code)} before they were ready.`);
  });
  await Promise.race([once(stdout, 'data'), ended]);
}

async function end(readers: ChildProcess): Promise<void> {
  if (readers.exitCode !== null) return;
  const ended = once(readers, 'exit');
  readers.stdin?.end();
  await ended;
}
