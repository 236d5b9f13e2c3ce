// Every contract of the first start is sound and within all bounds (parameters: contracts; money §1, §3).
import { describe, expect, it } from 'vitest';
import {
  coins,
  contractFunding,
  contractSetup,
  defaultGenesis,
  encodeCommand,
  instruments,
  openExchange,
  parseDecimal,
  powerOfTen,
  USDT_SCALE,
} from '../../src/index.ts';
import { NOON } from '../kit/world.ts';

const lists = contractSetup().filter((one) => one.name === 'contract.list');
const ticksOf = (text: string, decimals: number): number =>
  Number(parseDecimal(Number(text).toFixed(decimals), decimals));

describe('the contracts of the first start', () => {
  it('are a U contract on each of 48 instruments and eight coin contracts', () => {
    expect(lists.map((one) => Number(one.market))).toEqual([
      ...instruments.map((_, at) => 101 + at),
      ...coins.flatMap((coin, at) => (coin.marginable ? [201 + at] : [])),
    ]);
    expect(lists.filter((one) => one.type === 3).map((one) => one.face)).toEqual([100, 10, 10, 10, 10, 10, 10, 10]);
  });

  for (const one of lists) {
    const listed = instruments[one.instrument - 1]!;
    it(`${listed.base}/${listed.quote} of type ${one.type} fits every bound`, () => {
      const price = ticksOf(listed.price, one.tickDecimals);
      expect(price, 'a price below 2^24 ticks, with capacity for a tenfold').toBeLessThan(2 ** 24 / 10);
      const greatest = one.tiers.at(-1)!.cap;
      if (one.type === 2) {
        const lot = price * one.perLot;
        expect(one.perLot, 'tick × lot is a millionth of USDT').toBe(1);
        // BTC's lot is fixed, at 0.00001.
        if (listed.base !== 'BTC') expect(lot, 'and less than one').toBeLessThan(powerOfTen(USDT_SCALE));
        if (one.lotDecimals > 0) expect(lot, 'a lot is worth 0.1 USDT at least').toBeGreaterThanOrEqual(100_000);
        expect(greatest * 10, 'a tenfold of the last step is safe').toBeLessThan(2 ** 50);
      } else {
        const coin = Math.floor(one.perLot / price);
        expect(coin, 'one contract is worth many atoms').toBeGreaterThan(1_000);
        expect((greatest / one.face) * coin * 10, 'a tenfold of the last step is safe').toBeLessThan(2 ** 50);
        expect(Math.floor(one.perLot / (2 ** 24 - 1)), 'at any price').toBeGreaterThan(0);
      }
      for (const { rate, leverage } of one.tiers) expect(rate * leverage).toBeLessThan(1_000_000);
      expect(one.maxValue).toBeLessThanOrEqual(2 ** 50);
      expect(one.minValue).toBeGreaterThan(0);
    });
  }

  it('are taken by a fresh exchange, and the house can fund its wallets for them', () => {
    const exchange = openExchange();
    exchange.advance(NOON);
    const all = [defaultGenesis('practice', []), ...contractSetup(), ...contractFunding()];
    for (const one of all) expect([one.name, exchange.apply(encodeCommand(one), 0)]).toEqual([one.name, 200]);
    exchange.audit();
  });
});
