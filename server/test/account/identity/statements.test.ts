// How many statements of SQL look-ups of identity cost (issue 15 A.1, A.4).

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TICKET_LIFE } from '../../../src/account/identity/index.ts';
import { createTickets } from '../../../src/account/identity/tickets.ts';
import { createSweep } from '../../../src/account/sign-in/sweep.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { TOKEN_LIVES } from '../../../src/app/settings/index.ts';
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

it('a ticket costs no statement when it is drawn or was invented, and one when it is used (issue 15 A.4)', async () => {
  const session = await world.customer();
  const { sessions } = world.identity;
  const [drawn, ticket] = await counted(() => sessions.ticket(session));
  expect(drawn).toBe(0);
  const changed = Array.from(
    ticket,
    (sign, at) => `${ticket.slice(0, at)}${sign === 'A' ? 'B' : 'A'}${ticket.slice(at + 1)}`,
  );
  for (const invented of ['', 'none', ticket.slice(0, 43), `${ticket}A`, `${ticket}=`, ` ${ticket}`, ...changed])
    expect(await counted(() => sessions.redeem(invented)), invented).toEqual([0, undefined]);
  expect(await counted(() => sessions.redeem(ticket))).toMatchObject([1, { userId: session.userId }]);
  expect(await counted(() => sessions.redeem(ticket))).toEqual([1, undefined]);
  const ended = await sessions.ticket(session);
  await sessions.end(session.id);
  expect(await counted(() => sessions.redeem(ended))).toEqual([1, undefined]);
});

it('of twenty uses of one ticket at once, one opens a socket (issue 15 A.6)', async () => {
  const session = await world.customer();
  const { sessions } = world.identity;
  const ticket = await sessions.ticket(session);
  const used = await Promise.all(Array.from({ length: 20 }, () => sessions.redeem(ticket)));
  expect(used.filter((one) => one !== undefined)).toHaveLength(1);
});

it('whoever reads the database learns no ticket and makes none (issue 15 A.6)', async () => {
  const session = await world.customer();
  const { sessions } = world.identity;
  const ticket = await sessions.ticket(session);
  // A ticket names its session to nobody: addresses are written to logs.
  expect(Buffer.from(ticket, 'base64url').includes(Buffer.from(session.id.replaceAll('-', ''), 'hex'))).toBe(false);
  expect(await sessions.redeem(ticket)).toBeDefined();
  const { rows } = await sql<{ text: string }>`select t::text as text from session_tokens t`.execute(world.db);
  expect(rows.filter(({ text }) => text.includes(ticket))).toEqual([]);
  // With all secrets of the database, but another master key.
  const thief = createTickets(
    world.db,
    createVault(new Uint8Array(32).fill(9)),
    () => session,
    () => world.clock.time,
  );
  expect(await sessions.redeem(await thief.ticket(session))).toBeUndefined();
  expect(await thief.redeem(await thief.ticket(session))).toBeDefined();
});

it('a ticket is good for 30 s, however often it was drawn, and its use is remembered for as long (issue 15 A.6)', async () => {
  const session = await world.customer();
  const { sessions } = world.identity;
  const [used, late] = [await sessions.ticket(session), await sessions.ticket(session)];
  expect(await sessions.redeem(used)).toBeDefined();
  world.clock.time += TICKET_LIFE - 1;
  // What a refresh and the sweep delete is expired by then.
  await createSweep(
    world.db,
    TOKEN_LIVES,
    () => world.clock.time,
    (error) => {
      throw error;
    },
  ).sweep();
  expect(await sessions.redeem(used)).toBeUndefined();
  world.clock.time += 1;
  expect(await counted(() => sessions.redeem(late))).toEqual([0, undefined]);
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
