// Whatever comes to loans, debts and what is receivable agree, lending is never below zero, a refusal changes nothing,
// replay and snapshots give the same state (money §7, §12).
import { describe, expect, it } from 'vitest';
import { decodeEvents, restoreExchange } from '../../src/index.ts';
import { random } from '../exchange/small-world.ts';
import { randomTests, runs } from '../kit/random-tests.ts';
import { LoanAudit } from './audit.ts';
import { begun, drive } from './story.ts';

const { seed } = randomTests(import.meta.url);

describe(`money §7, §12 under commands of loans (seed ${seed})`, () => {
  for (let round = 0; round < runs(3); round += 1)
    it(`hold after each of 200 commands (seed ${seed + round})`, () => {
      drive(seed + round, 200);
    });

  it('every status and cause is reached', () => {
    const statuses = new Set<number>();
    const causes = new Set<number>();
    for (const story of [4, 1])
      for (const { status, cause } of drive(story, 200).world.loans.emitted) {
        statuses.add(status);
        causes.add(cause);
      }
    expect([statuses.size, causes.size]).toEqual([5, 8]);
  });

  it('replay with a snapshot in the middle is the same state, and its seed tells the same loans (core §5, W24)', () => {
    const { world, steps } = drive(seed, 220);
    const pick = random(seed);
    const start = begun(pick);
    let exchange = start.twin();
    const cut = pick(steps.length);
    for (const [at, step] of steps.entries()) {
      if (at === cut) exchange = restoreExchange(structuredClone(exchange.save()));
      exchange.advance(step.time);
      exchange.apply(step.words, 0);
      exchange.takeEvents();
    }
    expect(exchange.digest()).toBe(world.exchange.digest());
    const seeded = new LoanAudit();
    for (const event of decodeEvents(world.exchange.seed())) seeded.take(event, world.audit, () => undefined);
    const live = [...world.loans.loans.values()].filter(({ status }) => [0, 1, 4].includes(status));
    const plain = (all: readonly { loan: number }[]): object[] =>
      all.map((one) => ({ ...one, cause: 0, amount: 0, ofInterest: 0, rate: 0 })).sort((a, b) => a.loan - b.loan);
    expect(plain([...seeded.loans.values()])).toEqual(plain(live));
    for (const [user, score] of world.loans.scores) expect(seeded.scores.get(user)).toBe(score);
  });
});
