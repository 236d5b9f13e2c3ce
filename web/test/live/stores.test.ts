import { describe, expect, test } from 'vitest';
import { candleStart } from '../../src/live/candle-time.ts';
import { KlineStore } from '../../src/live/stores/kline-store.ts';
import { indexFold } from '../../src/live/stores/running-candle.ts';
import { decimalsOfStep, fromSteps, toDrawn, toSteps } from '../../src/live/stores/steps.ts';
import { sameMembers, selection } from '../../src/live/stores/store.ts';
import { TickStore } from '../../src/live/stores/tick-store.ts';
import { TickerStore } from '../../src/live/stores/ticker-store.ts';
import { MAX_TRADES, TradesStore } from '../../src/live/stores/trades-store.ts';
import {
  BalancesStore,
  FillsStore,
  type OrderProduct,
  OrdersStore,
  readBalance,
  readFill,
  readOrder,
} from '../../src/live/stores/user-store.ts';

const compareDecimal = (a: string, b: string): number => toDrawn(a) - toDrawn(b);
const candle = (time: number, close: string) => ({ time, open: '1', high: '2', low: '1', close, volume: '3' });

describe('steps', () => {
  test('decimal text is whole steps, exactly, or refused', () => {
    expect([
      toSteps('114129.7', 1),
      toSteps('0.00001', 5),
      toSteps('5', 3),
      toSteps('1.500', 1),
      toSteps('0', 8),
    ]).toEqual([1_141_297, 1, 5_000, 15, 0]);
    for (const text of ['', '.', '-1', '1e3', '1.23', ' 1', '1,0', '9007199254740993'])
      expect(() => toSteps(text, 1)).toThrow(RangeError);
    expect([fromSteps(1_141_297, 1), fromSteps(1, 5), fromSteps(-15, 1), fromSteps(7, 0)]).toEqual([
      '114129.7',
      '0.00001',
      '-1.5',
      '7',
    ]);
    expect(['0.1', '0.00001', '1', '0.10'].map(decimalsOfStep)).toEqual([1, 5, 0, 1]);
  });
});

describe('trades (failures, in the client)', () => {
  test('identical trades keep distinct keys, a repeat is one trade', () => {
    const store = new TradesStore();
    const trade = (id: string) => ({ id, price: '1', quantity: '2', direction: 1, house: false, time: 5, seq: 1 });
    store.snapshot([trade('1'), trade('2')]);
    store.apply([trade('2'), trade('3'), trade('10')]);
    expect(store.trades.map(({ id }) => id)).toEqual(['10', '3', '2', '1']);
  });

  test('keeps the newest, however many come', () => {
    const store = new TradesStore();
    for (let at = 0; at < 50; at += 1) {
      store.apply(
        Array.from({ length: 10 }, (_, n) => ({
          id: String(at * 10 + n),
          price: '1',
          quantity: '1',
          direction: 2,
          time: at * 10 + n,
        })),
      );
    }
    expect([store.trades.length, store.trades[0]?.id, store.trades.at(-1)?.id]).toEqual([MAX_TRADES, '499', '300']);
  });
});

describe('candles', () => {
  test('are in the order of their times whatever comes first', () => {
    const store = new KlineStore();
    const askedAt = store.version;
    store.live({ ...candle(300, 'live'), closed: false });
    store.history([candle(300, 'old'), candle(100, 'a'), candle(200, 'b')], askedAt, false);
    expect(store.candles.map(({ time, close }) => `${time}${close}`)).toEqual(['100a', '200b', '300live']);
  });

  test('a candle folded here from prices gets its beginning from history that comes later', () => {
    const store = new KlineStore();
    const askedAt = store.version;
    const fold = indexFold(store, '5m');
    fold({ seq: 7, time: 200_000, price: '99990.5', spread: '0' });
    fold({ seq: 8, time: 200_250, price: '100000.0', spread: '0' });
    const whole = { time: 0, open: '9000.0', high: '99999.0', low: '8999.5', close: '99990.0', volume: '0' };
    store.history([whole], askedAt, true);
    expect(store.last).toMatchObject({ open: '9000.0', high: '100000.0', low: '8999.5', close: '100000.0' });
  });

  test('history asked for after the feed sent a candle replaces it', () => {
    const store = new KlineStore();
    store.live(candle(100, 'live'));
    store.history([candle(100, 'newer')], store.version, true);
    expect(store.candles.map(({ close }) => close)).toEqual(['newer']);
  });

  test('begin at their UTC boundaries; weeks on Monday', () => {
    const time = Date.UTC(2026, 10, 21, 14, 5, 32);
    expect(candleStart(time, '4h')).toBe(Date.UTC(2026, 10, 21, 12));
    expect(new Date(candleStart(time, '1w')).toISOString()).toBe('2026-11-16T00:00:00.000Z');
    expect(candleStart(time, '1M')).toBe(Date.UTC(2026, 10, 1));
  });
});

