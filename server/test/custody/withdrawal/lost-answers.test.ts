// Issue 14, done-when 2: a request whose answer was lost, and whose right was taken away before it was found again.

import { USDT } from '@vitrine/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Customer, Withdrawals } from '../../../src/custody/types/index.ts';
import type { LostRight } from '../../../src/account/users/index.ts';
import { IntakeError } from '../../../src/engine/sequencer/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { BY_PAGE } from '../support/asker.ts';
import { outsideAddress, startWorld, type World } from './world.ts';

let world: World;
let anna: Customer;
let lost: LostRight | undefined;
/** Commands whose answers are lost: before the exchange does them, or after. */
let losing: ReadonlyMap<string, 'before' | 'after'>;
let all: Withdrawals;

beforeAll(async () => {
  world = await startWorld();
  await world.mine(15);
});
afterAll(() => world.stop());
beforeEach(async () => {
  anna = await world.customer();
  await world.mine();
  [lost, losing] = [undefined, new Map()];
  world.faults.length = 0;
  const submit: World['link']['submit'] = async (command, user) => {
    const how = losing.get(command.name);
    if (how === 'before') throw new IntakeError('server.unknown', 'test: not known yet');
    const outcome = await world.link.submit(command, user);
    if (how === 'after') throw new IntakeError('server.unknown', 'test: the answer is lost');
    return outcome;
  };
  all = world.open({ parts: { ...world.parts, link: { ...world.link, submit } }, lostRight: async () => lost });
});

const given = () => ({ coin: 'USDT', network: 'practice', address: outsideAddress(anna.userId), amount: '50' });
const free = () => world.live.balance(anna.coreUser, 1, USDT);

async function expectNothingLeaves(): Promise<void> {
  for (let pass = 0; pass < 4; pass += 1) {
    await all.step();
    await world.mine();
  }
  expect(free()?.held).toBe(0);
  expect(await world.paid(given().address)).toEqual([]);
  const rows = await world.db
    .selectFrom('custody_withdrawals')
    .select(['stage'])
    .where('user_id', '=', anna.userId)
    .execute();
  expect(rows).toEqual([{ stage: 'cancelled' }]);
  expect(world.faults).toEqual([]);
}

describe.each(['before', 'after'] as const)('a request that is lost %s the exchange does it', (how) => {
  it.each(['session', 'key', 'locked'] as const)('is cancelled by the next pass once its %s is over', async (what) => {
    losing = new Map([['withdrawal.request', how]]);
    expect(await codeOf(all.request(anna, given(), world.key(), BY_PAGE))).toBe(504);
    [lost, losing] = [what, new Map()];
    await expectNothingLeaves();
  });
});

it.each(['before', 'after'] as const)('the cancel itself is lost %s it is done: the next pass ends it', async (how) => {
  const key = world.key();
  lost = 'session';
  losing = new Map([['withdrawal.cancel', how]]);
  expect(await codeOf(all.request(anna, given(), key, BY_PAGE))).toBe(504);
  losing = new Map();
  await expectNothingLeaves();
  // The same command gives the answer of what became of it.
  expect(await all.request(anna, given(), key, BY_PAGE)).toMatchObject({ status: 2 });
});

it.each([
  ['session', 401],
  ['key', 1111],
  ['locked', 3105],
] as const)('what was taken away while it was asked for is said: %s', async (what, code) => {
  lost = what;
  expect(await codeOf(all.request(anna, given(), world.key(), BY_PAGE))).toBe(code);
  await expectNothingLeaves();
});
