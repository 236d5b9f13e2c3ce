// What nobody can use any more is taken away (calls §6): counts, codes, tokens, sessions, steps.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purposes } from '../../../src/account/identity/index.ts';
import { type PeopleWorld, refusal, startPeople } from './world.ts';

let world: PeopleWorld;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.stop());

describe('what is over', () => {
  it('is taken away, and nothing else', async () => {
    const visitor = world.visitor();
    const name = world.name();
    const { account, grant } = await world.register(name, visitor);
    await world.bindTotp(account.userId);
    await refusal(world.login('nobody-at-all', visitor));
    await world.code(`${name}@example.com`, purposes.register, visitor);
    const rows = async () => {
      const counts: Record<string, number> = {};
      for (const table of [
        'login_attempts',
        'verification_codes',
        'session_tokens',
        'sessions',
        'login_steps',
      ] as const) {
        const all = await world.db.selectFrom(table).selectAll().execute();
        counts[table] = all.length;
      }
      return counts;
    };
    await refusal(world.login(name, visitor));
    const before = await rows();
    await world.people.signIn.sweep();
    expect(await rows()).toMatchObject({
      sessions: before['sessions'],
      verification_codes: before['verification_codes'],
    });
    expect(await world.people.identity.sessions.find(grant.access)).toMatchObject({ userId: account.userId });
    world.pass(100 * 86_400_000);
    await world.people.signIn.sweep();
    expect(await rows()).toEqual({
      login_attempts: 0,
      verification_codes: 0,
      session_tokens: 0,
      sessions: 0,
      login_steps: 0,
    });
  });
});
