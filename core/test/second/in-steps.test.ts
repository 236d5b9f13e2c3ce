// Rules `secondsInSteps` (issue 13, money §5): however many second contracts end at one moment, a batch pays at most 250, each by the
// price of its own end.
import { describe, expect, it } from 'vitest';
import { activations, restoreExchange, RULE } from '../../src/index.ts';
import { partsOf } from '../kit/full.ts';
import { ANNA, BEN, CARL } from '../kit/world.ts';
import { DELAY, M2, PATIENCE, POOL, SecondWorld, STAKES } from './kit.ts';

const BEFORE = RULE.secondsInSteps - 1;
/** Contracts a batch pays at most. */
const EACH = 250;
const USERS = [ANNA, BEN, CARL];
/** Of each customer: as many as one may have open. */
const OWN = 200;
const ALL = OWN * USERS.length;
const PRICE = 10_000;

/** Three customers with 200 contracts each, all ordered at one moment. */
function crowded(rules?: number): { world: SecondWorld; ids: number[] } {
  const world = new SecondWorld(rules === undefined ? {} : { rules });
  const ids: number[] = [];
  for (const user of USERS)
    ids.push(
      ...world.batch(Array.from({ length: OWN }, () => world.secondOf(user, { amount: 10 }))).map((one) => one.result),
    );
  return { world, ids };
}

/** They opened by one tick, and the tick at their end is one higher. */
function atTheirEnd(rules?: number): { world: SecondWorld; ids: number[]; matures: number } {
  const { world, ids } = crowded(rules);
  world.tickAt(world.time + DELAY, PRICE);
  const { matures } = world.contract(ids[0]!)!.opened!;
  world.tickAt(matures, PRICE + 1);
  return { world, ids, matures };
}

const settled = (world: SecondWorld) => world.emitted('second.settled');

describe('600 contracts that end at one moment', () => {
  it('were settled in one batch before the rule', () => {
    const { world, matures } = atTheirEnd(BEFORE);
    world.tickAt(matures + 1, PRICE - 5);
    expect(settled(world)).toHaveLength(ALL);
  });

  it('are settled 250 a batch, in the order in which they came, each by the price of its end', () => {
    const { world, ids, matures } = atTheirEnd();
    // Of one tick and one period: one timer for all.
    expect(partsOf(world.exchange).second.context.endings.rows.rowsUsed()).toBe(1);
    const order: number[] = [];
    const counts: number[] = [];
    for (let at = 1; order.length < ALL; at += 1) {
      // The index is lower by now: by that they would lose.
      world.tickAt(matures + at, PRICE - 5);
      for (const { second, result, price, time } of settled(world)) {
        expect([result, price, time]).toEqual([1, PRICE + 1, matures]);
        order.push(second);
      }
      counts.push(settled(world).length);
      expect(world.exchange.hasWork()).toBe(order.length < ALL);
    }
    expect(counts).toEqual([EACH, EACH, ALL - 2 * EACH]);
    expect(order).toEqual(ids);
    expect(world.escrow).toBe(0);
    // 8 of 10 atoms at 0.85: ⌊8.5⌋ each.
    expect(world.pool).toBe(POOL - ALL * 8);
    expect(world.contractWallet(ANNA)).toBe(STAKES + OWN * 8);
    world.wait(60_000);
    expect(settled(world)).toEqual([]);
  });

  it('those that wait count as open', () => {
    const { world, matures } = atTheirEnd();
    world.time = matures + 1;
    // Anna's are paid, Carl's are not yet.
    const orders = [CARL, ANNA].map((user) => world.secondOf(user, { amount: 10 }));
    expect(world.batch(orders).map(({ code }) => code)).toEqual([2110, 200]);
  });

  it('go on the same behind a snapshot', () => {
    const { world, matures } = atTheirEnd();
    world.wait(1);
    const twin = restoreExchange(structuredClone(world.exchange.save()));
    twin.audit();
    for (const exchange of [world.exchange, twin])
      while (exchange.hasWork()) {
        exchange.advance(matures + 2);
        exchange.takeEvents();
      }
    expect(twin.digest()).toBe(world.exchange.digest());
  });

  it('are void in the same way where no tick came: to open at, or to settle by', () => {
    const unopened = crowded();
    unopened.world.wait(DELAY + PATIENCE + 1);
    expect(unopened.world.emitted('second.void').map(({ reason }) => reason)).toEqual(Array(EACH).fill(1));
    // A tick opens none of those that wait to be paid.
    unopened.world.tick();
    expect(unopened.world.emitted('second.opened')).toEqual([]);
    expect(unopened.world.emitted('second.void')).toHaveLength(EACH);
    unopened.world.wait(1);
    expect(unopened.world.contractWallet(CARL)).toBe(STAKES);

    const { world } = crowded();
    world.tickAt(world.time + DELAY, PRICE);
    world.wait(30_001);
    expect(world.emitted('second.void').map(({ reason }) => reason)).toEqual(Array(EACH).fill(2));
    // A price that comes by now settles none of them.
    world.tick();
    world.wait(1);
    expect(settled(world)).toEqual([]);
    expect([world.contractWallet(ANNA), world.escrow]).toEqual([STAKES, 0]);
  });

  it('opened before the rule, end under it', () => {
    const { world } = crowded(BEFORE);
    world.tickAt(world.time + DELAY, PRICE);
    for (const one of activations(BEFORE, RULE.secondsInSteps)) world.must(one);
    const start = world.time;
    const counts: number[] = [];
    world.time = start + 30_000;
    world.exchange.advance(world.time);
    world.audit.fold(world.exchange.takeEvents(), world.time);
    for (let at = 1; at < 5; at += 1) {
      world.wait(1);
      counts.push(world.emitted('second.void').length);
    }
    expect(counts).toEqual([EACH, EACH, ALL - 2 * EACH, 0]);
    expect([world.contractWallet(ANNA), world.escrow]).toEqual([STAKES, 0]);
  });
});

describe('contracts that end at many moments', () => {
  it('are paid in the order of their ends, each by its own price', () => {
    const world = new SecondWorld();
    world.batch(Array.from({ length: 300 }, (_, at) => world.secondOf(at < OWN ? ANNA : BEN, { amount: 10 })));
    world.tickAt(world.time + DELAY, PRICE);
    const first = world.time + 30_000;
    // Another one, a second later.
    const later = world.stake(CARL, { amount: 10, market: M2 });
    world.time += DELAY;
    world.must(world.ticks([PRICE, 5_000]));
    for (let at = world.time + 1_000; at <= first + 1_000; at += 1_000) {
      world.time = at;
      world.must(world.ticks([at === first ? PRICE + 3 : PRICE, 5_000 + (at > first ? 7 : 0)]));
    }
    const seen: { readonly second: number; readonly price: number }[] = [...settled(world)];
    for (let at = 0; at < 5; at += 1) {
      world.wait(1);
      seen.push(...settled(world));
    }
    expect(seen.at(-1)).toMatchObject({ second: later, price: 5_007 });
    expect(new Set(seen.map(({ second }) => second)).size).toBe(seen.length);
  });
});
