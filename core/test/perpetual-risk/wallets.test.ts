// Which of a wallet's positions liquidation takes, and which it leaves alone (money §3).

import { describe, expect, it } from 'vitest';
import { CHANGED } from '../../src/perpetual/risk/check-queue.ts';
import { RULE } from '../../src/rules.ts';
import { USDT } from '../kit/genesis.ts';
import { partsOf } from '../kit/spoil.ts';
import { ANNA, BEN, CARL } from '../kit/world.ts';
import {
  CLOSE_LONG,
  CROSS,
  HOURLY,
  ISOLATED,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  SHORT,
  U,
  U_WALLET,
} from '../perpetual/kit.ts';
import { riskWorld, type RiskWorld } from './kit.ts';

/** Rules under which the fund paid for fills and want of orders led to deleveraging. */
const BEFORE = { rules: RULE.solventWaits - 1 };

const LEVERAGE = { leverage: 20 } as const;

/** Anna's wallet 2 has `money`. */
function poor(money: number): RiskWorld {
  const world = riskWorld(10_000, {}, BEFORE);
  world.transfer(ANNA, U_WALLET, 1, USDT, world.free(ANNA, USDT, U_WALLET) - money);
  return world;
}

/** A cross long of 5,000 in a market against Ben. */
function long(world: RiskWorld, market: number): number {
  const [lots, price] = market === U ? [50, 100] : [10, 50];
  world.go(BEN, OPEN_SHORT, lots, price, { market });
  world.go(ANNA, OPEN_LONG, lots, price, { ...LEVERAGE, market });
  return world.position(ANNA, LONG, market)!.position;
}

describe('§3 step 1 of a wallet', () => {
  it('closing orders of its cross positions go, those of an isolated one beside them stay', () => {
    const world = poor(1_300);
    long(world, U);
    world.go(BEN, OPEN_SHORT, 10, 50, { market: HOURLY });
    world.go(ANNA, OPEN_LONG, 10, 50, { market: HOURLY, marginMode: ISOLATED, leverage: 10 });
    const cross = world.go(ANNA, CLOSE_LONG, 20, 104);
    const isolated = world.go(ANNA, CLOSE_LONG, 5, 52, { market: HOURLY, marginMode: ISOLATED });
    world.quoteAround(80, 140, 1_000);
    // 1,300 − 50 − 500 of margin = 750 or so, and 50 lots lose 18 each: below 41.
    world.index(8_300);
    expect(world.steps()[0]).toMatchObject({ user: ANNA, step: 1 });
    expect(world.closed(cross)).toEqual([2, 8]);
    expect(world.closed(isolated)).toBeUndefined();
    expect(world.position(ANNA, LONG, HOURLY)).toMatchObject({ lots: 10 });
  });
});

describe('§3 step 2 of a wallet', () => {
  it('sides opened at different prices are netted at the mark, and clearing stays the sum of what is open', () => {
    const world = poor(700);
    world.go(BEN, OPEN_SHORT, 40, 100);
    world.go(ANNA, OPEN_LONG, 40, 100, LEVERAGE);
    world.go(BEN, OPEN_LONG, 30, 98);
    world.go(ANNA, OPEN_SHORT, 30, 98, LEVERAGE);
    world.index(4_000);
    expect(world.liquidationSteps()[0]).toEqual([ANNA, 2, 30, 0]);
    expect(world.position(ANNA, SHORT)).toBeUndefined();
    // 30 × (98 − 40) of the short, 30 × (40 − 100) of the long: the difference is what clearing pays.
    expect(world.emitted('liquidation.step')[0]).toMatchObject({ market: U, step: 2, lots: 30, mark: 4_000 });
  });

  it('a cross long is not netted against an isolated short', () => {
    const world = poor(1_200);
    long(world, U);
    world.go(BEN, OPEN_LONG, 10, 100);
    world.go(ANNA, OPEN_SHORT, 10, 100, { marginMode: ISOLATED, leverage: 5 });
    world.quoteAround(79, 140, 1_000);
    world.index(8_000);
    expect(world.steps().map(({ step }) => step)).not.toContain(2);
    expect(world.position(ANNA, SHORT)).toMatchObject({ lots: 10 });
    expect(world.position(ANNA, LONG)).toBeUndefined();
  });
});

describe('§3 step 3 of a wallet', () => {
  it.each([
    [U, HOURLY],
    [HOURLY, U],
  ])('of two with the same maintenance the one that was opened first goes first: %i before %i', (first, second) => {
    const world = poor(900);
    expect(long(world, first)).toBeLessThan(long(world, second));
    world.quoteAround(91, 140, 1_000);
    world.quoteAround(46, 70, 1_000, HOURLY);
    // 850 − 2 × 400 against 2 × 46.
    world.index(9_200, 4_600);
    expect(world.steps()[0]).toMatchObject({ user: ANNA, market: first, step: 3 });
  });

  it('an isolated position beside it is not chosen, however much it needs', () => {
    const world = poor(2_500);
    world.go(BEN, OPEN_SHORT, 30, 50, { market: HOURLY });
    world.go(ANNA, OPEN_LONG, 30, 50, { market: HOURLY, marginMode: ISOLATED, leverage: 10 });
    long(world, U);
    world.quoteAround(81, 140, 1_000);
    world.quoteAround(49, 70, 1_000, HOURLY);
    world.index(8_200);
    expect(world.steps()).toMatchObject([{ user: ANNA, market: U, step: 3 }]);
    expect(world.position(ANNA, LONG, HOURLY)).toMatchObject({ lots: 30 });
  });

  it('what the book does not take of a cut, somebody of the other side does, and nobody twice', () => {
    const world = poor(900);
    world.go(CARL, OPEN_SHORT, 50, 100);
    world.go(ANNA, OPEN_LONG, 50, 100, LEVERAGE);
    world.quoteAround(82, 140, 20);
    world.index(8_300);
    const taken = world.liquidationSteps();
    expect(taken.map(([, step, lots]) => [step, lots])).toEqual([
      [3, 20],
      [4, 30],
    ]);
    expect(world.position(ANNA, LONG)).toBeUndefined();
    expect(world.position(CARL, SHORT)).toMatchObject({ lots: 20 });
  });
});

