// How many statements of SQL look-ups of identity cost (issue 15 A.1, A.4).

import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownerNow, runFor, STATEMENT_UNITS } from '../../../src/api/load/index.ts';
import { type PeopleWorld, startPeople } from '../credentials/people-world.ts';

let world: PeopleWorld;
let statements = 0;
beforeAll(async () => {
  world = await startPeople(() => (statements += 1));
});
afterAll(() => world.stop());

/** How many statements something takes, and what it gives. */
async function counted<T>(work: () => Promise<T>): Promise<readonly [statements: number, given: T]> {
  const before = statements;
  const given = await work();
  return [statements - before, given];
}

it('a ticket that was invented costs no statement; one of ours costs one, once', async () => {
  const session = await world.customer();
  const { sessions } = world.identity;
  const ticket = await sessions.ticket(session);
  const first = ticket.startsWith('A') ? 'B' : 'A';
  for (const invented of ['', 'none', ticket.slice(0, 43), `${first}${ticket.slice(1)}`, `${ticket}A`])
    expect(await counted(() => sessions.redeem(invented))).toEqual([0, undefined]);
  expect(await counted(() => sessions.redeem(ticket))).toMatchObject([1, { userId: session.userId }]);
  expect(await counted(() => sessions.redeem(ticket))).toEqual([1, undefined]);
  const ended = await sessions.ticket(session);
  await sessions.end(session.id);
  expect(await counted(() => sessions.redeem(ended))).toEqual([1, undefined]);
});

it('thirty questions for six accounts are two statements, each charged to its account', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, () => world.customer()));
  const ids = made.flatMap(({ userId }) => Array.from({ length: 5 }, () => userId));
  const charged: string[] = [];
  const ask = (userId: string) =>
    runFor(
      `account ${userId}`,
      async () => [(await world.identity.accounts.find(userId))?.userId, ownerNow()],
      (units) => charged.push(`${userId} ${units}`),
    );
  // The first one, and one for all that came meanwhile.
  expect(await counted(() => Promise.all(ids.map(ask)))).toEqual([2, ids.map((id) => [id, `account ${id}`])]);
  expect(charged).toEqual(ids.map((id) => `${id} ${STATEMENT_UNITS}`));
  expect(await counted(() => world.identity.accounts.find('999999999'))).toEqual([1, undefined]);
});
