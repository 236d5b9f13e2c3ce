// Who pays for a bankrupt cross wallet, since rules `fairDeleverage` (issue 13 A.2; money §3): nobody in a market whose index
// stood still, and nobody for a profit that only does not count at the moment.

import { describe, expect, it } from 'vitest';
import { RULE } from '../../../src/index.ts';
import { command, USDT } from '../../kit/genesis.ts';
import { ANNA, BEN, CARL } from '../../kit/world.ts';
import { HOURLY, LONG, OPEN_LONG, OPEN_SHORT, SHORT, U_WALLET } from '../../perpetual/kit.ts';
import { type RiskWorld, riskWorld } from '../kit.ts';

const HOUR = 3_600_000;

function keep(world: RiskWorld, atoms: number): void {
  world.transfer(ANNA, U_WALLET, 1, USDT, world.free(ANNA, USDT, U_WALLET) - atoms);
}

/** Only the second instrument ticks. */
function second(world: RiskWorld, cents: number): void {
  world.must(command('ticks', { ticks: [{ instrument: 2, price: cents, spread: 0, used: 3, total: 3 }], quotes: [] }));
}

/** Anna is long of U and of the other market, whose short is Carl's; U falls in one tick and she is bankrupt. */
function gap(cents: number, rules: number = RULE.fairDeleverage): RiskWorld {
  const world = riskWorld(0, {}, { rules });
  world.go(BEN, OPEN_SHORT, 100, 100, { leverage: 2 });
  world.go(ANNA, OPEN_LONG, 100, 100, { leverage: 20 });
  world.go(CARL, OPEN_SHORT, 8, 50, { market: HOURLY, leverage: 5 });
  world.go(ANNA, OPEN_LONG, 8, 50, { market: HOURLY, leverage: 20 });
  keep(world, 1_000);
  for (let seconds = 0; seconds < 2; seconds += 1) {
    world.time += 1_000;
    world.index(10_000);
  }
  world.time += 1_000;
  world.index(cents);
  return world;
}

/** What Carl's lots were closed at, per lot, settle atoms. */
const carls = (world: RiskWorld): number[] =>
  world
    .emitted('deleveraged')
    .filter(({ user }) => user === CARL)
    .map(({ value, lots }) => value / lots);

describe('a wallet that another market made bankrupt', () => {
  it.each([8_500, 7_500])('closes nobody further than a still index: U at %i', (cents) => {
    const world = gap(cents);
    expect(world.position(ANNA, LONG)).toBeUndefined();
    expect(world.position(ANNA, LONG, HOURLY)).toBeUndefined();
    expect(carls(world)).toEqual([500]);
  });

  it('did before the rule', () => {
    const [value = 0] = carls(gap(8_500, RULE.fairDeleverage - 1));
    expect(value).toBeGreaterThan(500);
  });

  it('bears an old loss itself: what the index lost before the wallet was endangered counts for nobody', () => {
    // A profit in U and as great a loss in the other market; then U alone takes the profit back and more.
    const world = hedged(0);
    world.time += 1_000;
    world.index(9_500, 4_000);
    expect(world.position(ANNA, LONG, HOURLY)).toBeUndefined();
    expect(carls(world)).toEqual([400]);
  });
});

/** Anna is short of U with a profit of 2,000 and long of the other market with a loss of 2,000; 1,000 are in her wallet. */
function hedged(fund: number): RiskWorld {
  const world = riskWorld(fund, {}, {});
  world.go(BEN, OPEN_LONG, 100, 100, { leverage: 2 });
  world.go(ANNA, OPEN_SHORT, 100, 100, { leverage: 20 });
  world.go(CARL, OPEN_SHORT, 20, 50, { market: HOURLY, leverage: 2 });
  world.go(ANNA, OPEN_LONG, 20, 50, { market: HOURLY, leverage: 20 });
  keep(world, 1_000);
  for (let part = 1; part <= 20; part += 1) {
    world.time += 1_000;
    world.index(10_000 - part * 100, 5_000 - part * 50);
  }
  return world;
}

/** What Anna's wallet is worth with both positions at these indexes. */
function worth(world: RiskWorld, cents: number, other: number): number {
  const short = world.position(ANNA, SHORT);
  const long = world.position(ANNA, LONG, HOURLY);
  const here = short === undefined ? 0 : short.cost - (short.lots * cents) / 100;
  const there = long === undefined ? 0 : (long.lots * other * 10) / 100 - long.cost;
  return world.free(ANNA, USDT, U_WALLET) + here + there;
}

describe('a hedged wallet one of whose prices is stale', () => {
  it.each([0, 100_000])('waits while its stale profit covers it: the fund (%i) takes nothing over', (fund) => {
    const world = hedged(fund);
    world.time += 11_000;
    for (let tick = 0; tick < 5; tick += 1) {
      second(world, 4_000 - tick * 10);
      world.time += 1_000;
    }
    expect(world.position(ANNA, LONG, HOURLY)).toMatchObject({ lots: 20 });
    expect(world.emitted('fund.takeover')).toEqual([]);
    expect(world.insurance()).toBe(fund);
    expect(world.contracts.contracts.get(HOURLY)?.state, 'no desk is called').toBe(1);
    world.index(8_000, 4_000);
    expect(world.position(ANNA, SHORT)).toMatchObject({ lots: 100 });
  });

  it.each([0, 100_000])(
    'closes no more than its balance pays when the stale profit does not cover it: fund %i',
    (fund) => {
      const world = hedged(fund);
      world.time += 11_000;
      second(world, 3_400);
      const lots = world.position(ANNA, LONG, HOURLY)?.lots ?? 0;
      expect(lots).toBeGreaterThan(0);
      expect(lots).toBeLessThan(20);
      expect(world.insurance()).toBe(fund);
      expect(world.contracts.contracts.get(HOURLY)?.state, 'no desk is called').toBe(1);
      expect(worth(world, 8_000, 3_400), 'the wallet has not gained').toBeLessThanOrEqual(0);
    },
  );

  it('no longer waits after an hour without a price', () => {
    const world = hedged(0);
    world.time += HOUR + 1;
    second(world, 4_000);
    expect(world.position(ANNA, LONG, HOURLY)).toBeUndefined();
  });
});
