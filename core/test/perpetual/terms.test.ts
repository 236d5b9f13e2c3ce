// Terms of contracts change at once where they loosen, after a day where they tighten (money §1).
import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { agreed, DAY, grantAll, operatorOf, RISK } from '../desk/kit.ts';
import { command } from '../kit/genesis.ts';
import { ANNA, BEN } from '../kit/world.ts';
import { CLOSE_LONG, ContractWorld, FEES, listOf, LONG, OPEN_LONG, SHORT, TIERS, U } from './kit.ts';

/** A world of contracts with a desk of two; customers come when `people` is called. */
function withDesk(house = 0): ContractWorld {
  const world = new ContractWorld({}, { users: 0, house });
  grantAll(world);
  for (const user of [ANNA, BEN]) {
    world.open(0);
    world.claim(user);
    world.transfer(user, 1, 2, 3, 20_000);
  }
  return world;
}

const change = (tiers: readonly object[], impact = 5_000): ReturnType<typeof command> =>
  command('contract.change', { market: U, impact, tiers });

describe('money §1 steps of maintenance', () => {
  it('a step that loosens holds at once', () => {
    const world = withDesk();
    expect(agreed(world, change([{ cap: 20_000, rate: 5_000, leverage: 100 }, TIERS[1]!, TIERS[2]!]))).toMatchObject({
      code: 200,
    });
    expect(world.contracts.contracts.get(U)?.tiers[0]).toMatchObject({ rate: 5_000, leverage: 100 });
  });

  it('one that tightens is announced, and holds a day later for what is open too', () => {
    const world = withDesk();
    world.pair(ANNA, BEN, 20, 100, { leverage: 50 });
    const tight = [{ cap: 20_000, rate: 20_000, leverage: 25 }, TIERS[1]!, TIERS[2]!];
    expect(agreed(world, change(tight))).toMatchObject({ code: 200 });
    expect(world.emitted('contract.changed')).toEqual([]);
    expect(world.contracts.contracts.get(U)?.tiers[0]?.leverage).toBe(50);
    world.wait(DAY - 1_000);
    world.tick();
    expect(world.contracts.contracts.get(U)?.tiers[0]?.leverage).toBe(50);
    world.wait(2_000);
    world.tick();
    expect(world.contracts.contracts.get(U)).toMatchObject({
      version: 2,
      tiers: [{ rate: 20_000, leverage: 25 }, {}, {}],
    });
    expect(world.order2(ANNA, OPEN_LONG, 5, 100, { leverage: 50 })).toMatchObject({ code: 2203, expected: 25 });
    // What is open keeps its leverage; its maintenance is the new one.
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 20, leverage: 50 });
  });

  it('less leverage at the same maintenance tightens too, and so does a lower last step', () => {
    const world = withDesk();
    for (const tiers of [[{ ...TIERS[0]!, leverage: 40 }, TIERS[1]!, TIERS[2]!], TIERS.slice(0, 2)]) {
      expect(agreed(world, change(tiers))).toMatchObject({ code: 200 });
      expect(world.emitted('contract.changed')).toEqual([]);
    }
  });

  it('steps that are not sound, or of no contract, are refused', () => {
    const world = withDesk();
    expect(agreed(world, change([{ cap: 100, rate: 20_000, leverage: 50 }])).code).toBe(400);
    expect(agreed(world, command('contract.change', { market: 1, impact: 1, tiers: TIERS })).code).toBe(2002);
  });
});

describe('money §1 listing', () => {
  it('takes two persons once there are customers; then it trades with the next valid price', () => {
    const world = withDesk();
    expect(world.send(listOf({ market: 150 })).code).toBe(403);
    expect(agreed(world, listOf({ market: 150 }))).toMatchObject({ code: 200 });
    expect(world.order2(ANNA, OPEN_LONG, 5, 100, { market: 150 })).toMatchObject({ code: 2005 });
    world.tick();
    world.pair(ANNA, BEN, 5, 100, { market: 150 });
    expect(world.position(ANNA, LONG, 150)).toMatchObject({ lots: 5, cost: 500 });
  });
});

describe('money §3 a reduce-only contract', () => {
  it('takes out what would open as it is met, lets one close, and the house quotes what it closes', () => {
    const world = withDesk(100_000);
    world.quote(U, [[2, 101, 20]]);
    world.go(ANNA, OPEN_LONG, 20, 101);
    const resting = world.go(BEN, OPEN_LONG, 10, 99);
    world.must(command('market.stop', { operator: operatorOf(RISK), market: U, state: 2 }));
    expect(world.order2(BEN, OPEN_LONG, 5, 99)).toMatchObject({ code: 2003 });
    world.quote(U, [
      [1, 98, 8],
      [1, 97, 30],
      [2, 102, 5],
    ]);
    expect(
      world
        .emitted('quote')
        .at(-1)!
        .levels.map((one) => one.lots),
    ).toEqual([8, 12, 0]);
    const order = world.go(ANNA, CLOSE_LONG, 20, 97);
    expect([world.closed(order), world.closed(resting)]).toEqual([
      [1, 0],
      [2, 9],
    ]);
    expect(world.position(MARKET_MAKER, SHORT)).toBeUndefined();
  });
});

describe('money §1 fees of contracts', () => {
  it('cheaper ones hold at once, dearer ones a day later; an order keeps what it was placed with', () => {
    const world = withDesk();
    const order = world.go(ANNA, OPEN_LONG, 20, 99);
    expect(agreed(world, command('contract.fees', { tiers: FEES.map(() => ({ maker: 0, taker: 0 })) })).code).toBe(200);
    expect(world.emitted('contract.fee').map((one) => [one.maker, one.taker, one.version])).toEqual([
      [0, 0, 2],
      [0, 0, 2],
      [0, 0, 2],
    ]);
    const dearer = FEES.map(({ taker }) => ({ maker: 0, taker }));
    expect(agreed(world, command('contract.fees', { tiers: dearer })).code).toBe(200);
    expect(world.emitted('contract.fee')).toEqual([]);
    world.go(BEN, 2, 20, 99);
    expect(world.emitted('fill')[0]).toMatchObject({ makerFee: 4, takerFee: 0 });
    expect(world.closed(order)).toEqual([1, 0]);
    world.wait(DAY + 1);
    expect(world.emitted('contract.fee')).toHaveLength(3);
  });
});
