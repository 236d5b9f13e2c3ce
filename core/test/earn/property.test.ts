// Random stories of staking and finance: the reserve is what was promised and not yet paid, after every command, and
// nobody has more than the published rates give (money §6, §12).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Auditor } from '../kit/audit.ts';
import { USDT } from '../kit/genesis.ts';
import { randomTests } from '../kit/random-tests.ts';
import { seedOf } from '../second/steps.ts';
import { EarnAudit, exactYield } from './audit.ts';
import { DAY, FLEXIBLE } from './kit.ts';
import { stories, emitted, treasuryOf } from './story.ts';

const { seed, rounds } = randomTests(import.meta.url);

describe(`money §6 random stories (seed ${seed})`, () => {
  it('keep every invariant; at the end all is paid and the reserve is empty, to the atom', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const world = emitted(story);
        const money = (): number =>
          [2, 3, 4].reduce((sum, user) => sum + world.owns(user, USDT), world.treasury + world.reserve);
        const all = money();
        // Flexible finance runs on while it is sold: its owners take it back.
        world.wait(15 * DAY);
        for (const [id, { opened }] of [...world.earn.open])
          if (opened.product === FLEXIBLE) expect(world.redeem(opened.user, id, opened.amount).code).toBe(200);
        expect([...world.earn.open.keys()]).toEqual([]);
        expect([world.reserve, money()]).toEqual([0, all]);
        for (const user of [2, 3, 4]) expect(world.principal(user)).toBe(0);
      }),
      rounds(15),
    );
  });

  it('end with every code there is (always the same stories)', () => {
    const codes = new Set(fc.sample(stories, { seed: 1, numRuns: 9 }).flatMap((story) => [...emitted(story).codes]));
    for (const code of [200, 404, 4_001, 4_002, 4_003, 4_004, 4_005, 4_006, 4_007, 4_008])
      expect([...codes]).toContain(code);
  });

  it('nobody earns more than rate × principal × days of what he bought, and the house pays all of it', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const world = emitted(story);
        const now = world.time;
        let most = 0;
        for (const { product, amount, time } of world.bought.values()) {
          const terms = world.earn.products.get(product)!;
          const days = terms.flexible === 1 ? Math.ceil((now - time) / DAY) + 1 : terms.days;
          most += exactYield(terms, amount, days);
        }
        // All that left the treasury is with customers or still reserved; penalties only add to it.
        expect(treasuryOf(story) - world.treasury).toBeLessThanOrEqual(most);
      }),
      rounds(5),
    );
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
        const known = (audit: Auditor): unknown =>
          [...audit.products.find((one) => one instanceof EarnAudit)!.open]
            .map(([id, { left, opened, ends }]) => [id, left, opened.amount, opened.starts, ends])
            .sort(([one], [other]) => one! - other!);
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
        for (const { name, columns } of emitted(story).exchange.save().tables)
          if (['products', 'terms', 'stakes', 'buyers'].includes(name))
            for (const column of columns)
              (column.data.every((word: number) => word === 0) ? unset : set).add(`${name}.${column.name}`);
      }),
      // Always the same stories: what they reach must not hang on luck.
      { seed: 5, numRuns: 8 },
    );
    expect([...unset].filter((name) => !set.has(name))).toEqual([]);
  });
});
