// The wallet's pure parts: what the address says, the swap form, shares, periods.
import { describe, expect, it } from 'vitest';
import { dayStart } from '../../src/features/wallet/period.ts';
import { readWalletSearch } from '../../src/features/wallet/search.ts';
import { shareOf } from '../../src/features/wallet/share.ts';
import {
  amountOf,
  firstSwap,
  reduceSwap,
  summariseSwap,
  validateSwap,
} from '../../src/features/wallet/transfer/swap-form.ts';

describe('§2 the wallet’s query keys', () => {
  it.each(['overview', 'finance', 'agreement', 'recharge', 'withdraw', 'swap', 'transfer', 'tradeOrder', 'records'])(
    '%s is a part of the wallet',
    (key) => expect(readWalletSearch({ key })).toEqual({ key }),
  );

  it('leaves out what is not in its form', () => {
    expect(
      readWalletSearch({ key: 'evil', coin: 'usdt<', part: 1, wallet: '9', from: 'today', network: 'A B' }),
    ).toEqual({});
    expect(readWalletSearch({ key: 'records', coin: 'USDT', part: 'bills', wallet: 2, from: '2026-11-01' })).toEqual({
      key: 'records',
      coin: 'USDT',
      part: 'bills',
      wallet: '2',
      from: '2026-11-01',
    });
  });
});

describe('§8 the swap form', () => {
  it('turns the two coins when the other side’s is chosen, and empties the amount', () => {
    const form = { ...firstSwap, amount: '5' };
    expect(reduceSwap(form, { set: 'from', coin: 'BTC' })).toEqual({ from: 'BTC', to: 'USDT', amount: '' });
    expect(reduceSwap(form, { set: 'to', coin: 'USDT' })).toEqual({ from: 'BTC', to: 'USDT', amount: '' });
    expect(reduceSwap(form, { set: 'to', coin: 'ETH' })).toEqual({ from: 'USDT', to: 'ETH', amount: '5' });
    expect(reduceSwap(form, { set: 'turn' })).toEqual({ from: 'BTC', to: 'USDT', amount: '' });
  });

  it('says the first thing that is wrong', () => {
    expect(validateSwap(firstSwap, '10')).toEqual({ kind: 'amount' });
    expect(validateSwap({ ...firstSwap, amount: '0.0' }, '10')).toEqual({ kind: 'zero' });
    expect(validateSwap({ ...firstSwap, amount: '5' }, undefined)).toEqual({ kind: 'unknown' });
    expect(validateSwap({ ...firstSwap, amount: '10.5' }, '10')).toEqual({ kind: 'short', lack: '0.5' });
    expect(validateSwap({ ...firstSwap, amount: '10' }, '10')).toBeUndefined();
  });

  it('shows both balances after it, and sends no point at the end', () => {
    const form = { ...firstSwap, amount: '5.' };
    expect(amountOf(form)).toBe('5');
    expect(summariseSwap(form, { from: '12.5', to: '0.1' }, '0.02')).toEqual({ from: '7.5', to: '0.12' });
    expect(summariseSwap(form, { from: '12.5', to: undefined }, '0.02').to).toBeUndefined();
  });
});

describe('shares and periods', () => {
  it('rounds a share down, and knows none of nothing or of a debt', () => {
    expect(shareOf('1', '3')).toBe('33.33');
    expect(shareOf('0.01', '1000')).toBe('0.00');
    expect(shareOf('5', '5')).toBe('100.00');
    expect(shareOf('5', '0')).toBeUndefined();
    expect(shareOf('-1', '5')).toBeUndefined();
    expect(shareOf(null, '5')).toBeUndefined();
  });

  it('counts today from midnight UTC', () => {
    expect(dayStart(Date.UTC(2026, 10, 21, 13, 5))).toBe(Date.UTC(2026, 10, 21));
  });
});