describe('tickers', () => {
  test('the newest number wins whichever feed tells it, and unknown parts stay', () => {
    const store = new TickerStore(compareDecimal);
    store.take({ symbol: 'btcusdt', close: '100.0', high24: '120.0', seq: 5, time: 5 });
    store.take([{ symbol: 'BTC_USDT', close: '99.0', seq: 4, time: 4 }]);
    store.take([{ symbol: 'BTC/USDT', close: '101.0', high24: null, seq: 6, time: 6 }]);
    expect(store.get('BTC_USDT')).toMatchObject({ close: '101.0', high24: '120.0', move: 1 });
  });
});

describe('contract prices (calls §8 DETAIL, kinds 2 and 3)', () => {
  test('each kind has its own; null takes funding away, absent leaves it', () => {
    const store = new TickerStore(compareDecimal);
    store.take({ symbol: 'btcusdt', markPrice: '100.001', fundingRate: '0.0001', nextFundingTime: 9, seq: 1 }, 2);
    store.take({ symbol: 'btcusdt', markPrice: '101.001', seq: 1 }, 3);
    store.take({ symbol: 'btcusdt', close: '100.0', seq: 2 }, 2);
    expect(store.get('BTC_USDT')).toBeUndefined();
    expect(store.get('BTC_USDT', 2)).toMatchObject({ markPrice: '100.001', fundingRate: '0.0001', nextFundingTime: 9 });
    expect(store.get('BTC_USDT', 3)?.markPrice).toBe('101.001');
    store.take({ symbol: 'btcusdt', fundingRate: null, nextFundingTime: null, seq: 3 }, 2);
    expect(store.get('BTC_USDT', 2)).toMatchObject({ markPrice: '100.001', fundingRate: undefined });
    expect(store.get('BTC_USDT', 2)?.nextFundingTime).toBeUndefined();
  });
});

