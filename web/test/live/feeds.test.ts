import { describe, expect, test } from 'vitest';
import { ServerClock } from '../../src/live/clock.ts';
import { FreshnessBook } from '../../src/live/freshness.ts';
import { MessageFeed, type Refresh, type WorkerLike } from '../../src/live/feeds/message-feed.ts';
import type { FromWorker, ToWorker } from '../../src/live/feeds/mqtt-worker.ts';
import { freshnessKeys, PublicFeed } from '../../src/live/feeds/public-feed.ts';
import { toDrawn } from '../../src/live/stores/steps.ts';
import { TickerStore } from '../../src/live/stores/ticker-store.ts';
import { UserFeed, type UserNotice } from '../../src/live/feeds/user-feed.ts';
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

const order = (id: string, status: number) => ({
  id,
  orderNo: id,
  symbolName: 'BTC/USDT',
  account: 'spot',
  contractType: null,
  direction: 1,
  type: 1,
  timeInForce: 'GTC',
  entrustPrice: '1.0',
  entrustQuantity: '1',
  entrustValue: '1',
  triggerPrice: null,
  triggerBy: null,
  status,
  dealAveragePrice: null,
  dealtQuantity: '0',
  dealtValue: '0',
  serviceCharge: '0',
  serviceChargeCoin: 'BTC',
  leverageRadio: null,
  marginMode: null,
  stopProfitPrice: null,
  stopLossPrice: null,
  positionId: null,
  cancelReason: null,
  createTime: 1,
  updateTime: 1,
  fills: [],
});

const position = (id: string, openInterest: string, seq: number, contractType = 'u') => ({
  id,
  symbolName: 'BTC/USDT',
  contractType,
  direction: 1,
  marginMode: 'fixed',
  leverageRadio: 20,
  openInterest,
  canClose: openInterest,
  margin: '5',
  settleCoin: contractType === 'u' ? 'USDT' : 'BTC',
  value: '100',
  averageOpenPrice: '100.0',
  markPrice: '100.001',
  riskPrice: '100.001',
  liquidationPrice: null,
  collateralRatio: '0.1',
  stopProfitPrice: null,
  stopLossPrice: null,
  profit: '0',
  priceProfit: '0',
  feeProfit: '0',
  fundingProfit: '0',
  unrealisedProfit: '0',
  maintenanceMargin: '0.4',
  breakEvenPrice: null,
  deleverageRank: 1,
  createTime: 1,
  updateTime: seq,
  closeTime: null,
  seq,
});

