// Numbered streams under faults: drop, duplicate, reorder, reconnect.

import { bookChecksum } from '@vitrine/contract';
import fc from 'fast-check';
import { randomTests } from '@vitrine/core/test';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../src/api/feeds/connection.ts';
import { createHub } from '../../../src/api/feeds/hub.ts';
import { createStream, DELTAS_HELD } from '../../../src/api/feeds/stream.ts';
import type { Topic } from '../../../src/api/feeds/topics.ts';
import type { BatchChange } from '../../../src/projection/live/index.ts';
import { ReferenceClient } from './reference-client.ts';

const { rounds } = randomTests(import.meta.url);

/** The market of the stream. */
const MARKET = 1;
const KEY = 'DEPTH|btcusdt|1|';

/** A book that changes at random, published as a topic; the hub and the stream are the real ones. */
function world(cadence: number) {
  const bids = new Map<number, number>();
  const asks = new Map<number, number>();
  let seq = 1;
  let time = 0;
  const waiting = new Set<string>();
  const level = (side: Map<number, number>, price: number): [string, string, string] => [
    String(price),
    String(side.get(price) ?? 0),
    '0',
  ];
  const sorted = (side: Map<number, number>, way: 1 | -1) =>
    [...side.keys()].sort((a, b) => way * (a - b)).map((price) => level(side, price));
  const checksum = () => bookChecksum(sorted(bids, -1), sorted(asks, 1));
  const stream = createStream({ channel: 'DEPTH', symbol: 'btcusdt', kind: 1 }, seq);
  let received = seq;
  const topic: Topic = {
    key: KEY,
    channel: 'DEPTH',
    stream,
    cadence,
    market: MARKET,
    instrument: 0,
    take: () => waiting.size > 0,
    flush() {
      if (waiting.size === 0) return undefined;
      const rows = { bids: [] as unknown[], asks: [] as unknown[] };
      for (const entry of waiting) {
        const [side, price] = [entry[0], Number(entry.slice(1))];
        if (side === 'b') rows.bids.push(level(bids, price));
        else rows.asks.push(level(asks, price));
      }
      waiting.clear();
      received = seq;
      return stream.push(received, time, { ...rows, checksum: checksum() });
    },
    snapshot: () => stream.snapshot(time, { bids: sorted(bids, -1), asks: sorted(asks, 1), checksum: checksum() }),
  };
  const hub = createHub(() => time);
  return {
    hub,
    topic,
    expected: () => ({
      bids: sorted(bids, -1).map(([price, quantity]) => [price, quantity]),
      asks: sorted(asks, 1).map(([price, quantity]) => [price, quantity]),
    }),
    change(side: 'b' | 'a', offset: number, lots: number) {
      const book = side === 'b' ? bids : asks;
      const price = side === 'b' ? 1_000 - offset : 1_001 + offset;
      if (lots === 0) book.delete(price);
      else book.set(price, lots);
      waiting.add(`${side}${price}`);
      seq += 1;
      hub.take(batchOf(MARKET, { seq, time }));
    },
    pass(ms: number) {
      time += ms;
      hub.beat();
    },
  };
}

/** A batch that touched one level of a market. */
function batchOf(market: number, head: { readonly seq: number; readonly time: number }): BatchChange {
  const nothing = { trades: [], ticks: [], states: [], priceMarkets: [], priceInstruments: [], candles: [] };
  return { ...nothing, head, levels: [{ market }], contractMarkets: [] } as unknown as BatchChange;
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      side: fc.constantFrom('b' as const, 'a' as const),
      offset: fc.nat(40),
      lots: fc.nat(5),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(300) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reconnect' as const), resume: fc.boolean() }) },
);
const fault = fc.constantFrom('pass', 'pass', 'pass', 'pass', 'drop', 'twice', 'late');

describe('a batch is shown to the streams it touched, to no other (issue 15 B)', () => {
  it.each([
    ['its market', 5, 0, [5], true],
    ['its instrument', 0, 7, [7], true],
    ['both', 5, 7, [5, 7], true],
    ['another market', 5, 7, [6], false],
  ])('%s', (_, market, instrument, touched, shown) => {
    const hub = createHub(() => 0);
    const taken: BatchChange[] = [];
    const topic: Topic = {
      ...{ key: 'one', channel: 'DETAIL' as const, cadence: 0, market, instrument },
      stream: createStream({ channel: 'DETAIL', symbol: 'btcusdt', kind: 1 }, 0),
      take(change) {
        taken.push(change);
        return false;
      },
      flush: () => undefined,
      snapshot: () => '',
    };
    hub.has('one', () => topic);
    const change = batchOf(0, { seq: 1, time: 0 });
    hub.take({ ...change, priceMarkets: touched as never, priceInstruments: touched as never });
    expect(taken.length).toBe(shown ? 1 : 0);
  });
});

