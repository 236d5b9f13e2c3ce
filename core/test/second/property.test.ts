// Random stories of second contracts against an oracle that knows the ticks and the orders only (money §5, §12).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Auditor } from '../kit/audit.ts';
import { randomTests } from '../kit/random-tests.ts';
import { SecondAudit } from './audit.ts';
import { DELAY, PATIENCE, POOL, STAKES } from './kit.ts';
import { seedOf } from './steps.ts';
import { stories, emitted } from './story.ts';

const { seed, rounds } = randomTests(import.meta.url);

/** The world of a story, later by the longest that a contract can wait. */
function ended(story: Parameters<typeof emitted>[0]): ReturnType<typeof emitted> {
  const world = emitted(story);
  world.wait(PATIENCE + DELAY + 61_000);
  world.wait(61_000);
  return world;
}

describe(`money §5 random stories (seed ${seed})`, () => {
  it('every contract ends as the ticks alone say; stake and win are paid to the atom; nothing is left behind', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const world = ended(story);
        expect(world.seconds.open.size).toBe(0);
        const balance = new Map<number, number>();
        let pool = POOL;
        for (const order of world.ordered) {
          const ruled = world.ruled(order);
          expect(world.outcomes.get(order.id), `order ${order.id} of ${order.time}`).toEqual(ruled);
          balance.set(order.user, (balance.get(order.user) ?? STAKES) - order.amount + ruled.paid);
          pool += order.amount - ruled.paid;
        }
        for (const [user, atoms] of balance) expect(world.contractWallet(user)).toBe(atoms);
        expect([world.pool, world.escrow]).toEqual([pool, 0]);
      }),
      rounds(20),
    );
  });

  it('come to every end and every code (always the same stories)', () => {
    const ends = new Set<string>();
    const codes = new Set<number>();
    for (const story of fc.sample(stories, { seed: 1, numRuns: 8 })) {
      const world = ended(story);
      for (const order of world.ordered) ends.add(world.ruled(order).what.split(' ')[0]!);
      for (const code of world.codes) codes.add(code);
    }
    expect([...ends].sort(), 'won, lost, tied, void: all were seen').toEqual(['1', '2', '3', 'void']);
    for (const code of [200, 2_001, 2_004, 2_005, 2_402, 2_404]) expect([...codes]).toContain(code);
  });

  it('batches of 1, 7 and 1,000, and a snapshot anywhere: same state, same seed (core §8)', () => {
    fc.assert(
      fc.property(stories, fc.nat({ max: 10_000 }), (story, cut) => {
        const { exchange, steps } = emitted(story);
        const [digest, seeded] = [exchange.digest(), seedOf(exchange)];
        for (const size of [1, 7, 1_000]) {
          const again = steps.again(size, size === 7 ? cut % steps.all.length : -1);
          expect([again.digest, again.seed]).toEqual([digest, seeded]);
        }
      }),
      rounds(4),
    );
  });

  it('all events and a seed give a reader the same state', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const world = emitted(story);
        const newcomer = new Auditor(world.shape, true);
        newcomer.fold(world.exchange.seed(), world.time);
        const known = (audit: Auditor): unknown => {
          const of = audit.products.find((one) => one instanceof SecondAudit)!;
          return [
            [...of.markets].sort(([one], [other]) => one - other),
            [...of.open].sort(([one], [other]) => one - other),
          ];
        };
        expect(known(newcomer)).toEqual(known(world.audit));
      }),
      rounds(4),
    );
  });

  it('sets every column of every table of the product (W24)', () => {
    const unset = new Set<string>();
    const set = new Set<string>();
    fc.assert(
      fc.property(stories, (story) => {
        const world = emitted(story);
        // Two at least wait at the end.
        world.tick();
        for (const user of [2, 3, 4]) world.bet(user);
        for (const { name, columns } of world.exchange.save().tables)
          if (['seconds', 'secondSums', 'secondMarkets', 'periods', 'kept', 'ring'].includes(name))
            for (const column of columns)
              (column.data.every((word: number) => word === 0) ? unset : set).add(`${name}.${column.name}`);
      }),
      // Always the same stories: what they reach must not hang on luck.
      { seed: 1, numRuns: 8 },
    );
    expect([...unset].filter((name) => !set.has(name))).toEqual([]);
  });
});

describe('money §5 one story in one world', () => {
  it('is the same for two worlds: nothing comes from outside', () => {
    const story = Array.from({ length: 80 }, (_, n) => [n * 7, n * 13, n * 29, n * 31, n * 37, n * 41]);
    expect(emitted(story).exchange.digest()).toBe(emitted(story).exchange.digest());
  });
});
