// Issue 13 A.1, core §10: those who fill the table of positions leave capacity for those who come later (rules `positionShare`).
import { rejects } from '../../src/schema/index.ts';
import { describe, expect, it } from 'vitest';
import { restoreExchange, RULE, tighten } from '../../src/index.ts';
import { tableShare } from '../../src/order/index.ts';
import { POSITION_SHARES } from '../../src/perpetual/position/position-share.ts';
import { command } from '../kit/genesis.ts';
import { partsOf, tableOf } from '../kit/full.ts';
import { ANNA, BEN, CARL } from '../kit/world.ts';
import { COIN, HOURLY, ISOLATED, OPEN_LONG, OPEN_SHORT, U } from '../perpetual/kit.ts';
import { type RiskWorld, riskWorld } from '../perpetual-risk/kit.ts';

const ROWS = 4_000_000;
const KEYS = { stages: [1_000, 1_000, 1_000], all: 10_000, few: 10 } as const;

/** Opens all sides of all contracts with the smallest orders, far from the index; the codes. */
function openAll(world: RiskWorld, user: number): number[] {
  return [U, HOURLY, COIN].flatMap((market) =>
    [OPEN_LONG, OPEN_SHORT].map((direction) => {
      const [bid, ask] = market === HOURLY ? [40, 60] : [80, 120];
      const price = direction === OPEN_LONG ? bid : ask;
      return world.order2(user, direction, market === COIN ? 2 : 1, price, { market, marginMode: ISOLATED }).code;
    }),
  );
}

/** Ten rows of positions; Carl is verified. */
function narrow(rules?: number): RiskWorld {
  const world = riskWorld(10_000, { users: 5 }, rules === undefined ? {} : { rules });
  world.must(command('user.set', { user: CARL, stage: 2, locks: 0 }));
  tighten(world.exchange, ['positions'], 10, KEYS);
  return world;
}

const sharesOf = (world: RiskWorld) => partsOf(world.exchange).perpetual.context.kept.shares;

describe('core §10 the share of a customer in the table of positions', () => {
  it.each([
    [0, 60],
    [1, 250],
    [2, 500],
  ])('stage %i: %i while the table is empty, a quarter when half is free', (stage, most) => {
    expect(tableShare(POSITION_SHARES, stage, ROWS, ROWS)).toBe(most);
    expect(tableShare(POSITION_SHARES, stage, ROWS / 2, ROWS)).toBe(Math.floor(most / 4));
    expect(tableShare(POSITION_SHARES, stage, 1, ROWS)).toBe(stage === 0 ? 0 : 1);
  });

  it.each([
    [0, 36_000, 93],
    [0, 1_000_000, 61],
    [2, 10_000, 49],
  ])('accounts of stage %i, %i of them, each all it may: a newcomer at stage 1 has %i', (stage, count, left) => {
    let free = ROWS;
    for (let account = 0; account < count; account += 1) {
      // Of accounts that are not verified half of the rows are all.
      if (stage === 0 && free * 2 <= ROWS) break;
      let own = 0;
      for (; own < tableShare(POSITION_SHARES, stage, free, ROWS); own += 1) free -= 1;
    }
    expect(tableShare(POSITION_SHARES, 1, free, ROWS)).toBeGreaterThanOrEqual(left);
  });

  it('before, accounts that are not verified filled the table, and the refusal named that of orders', () => {
    const world = narrow(RULE.positionShare - 1);
    expect([...openAll(world, ANNA), ...openAll(world, BEN)].filter((code) => code === 200)).toHaveLength(10);
    const { most } = partsOf(world.exchange).orderBooks.orders;
    const refused = world.order2(CARL, OPEN_LONG, 10, 99, { marginMode: ISOLATED });
    expect(refused).toMatchObject({ code: rejects['order.tooMany'], expected: most });
  });

  it('since then they have at most half, each a share; who is verified opens, and the refusal tells the true numbers', () => {
    const world = narrow();
    expect([...openAll(world, ANNA), ...openAll(world, BEN)].filter((code) => code === 200).length).toBeLessThan(6);
    const shares = sharesOf(world);
    const again = world.order2(ANNA, OPEN_SHORT, 2, 120, { market: COIN, marginMode: ISOLATED });
    expect(again).toMatchObject({
      code: rejects['order.tooMany'],
      expected: shares.shareOf(ANNA),
      got: shares.of(ANNA),
    });
    const bid = { marginMode: ISOLATED };
    const first = world.go(CARL, OPEN_LONG, 10, 99, bid);
    // Another order of a side that is open takes no further row.
    world.go(CARL, OPEN_LONG, 10, 98, bid);
    expect(shares.of(CARL)).toBe(1);
    expect(world.cancel(CARL, first).code).toBe(200);
    expect(shares.of(CARL)).toBe(1);
    world.cancelAll(CARL);
    expect(shares.of(CARL)).toBe(0);
    world.exchange.audit();
  });

  it('with no row left the refusal names the table of positions', () => {
    const world = narrow();
    const table = tableOf(world.exchange, 'positions');
    table.bound(table.rowsUsed() + table.keptRows);
    const refused = world.order2(CARL, OPEN_LONG, 10, 99, { marginMode: ISOLATED });
    expect(refused).toMatchObject({ code: rejects['order.tooMany'], expected: table.most, got: table.rowsUsed() });
  });

  it('counts positions too, and the same behind a snapshot and when a customer is verified', () => {
    const world = riskWorld(10_000, { users: 5 });
    world.isolatedPair(BEN, CARL, 10, 100, 2);
    world.go(BEN, OPEN_LONG, 10, 40, { market: HOURLY, marginMode: ISOLATED });
    expect([BEN, CARL, ANNA].map((user) => sharesOf(world).of(user))).toEqual([2, 1, 0]);
    const restored = partsOf(restoreExchange(world.exchange.save())).perpetual.context.kept.shares;
    expect([BEN, CARL, ANNA].map((user) => restored.of(user))).toEqual([2, 1, 0]);
    world.must(command('user.set', { user: BEN, stage: 1, locks: 0 }));
    world.must(command('user.set', { user: BEN, stage: 0, locks: 0 }));
    world.exchange.audit();
  });

  it('at its activation what is open stays, also beyond the share; nothing is added', () => {
    const world = narrow(RULE.positionShare - 1);
    openAll(world, ANNA);
    world.must(command('rules.activate', { version: RULE.positionShare }));
    const shares = sharesOf(world);
    expect(shares.of(ANNA)).toBe(6);
    expect(world.order2(BEN, OPEN_LONG, 1, 80, { marginMode: ISOLATED })).toMatchObject({
      code: rejects['order.tooMany'],
      got: 0,
    });
    // Where Anna is open already, an order takes no row.
    expect(world.order2(ANNA, OPEN_LONG, 1, 81, { marginMode: ISOLATED }).code).toBe(200);
  });
});