describe('failures W17: a client ends with the book of the server', () => {
  it('under dropped, doubled and reordered frames and reconnections', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 120 }),
        fc.array(fault, { minLength: 40, maxLength: 40 }),
        fc.constantFrom(0, 100),
        (steps, faults, cadence) => {
          const { hub, topic, expected, change, pass } = world(cadence);
          let at = 0;
          let held: string[] = [];
          let honest = false;
          const client = new ReferenceClient((since) => {
            wanted = { since };
          });
          let wanted: { since: number | undefined } | undefined;
          const connection: Connection = {
            open: true,
            close: () => undefined,
            send(frame) {
              const text = String(frame);
              const what = honest ? 'pass' : (faults[(at += 1) % faults.length] ?? 'pass');
              if (what === 'drop') return;
              if (what === 'late') {
                held.push(text);
                return;
              }
              client.receive(text);
              if (what === 'twice') client.receive(text);
              for (const late of held.splice(0)) client.receive(late);
            },
          };
          const follow = (since: number | undefined) => {
            hub.leave(KEY, connection);
            hub.has(KEY, () => topic);
            hub.follow(KEY, connection, since);
          };
          const settle = () => {
            for (let turns = 0; wanted && turns < 10; turns += 1) {
              const { since } = wanted;
              wanted = undefined;
              follow(since);
            }
          };
          follow(undefined);
          settle();
          for (const one of steps) {
            if (one.do === 'change') change(one.side, one.offset, one.lots);
            else if (one.do === 'pass') pass(one.ms);
            else follow(one.resume && client.last >= 0 ? client.last : undefined);
            settle();
          }
          // The faults stop: one more change must be enough to find out and mend whatever is missing.
          honest = true;
          held = [];
          change('b', 41, 7);
          pass(1_000);
          settle();
          expect(client.levels()).toEqual(expected());
        },
      ),
      rounds(300),
    );
  });
});

describe('§8 streams', () => {
  it('give the deltas after a seq while they are held, and nothing for a seq they never emitted', () => {
    const stream = createStream({ channel: 'TRADE', symbol: 'btcusdt', kind: 1 }, 10);
    for (let seq = 11; seq < 11 + DELTAS_HELD + 5; seq += 1) stream.push(seq, seq, []);
    expect(stream.since(stream.last)).toEqual([]);
    expect(stream.since(stream.last - 2)).toHaveLength(2);
    expect(stream.since(10)).toBeUndefined();
    expect(stream.since(9_999)).toBeUndefined();
  });

  it('keeps nothing where nobody can come back, as on one’s own socket', () => {
    const stream = createStream({ channel: 'ORDER' }, 10, 0);
    for (let seq = 11; seq < 14; seq += 1) stream.push(seq, 0, {});
    expect(stream.since(13)).toEqual([]);
    expect(stream.since(12)).toBeUndefined();
  });

  it('refuse to tell a batch twice', () => {
    const stream = createStream({ channel: 'TRADE' }, 10);
    stream.push(11, 1, []);
    expect(() => stream.push(11, 1, [])).toThrow('numbered above 11');
  });

  it('are forgotten after a minute without readers, and start anew with a snapshot', () => {
    const { hub, topic, pass } = world(0);
    const sent: string[] = [];
    const connection: Connection = { open: true, close: () => undefined, send: (frame) => sent.push(String(frame)) };
    hub.has(KEY, () => topic);
    hub.follow(KEY, connection, undefined);
    hub.leave(KEY, connection);
    pass(60_000);
    let made = 0;
    hub.has(KEY, () => {
      made += 1;
      return topic;
    });
    expect(made).toBe(1);
    expect(sent).toHaveLength(1);
  });
});

describe('a snapshot (issue 15 A.4)', () => {
  it('is made once for all that subscribe between two changes', () => {
    const { hub, topic, change } = world(0);
    let made = 0;
    const counted: Topic = { ...topic, snapshot: () => `${(made += 1)} ${topic.snapshot()}` };
    const received: string[] = [];
    const reader = (): Connection => ({
      send: (frame) => received.push(String(frame)),
      close: () => undefined,
      open: true,
    });
    hub.has(KEY, () => counted);
    for (let at = 0; at < 200; at += 1) expect(hub.follow(KEY, reader(), undefined)).toBeGreaterThan(10);
    expect([made, received.length]).toEqual([1, 200]);
    change('b', 3, 7);
    const late = received.length;
    hub.follow(KEY, reader(), undefined);
    expect([made, received.length, received.at(-1)?.includes('["997","7","0"]')]).toEqual([2, late + 1, true]);
  });
});