describe('ticks', () => {
  test('keep their order and are each there once', () => {
    const store = new TickStore();
    const tick = (seq: number) => ({ seq, price: '1', time: seq, spread: '0', state: 'valid' });
    store.take([tick(3), tick(1)]);
    store.take(tick(2));
    store.take(tick(3));
    expect(store.ticks.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    store.takeSources(3, [
      { source: 'North', price: '1.0', age: 20, use: 'used' },
      { source: 'Polar', price: null, age: 9, use: 'tooOld' },
    ]);
    store.takeSources(2, []);
    expect(store.sources?.list.map(({ source, use }) => `${source} ${use}`)).toEqual(['North used', 'Polar tooOld']);
  });
});

const order = (id: string, status: number, createTime = 1) => {
  const read = readOrder({
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
    createTime,
    updateTime: createTime,
    fills: [],
  });
  if (!read) throw new Error('not an order');
  return read;
};

describe("one's own orders, fills and balances: snapshot by call, then deltas", () => {
  test('a snapshot that was asked for before the feed sent an order does not undo it', () => {
    const store = new OrdersStore();
    store.snapshot('spot', [order('1', 0), order('2', 0)], store.version);
    const askedAt = store.version;
    store.live(order('1', 2));
    store.live(order('3', 0));
    store.live(order('2', 3));
    store.snapshot('spot', [order('1', 0), order('2', 0)], askedAt);
    expect(store.list.map(({ id, status }) => `${id}:${status}`).sort()).toEqual(['2:3', '3:0']);
  });

  test('a later snapshot takes away what is no longer open', () => {
    const store = new OrdersStore();
    store.live(order('1', 0));
    store.snapshot('spot', [order('2', 4)], store.version);
    expect(store.list.map(({ id }) => id)).toEqual(['2']);
    expect([store.of('BTC_USDT').length, store.of('ETH_USDT').length]).toEqual([1, 0]);
  });

  test("each product has its own list; one's snapshot leaves the others", () => {
    const store = new OrdersStore();
    store.live({ ...order('1', 0), account: null, contractType: 'u' });
    store.live({ ...order('2', 0), account: 'all' });
    store.snapshot('spot', [order('3', 0)], store.version);
    const idsOf = (product: OrderProduct) => store.listOf(product).map(({ id }) => id);
    expect([idsOf('spot'), idsOf('all'), idsOf('u'), idsOf('coin')]).toEqual([['3'], ['2'], ['1'], []]);
    expect([store.loaded('spot'), store.loaded('u')]).toEqual([true, false]);
    expect(store.of('BTC_USDT').map(({ id }) => id)).toEqual(['3']);
  });

  test('a fill that is sent twice is one fill', () => {
    const store = new FillsStore();
    const fill = readFill({
      id: '7',
      orderId: '1',
      symbolName: 'BTC/USDT',
      direction: 1,
      price: '1',
      quantity: '1',
      amount: '1',
      fee: '0',
      feeCoin: 'BTC',
      maker: true,
      house: false,
      time: 1,
      seq: 1,
    });
    if (!fill) throw new Error('not a fill');
    store.live(fill);
    store.live(fill);
    expect(store.list).toHaveLength(1);
  });

  test('balances are kept by wallet, market and coin', () => {
    const store = new BalancesStore();
    const usdt = (walletType: string, available: string) => {
      const read = readBalance({
        walletType,
        coin: 'USDT',
        available,
        held: '0',
        total: available,
        usdt: null,
        symbolName: null,
      });
      if (!read) throw new Error('not a balance');
      return read;
    };
    store.snapshot('1', [usdt('1', '10.000000')], store.version);
    const askedAt = store.version;
    store.live(usdt('1', '8.000000'));
    store.live(usdt('2', '2.000000'));
    store.snapshot('1', [usdt('1', '10.000000')], askedAt);
    expect([store.get('1', 'USDT')?.available, store.get('2', 'USDT')?.available, store.loaded('2')]).toEqual([
      '8.000000',
      '2.000000',
      false,
    ]);
  });

  test('what is not in the agreed form is not taken', () => {
    expect([readOrder({ id: '1' }), readFill(null), readBalance('x')]).toEqual([undefined, undefined, undefined]);
  });
});

describe('selectors over data mutated in place', () => {
  test('give the identical result while nothing they select changed', () => {
    const store = new TickerStore(compareDecimal);
    const read = selection(store, (tickers) => ({ close: tickers.get('a')?.close }), sameMembers);
    const first = read();
    store.take({ symbol: 'b', close: '1', seq: 1 });
    expect(read()).toBe(first);
    store.take({ symbol: 'a', close: '1', seq: 1 });
    expect(read()).not.toBe(first);
  });
});

describe('candles of practice history (issue 18 §1)', () => {
  const from = (time: number, close: string, origin?: string) => ({
    ...candle(time, close),
    ...(origin === undefined ? {} : { origin }),
  });

  test('are known as such by their origin, and no others', () => {
    const store = new KlineStore();
    store.history([from(60, '1', 'simulated'), from(120, '1'), from(180, '1', 'something')], store.version, true);
    expect(store.candles.map(({ practice }) => practice)).toEqual(['simulated', undefined, undefined]);
  });

  test('keep their mark while ticks go on in the candle that both parts share', () => {
    const store = new KlineStore();
    const fold = indexFold(store, '1M');
    const month = Date.UTC(2026, 10, 1);
    const at = (seq: number, price: string) => ({ symbol: 'btcusdt', seq, time: month + seq * 1_000, price });
    const asked = store.version;
    fold([at(1, '5')]);
    store.history([{ ...from(month, '5', 'simulated'), open: '3', high: '9', low: '2' }], asked, true);
    expect(store.last).toMatchObject({ open: '3', high: '9', low: '2', close: '5', practice: 'simulated' });
    fold([at(2, '6')]);
    expect(store.last).toMatchObject({ open: '3', high: '9', low: '2', close: '6', practice: 'simulated' });
  });
});
