// Contracts and second contracts on the feeds: their prices and books by kind; positions and settlements to their owner.

import { type FeedChannel, feedData, frame, refreshMessage, refreshTopic } from '@vitrine/contract';
import type { EventEmitter } from 'node:events';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ContractEdge, startContracts } from '../routes/contract-world.ts';
import type { Person } from '../http/exchange-edge.ts';
import { type Json, ORIGIN } from '../http/harness.ts';
import { eventually } from '../../support/eventually.ts';
import { addFeeds, type FeedsPart } from './feeds-world.ts';
import { openSocket, type SocketClient } from './socket-client.ts';

const DOLLARS = 100_000;
const SECONDS = 30_000;

let world: ContractEdge & FeedsPart;
let ann: Person;
let ben: Person;
let ahead = 0;
const open: SocketClient[] = [];

beforeAll(async () => {
  world = await addFeeds(await startContracts({ ahead: () => ahead }));
  await world.at(DOLLARS);
  ann = await world.trader('annfeeds');
  ben = await world.trader('benfeeds');
});
afterAll(() => world.stop());
beforeEach(() => world.at(DOLLARS));
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
  expect(world.faults.splice(0)).toEqual([]);
});

async function socket(path: string, headers?: Record<string, string>): Promise<SocketClient> {
  const client = await openSocket(`${world.base}${path}`, headers);
  open.push(client);
  return client;
}
const own = async (person: Person) =>
  socket(`/ws/coin/${await world.userIdOf(person)}`, { origin: ORIGIN, cookie: person.cookie });

const isFrame = (channel: string, type: string) => (one: Json) => one.channel === channel && one.type === type;
const isDelta = (channel: string, of: (row: Json) => boolean) => (one: Json) =>
  isFrame(channel, 'delta')(one) && one.data.some(of);
/** A frame as the agreement says it, its data too. */
function checked(message: Json): Json {
  const read = frame.parse(message);
  feedData[read.channel as FeedChannel].parse(read.data);
  return message;
}

async function openLong(person: Person, contractType: string, quantity: string): Promise<Json> {
  const order = { symbol: 'BTC_USDT', contractType, direction: 1, type: 2, quantity, leverageRadio: 20 };
  const answer = await world.call(person, '/api/contract/order/submit', order);
  expect(answer).toMatchObject({ code: 200, data: { status: 1 } });
  return answer.data;
}

describe('contracts on the public socket (calls §8)', () => {
  it.each([
    [2, '0.01', 'u'],
    [3, '2', 'coin'],
  ])(
    'kind %i: price with mark and funding, book, trades and candles of the contract alone',
    async (kind, quantity, type) => {
      const client = await socket('/ws/0123abcd-client');
      const channels = ['DETAIL', 'DEPTH', 'TRADE', 'KLINE'];
      client.send({
        channel: 'subscribe',
        id: 1,
        data: channels.map((channel) => ({
          channel,
          symbol: 'btcusdt',
          kind,
          ...(channel === 'KLINE' && { interval: '1m' }),
        })),
      });
      for (const channel of channels) {
        const snapshot = checked(await client.next((one) => isFrame(channel, 'snapshot')(one) && one.kind === kind));
        if (channel === 'DEPTH') expect(snapshot.data.bids).toHaveLength(5);
        if (channel !== 'DETAIL') continue;
        expect(snapshot.data.markPrice).toMatch(/^\d+\.\d{3}$/);
        expect(snapshot.data.nextFundingTime).toBeGreaterThan(Date.now());
      }
      await openLong(ann, type, quantity);
      const trade = checked(await client.next(isFrame('TRADE', 'delta')));
      expect(trade.data).toMatchObject([{ price: '100000.5', direction: 1, house: true }]);
      for (const channel of ['DETAIL', 'DEPTH', 'KLINE']) checked(await client.next(isFrame(channel, 'delta')));
      const spot = client.received.filter((one) => one.kind !== undefined && one.kind !== kind);
      expect(spot).toEqual([]);
      await world.coin(ann, '/entrust/contract/close/onekey', {
        oneKeySymbolNameList: ['BTC_USDT'],
        contractType: type,
      });
    },
  );

  it('a contract that is not listed has no stream', async () => {
    const client = await socket('/ws/0123abcd-client');
    client.send({
      channel: 'subscribe',
      id: 1,
      data: [
        { channel: 'DEPTH', symbol: 'EURUSD', kind: 3 },
        { channel: 'DEPTH', symbol: 'EURUSD', kind: 2 },
        { channel: 'DEPTH', symbol: 'EURUSD', kind: 1 },
      ],
    });
    const answer = await client.next((one) => one.channel === 'subscribe');
    expect(answer.data.map((one: Json) => one.code)).toEqual([2002, 200, 2002]);
  });
});

