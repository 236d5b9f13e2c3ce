// The line below an order ticket: the first thing that keeps the order from being placed.

import { describe, expect, test } from 'vitest';
import { emptyTicket, type Side, type TicketState } from '../../src/features/spot/form.ts';
import { type MarketFacts, summariseTicket } from '../../src/features/spot/summary.ts';
import { type Conditions, validateTicket } from '../../src/features/spot/validate.ts';
import type { OrderKind } from '../../src/ticket/index.ts';
import { facts, run, edit } from './ticket-kit.ts';

const open: Conditions = {
  signedIn: true,
  balancesKnown: true,
  trading: 'open',
  opensAt: null,
  index: '114128.900',
  last: '114129.7',
};

const judge = (state: TicketState, conditions: Partial<Conditions> = {}, more: Partial<MarketFacts> = {}) => {
  const all = { ...facts, ...more };
  return validateTicket(state, all, summariseTicket(state, all), { ...open, ...conditions });
};

describe('the why line names the first thing that is missing', () => {
  const good = run([edit('price', '114120.0'), edit('amount', '0.02500')]);

  test('nothing is missing from a good order', () => {
    expect(judge(good)).toBeUndefined();
  });

  test('in the order of thinking', () => {
    expect(judge(good, { signedIn: false })).toEqual({ kind: 'signIn' });
    expect(judge(good, { trading: 'cut' })).toEqual({ kind: 'cut' });
    expect(judge(good, { trading: 'unknown' })).toEqual({ kind: 'loading' });
    expect(judge(good, { trading: 'closed', opensAt: 5 })).toEqual({ kind: 'closed', opensAt: 5 });
    expect(judge(good, { trading: 'suspended' })).toEqual({ kind: 'suspended' });
    expect(judge(emptyTicket)).toEqual({ kind: 'missing', field: 'price' });
    expect(judge(run([edit('price', '100000')]))).toEqual({ kind: 'missing', field: 'amount' });
    expect(judge(run([edit('price', '100000'), edit('amount', '0.000')]))).toEqual({
      kind: 'missing',
      field: 'amount',
    });
  });

  test('a stale price takes limit orders only (money §11)', () => {
    expect(judge(good, { trading: 'stale' })).toBeUndefined();
    expect(judge(run([{ type: 'kind', kind: 'market' }, edit('amount', '0.001')]), { trading: 'stale' })).toEqual({
      kind: 'staleMarket',
    });
  });

  test('digits beyond the tick or the lot', () => {
    expect(judge({ ...good, price: '114120.05' })).toEqual({ kind: 'tick', step: '0.1', field: 'price' });
    expect(judge({ ...good, amount: '0.000001' })).toEqual({ kind: 'lot', step: '0.00001', field: 'amount' });
  });

  test('a buy more than 20 % above the index, a sell more than 20 % below; the far side a tenth and ten times (money §2)', () => {
    const at = (side: Side, price: string) =>
      judge(
        run([{ type: 'side', side }, edit('price', price), edit('amount', '0.001')]),
        { index: '100000.000' },
        { availableQuote: '10000000', availableBase: '1' },
      );
    expect(at('buy', '120000.0')).toBeUndefined();
    expect(at('buy', '120000.1')).toMatchObject({ kind: 'band', side: 'above', limit: '120000.0' });
    expect(at('sell', '80000.0')).toBeUndefined();
    expect(at('sell', '79999.9')).toMatchObject({ kind: 'band', side: 'below', limit: '80000.0' });
    expect(at('buy', '9999.9')).toMatchObject({ kind: 'far', limit: '10000.0' });
    expect(at('sell', '1000000.1')).toMatchObject({ kind: 'far', limit: '1000000.0' });
  });

  test('a trigger on the side on which it would trigger at once', () => {
    const stop = (kind: OrderKind, side: Side, trigger: string) =>
      judge(run([{ type: 'kind', kind }, { type: 'side', side }, edit('trigger', trigger), edit('amount', '0.001')]), {
        last: '100000.0',
      });
    expect(stop('stopMarket', 'buy', '100000.0')).toMatchObject({ kind: 'triggerSide', side: 'above' });
    expect(stop('stopMarket', 'buy', '100000.1')).toBeUndefined();
    expect(stop('stopMarket', 'sell', '100000.1')).toMatchObject({ kind: 'triggerSide', side: 'below' });
    expect(stop('takeProfitMarket', 'sell', '99999.9')).toMatchObject({ kind: 'triggerSide', side: 'above' });
    expect(stop('takeProfitMarket', 'buy', '100000.1')).toMatchObject({ kind: 'triggerSide', side: 'below' });
  });

  test('an order under the least value, and one beyond the money, with the size of the lack', () => {
    expect(judge(run([edit('price', '100000'), edit('amount', '0.00004')]))).toMatchObject({
      kind: 'tooSmall',
      least: '5',
      coin: 'USDT',
    });
    expect(judge(run([{ type: 'side', side: 'sell' }, edit('price', '114200'), edit('amount', '0.61')]))).toEqual({
      kind: 'funds',
      missing: '0.23900000',
      coin: 'BTC',
      field: 'amount',
    });
  });

  test('a post-only order that would take', () => {
    expect(judge(run([edit('price', '114129.8'), edit('amount', '0.01'), { type: 'postOnly', value: true }]))).toEqual({
      kind: 'wouldTake',
      field: 'price',
    });
  });

  test('a market order without a book', () => {
    expect(judge(run([{ type: 'kind', kind: 'market' }, edit('amount', '0.01')]), {}, { asks: [] })).toEqual({
      kind: 'noBook',
    });
  });
});
