// The user's feed: orders, positions, deposits and withdrawals as they change; what is read by call instead.

import { describe, expect, test } from 'vitest';
import { ServerClock } from '../../src/live/clock.ts';
import { UserFeed, type UserNotice } from '../../src/live/feeds/user-feed.ts';
import { Network, settle } from './world.ts';

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

  test('§8 deposits and withdrawals are sent as they change; a row in another form is reported and skipped', async () => {
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

  test('a row in a form it does not know is reported and read by call, never guessed', async () => {
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

  test('positions come and go by POSITION, are read by call at a hole; settlements are sent (calls §8)', async () => {
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
