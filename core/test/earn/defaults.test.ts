// The first terms of second contracts, staking and finance are those of the parameters, and the exchange takes them.
import { describe, expect, it } from 'vitest';
import {
  breakEven,
  type Command,
  defaultGenesis,
  earnSetup,
  encodeCommand,
  instruments,
  openExchange,
  secondSetup,
  yieldOf,
} from '../../src/index.ts';

const USDT_ATOMS = 1_000_000;

describe('parameters: second contracts', () => {
  it('all six periods for all 48 instruments, of every category', () => {
    const setup = secondSetup();
    expect(setup).toHaveLength(48);
    expect(new Set(instruments.map(({ category }) => category))).toEqual(new Set([1, 2, 3, 4, 5]));
    for (const [at, one] of setup.entries()) {
      expect(one).toMatchObject({ instrument: at + 1, market: 301 + at, asset: 1, delay: 1_000, patience: 3_000 });
      expect(one.most).toBe(20_000 * USDT_ATOMS);
      expect(one.periods.map(({ seconds, odds, min, max }) => [seconds, odds / 10_000, min, max])).toEqual(
        [
          [30, 80],
          [60, 82],
          [90, 84],
          [120, 85],
          [180, 86],
          [300, 88],
        ].map((row) => [...row, USDT_ATOMS, 5_000 * USDT_ATOMS]),
      );
    }
  });

  it('at fair prices the house keeps an edge in each: who breaks even must win more than half', () => {
    for (const { odds } of secondSetup()[0]!.periods) expect(breakEven(odds)).toBeGreaterThan(500_000);
  });
});

describe('parameters: staking and finance', () => {
  it('the products, their rates, limits and who may buy', () => {
    const rows = earnSetup().map(({ kind, tab, asset, days, flexible, rate, times, tier, penalty, early }) => [
      ...[kind, tab, asset, days, flexible, rate, times, tier, penalty, early],
    ]);
    expect(rows).toEqual([
      [1, 0, 1, 7, 0, 100_000, 3, 0, 10_000, 1],
      [1, 0, 1, 30, 0, 160_000, 3, 0, 10_000, 1],
      [1, 0, 1, 90, 0, 220_000, 3, 0, 10_000, 1],
      [1, 0, 3, 30, 0, 80_000, 3, 0, 10_000, 1],
      [1, 0, 2, 30, 0, 50_000, 3, 0, 10_000, 1],
      [2, 1, 1, 14, 0, 40_000_000, 0, 0, 0, 0],
      [2, 1, 1, 60, 0, 60_000_000, 0, 0, 0, 0],
      [2, 2, 1, 90, 0, 80_000_000, 0, 1, 0, 0],
      [2, 3, 1, 1, 1, 15_000_000, 0, 0, 0, 1],
      [2, 3, 2, 30, 0, 10_000_000, 0, 0, 0, 0],
    ]);
    for (const { asset, kind, min, max } of earnSetup())
      if (asset === 1) expect([min, max]).toEqual([100 * USDT_ATOMS, (kind === 1 ? 50_000 : 1_000_000) * USDT_ATOMS]);
    const btc = earnSetup()[4]!;
    expect([btc.min, btc.max], '100 and 50,000 USDT at 114,129.75').toEqual([87_619, 43_809_786]);
  });

  it('yield what the rates say: 30 days of 0.016 % on 10,000 USDT are 48; 14 days of 4 % a year 15.342465', () => {
    const [, monthly, , , , fortnight] = earnSetup();
    expect(yieldOf(1, 10_000 * USDT_ATOMS, monthly!.rate, 30)).toBe(48 * USDT_ATOMS);
    expect(yieldOf(2, 10_000 * USDT_ATOMS, fortnight!.rate, 14)).toBe(15_342_465);
  });
});

describe('parameters: the first start', () => {
  it('takes all of it after the default genesis, practice and live; the practice house can pay each product full', () => {
    for (const mode of ['practice', 'live'] as const) {
      const exchange = openExchange();
      exchange.advance(1_800_000_000_000);
      const setup: readonly Command[] = [defaultGenesis(mode, []), ...secondSetup(), ...earnSetup()];
      for (const one of setup) expect([one.name, exchange.apply(encodeCommand(one), 0)]).toEqual([one.name, 200]);
      exchange.audit();
    }
    const funds = defaultGenesis('practice', []).funds.filter((fund) => fund.class === 11);
    for (const { asset, amount } of funds) {
      let promised = 0;
      for (const product of earnSetup())
        if (product.asset === asset) promised += yieldOf(product.kind, product.total, product.rate, product.days);
      expect(promised).toBeLessThan(amount);
    }
  });
});
