import { type Position, position as shape } from '@vitrine/contract';
import { describe, expect, test } from 'vitest';
import {
  MAX_SETTLEMENTS,
  PositionsStore,
  readSettlement,
  SettlementsStore,
} from '../../src/live/stores/position-store.ts';

const position = (id: string, part: Readonly<Record<string, unknown>> = {}): Position =>
  shape.parse({
    id,
    symbolName: 'BTC/USDT',
    contractType: 'u',
    direction: 1,
    marginMode: 'fixed',
    leverageRadio: 20,
    openInterest: '0.5',
    canClose: '0.5',
    margin: '5',
    settleCoin: 'USDT',
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
    createTime: Number.parseInt(id, 10),
    updateTime: 1,
    closeTime: null,
    seq: 1,
    ...part,
  });

const ids = (rows: readonly Position[]): string[] => rows.map(({ id }) => id);

describe('positions: snapshot by call, then what the socket tells', () => {
  test('newest first by kind, long before short within a market', () => {
    const store = new PositionsStore();
    store.snapshot(
      [
        position('1', { direction: 2 }),
        position('2', { symbolName: 'ETH/USDT' }),
        position('3'),
        position('4', { contractType: 'coin' }),
      ],
      store.version,
    );
    expect([ids(store.list('u')), ids(store.list('coin')), ids(store.of('btcusdt', 'u'))]).toEqual([
      ['3', '2', '1'],
      ['4'],
      ['3', '1'],
    ]);
  });

  test('an older snapshot brings back nothing that closed since, and undoes no change', () => {
    const store = new PositionsStore();
    store.snapshot([position('1'), position('2')], store.version);
    const askedAt = store.version;
    store.live(position('1', { openInterest: '0.00000', seq: 5 }));
    store.live(position('2', { openInterest: '0.7', seq: 6 }));
    store.snapshot([position('1'), position('2')], askedAt);
    expect([ids(store.list('u')), store.get('2')?.openInterest]).toEqual([['2'], '0.7']);
  });

  test('a later snapshot takes away what is gone; an older number is passed over', () => {
    const store = new PositionsStore();
    store.live(position('1', { seq: 9 }));
    store.live(position('1', { seq: 8, openInterest: '9' }));
    expect(store.get('1')?.openInterest).toBe('0.5');
    store.snapshot([], store.version);
    expect(store.list('u')).toEqual([]);
  });

  test('the list is the same array until something changes', () => {
    const store = new PositionsStore();
    store.live(position('1'));
    const before = store.list('u');
    expect(store.list('u')).toBe(before);
    store.live(position('1', { seq: 2 }));
    expect(store.list('u')).not.toBe(before);
  });
});

test('settlements are kept newest first, up to their bound', () => {
  const store = new SettlementsStore();
  for (let seq = 1; seq <= MAX_SETTLEMENTS + 5; seq += 1) {
    const settlement = readSettlement({
      kind: 'funding',
      id: String(seq),
      symbolName: 'BTC/USDT',
      amount: '-0.1',
      result: null,
      second: null,
      seq,
    });
    if (settlement) store.live(settlement);
  }
  expect([store.list.length, store.list[0]?.seq]).toEqual([MAX_SETTLEMENTS, MAX_SETTLEMENTS + 5]);
});
