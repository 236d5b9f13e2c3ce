// Issue 13 A.2: who closes and opens again before a gap begins anew in the order of deleveraging. What that costs, what it
// moves to others, and that nobody loses by it (money §3).
import { describe, expect, it } from 'vitest';
import { ANNA, BEN, CARL } from '../../kit/world.ts';
import { CLOSE_SHORT, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, SHORT, U_WALLET } from '../../perpetual/kit.ts';
import { riskWorld, type RiskWorld } from '../kit.ts';

const DORA = 5;
const EVE = 6;
const LOTS = 50;
/** Anna's long of 50 has 5 % behind it, so it is bankrupt at 95; Eve's is unleveraged. Of two equal shorts Carl's has the lower id. */
const LEVERAGE = { [ANNA]: 20, [BEN]: 2, [CARL]: 2, [EVE]: 1 } as const;
const [FALLEN, GAP] = [9_700, 9_000];
const BANKRUPT = 95;
const USERS = [ANNA, BEN, CARL, DORA, EVE] as const;
const ROUNDING = 2;

function opened(): RiskWorld {
  const world = riskWorld(0, { users: 5 });
  for (const [long, short] of [
    [ANNA, CARL],
    [EVE, BEN],
  ] as const) {
    world.go(short, OPEN_SHORT, LOTS, 100, { marginMode: ISOLATED, leverage: LEVERAGE[short] });
    world.go(long, OPEN_LONG, LOTS, 100, { marginMode: ISOLATED, leverage: LEVERAGE[long] });
  }
  world.time += 1_000;
  world.index(FALLEN);
  return world;
}

/** Carl hands his short to himself through an accomplice: Dora sells to him, then buys back what he opens again. */
function reset(world: RiskWorld): void {
  world.go(DORA, OPEN_SHORT, LOTS, 97, { marginMode: ISOLATED, leverage: 2 });
  world.go(CARL, CLOSE_SHORT, LOTS, 97, { marginMode: ISOLATED });
  world.go(DORA, CLOSE_SHORT, LOTS, 97, { marginMode: ISOLATED });
  world.go(CARL, OPEN_SHORT, LOTS, 97, { marginMode: ISOLATED, leverage: LEVERAGE[CARL] });
}

interface Outcome {
  readonly deleveraged: readonly (readonly [user: number, lots: number, perLot: number])[];
  /** What each has in wallets, as margin and at the index. */
  readonly worth: ReadonlyMap<number, number>;
  readonly fund: number;
}

function worthOf(world: RiskWorld, user: number, cents: number): number {
  const [long, short] = [world.position(user, LONG), world.position(user, SHORT)];
  const profit =
    (long === undefined ? 0 : (long.lots * cents) / 100 - long.cost) +
    (short === undefined ? 0 : short.cost - (short.lots * cents) / 100);
  return world.free(user) + world.wealth(user, U_WALLET) + profit;
}

function gap(world: RiskWorld): Outcome {
  world.time += 1_000;
  world.index(GAP);
  expect(world.position(ANNA, LONG), 'she is bankrupt').toBeUndefined();
  return {
    deleveraged: world.emitted('deleveraged').map(({ user, lots, value }) => [user, lots, value / lots]),
    worth: new Map(USERS.map((user) => [user, worthOf(world, user, GAP)])),
    fund: world.insurance(),
  };
}

describe('issue 13 A.2 the place in the order of deleveraging', () => {
  const stayed = gap(opened());
  const world = opened();
  const before = [CARL, DORA].map((user) => worthOf(world, user, FALLEN));
  reset(world);
  const after = [CARL, DORA].map((user) => worthOf(world, user, FALLEN));
  const moved = gap(world);
  const of = ({ worth }: Outcome, user: number): number => worth.get(user) ?? 0;

  it('of equal ranks goes by the lower id, at the bankruptcy price', () => {
    expect(stayed.deleveraged).toEqual([[CARL, LOTS, BANKRUPT]]);
  });

  it('begins anew for who closes and opens again: the next one is closed, at the same price', () => {
    expect(moved.deleveraged).toEqual([[BEN, LOTS, BANKRUPT]]);
  });

  it('costs the fees of four sides before anybody knows of the gap, what comes back to referrers taken off', () => {
    const cost = before[0]! + before[1]! - after[0]! - after[1]!;
    // Two trades of 50 lots at 97, of each a maker's 0.2 % and a taker's 0.5 %; at most 35 % go to referrers.
    expect(cost).toBeGreaterThanOrEqual(Math.floor(2 * LOTS * 97 * 0.007 * 0.65));
  });

  it('takes nothing of what anybody had: the other keeps all of the profit to the bankruptcy price, the fund pays nothing', () => {
    expect(of(moved, BEN)).toBeGreaterThanOrEqual(of(stayed, BEN) - LOTS * (BANKRUPT - GAP / 100) - ROUNDING);
    expect(of(moved, BEN), 'more than before the gap').toBeGreaterThan(worthOf(opened(), BEN, FALLEN));
    expect([stayed.fund, moved.fund]).toEqual([0, 0]);
    expect(of(moved, ANNA), 'the bankrupt one loses its margin, no more').toBeGreaterThanOrEqual(of(stayed, ANNA));
  });
});