describe('positions on the user socket (calls §8)', () => {
  it.each([
    ['u', '0.01', '2', 'USDT'],
    ['coin', '2', '3', 'BTC'],
  ])(
    '%s: sent to their owner alone when they open, get stop orders and close',
    async (contractType, quantity, wallet, coin) => {
      const mine = await own(ann);
      const other = await own(ben);
      expect((await mine.next(isFrame('POSITION', 'snapshot'))).data).toEqual([]);
      await other.next(isFrame('POSITION', 'snapshot'));
      const placed = await openLong(ann, contractType, quantity);
      const order = checked(await mine.next(isFrame('ORDER', 'delta')));
      expect(order.data).toMatchObject([
        { id: placed.id, contractType, direction: 1, fills: [{ direction: 1, feeCoin: coin }] },
      ]);
      const coins = checked(await mine.next(isFrame('OWNCOIN', 'delta')));
      expect(coins.data).toMatchObject([
        { walletType: wallet, balance: { coin }, causeKind: 'order', causeId: placed.id },
      ]);
      const opened = checked(await mine.next(isFrame('POSITION', 'delta')));
      expect(opened.data).toMatchObject([
        { contractType, direction: 1, marginMode: 'fixed', settleCoin: coin, closeTime: null },
      ]);
      const [{ id, openInterest, profit, priceProfit, feeProfit }] = opened.data;
      expect(Number(openInterest)).toBe(Number(quantity));
      expect(Number(profit).toFixed(8)).toBe((Number(priceProfit) + Number(feeProfit)).toFixed(8));

      // Stop orders belong to the position, which is sent again. A mark alone sends nothing.
      const stops = { id, stopProfitPrice: '110000', stopLossPrice: '99000' };
      expect((await world.call(ann, '/api/contract/loss/sett', stops)).code).toBe(200);
      const guarded = checked(await mine.next(isDelta('POSITION', (row) => row.stopLossPrice !== null)));
      expect(guarded.data).toMatchObject([{ id, stopProfitPrice: '110000.0', stopLossPrice: '99000.0' }]);
      const before = mine.received.filter(isFrame('POSITION', 'delta')).length;
      await world.at(DOLLARS + 10);
      await world.at(DOLLARS);
      expect(mine.received.filter(isFrame('POSITION', 'delta'))).toHaveLength(before);

      const later = await own(ann);
      const snapshot = checked(await later.next(isFrame('POSITION', 'snapshot')));
      expect(snapshot.data).toMatchObject([{ id, stopProfitPrice: '110000.0' }]);
      expect((await world.call(ann, '/api/contract/position/stopOrder', { id })).code).toBe(200);
      const closed = checked(await mine.next(isDelta('POSITION', (row) => Number(row.openInterest) === 0)));
      expect(closed.data).toMatchObject([{ id, averageOpenPrice: null, liquidationPrice: null }]);
      expect(closed.data[0].closeTime).not.toBeNull();
      expect(other.received.filter((one) => one.type === 'delta')).toEqual([]);
    },
  );

  it('a liquidation is sent step by step: settlements, the closed position, nothing to others (money §3)', async () => {
    const mine = await own(ann);
    const other = await own(ben);
    await openLong(ann, 'u', '0.02');
    const [{ id }] = (await mine.next(isFrame('POSITION', 'delta'))).data;
    await world.at(DOLLARS - 4_900);
    const gone = checked(await mine.next(isDelta('POSITION', (row) => Number(row.openInterest) === 0)));
    expect(gone.data).toMatchObject([{ id }]);
    const received = checked(await mine.next(isFrame('SETTLEMENT', 'delta')));
    expect(received.data).toMatchObject([{ kind: 'liquidation', id, symbolName: 'BTC/USDT', result: 3, second: null }]);
    const order = mine.received.find(isDelta('ORDER', (row) => row.direction === 3));
    expect(order.data).toMatchObject([{ status: 1, positionId: id, serviceCharge: '0.000000' }]);
    expect(other.received.filter((one) => one.type === 'delta')).toEqual([]);
  });
});

