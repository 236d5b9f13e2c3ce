import { expect, test } from 'vitest';
import { ServerClock } from '../../src/live/clock.ts';
import { FreshnessBook } from '../../src/live/freshness.ts';
import { PublicFeed } from '../../src/live/feeds/public-feed.ts';
import { toDrawn } from '../../src/live/stores/steps.ts';
import { TickerStore } from '../../src/live/stores/ticker-store.ts';
import { Network, settle } from './world.ts';

test('a series of the mark begins with its history and is folded from what the details tell', async () => {
  const network = new Network();
  const asked: object[] = [];
  const feed = new PublicFeed({
    address: 'ws://test/ws/page-0001',
    host: network.host,
    clock: new ServerClock({ wall: () => network.clock.now, steady: () => network.clock.now }),
    freshness: new FreshnessBook(),
    tickers: new TickerStore((a, b) => toDrawn(a) - toDrawn(b)),
    steadyNow: () => network.clock.now,
    readKlines: (query) => {
      asked.push(query);
      return Promise.resolve([{ time: 0, open: '90', high: '99', low: '90', close: '95', volume: '0' }]);
    },
    report: (error) => {
      throw error;
    },
  });
  const streams: object[] = [];
  const say = (message: object): void => network.last.events.onMessage(JSON.stringify(message));
  network.onSend = (_line, message) => {
    const { channel, id, data } = message as { channel: string; id: string; data: object[] };
    if (channel !== 'subscribe') return;
    streams.push(...data);
    say({ channel, id, data: data.map((entry) => ({ ...entry, code: 200, key: 'ok' })) });
  };
  feed.start();
  await settle();
  network.last.events.onOpen();
  await settle();
  const { store } = feed.klines('BTC_USDT', 'mark', '1m');
  const release = feed.holdKlines('BTC_USDT', 'mark', '1m');
  await settle();
  expect(asked).toMatchObject([{ symbol: 'BTC_USDT', kind: 'mark', interval: '1m' }]);
  expect(streams).toMatchObject([{ channel: 'DETAIL', kind: 2 }]);

  let seq = 0;
  const detail = (time: number, markPrice: string | null): void => {
    seq += 1;
    const type = seq === 1 ? 'snapshot' : 'delta';
    say({
      channel: 'DETAIL',
      type,
      symbol: 'btcusdt',
      kind: 2,
      seq,
      prev: seq - 1,
      time,
      data: { time, markPrice },
    });
  };
  detail(60_000, '100.00');
  detail(61_000, '102.50');
  detail(62_000, null);
  detail(63_000, '99.75');
  detail(120_000, '101.00');
  expect(store.candles.map(({ time, open, high, low, close }) => [time, open, high, low, close])).toEqual([
    [0, '90', '99', '90', '95'],
    [60_000, '100.00', '102.50', '99.75', '99.75'],
    [120_000, '101.00', '101.00', '101.00', '101.00'],
  ]);
  release();
  feed.stop();
});