describe('§3 a wallet whose last cross position was liquidated', () => {
  it('is liquidated again when it opens again and the index falls', () => {
    const world = riskWorld(10_000, { users: 5 });
    const opened = (user: number, lots: number): void => {
      world.transfer(ANNA, U_WALLET, 1, USDT, world.free(ANNA, USDT, U_WALLET));
      world.transfer(ANNA, 1, U_WALLET, USDT, 400);
      world.go(user, OPEN_SHORT, lots, 100, { marginMode: ISOLATED, leverage: 2 });
      world.go(ANNA, OPEN_LONG, lots, 100, LEVERAGE);
    };
    for (const user of [BEN, CARL, 5]) {
      opened(user, 50);
      world.indexFor(9_990, 2);
      expect(world.position(ANNA, LONG)).toMatchObject({ lots: 50 });
      world.indexFor(9_000, 3);
      expect(world.position(ANNA, LONG)).toBeUndefined();
      world.indexFor(10_000, 2);
    }
  });
});

describe('§12 wallets get new bounds after an activation', () => {
  it('one step a wallet with cross positions, in turn, until all have them', () => {
    const world = riskWorld(10_000, { users: 4 });
    const opened = [ANNA, BEN, CARL, 5] as const;
    for (const [long, short, marginMode] of [
      [ANNA, BEN, CROSS],
      [CARL, 5, ISOLATED],
    ] as const) {
      world.go(short, OPEN_SHORT, 50, 100, { leverage: 5 });
      world.go(long, OPEN_LONG, 50, 100, { leverage: 20, marginMode });
    }
    world.transfer(ANNA, U_WALLET, 1, USDT, world.free(ANNA, USDT, U_WALLET) - 400);
    world.index(10_000);
    const { risk, perpetual } = partsOf(world.exchange);
    const { rows: p } = perpetual.context.positions;
    const slots = opened
      .map((user) => p.find((world.position(user, LONG) ?? world.position(user, SHORT))!.position))
      .filter((slot) => p.mode[slot] === CROSS)
      .toSorted((a, b) => p.contractWallet[a]! - p.contractWallet[b]!);
    const bounds = (): number[] => slots.map((slot) => Math.max(p.boundBelow[slot]!, p.boundAbove[slot]!));
    const whole = bounds();
    expect([whole.length, Math.min(...whole) > 0, risk.checks.rejudging()]).toEqual([3, true, false]);
    for (const slot of slots) [p.boundBelow[slot], p.boundAbove[slot]] = [0, 0];
    risk.checks.beginRejudging();
    expect([risk.checks.rejudging(), risk.checks.rejudge(1)]).toEqual([true, 0]);
    expect([bounds(), risk.checks.rejudging()]).toEqual([[whole[0], 0, 0], true]);
    expect(risk.checks.rejudge(5)).toBe(3);
    expect([bounds(), risk.checks.rejudging()]).toEqual([whole, false]);
  });
});

describe('§3 the check of a wallet', () => {
  it('ends its wait; one that is in the queue of liquidations is left to it, unless its turn has come', () => {
    const world = riskWorld(10_000);
    world.go(BEN, OPEN_SHORT, 50, 100, { leverage: 5 });
    world.go(ANNA, OPEN_LONG, 50, 100, { leverage: 20 });
    world.index(10_000);
    const { risk, perpetual } = partsOf(world.exchange);
    const { checks } = risk;
    const { rows: p } = perpetual.context.positions;
    const slot = p.find(world.position(BEN, SHORT)!.position);
    const wallet = p.contractWallet[slot]!;
    const bound = p.boundAbove[slot]!;
    expect(bound).toBeGreaterThan(10_000);
    checks.checkQueue.add(wallet, CHANGED);
    checks.examine(wallet);
    expect(checks.checkQueue.queueOf(wallet)).toBe(0);
    p.boundAbove[slot] = 0;
    checks.checkQueue.setAway(wallet, true);
    checks.examine(wallet);
    expect([p.boundAbove[slot], checks.checkQueue.isAway(wallet)]).toEqual([0, true]);
    checks.examine(wallet, true);
    expect([p.boundAbove[slot], checks.checkQueue.isAway(wallet)]).toEqual([bound, false]);
    // One that waits in a queue of checks is checked, though it is not in the index.
    p.boundAbove[slot] = 0;
    checks.checkQueue.setAway(wallet, true);
    checks.checkQueue.add(wallet, CHANGED);
    checks.examine(wallet);
    expect([p.boundAbove[slot], checks.checkQueue.isAway(wallet)]).toEqual([bound, false]);
  });
});
