// A forced order never fills below the bankruptcy value, nobody with equity above 0 is deleveraged, and the market maker
// is deleveraged in its turn (issue 13 A.2; money §3).

import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { activations, RULE } from '../../src/index.ts';
import { USDT } from '../kit/genesis.ts';
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
import { type RiskWorld, riskWorld } from './kit.ts';

const BEFORE = RULE.solventWaits - 1;

/** A world under the rule, or under the version before it. */
function world(before = false, fund = 10_000): RiskWorld {
  return riskWorld(fund, { money: 30_000 }, { rules: before ? BEFORE : RULE.solventWaits });
}

const activate = (made: RiskWorld): void => {
  for (const one of activations(BEFORE, RULE.solventWaits)) made.must(one);
};

const cases = [
  { name: 'an isolated long', side: LONG, mode: ISOLATED },
  { name: 'an isolated short', side: SHORT, mode: ISOLATED },
  { name: 'a cross long', side: LONG, mode: CROSS },
  { name: 'a cross short', side: SHORT, mode: CROSS },
] as const;

/** Anna has 100 lots at 100 with 500 behind them, so nothing is left at 95 (a short: at 105); Ben has the other side. */
function open(made: RiskWorld, side: number, mode: number): void {
  const [anna, ben] = side === LONG ? [OPEN_LONG, OPEN_SHORT] : [OPEN_SHORT, OPEN_LONG];
  made.go(BEN, ben, 100, 100, { leverage: 2, marginMode: ISOLATED });
  made.go(ANNA, anna, 100, 100, { leverage: 20, marginMode: mode });
  if (mode === CROSS) made.transfer(ANNA, U_WALLET, 1, USDT, made.free(ANNA, USDT, U_WALLET) - 500);
}

/** The quotes that the forced order of a side meets: bids for a long, asks for a short. */
function offer(made: RiskWorld, side: number, price: number, lots: number): void {
  made.quote(U, [[side === LONG ? 1 : 2, price, lots]]);
}

/** Index at which Anna is endangered with equity above 0; at which nothing is left of her margin. */
const endangered = (side: number): number => (side === LONG ? 9_555 : 10_445);
const bankrupt = (side: number): number => (side === LONG ? 9_450 : 10_550);

describe('A.2 a forced order fills no further than the bankruptcy value', () => {
  it.each(cases)('$name with equity above 0 waits for want of orders, tick after tick', ({ side, mode }) => {
    const made = world();
    open(made, side, mode);
    // Within 2 % of the index, beyond the bankruptcy price.
    offer(made, side, side === LONG ? 94 : 106, 1_000);
    for (let tick = 0; tick < 3; tick += 1) {
      made.index(endangered(side));
      expect(made.liquidationSteps()).toEqual([]);
      expect(made.emitted('deleveraged')).toEqual([]);
    }
    expect(made.position(ANNA, side)).toMatchObject({ lots: 100 });
    expect(made.insurance()).toBe(10_000);
    expect(made.contracts.contracts.get(U)!.state, 'no desk for want of orders').toBe(1);
    // An order within the limit takes it at the next tick; what is better than bankruptcy pays the fund its share.
    offer(made, side, side === LONG ? 96 : 104, 40);
    made.index(endangered(side));
    expect(made.liquidationSteps().map(([user, step, lots]) => [user, step, lots])).toEqual([[ANNA, 3, 40]]);
    expect(made.insurance()).toBeGreaterThan(10_000);
    expect(made.position(ANNA, side)).toMatchObject({ lots: 60 });
  });

  it.each(cases)('before the rule $name was deleveraged or the fund paid', ({ side, mode }) => {
    const made = world(true);
    open(made, side, mode);
    offer(made, side, side === LONG ? 94 : 106, 1_000);
    made.index(endangered(side));
    expect(made.insurance()).toBeLessThan(10_000);
    expect(made.position(ANNA, side)).toBeUndefined();
  });

  it.each(cases)(
    '$name with equity of 0 or less is deleveraged at the bankruptcy value, not filled beyond it',
    (one) => {
      const { side, mode } = one;
      const made = world();
      open(made, side, mode);
      offer(made, side, side === LONG ? 94 : 106, 1_000);
      made.index(bankrupt(side));
      expect(made.liquidationSteps()).toEqual([[ANNA, 4, 100, 0]]);
      expect(made.emitted('deleveraged')).toMatchObject([{ user: BEN, lots: 100 }]);
      expect(made.position(ANNA, side)).toBeUndefined();
      expect(made.insurance()).toBe(10_000);
    },
  );

  it('adds nothing to a wait that ends because the price recovers', () => {
    const made = world();
    open(made, LONG, ISOLATED);
    made.index(9_555);
    made.index(9_700);
    offer(made, LONG, 97, 1_000);
    made.index(9_700);
    expect(made.liquidationSteps()).toEqual([]);
    expect(made.position(ANNA, LONG)).toMatchObject({ lots: 100 });
  });

  it('may be ended by the customer: added margin takes the position out of danger', () => {
    const made = world();
    open(made, LONG, ISOLATED);
    made.index(9_555);
    expect(made.margin(ANNA, made.position(ANNA, LONG)!.position, 1, 1_000).code).toBe(200);
    offer(made, LONG, 96, 1_000);
    made.index(9_555);
    expect(made.position(ANNA, LONG)).toMatchObject({ lots: 100, margin: 1_500 });
  });
});

