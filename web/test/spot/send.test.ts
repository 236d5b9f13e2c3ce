import { describe, expect, test } from 'vitest';
import { emptyTicket, type TicketState } from '../../src/features/spot/form.ts';
import type { MarketRules } from '../../src/features/spot/calculate.ts';
import { orderInput } from '../../src/features/spot/send.ts';
import { readEntrustSearch } from '../../src/routes/account/entrust/-search.ts';

const rules: MarketRules = {
  symbol: 'BTC_USDT',
  base: 'BTC',
  quote: 'USDT',
  tickDecimals: 1,
  lotDecimals: 5,
  baseScale: 8,
  quoteScale: 6,
  minValue: '5',
};
const ticket = (part: Partial<TicketState>): TicketState => ({ ...emptyTicket, ...part });

describe('what is sent of a ticket (calls §2)', () => {
  test('a limit order, its decimals canonical', () => {
    expect(orderInput(ticket({ price: '114120.', amount: '0.025' }), rules)).toEqual({
      symbol: 'BTC_USDT',
      direction: 1,
      type: 1,
      price: '114120.0',
      quantity: '0.02500',
      timeInForce: 'GTC',
    });
  });

  test('post-only is a time in force', () => {
    expect(orderInput(ticket({ price: '1', amount: '1', postOnly: true }), rules).timeInForce).toBe('POST_ONLY');
  });

  test('a market buy of a total sends the amount and no quantity; of a quantity the quantity', () => {
    const total = orderInput(ticket({ kind: 'market', total: '1500', meant: 'total' }), rules);
    expect(total).toEqual({ symbol: 'BTC_USDT', direction: 1, type: 2, amount: '1500.000000' });
    expect(orderInput(ticket({ kind: 'market', side: 'sell', amount: '0.1' }), rules)).toEqual({
      symbol: 'BTC_USDT',
      direction: 2,
      type: 2,
      quantity: '0.10000',
    });
  });

  test('a stop carries its trigger and what triggers it', () => {
    expect(
      orderInput(
        ticket({ kind: 'stopMarket', side: 'sell', trigger: '110000', amount: '0.005', triggerBy: 'mark' }),
        rules,
      ),
    ).toEqual({
      symbol: 'BTC_USDT',
      direction: 2,
      type: 4,
      triggerPrice: '110000.0',
      triggerBy: 'mark',
      quantity: '0.00500',
    });
  });

  test('text that validation refuses is never sent', () => {
    expect(() => orderInput(ticket({ price: '1.05', amount: '1' }), rules)).toThrow(RangeError);
  });
});

describe('the URL of the order pages', () => {
  test('is read where it is in the expected form, and left out elsewhere', () => {
    expect(readEntrustSearch({ tab: 'fills', symbol: 'BTC_USDT', from: '2026-11-01', to: 'x', other: 1 })).toEqual({
      tab: 'fills',
      symbol: 'BTC_USDT',
      from: '2026-11-01',
    });
    expect(readEntrustSearch({ tab: 'all', symbol: '../x' })).toEqual({});
  });
});