describe("the user's feed", () => {
  function userWorld() {
    const network = new Network();
    const reads: (number | undefined)[] = [];
    const positionReads = { count: 0 };
    const notices: UserNotice[] = [];
    const faults: unknown[] = [];
    const feed = new UserFeed({
      address: () => Promise.resolve('ws://test/ws/coin/7'),
      host: network.host,
      clock: new ServerClock({ wall: () => 0, steady: () => 0 }),
      readOpenOrders: (_product, after) => {
        reads.push(after);
        return Promise.resolve([]);
      },
      readPositions: () => {
        positionReads.count += 1;
        return Promise.resolve([]);
      },
      readBalances: () => Promise.resolve([]),
      report: (error) => faults.push(error),
    });
    feed.on((notice) => notices.push(notice));
    const say = (channel: string, seq: number, prev: number, data: unknown): void =>
      network.last.events.onMessage(JSON.stringify({ channel, type: 'delta', seq, prev, time: seq, data }));
    return { network, feed, reads, positionReads, notices, faults, say };
  }

  test('tells of orders as they change and reads by call where a number is missing', async () => {
    const { network, feed, reads, notices, say } = userWorld();
    feed.holdOrders();
    feed.start();
    await settle();
    network.last.events.onOpen();
    await settle();
    const atStart = reads.length;
    say('ORDER', 10, 5, order('1', 0));
    say('ORDER', 11, 10, order('2', 0));
    expect([feed.orders.list.length, notices.length, reads.length - atStart]).toEqual([2, 2, 0]);
    say('ORDER', 15, 13, order('1', 2));
    await settle();
    expect(reads.slice(atStart)).toEqual([15]);
  });

  test('§4 who shows notices hears what came before it was loaded, once', async () => {
    const { network, feed, say } = userWorld();
    feed.start();
    await settle();
    network.last.events.onOpen();
    say('ORDER', 10, 5, order('1', 0));
    const heard: UserNotice[] = [];
    const off = feed.onAll((notice) => heard.push(notice));
    say('ORDER', 11, 10, order('2', 0));
    off();
    feed.onAll((notice) => heard.push(notice));
    expect(heard.map((notice) => notice.kind === 'order' && notice.order.id)).toEqual(['1', '2']);
  });

  test('§8 deposits and withdrawals are told as they change; a row in another form is told and passed over', async () => {
    const { network, feed, notices, faults, say } = userWorld();
    feed.start();
    await settle();
    network.last.events.onOpen();
    const seen = {
      id: '1',
      orderNo: 'D1',
      time: 1,
      status: 0,
      stage: 'confirming',
      coin: 'USDT',
      network: 'practice',
      amount: '1.000000',
      img: null,
      address: null,
      txid: null,
      confirmations: 7,
      needed: 12,
      reason: null,
      note: null,
      creditedTime: null,
      seq: null,
    };
    say('FUNDS', 10, 5, { recharges: [seen], withdrawals: [] });
    expect(feed.funds.recharges.get('1')?.value.confirmations).toBe(7);
    expect(notices).toMatchObject([{ kind: 'funds' }]);
    say('FUNDS', 11, 10, { recharges: [{ ...seen, stage: 'another' }] });
    expect([feed.funds.recharges.size, notices.length, faults.length]).toEqual([1, 1, 1]);
    feed.stop();
    expect(feed.funds.recharges.size).toBe(0);
  });

  test('a row in a form it does not know is told and read by call, never guessed', async () => {
    const { network, feed, reads, faults, say } = userWorld();
    feed.holdOrders();
    feed.start();
    await settle();
    network.last.events.onOpen();
    await settle();
    const atStart = reads.length;
    say('ORDER', 10, 9, { id: '1' });
    await settle();
    expect([faults.length, reads.length - atStart]).toEqual([1, 1]);
  });

  test('positions come and go by POSITION, are read by call at a hole; settlements are told (calls §8)', async () => {
    const { network, feed, positionReads, notices, faults, say } = userWorld();
    feed.holdPositions();
    feed.start();
    await settle();
    network.last.events.onOpen();
    await settle();
    const atStart = positionReads.count;
    say('POSITION', 10, 5, [position('1', '0.5', 10)]);
    say('POSITION', 11, 10, [position('2', '3', 11, 'coin')]);
    expect([feed.positions.list('u').length, feed.positions.list('coin').length]).toEqual([1, 1]);
    say('POSITION', 12, 11, [position('1', '0', 12)]);
    expect(feed.positions.list('u')).toEqual([]);
    expect(notices.at(-1)).toMatchObject({ kind: 'position', gone: true });
    expect(positionReads.count).toBe(atStart);
    say('POSITION', 20, 17, [position('2', '4', 20, 'coin')]);
    await settle();
    expect(positionReads.count).toBe(atStart + 1);
    const paid = {
      kind: 'funding',
      id: '9',
      symbolName: 'BTC/USDT',
      amount: '-0.01',
      result: null,
      second: null,
      seq: 21,
    };
    say('SETTLEMENT', 21, 0, [paid]);
    say('SETTLEMENT', 22, 21, [{ ...paid, seq: 22 }]);
    say('SETTLEMENT', 22, 21, [{ ...paid, seq: 22 }]);
    expect(feed.settlements.list.map(({ seq }) => seq)).toEqual([22, 21]);
    expect(faults).toEqual([]);
    say('POSITION', 23, 20, [{ id: '1' }]);
    expect(faults).toHaveLength(1);
  });

  test('leaves nothing of a user behind', async () => {
    const { network, feed, say } = userWorld();
    feed.start();
    await settle();
    network.last.events.onOpen();
    say('ORDER', 10, 9, order('1', 0));
    feed.stop();
    expect([feed.orders.list.length, network.last.closed]).toEqual([0, true]);
  });
});

describe('the message feed', () => {
  function messageWorld() {
    const told: ToWorker[] = [];
    const refreshes: Refresh[] = [];
    let speak: (message: FromWorker) => void = () => undefined;
    const tickers = new TickerStore(compare);
    const feed = new MessageFeed({
      url: 'ws://test/mqtt',
      makeWorker: (onMessage): WorkerLike => {
        speak = onMessage;
        return { postMessage: (message) => told.push(message), terminate: () => undefined };
      },
      credentials: () => Promise.resolve({ username: '7', password: 'once' }),
      tickers,
      onRefresh: (refresh) => refreshes.push(refresh),
      report: () => undefined,
    });
    return { feed, told, refreshes, tickers, speak: (message: FromWorker) => speak(message) };
  }

  test('a guest hears all prices; a user also what of one’s own to read again, with a ticket for each connection', async () => {
    const { feed, told, refreshes, tickers, speak } = messageWorld();
    feed.start();
    expect(told[0]).toEqual({ type: 'topics', topics: ['all_symbol_detail'] });
    speak({
      type: 'message',
      topic: 'all_symbol_detail',
      text: JSON.stringify([{ symbol: 'btcusdt', close: '5.0', seq: 3, time: 3 }]),
    });
    expect(tickers.get('BTC_USDT')?.close).toBe('5.0');
    feed.start('7');
    expect(told.findLast((message) => message.type === 'topics')).toEqual({
      type: 'topics',
      topics: ['all_symbol_detail', 'refresh_7'],
    });
    speak({ type: 'credentials' });
    await settle();
    expect(told.at(-1)).toEqual({ type: 'credentials', username: '7', password: 'once' });
    speak({ type: 'message', topic: 'refresh_7', text: JSON.stringify({ kind: 'order', id: '5', seq: 9 }) });
    expect(refreshes).toEqual([{ kind: 'order', id: '5', seq: 9 }]);
  });
});
