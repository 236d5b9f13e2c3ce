// What is listed, and the command that a journal begins with.

import { describe, expect, it } from 'vitest';
import { coins, defaultGenesis, MAX_ORDER_ATOMS, MAX_TICKS } from '@vitrine/core';

import {
  drawSeed,
  listingAt,
  listingOf,
  listings,
  plateNames,
  seedHashOf,
  seedMatches,
  sourceNames,
} from '../../src/markets/index.ts';

const genesis = defaultGenesis('practice', seedHashOf('a seed'));

describe('listings (§3 coin entry)', () => {
  it('resolves the three forms of a symbol, in any case, and nothing else', () => {
    for (const listing of listings) {
      for (const text of [
        listing.symbol,
        listing.name,
        listing.code,
        listing.symbol.toUpperCase(),
        listing.code.toLowerCase(),
      ]) {
        expect(listingOf(text)).toBe(listing);
      }
    }
    for (const text of ['', 'btc', 'BTC-USDT', 'BTC/USD', 'btcusdt ', 'BT/CUSDT', '__proto__', 'x'.repeat(10_000)]) {
      expect(listingOf(text)).toBeUndefined();
    }
    expect(listingAt(1)?.symbol).toBe('btcusdt');
    expect(listingAt(0)).toBeUndefined();
  });

  it('has 24 coins, 10 currencies with USD/CNH, 6 commodities with gold, 8 indices; books for coins only', () => {
    const count = (test: (category: number) => boolean) => listings.filter(({ category }) => test(category)).length;
    expect([
      count((c) => c === 1),
      count((c) => c === 2),
      count((c) => c === 3 || c === 5),
      count((c) => c === 4),
    ]).toEqual([24, 10, 6, 8]);
    expect(listingOf('usdcnh')?.venue).toBe('mt5');
    expect(listingOf('xauusd')).toMatchObject({
      venue: 'metal',
      coinType: 3,
      plates: [5, 3],
      customizeFlag: 2,
      showSymbol: 'Gold',
    });
    expect(listingOf('us500usd')).toMatchObject({ venue: 'mt5', coinType: 2, market: 0, showSymbol: 'S&P 500' });
    for (const { market, category, plates, maxLeverage } of listings) {
      expect(market > 0).toBe(category === 1);
      expect(plates.every((plate) => plateNames.has(plate))).toBe(true);
      expect(maxLeverage.cross).toBe(category === 1 ? maxLeverage.isolated : 0);
    }
    expect(listingOf('btcusdt')?.maxLeverage.isolated).toBe(125);
  });

  it('names every source with its label', () => {
    expect(sourceNames.get(1)).toEqual({ name: 'Amber', label: 'simulated' });
    expect(sourceNames.get(11)).toEqual({ name: 'Amber', label: 'replayed' });
  });
});

describe('genesis (money §1, §11 parameters)', () => {
  it('lists BTC with tick 0.1 and lot 0.00001, and every market with tick × lot of one USDT atom', () => {
    expect(genesis.markets[0]).toMatchObject({
      tickDecimals: 1,
      lotDecimals: 5,
      atomsPerTickLot: 1,
      baseAtomsPerLot: 1_000,
    });
    for (const market of genesis.markets) {
      expect(market.tickDecimals + market.lotDecimals).toBe(6);
      expect(market.atomsPerTickLot).toBe(1);
      expect(Number.isInteger(market.baseAtomsPerLot)).toBe(true);
    }
  });

  it('gives prices six significant digits and lots a worth of 0.1 to 1 USDT, but for coins under 0.1 USDT, which trade whole', () => {
    for (const [at, market] of genesis.markets.entries()) {
      if (at === 0) continue;
      const price = Number(coins[at]!.price);
      const ticks = price * 10 ** market.tickDecimals;
      const worth = price / 10 ** market.lotDecimals;
      if (price < 0.1) expect(market.lotDecimals).toBe(0);
      else {
        expect(ticks).toBeGreaterThanOrEqual(99_999);
        expect(ticks).toBeLessThan(1_000_000);
        expect(worth).toBeGreaterThanOrEqual(0.1);
        expect(worth).toBeLessThan(1);
      }
      expect(ticks * 10).toBeLessThan(MAX_TICKS);
    }
  });

  it('funds the practice house within 2^50 atoms an account, and the live house not at all', () => {
    for (const { amount } of genesis.funds) {
      expect(Number.isSafeInteger(amount)).toBe(true);
      expect(amount).toBeGreaterThan(0);
      expect(amount).toBeLessThanOrEqual(MAX_ORDER_ATOMS);
    }
    const of = (accountClass: number, asset: number) =>
      genesis.funds.find((fund) => fund.class === accountClass && fund.asset === asset)?.amount;
    expect(of(11, 1)).toBe(50_000_000 * 1e6);
    expect(of(11, 2)).toBe(500 * 1e8);
    expect(of(1, 1)).toBe(100_000_000 * 1e6);
    expect(of(14, 3)).toBe(4_000 * 1e8);
    expect(genesis.practice.map(({ amount }) => amount)).toEqual([10_000e6, 0.1e8, 2e8]);
    const live = defaultGenesis('live', []);
    expect(live).toMatchObject({ mode: 2, funds: [], practice: [], seedHash: [] });
  });
});

describe('the seed (design §4)', () => {
  it('is committed to by its hash, and verified when revealed', () => {
    const seed = drawSeed();
    expect(seed).toMatch(/^[0-9a-f]{64}$/);
    const hash = seedHashOf(seed);
    expect(hash).toHaveLength(8);
    expect(seedMatches(seed, hash)).toBe(true);
    expect(seedMatches(drawSeed(), hash)).toBe(false);
    expect(seedMatches(seed, [])).toBe(false);
  });
});
