// Order notices (§4): what is shown of orders, deposits and withdrawals, and what is not.
import type { FundsNews, Order } from '@vitrine/contract';
import { clearToasts, toasts } from '@vitrine/ui';
import { beforeEach, describe, expect, test } from 'vitest';
import { showFunds } from '../src/features/notices/funds.tsx';
import { marketIn } from '../src/features/notices/market.ts';
import { showOrder } from '../src/features/notices/order.tsx';
import { showVerification } from '../src/features/notices/verification.tsx';

beforeEach(clearToasts);

const order = (change: Partial<Order>): Order =>
  ({
    id: '7',
    symbolName: 'BTC/USDT',
    contractType: null,
    direction: 1,
    status: 0,
    cancelReason: null,
    ...change,
  }) as Order;
const fill = {} as never;
const shown = () => toasts().map(({ id, kind, group, state }) => [id, kind, group, state]);

describe('§4 order notices', () => {
  test('of all fills of an order there is one', () => {
    showOrder(order({ dealtQuantity: '1' } as never), [fill], undefined);
    showOrder(order({ dealtQuantity: '2' } as never), [fill], undefined);
    expect(shown()).toEqual([['order-7', 'done', 'order', 'filled']]);
  });

  test.each([
    [{ status: 5, cancelReason: null }, 1],
    [{ status: 2, cancelReason: 'gone' }, 1],
    [{ status: 2, cancelReason: 'liquidation' }, 1],
    [{ status: 2, cancelReason: 'user' }, 0],
    [{ status: 2, cancelReason: 'all' }, 0],
    [{ status: 2, cancelReason: 'ended' }, 0],
    [{ status: 0, cancelReason: null }, 0],
  ] as const)('an order that became %j has %i: its owner knows of their own cancels', (change, count) => {
    showOrder(order(change as Partial<Order>), [], undefined);
    expect(shown()).toHaveLength(count);
  });

  test('a coin contract is found among coin contracts, a spot order among spot markets', () => {
    const coin = (type: number, lot: string) => ({ symbol: 'btcusdt', coin: 'BTC', type, tick: '0.1', lot }) as never;
    const list = { coinList: [], currencyList: [coin(1, '0.00001')], contractList: [coin(2, '0.001'), coin(3, '1')] };
    const decimals = (contractType: Order['contractType']) => marketIn(list, order({ contractType }))?.lotDecimals;
    expect([decimals(null), decimals('u'), decimals('coin')]).toEqual([5, 3, 0]);
    expect(marketIn(list, order({ symbolName: 'XYZ/USDT' }))).toBeUndefined();
  });

  test('a deposit that counts confirmations shows nothing; each step of it one, not again with the next count', () => {
    const news = (stage: string, confirmations: number): FundsNews =>
      ({ recharges: [{ id: '3', stage, confirmations, amount: '5', coin: 'USDT' }], withdrawals: [] }) as never;
    showFunds(news('confirming', 3));
    expect(shown()).toEqual([]);
    showFunds(news('credited', 12));
    expect(shown()).toEqual([['recharge-3', 'done', 'order', 'credited']]);
    clearToasts();
    showFunds(news('credited', 13));
    expect(shown()).toEqual([]);
    showFunds(news('reversed', 0));
    expect(shown()).toEqual([['recharge-3', 'warn', 'order', 'reversed']]);
  });

  test.each([
    [0, []],
    [1, []],
    [2, ['passed']],
    [3, ['failed']],
  ])('verification in state %i shows %j', (state, states) => {
    showVerification(1, state);
    expect(shown().map((one) => one[3])).toEqual(states);
  });
});
