// The guard of the fund password against a model of it: any sequence of right ones, wrong ones and waiting (design §7).

import fc from 'fast-check';
import { randomTests } from '@vitrine/core/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FUND_TRIES } from '../../../src/account/credentials/index.ts';
import { clientHash } from '../../../src/account/identity/index.ts';
import { DAY, HOUR, type PeopleWorld, refusal, startPeople } from './people-world.ts';

const { rounds } = randomTests(import.meta.url);

const RIGHT = clientHash('730142');
const WRONG = clientHash('905526');

let world: PeopleWorld;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.stop());

const lockedUntil = async (userId: string) => {
  const query = world.db.selectFrom('users').select('withdrawals_locked_until').where('id', '=', userId);
  return Number((await query.executeTakeFirstOrThrow()).withdrawals_locked_until);
};

/** What the guard should answer, kept as simply as one can say it. */
class Model {
  #failures = 0;
  #lockedUntil = 0;

  answer(right: boolean, time: number): unknown {
    if (time < this.#lockedUntil) return { code: 1103, args: { until: this.#lockedUntil } };
    if (right) {
      this.#failures = 0;
      return { code: 200 };
    }
    this.#failures += 1;
    if (this.#failures < FUND_TRIES) return { code: 1102, args: { left: FUND_TRIES - this.#failures } };
    this.#failures = 0;
    this.#lockedUntil = time + DAY;
    return { code: 1103, args: { until: this.#lockedUntil } };
  }
}

it('answers any sequence as the model does, and withdrawals are locked as long as it says (property)', async () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.constant('wrong' as const) },
    { weight: 1, arbitrary: fc.constant('right' as const) },
    { weight: 1, arbitrary: fc.constantFrom(HOUR, DAY - 1, DAY) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      const { userId } = await world.customer();
      await world.credentials.fundPassword.set(userId, { fresh: RIGHT, confirm: RIGHT });
      const model = new Model();
      for (const one of steps) {
        if (typeof one === 'number') {
          world.clock.time += one;
          continue;
        }
        const given = one === 'right' ? RIGHT : WRONG;
        const answer = await refusal(world.credentials.fundGuard.check(userId, given, 'fundPassword'));
        expect(answer).toMatchObject(model.answer(one === 'right', world.clock.time) as object);
        if (answer.code === 1103) expect(await lockedUntil(userId)).toBe((answer.args as { until: number }).until);
      }
    }),
    rounds(12),
  );
});
