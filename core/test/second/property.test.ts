// Random stories of second contracts against an oracle that knows the ticks and the orders only (money §5, §12).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Auditor } from '../kit/audit.ts';
import { randomTests } from '../kit/random-tests.ts';
import { SecondAudit } from './audit.ts';
import { DELAY, PATIENCE, POOL, STAKES } from './kit.ts';
import { seedOf } from './steps.ts';
import { stories, told } from './story.ts';

const { seed, rounds } = randomTests(import.meta.url);

describe(`money §5 random stories (seed ${seed})`, () => {
  it('every contract ends as the ticks alone say; stake and win are paid to the atom; nothing is left behind', () => {
    const ends = new Map<string, number>();
    const codes = new Set<number>();
    fc.assert(
      fc.property(stories, (story) => {
        const world = told(story);
        world.wait(PATIENCE + DELAY + 61_000);
        world.wait(61_000);
        expect(world.seconds.open.size).toBe(0);
        const balance = new Map<number, number>();
        let pool = POOL;
        for (const order of world.ordered) {
          const ruled = world.ruled(order);
          expect(world.outcomes.get(order.id), `order ${order.id} of ${order.time}`).toEqual(ruled);
          balance.set(order.user, (balance.get(order.user) ?? STAKES) - order.amount + ruled.paid);
          pool += order.amount - ruled.paid;
          const kind = ruled.what.split(' ')[0]!;
          ends.set(kind, (ends.get(kind) ?? 0) + 1);
        }
        for (const [user, atoms] of balance) expect(world.purse(user)).toBe(atoms);
        expect([world.pool, world.escrow]).toEqual([pool, 0]);
        for (const code of world.codes) codes.add(code);
      }),
      rounds(60),
    );
    console.log([...ends].map(([end, n]) => `${end}: ${n}`).join(', '), '; codes', [...codes].join(' '));
    expect([...ends.keys()].sort(), 'won, lost, tied, void: all were seen').toEqual(['1', '2', '3', 'void']);
    for (const code of [200, 2_001, 2_004, 2_005, 2_402, 2_404]) expect([...codes]).toContain(code);
  });

  it('batches of 1, 7 and 1,000, and a snapshot anywhere: same state, same seed (core §8)', () => {
    fc.assert(
      fc.property(stories, fc.nat({ max: 10_000 }), (story, cut) => {
        const { exchange, steps } = told(story);
        const [digest, seeded] = [exchange.digest(), seedOf(exchange)];
        for (const size of [1, 7, 1_000]) {
          const again = steps.again(size, size === 7 ? cut % steps.all.length : -1);
          expect([again.digest, again.seed]).toEqual([digest, seeded]);
        }
      }),
      rounds(12),
    );
  });

  it('what a reader of all events knows is what a newcomer is told', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const world = told(story);
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
      rounds(12),
    );
  });

  it('sets every column of every table of the product (W24)', () => {
    const unset = new Set<string>();
    const set = new Set<string>();
    fc.assert(
      fc.property(stories, (story) => {
        const world = told(story);
        // Two at least wait at the end.
        world.tick();
        for (const user of [2, 3, 4]) world.bet(user);
        for (const { name, columns } of world.exchange.save().tables)
          if (['seconds', 'secondSums', 'secondMarkets', 'periods', 'kept', 'ring'].includes(name))
            for (const column of columns)
              (column.data.every((word: number) => word === 0) ? unset : set).add(`${name}.${column.name}`);
      }),
      rounds(12),
    );
    expect([...unset].filter((name) => !set.has(name))).toEqual([]);
  });
});

describe('money §5 one story in one world', () => {
  it('is the same for two worlds: nothing comes from outside', () => {
    const story = Array.from({ length: 80 }, (_, n) => [n * 7, n * 13, n * 29, n * 31, n * 37, n * 41]);
    expect(told(story).exchange.digest()).toBe(told(story).exchange.digest());
  });
});