describe('second contracts on the user socket (calls §8)', () => {
  it('are sent at every status up to settled, and are in the snapshot while they are open', async () => {
    const moved = { from: '1', to: '6', coin: 'USDT', amount: '1000' };
    expect((await world.call(ann, '/api/userCoin/transfer', moved)).code).toBe(200);
    const mine = await own(ann);
    const other = await own(ben);
    await other.next(isFrame('SETTLEMENT', 'snapshot'));
    const body = { symbol: 'BTC_USDT', periodId: '301-30', direction: 1, amount: '100', odds: '0.8' };
    const made = await world.call(ann, '/api/secondContractOrder/createSecondContractOrder', body);
    expect(made).toMatchObject({ code: 200, data: { status: 0 } });
    const { id } = made.data;
    const waiting = checked(await mine.next(isDelta('SETTLEMENT', (row) => row.second?.status === 0)));
    expect(waiting.data).toMatchObject([{ kind: 'second', id, amount: '-100.000000', result: null }]);
    ahead += 1_500;
    await world.at(DOLLARS);
    const running = checked(await mine.next(isDelta('SETTLEMENT', (row) => row.second?.status === 1)));
    expect(running.data[0].second).toMatchObject({ id, openPrice: '100000.000', closePrice: null });
    const later = await own(ann);
    const snapshot = checked(await later.next(isFrame('SETTLEMENT', 'snapshot')));
    expect(snapshot.data).toMatchObject([{ kind: 'second', id, second: { status: 1 } }]);
    ahead += SECONDS - 1_000;
    await world.at(DOLLARS + 1);
    ahead += 2_000;
    await world.at(DOLLARS + 77);
    const settled = checked(await mine.next(isDelta('SETTLEMENT', (row) => row.second?.status === 2)));
    expect(settled.data).toMatchObject([
      { id, amount: '180.000000', result: 1, second: { result: 1, profit: '80.000000' } },
    ]);
    const { openTick, closeTick } = settled.data[0].second;
    expect(closeTick.seq).toBeGreaterThan(openTick.seq);
    expect(closeTick.price).toBe('100001.000');
    expect(other.received.filter((one) => one.type === 'delta')).toEqual([]);
  });
});

describe('MQTT (calls §8)', () => {
  it('names the positions and orders to read again, to their owner; prices carry the U contract’s mark', async () => {
    const userId = await world.userIdOf(ann);
    const client = mqtt.connect(`${world.base}/mqtt`, {
      protocolVersion: 4,
      reconnectPeriod: 0,
      username: userId,
      password: await world.ticketOf(ann),
      wsOptions: { headers: { origin: ORIGIN } },
    });
    try {
      await new Promise((resolve, reject) => {
        const emitter = client as unknown as EventEmitter;
        emitter.once('connect', resolve);
        emitter.once('error', reject);
      });
      const received: Json[] = [];
      const prices: Json[] = [];
      client.on('message', (topic, payload) => {
        const message = JSON.parse(payload.toString());
        if (topic === refreshTopic(userId)) received.push(refreshMessage.parse(message));
        else prices.push(...message);
      });
      await client.subscribeAsync([refreshTopic(userId), 'all_symbol_detail']);
      const placed = await openLong(ann, 'u', '0.01');
      const position = () => received.find((one) => one.kind === 'position');
      await eventually(() => expect(position()).toBeDefined());
      expect(received.find((one) => one.kind === 'order')?.id).toBe(placed.id);
      expect(received.some((one) => one.kind === 'balance')).toBe(true);
      const [mine] = world.live.positions(world.live.order(Number(placed.id))?.user ?? 0);
      expect(position()?.id).toBe(String(mine?.position));
      await eventually(() => expect(prices.find((one) => one.symbol === 'btcusdt')?.markPrice).toMatch(/^\d+\.\d{3}$/));
    } finally {
      await client.endAsync(true);
    }
  });
});