describe('A.2 trading with oneself takes nothing from the fund (t1, t1c)', () => {
  /**
   * Pairs of accounts of one person, long and short against each other. The shorts are liquidated while the only asks stand
   * within 2 % of the index, beyond their bankruptcy price: of accomplices, who first buy the market maker's asks where
   * there are any. Gives what the fund lost, and how many shorts are open.
   */
  function attack(rules: number, pairs: number, swept: number): { readonly lost: number; readonly left: number } {
    const shape = { rules };
    const made = riskWorld(100_000, { money: 30_000, users: 3 * pairs }, shape);
    const of = (kind: number, pair: number): number => 2 + 3 * pair + kind;
    const every = Array.from({ length: pairs }, (_, pair) => pair);
    for (const pair of every) {
      made.go(of(0, pair), OPEN_LONG, 100, 100, { leverage: 2, marginMode: ISOLATED });
      made.go(of(1, pair), OPEN_SHORT, 100, 100, { leverage: 50, marginMode: ISOLATED });
    }
    const trigger = made.position(of(1, 0), SHORT)!.liquidation;
    if (swept > 0) {
      made.quote(U, [[2, 101, swept]]);
      made.go(of(2, 0), OPEN_LONG, swept, 101, { leverage: 20, marginMode: ISOLATED });
    }
    const ask = Math.floor((trigger * 1.02) / 100);
    for (const pair of every) made.go(of(2, pair), OPEN_SHORT, 100, ask, { leverage: 20, marginMode: ISOLATED });
    for (let step = 0; step < 6; step += 1) {
      made.time += 500;
      made.index(trigger + step);
    }
    const left = every.filter((pair) => made.position(of(1, pair), SHORT) !== undefined).length;
    return { lost: 100_000 - made.insurance(), left };
  }

  it.each([
    { pairs: 1, swept: 0 },
    { pairs: 12, swept: 0 },
    { pairs: 12, swept: 150 },
  ])('$pairs pairs, $swept lots bought from the market maker before', ({ pairs, swept }) => {
    // 1 a lot: the ask is at 103, the bankruptcy price at 102.
    expect(attack(BEFORE, pairs, swept)).toEqual({ lost: 100 * pairs, left: 0 });
    expect(attack(RULE.solventWaits, pairs, swept)).toEqual({ lost: 0, left: pairs });
    // Solvent they wait; the fund takes nothing over.
    expect(attack(RULE.fundTakesOver, pairs, swept)).toEqual({ lost: 0, left: pairs });
  });
});

describe('A.2 the market maker is deleveraged in its turn', () => {
  it.each([
    { before: false, order: [BEN, MARKET_MAKER] },
    { before: true, order: [MARKET_MAKER, BEN] },
  ])('before the rule $before', ({ before, order }) => {
    const made = world(before, 0);
    made.quote(U, [[2, 100, 30]]);
    made.go(ANNA, OPEN_LONG, 30, 100, { marginMode: ISOLATED, leverage: 20 });
    made.go(BEN, OPEN_SHORT, 50, 100, { marginMode: ISOLATED, leverage: 10 });
    made.go(ANNA, OPEN_LONG, 50, 100, { marginMode: ISOLATED, leverage: 20 });
    made.index(9_400);
    expect(made.emitted('deleveraged').map(({ user }) => user)).toEqual(order);
  });
});

describe('A.2 at the activation', () => {
  it('nothing is converted: what is endangered waits for orders from the next tick on, bankrupt it is deleveraged', () => {
    const made = world(true, 0);
    open(made, LONG, ISOLATED);
    activate(made);
    expect(made.steps(), 'activation liquidates nobody').toEqual([]);
    made.index(9_555);
    expect(made.liquidationSteps()).toEqual([]);
    made.index(9_450);
    expect(made.liquidationSteps()).toEqual([[ANNA, 4, 100, 0]]);
  });

  it('what waited for the desk with equity above 0 waits for orders, and calls the desk again when it is bankrupt', () => {
    const made = riskWorld(0, {}, { rules: BEFORE });
    made.index(9_000);
    made.go(BEN, OPEN_SHORT, 200, 90, { leverage: 50 });
    made.go(CARL, OPEN_LONG, 200, 90);
    made.go(CARL, OPEN_SHORT, 40, 50, { market: HOURLY, leverage: 2 });
    made.go(BEN, OPEN_LONG, 40, 50, { market: HOURLY, leverage: 50 });
    made.transfer(BEN, U_WALLET, 1, USDT, made.free(BEN, USDT, U_WALLET) - 800);
    made.index(10_000, 6_000);
    made.go(CARL, CLOSE_LONG, 200, 100);
    made.go(ANNA, OPEN_LONG, 200, 100, { marginMode: ISOLATED, leverage: 50 });
    // Ben sold at 90: at Anna's bankruptcy price of 98 he would owe 1,600 and has 800.
    made.index(9_850, 6_000);
    expect(made.steps()).toMatchObject([{ user: ANNA, step: 5, equity: 100 }]);
    activate(made);
    expect(made.steps(), 'activation tells nothing').toEqual([]);
    made.index(9_850, 6_000);
    expect(made.steps()).toEqual([]);
    expect(made.contracts.contracts.get(U)!.state, 'the desk opens the market').toBe(2);
    made.index(9_700, 6_000);
    expect(made.liquidationSteps()).toEqual([[ANNA, 5, 200, 0]]);
  });
});
