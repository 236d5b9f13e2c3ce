// The first values of borrowing and loans are those of the parameters, and the exchange takes them (parameters).
import { describe, expect, it } from 'vitest';
import { coins, defaultGenesis, encodeCommand, loanSetup, marginSetup, openExchange, USDT } from '../../src/index.ts';
import { command } from '../kit/genesis.ts';
import { NO_KEY, NOON } from '../kit/world.ts';

describe('parameters: borrowing, loans', () => {
  it('hourly USDT 0.0010 %, BTC and ETH 0.0005 %, others 0.0020 %; factors 1, 0.95, 0.8; 200,000 USDT a coin', () => {
    const [set] = marginSetup();
    expect(set!.assets.map(({ asset, rate, factor }) => [asset, rate, factor])).toEqual([
      [1, 10_000, 1_000_000],
      ...[2, 3].map((asset) => [asset, 5_000, 950_000]),
      ...[4, 5, 6, 7, 8, 9].map((asset) => [asset, 20_000, 800_000]),
    ]);
    expect(set!.assets[0]!.limit).toBe(200_000 * 10 ** 6);
    for (const [at, { limit }] of set!.assets.slice(1).entries()) {
      const { price, scale } = coins[at]!;
      expect((limit * Number(price)) / 10 ** scale / 200_000).toBeCloseTo(1, 5);
    }
    expect(set!.markets.map(({ leverage }) => leverage)).toEqual([10, 10, 5, 5, 5, 5, 5, 5]);
    expect(set!.levels).toEqual([
      { leverage: 3, borrow: 1_500_000, call: 1_300_000, liquidation: 1_100_000 },
      { leverage: 5, borrow: 1_250_000, call: 1_150_000, liquidation: 1_080_000 },
      { leverage: 10, borrow: 1_110_000, call: 1_080_000, liquidation: 1_050_000 },
    ]);
    expect([set!.cross, set!.transferOut]).toEqual([3, 2_000_000]);
  });

  it('100 to 20,000 USDT, 0.03 % a day, two persons from 5,000, 100 a point, nothing under 60', () => {
    expect(loanSetup()).toEqual([
      {
        ...{ name: 'loan.set', product: 1, asset: USDT, min: 100_000_000, max: 20_000_000_000, rate: 300_000 },
        ...{ overdue: 1_500_000, days: 15, threshold: 5_000_000_000, perPoint: 100_000_000, leastScore: 60, open: 1 },
      },
    ]);
  });

  /** A price at listing in hundredths of the instrument's tick. */
  const centsOf = (price: string, at: number): number =>
    Math.round(Number(price) * 10 ** (defaultGenesis('practice', []).instruments[at]!.tickDecimals + 2));

  it('the exchange takes them after its genesis, and a customer borrows by them', () => {
    const exchange = openExchange();
    exchange.advance(NOON);
    const must = (one: Parameters<typeof encodeCommand>[0]): number => {
      expect(exchange.apply(encodeCommand(one), 0), one.name).toBe(200);
      return exchange.result;
    };
    must(defaultGenesis('practice', []));
    for (const one of [...marginSetup(), ...loanSetup()]) must(one);
    const user = must(command('user.open', { referrer: 0 }));
    must(command('practice.claim', { user, ...NO_KEY }));
    must(
      command('ticks', {
        ticks: coins.map(({ price }, at) => ({
          ...{ instrument: at + 1, price: centsOf(price, at), spread: 0, used: 3, total: 3 },
        })),
        quotes: [],
      }),
    );
    must(command('wallet.transfer', { user, ...NO_KEY, from: 1, to: 5, asset: USDT, amount: 10 ** 9, market: 1 }));
    const borrow = (amount: number) =>
      encodeCommand(command('debt.borrow', { user, ...NO_KEY, wallet: 5, market: 1, asset: USDT, amount }));
    // (10^9 − 1.11) ÷ (1.11 × 1.00001 − 1): nine times one’s own and a little, less what the first hour costs.
    expect(exchange.ask(borrow(1), 0).numbers[5]).toBe(9_089_991_818);
    expect(exchange.apply(borrow(9 * 10 ** 9), 0)).toBe(200);
    exchange.audit();
  });
});
