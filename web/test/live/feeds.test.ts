// The public feed and the message feed: lost connections, checksums, holes in a series, tickets.

import { describe, expect, test } from 'vitest';
import { ServerClock } from '../../src/live/clock.ts';
import { FreshnessBook } from '../../src/live/freshness.ts';
import { MessageFeed, type Refresh, type WorkerLike } from '../../src/live/feeds/message-feed.ts';
import type { FromWorker, ToWorker } from '../../src/live/feeds/mqtt-worker.ts';
import { freshnessKeys, PublicFeed } from '../../src/live/feeds/public-feed.ts';
import { toDrawn } from '../../src/live/stores/steps.ts';
import { TickerStore } from '../../src/live/stores/ticker-store.ts';
import { Network, seeded, ServerBook, settle } from './world.ts';

const compare = (a: string, b: string): number => toDrawn(a) - toDrawn(b);
const scale = { tickDecimals: 1, lotDecimals: 3 };

function publicWorld() {
  const network = new Network();
  const clock = new ServerClock({ wall: () => network.clock.now, steady: () => network.clock.now });
  const freshness = new FreshnessBook();
  const tickers = new TickerStore(compare);
  const faults: unknown[] = [];
  const pages: object[] = [];
  const feed = new PublicFeed({
    address: 'ws://test/ws/page-0001',
    host: network.host,
    clock,
    freshness,
    tickers,
    steadyNow: () => network.clock.now,
    readKlines: (query) => {
      pages.push(query);
      return Promise.resolve([{ time: 60_000, open: '1', high: '2', low: '1', close: '1.5', volume: '3' }]);
    },
    report: (error) => faults.push(error),
  });
  const say = (message: object): void => network.last.events.onMessage(JSON.stringify(message));
  /** Answers every subscription as the server does. */
  const serve = (answer: (entry: { channel: string; since?: number }) => object[]): void => {
    network.onSend = (_line, message) => {
      const asked = message as { channel: string; id: string; data: { channel: string; since?: number }[] };
      if (asked.channel !== 'subscribe') return;
      say({
        channel: 'subscribe',
        id: asked.id,
        data: asked.data.map((entry) => ({ ...entry, code: 200, key: 'ok' })),
      });
      for (const entry of asked.data) for (const frame of answer(entry)) say(frame);
    };
  };
  return { network, clock, freshness, tickers, feed, faults, pages, say, serve };
}

