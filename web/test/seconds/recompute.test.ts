// §5 second contracts: the receipt worked out again from published ticks, and what runs.

import { asDecimal, type Receipt, type Second, type Tick } from '@vitrine/contract';
import { expect, test } from 'vitest';
import { later, lateOf, running, takeOwn } from '../../src/features/seconds/own.ts';
import { readSettled } from '../../src/live/stores/settled.ts';
import { recompute, windowsOf } from '../../src/features/seconds/recompute.ts';

const tick = (seq: number, time: number, price: string, state: Tick['state'] = 'valid'): Tick => ({
  symbol: 'btcusdt',
  seq,
  time,
  price: asDecimal(price),
  spread: asDecimal('0.1'),
  state,
  used: 5,
  total: 6,
  sources: [],
});
const order: Second = {
  id: '7',
  symbolName: 'BTC/USDT',
  direction: 1,
  amount: asDecimal('100.000000'),
  coin: 'USDT',
  seconds: 30,
  odds: asDecimal('0.850000'),
  expectedProfit: asDecimal('85.000000'),
  openPrice: asDecimal('50000.000'),
  currentPrice: null,
  closePrice: asDecimal('50000.001'),
  profit: asDecimal('85.000000'),
  createTime: 9_000,
  closeTime: 40_100,
  countdown: 0,
  status: 2,
  result: 1,
  voidReason: null,
  openTick: { seq: 11, time: 10_100, price: asDecimal('50000.000') },
  closeTick: { seq: 40, time: 39_900, price: asDecimal('50000.001') },
  ruleVersion: 1,
  seq: 41,
};
const ticks = [
  tick(9, 9_900, '49999.000'),
  tick(10, 10_050, '49998.000', 'aging'),
  tick(11, 10_100, '50000.000'),
  tick(12, 10_400, '50001.000'),
  tick(39, 38_900, '49000.000'),
  tick(40, 39_900, '50000.001'),
  tick(41, 40_101, '40000.000'),
];
const receipt: Receipt = {
  order,
  openTick: tick(11, 10_100, '50000.000'),
  closeTick: tick(40, 39_900, '50000.001'),
  odds: asDecimal('0.850000'),
  ruleVersion: 1,
  journal: { row: 3, hash: 'ab', time: 9_000 },
  opensFrom: 10_000,
};

test('§5 opens at the first valid tick from its time on, settles at the last one by maturity, a thousandth higher wins', () => {
  expect(recompute(receipt, ticks.toReversed())).toMatchObject({
    openTick: { seq: 11 },
    closeTick: { seq: 40 },
    matures: 40_100,
    result: 1,
    paid: '185.000000',
    reported: '185.000000',
    same: true,
  });
});

test('§5 a tick stamped exactly at maturity counts', () => {
  const found = recompute(receipt, [...ticks, tick(42, 40_100, '49999.999')]);
  expect(found).toMatchObject({ closeTick: { seq: 42 }, result: 2, paid: '0.000000', same: false });
  expect(found.differences).toEqual(['closeTick', 'result', 'paid']);
});

test('§5 equal returns the stake; Down wins below', () => {
  const even = ticks.map((one) => (one.seq === 40 ? { ...one, price: asDecimal('50000') } : one));
  expect(recompute(receipt, even)).toMatchObject({ result: 3, paid: '100.000000', differences: ['result', 'paid'] });
  const down = { ...receipt, order: { ...order, direction: 2, result: 2, profit: asDecimal('-100.000000') } };
  expect(recompute(down, ticks)).toMatchObject({ result: 2, paid: '0.000000', same: true });
});

test('§5 no valid tick within 3 s, or older than 2 s at maturity: void, the stake returned', () => {
  const unopened = {
    ...receipt,
    openTick: null,
    closeTick: null,
    order: { ...order, openTick: null, closeTick: null, result: null, status: 3, profit: asDecimal('0.000000') },
  };
  expect(recompute(unopened, [tick(50, 13_001, '1')])).toMatchObject({
    openTick: undefined,
    paid: '100.000000',
    same: true,
  });
  const unsettled = {
    ...receipt,
    closeTick: null,
    order: { ...order, result: null, status: 3, profit: asDecimal('0.000000') },
  };
  expect(recompute(unsettled, [ticks[2] ?? tick(0, 0, '1'), tick(38, 38_099, '1')])).toMatchObject({
    closeTick: undefined,
    paid: '100.000000',
    same: true,
  });
});

test('a changed stake is seen', () => {
  const forged = { ...receipt, order: { ...order, profit: asDecimal('84.999999') } };
  expect(recompute(forged, ticks)).toMatchObject({ same: false, differences: ['paid'], reported: '184.999999' });
});

test('the windows asked for hold every tick that can decide', () => {
  expect(windowsOf(receipt)).toEqual({ open: [10_000, 13_000], close: [38_100, 40_100] });
  expect(windowsOf({ ...receipt, order: { ...order, openTick: null } }).close).toBeUndefined();
});

test('of two tellings the later stands, whatever the order in which they come', () => {
  const generating = { ...order, status: 0, seq: 10 };
  const counting = { ...order, status: 1, seq: 11 };
  expect(later(generating, counting)).toBe(counting);
  expect(later(counting, generating)).toBe(counting);
  const own = takeOwn(takeOwn(new Map(), [counting]), [generating]);
  expect(own.get('7')).toBe(counting);
  expect(takeOwn(own, [generating])).toBe(own);
  expect(running(takeOwn(own, [order]))).toEqual([]);
});

test('running contracts come by maturity; one past its end is asked about', () => {
  const own = takeOwn(new Map(), [
    { ...order, id: '1', status: 1, closeTime: 50_000 },
    { ...order, id: '2', status: 1, closeTime: 45_000 },
    { ...order, id: '3', status: 0, closeTime: null, createTime: 44_000 },
  ]);
  expect(running(own).map(({ id }) => id)).toEqual(['2', '1', '3']);
  expect(running(own, 'ETH/USDT')).toEqual([]);
  expect(lateOf(own, 48_000)).toBeUndefined();
  expect(lateOf(own, 48_001)?.id).toBe('2');
});

test('a row of the stream about something else is passed over', () => {
  expect(readSettled({ kind: 'funding', second: null })).toBeUndefined();
  expect(readSettled({ kind: 'second', second: { ...order, status: 1 } })?.status).toBe(1);
  expect(readSettled(undefined)).toBeUndefined();
});
