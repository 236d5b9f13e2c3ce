// Four eyes against chance (issue 4; failures W07): people of every role propose, approve and refuse at random, several at
// the same moment, while others are stopped, roles change, time passes and the house starts again. Whatever happened, what
// was done was agreed on by two different people who could, once, and nothing else was done.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomTests, runs } from '@vitrine/core/test';
import { PROPOSAL_LIFE } from '../../src/desk/index.ts';
import { type DeskUser, type DeskWorld, founders, HOUR, startDeskWorld } from './desk-world.ts';

const { seed, usual } = randomTests(import.meta.url);

const STEPS = runs(40);
const AT_ONCE = 4;
const CUSTOMERS = 6;
const PASSED = 2;

let world: DeskWorld;
beforeAll(async () => {
  world = await startDeskWorld();
});
afterAll(() => world.stop());

/** Chance from a seed, the same every time (mulberry32). */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

it('nothing is done by one, twice, late, or by who may not', async () => {
  const random = chance(seed);
  const pick = <T>(from: readonly T[]): T => {
    const found = from[Math.floor(random() * from.length)];
    if (found === undefined) throw new Error('expected something to pick from');
    return found;
  };
  const [ada, grace] = await founders(world);
  const rosa = await world.hire('Rosa', ['reviewer'], ada, grace);
  const rico = await world.hire('Rico', ['reviewer', 'support'], ada, grace);
  const sam = await world.hire('Sam', ['support'], ada, grace);
  const tina = await world.hire('Tina', ['treasurer'], ada, grace);
  let people: DeskUser[] = [ada, grace, rosa, rico, sam, tina];
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, (_, at) => world.customer(`walker${at}`)));
  const cases = await Promise.all(customers.map(({ id }) => world.submit(id)));

  const proposals = async () =>
    world.db.selectFrom('desk_proposals').select(['id', 'kind']).orderBy('id', 'desc').limit(8).execute();
  const step = async (): Promise<void> => {
    const by = pick(people);
    const customer = pick(customers).id;
    const what = random();
    if (what < 0.2) await world.call(by, 'desk.kyc.pass', { id: pick(cases), reason: 'walk' });
    else if (what < 0.3) await world.call(by, 'desk.customers.freeze', { id: customer, reason: 'walk' });
    else if (what < 0.45) await world.call(by, 'desk.customers.unfreeze', { id: customer, reason: 'walk' });
    else if (what < 0.5)
      await world.call(by, 'desk.people.roles', {
        id: pick([rosa, sam]).id,
        roles: [pick(['reviewer', 'support', 'auditor'] as const)],
        reason: 'walk',
      });
    else {
      const rows = await proposals();
      if (rows.length === 0) return;
      const { id } = pick(rows);
      if (what < 0.92) await world.call(by, 'desk.proposals.approve', { id: String(id) });
      else await world.call(by, 'desk.proposals.refuse', { id: String(id), reason: 'walk' });
    }
  };

  for (let at = 0; at < STEPS; at += 1) {
    await Promise.all(Array.from({ length: AT_ONCE }, step));
    const what = random();
    if (what < 0.05) {
      world.move(random() < 0.5 ? HOUR : PROPOSAL_LIFE);
      await world.desk.look();
      // One after another: each code moves the clock.
      const back: DeskUser[] = [];
      for (const one of people) back.push(await world.signIn(one));
      people = back;
    } else if (what < 0.1) await world.restart();
  }

  const rows = await world.db.selectFrom('desk_proposals').selectAll().execute();
  const log = await world.db.selectFrom('desk_audit').selectAll().orderBy('id').execute();
  const tells = (what: string, id: string) =>
    log.filter((row) => row.what === what && row.subject === `proposal:${id}`);
  expect(rows.filter(({ state }) => state === 'making')).toEqual([]);
  for (const row of rows) {
    const id = String(row.id);
    const was = `proposal ${id} (${row.kind}, ${row.state})`;
    expect(tells('proposal.made', id), was).toHaveLength(1);
    const done = row.state === 'done';
    expect(tells('proposal.done', id), was).toHaveLength(done ? 1 : 0);
    expect(tells('proposal.approved', id), was).toHaveLength(done || row.state === 'failed' ? 1 : 0);
    if (!done) continue;
    expect(row.second, was).not.toBe(row.by_person);
    expect(tells('proposal.approved', id)[0]?.person, was).toBe(row.second);
    expect(Number(row.decided_at), was).toBeLessThan(Number(row.expires_at));
    // Tina’s role is in no kind; an auditor’s neither.
    expect([row.by_person, row.second], was).not.toContain(tina.id);
  }
  for (const [at, id] of cases.entries()) {
    const agreed = rows.filter((row) => row.kind === 'kyc.pass' && row.subject_id === id && row.state === 'done');
    expect(agreed.length).toBeLessThanOrEqual(1);
    expect((await world.exchange.people.kyc.case(id))?.state === PASSED, `case ${id}`).toBe(agreed.length === 1);
    const user = await world.db
      .selectFrom('users')
      .select(['core_user', 'kyc_stage'])
      .where('id', '=', customers[at]?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(user.kyc_stage).toBe(agreed.length);
    // The exchange's locks are what the desk's rows say.
    const locked = ((world.exchange.live.user(Number(user.core_user))?.locks ?? 0) & 1) !== 0;
    const frozen = await world.db
      .selectFrom('desk_freezes')
      .select('user_id')
      .where('user_id', '=', customers[at]?.id ?? '')
      .where('lifted_at', 'is', null)
      .execute();
    expect(locked, `customer ${customers[at]?.id}`).toBe(frozen.length > 0);
  }
  if (usual) expect(rows.filter(({ state }) => state === 'done').length).toBeGreaterThan(0);
  expect(await world.desk.audit.check()).toMatchObject({ whole: true });
  expect(world.faults).toEqual([]);
});