describe('the public feed', () => {
  test('a book comes back whole after a lost line, from where it stopped, and reconnects after 3 s', async () => {
    const { network, feed, serve, say } = publicWorld();
    const server = new ServerBook(seeded(5));
    serve(({ since }) => server.answer(since));
    feed.start();
    const store = feed.book('BTC_USDT', 1, scale);
    feed.holdBook('BTC_USDT', 1, scale);
    await settle();
    network.last.events.onOpen();
    await settle();
    for (let at = 0; at < 5; at += 1) say(server.step());
    expect([store.whole, store.seq]).toEqual([true, server.seq]);
    network.last.events.onClose();
    for (let at = 0; at < 5; at += 1) server.step();
    expect(feed.status.status).toBe('reconnecting');
    network.clock.move(3_000);
    await settle();
    network.last.events.onOpen();
    await settle();
    expect(network.lines).toHaveLength(2);
    expect((network.last.sent[0] as { data: { since?: number }[] }).data[0]?.since).toBeGreaterThan(0);
    expect([store.whole, store.seq, store.checksum()]).toEqual([true, server.seq, server.checksum]);
  });

  test('a wrong checksum is mended by a snapshot', async () => {
    const { network, feed, serve, say } = publicWorld();
    const server = new ServerBook(seeded(9));
    const asked: (number | undefined)[] = [];
    serve(({ since }) => {
      asked.push(since);
      return server.answer(since);
    });
    feed.start();
    const store = feed.book('BTC_USDT', 1, scale);
    feed.holdBook('BTC_USDT', 1, scale);
    await settle();
    network.last.events.onOpen();
    await settle();
    const frame = server.step() as { data: object };
    say({ ...frame, data: { ...frame.data, checksum: 1 } });
    await settle();
    expect(asked).toEqual([undefined, undefined]);
    expect([store.whole, store.checksum()]).toEqual([true, server.checksum]);
  });

  test('a heartbeat keeps the line and the clock, and makes no stream fresh (failures, in the client)', async () => {
    const { network, feed, serve, say, freshness, clock } = publicWorld();
    const server = new ServerBook(seeded(3));
    serve(({ since }) => server.answer(since));
    feed.start();
    feed.holdBook('BTC_USDT', 1, scale);
    await settle();
    network.last.events.onOpen();
    await settle();
    network.clock.move(4_000);
    say({ channel: 'HEARTBEAT', time: 500_000 });
    expect(freshness.age(freshnessKeys.book('BTC_USDT', 1), network.clock.now)).toBe(4_000);
    expect(clock.now()).toBe(500_000);
  });

  test('a series reads its history once, and again after a hole in what runs', async () => {
    const { network, feed, serve, say, pages } = publicWorld();
    const candle = (seq: number, type: string) => ({
      channel: 'KLINE',
      symbol: 'btcusdt',
      kind: 1,
      interval: '1m',
      type,
      seq,
      prev: seq - 1,
      time: seq,
      data: { time: 120_000, open: '1', high: '2', low: '1', close: String(seq), volume: '1', closed: false },
    });
    serve(() => [candle(10, 'snapshot')]);
    feed.start();
    const series = feed.klines('BTC_USDT', 1, '1m');
    feed.holdKlines('BTC_USDT', 1, '1m');
    await settle();
    network.last.events.onOpen();
    await settle();
    say(candle(11, 'delta'));
    expect([series.state, series.store.candles.map(({ close }) => close), pages.length]).toEqual([
      'ready',
      ['1.5', '11'],
      1,
    ]);
    say(candle(20, 'snapshot'));
    await settle();
    expect(pages).toHaveLength(2);
  });

  test('an index series is folded from the ticks', async () => {
    const { network, feed, serve, say } = publicWorld();
    const tick = (seq: number, price: string, time: number) => ({
      channel: 'TICK',
      symbol: 'btcusdt',
      type: seq === 1 ? 'snapshot' : 'delta',
      seq,
      prev: seq - 1,
      time,
      data: { seq, price, time, spread: '0.1', state: 'valid' },
    });
    serve(() => [tick(1, '100.0', 120_000)]);
    feed.start();
    const series = feed.klines('BTC_USDT', 'index', '1m');
    feed.holdKlines('BTC_USDT', 'index', '1m');
    await settle();
    network.last.events.onOpen();
    await settle();
    say(tick(2, '101.5', 130_000));
    say(tick(3, '99.5', 140_000));
    say(tick(4, '99.0', 181_000));
    expect(series.store.candles.slice(1)).toMatchObject([
      { time: 120_000, open: '100.0', high: '101.5', low: '99.5', close: '99.5' },
      { time: 180_000, open: '99.0', close: '99.0' },
    ]);
  });
});

describe('the message feed', () => {
  function messageWorld() {
    const seen: ToWorker[] = [];
    const refreshes: Refresh[] = [];
    let speak: (message: FromWorker) => void = () => undefined;
    const tickers = new TickerStore(compare);
    const feed = new MessageFeed({
      url: 'ws://test/mqtt',
      makeWorker: (onMessage): WorkerLike => {
        speak = onMessage;
        return { postMessage: (message) => seen.push(message), terminate: () => undefined };
      },
      credentials: () => Promise.resolve({ username: '7', password: 'once' }),
      tickers,
      onRefresh: (refresh) => refreshes.push(refresh),
      report: () => undefined,
    });
    return { feed, seen, refreshes, tickers, speak: (message: FromWorker) => speak(message) };
  }

  test('a guest hears all prices; a user also what of one’s own to read again, with a ticket for each connection', async () => {
    const { feed, seen, refreshes, tickers, speak } = messageWorld();
    feed.start();
    expect(seen[0]).toEqual({ type: 'topics', topics: ['all_symbol_detail'] });
    speak({
      type: 'message',
      topic: 'all_symbol_detail',
      text: JSON.stringify([{ symbol: 'btcusdt', close: '5.0', seq: 3, time: 3 }]),
    });
    expect(tickers.get('BTC_USDT')?.close).toBe('5.0');
    feed.start('7');
    expect(seen.findLast((message) => message.type === 'topics')).toEqual({
      type: 'topics',
      topics: ['all_symbol_detail', 'refresh_7'],
    });
    speak({ type: 'credentials' });
    await settle();
    expect(seen.at(-1)).toEqual({ type: 'credentials', username: '7', password: 'once' });
    speak({ type: 'message', topic: 'refresh_7', text: JSON.stringify({ kind: 'order', id: '5', seq: 9 }) });
    expect(refreshes).toEqual([{ kind: 'order', id: '5', seq: 9 }]);
  });
});
