// money §8, rules `parInflow`: a coin that counts as one USDT and is worth less elsewhere. What customers bring of it is bounded
// by the treasury's USDT in all, not by each coin that they take for it.
import { rejects } from '../../src/schema/index.ts';
import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { packText, RULE } from '../../src/index.ts';
import { BTC, command, ETH, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, type World } from '../kit/world.ts';
import { credit, rail, restored, swapped, walletWorld } from './kit.ts';

const USDC = 4;
const HOUR = 3_600_000;
/** Atoms of a treasury of 10,000 USDT, and a hundredth of it. */
const HOUSE_ATOMS = 1_000_000;
const LOT = 10_000;

/** Anna, Ben and Carl have 50,000 USDC each, which fell elsewhere. */
function depegged(rules?: number, scale = 2): World {
  const world = walletWorld({ house: HOUSE_ATOMS, practice: [0, 0, 2 ** 31], ...(rules ? { rules } : {}) }, 3, [
    command('asset.list', { asset: USDC, code: packText('USDC'), scale }),
    rail(USDC, { instrument: 0 }),
    command('swap.set', {
      assets: [BTC, ETH, USDT, USDC].map((asset) => ({
        ...{ asset, instrument: asset > ETH ? 0 : asset, spread: asset === USDT ? 0 : 1_000 },
      })),
    }),
  ]);
  for (const [at, user] of [ANNA, BEN, CARL].entries()) world.must(credit(user, USDC, 50_000 * 10 ** scale, at + 1));
  return world;
}

/** Atoms of USDC that customers bring for a coin, a lot at a time, until the treasury refuses. */
function brings(world: World, to: number, lot = LOT): number {
  for (let sum = 0; ; sum += lot) {
    const { code } = swapped(world, ANNA, USDC, to, lot);
    if (code !== 200) {
      expect(code).toBe(rejects['swap.inventory']);
      return sum;
    }
    world.wait(4_000);
    world.tick();
  }
}

describe('money §8 swaps of a coin at par that is worth less', () => {
  it('a tenth of the treasury’s USDT an hour in all, no longer a tenth of each coin', () => {
    const took = [RULE.parInflow - 1, undefined].map((rules) => {
      const world = depegged(rules);
      return [
        brings(world, USDT),
        swapped(world, BEN, USDC, BTC, 100_000).code,
        swapped(world, CARL, USDC, ETH, 100_000).code,
      ];
    });
    expect(took).toEqual([
      [100_000, 200, 200],
      [100_000, rejects['swap.inventory'], rejects['swap.inventory']],
    ]);
  });

  it('a fifth a day: two hours of it, and none until the oldest hour is over', () => {
    const world = depegged();
    expect(brings(world, BTC)).toBe(100_000);
    world.wait(HOUR + 60_000);
    world.tick();
    expect(brings(world, ETH)).toBe(100_000);
    for (let hour = 0; hour < 22; hour += 1) {
      world.wait(HOUR);
      world.tick();
      expect(swapped(world, CARL, USDC, BTC, LOT).code, `hour ${hour}`).toBe(rejects['swap.inventory']);
    }
    restored(world);
    world.wait(2 * HOUR);
    world.tick();
    expect(swapped(world, CARL, USDC, BTC, LOT).code).toBe(200);
    expect(world.twin().digest()).toBe(world.exchange.digest());
  });

  it('what others take of the coin frees capacity; USDT itself is bounded by what it buys alone', () => {
    const world = depegged();
    world.must(credit(BEN, USDC, 1_000, 9));
    expect(brings(world, USDT)).toBe(100_000);
    expect(swapped(world, BEN, USDT, USDC, 50_000).code).toBe(200);
    expect(brings(world, BTC)).toBe(40_000);
    expect(swapped(world, BEN, USDT, BTC, 200_000).code).toBe(200);
    expect(world.owns(MARKET_MAKER, USDC)).toBeGreaterThan(0);
  });

  it('counts in whole dollars, whatever the scale of the coin', () => {
    expect(brings(depegged(undefined, 4), BTC, 100 * LOT)).toBe(100 * 100_000);
  });
});
