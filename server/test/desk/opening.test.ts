// How a desk begins (issue 4; core §3): its first people in the exchange, in a folder that had customers before, in practice
// and in live mode; and practice mode's automatic reviewer, which live mode does not have.

import { KYC_STATE } from '@vitrine/contract';
import { decodeEvents } from '@vitrine/core';
import { afterEach, expect, it, vi } from 'vitest';
import { AUTOMATIC, AUTOMATIC_NAME } from '../../src/desk/index.ts';
import { type DeskWorld, type DeskWorldOptions, founders, startDeskWorld } from './desk-world.ts';

/** How long the automatic reviewer may take, ms; only a test that fails waits so long. */
const PATIENCE = 600_000;

let world: DeskWorld | undefined;
afterEach(async () => {
  await world?.stop();
  world = undefined;
});

async function open(options: DeskWorldOptions = {}): Promise<DeskWorld> {
  world = await startDeskWorld(options);
  return world;
}

/** Role bits by operator, as the exchange has them. */
async function granted({ exchange }: DeskWorld): Promise<Record<number, number>> {
  const roles: Record<number, number> = {};
  for (const event of decodeEvents((await exchange.link.seed()).events))
    if (event.name === 'desk.changed') roles[event.operator] = event.roles;
  return roles;
}

it('a folder with customers from before there was a desk gets one, once; a start later changes nothing', async () => {
  const desk = await open({ before: async (exchange) => void (await exchange.register('annanderson')) });
  expect(await granted(desk)).toEqual({ 1: 31, 2: 31, 3: 15 });
  // Nobody grants alone any more.
  const alone = await desk.exchange.link.submit({ name: 'desk.grant', operator: 4, roles: 16 });
  expect(alone.code).toBe(403);
  const { seq } = await desk.exchange.link.submit({ name: 'desk.grant', operator: 4, roles: 16 });
  await desk.restart();
  const after = await desk.exchange.link.submit({ name: 'desk.grant', operator: 4, roles: 16 });
  // The start put no command of its own (each batch takes two numbers).
  expect(after.seq - seq).toBe(2);
  const [ada, grace] = await founders(desk);
  expect((await desk.hire('Rosa', ['reviewer'], ada, grace)).id).toBe('4');
  // A start that crashed between the exchange's grants and its own rows goes on where it was.
  await desk.db.deleteFrom('desk_links').execute();
  await desk.db.deleteFrom('desk_sessions').execute();
  await desk.db.deleteFrom('desk_recovery_codes').execute();
  await desk.db.deleteFrom('desk_proposals').execute();
  await desk.db.deleteFrom('desk_people').execute();
  await desk.restart();
  const people = await desk.db.selectFrom('desk_people').select(['id', 'state']).orderBy('id').execute();
  expect(people).toEqual([
    { id: '1', state: 'invited' },
    { id: '2', state: 'invited' },
    { id: '3', state: 'automatic' },
  ]);
});

it('in live mode the first two are administrators and nothing else, and there is no automatic reviewer', async () => {
  const desk = await open({ mode: 'live', reviewAfter: 0 });
  expect(await granted(desk)).toEqual({ 1: 16, 2: 16 });
  expect(desk.desk.reviewer).toBeUndefined();
  const [ada, grace] = await founders(desk);
  expect((await desk.call(ada, 'desk.me')).data).toMatchObject({
    mode: 'live',
    roles: ['administrator'],
    reviewer: null,
  });
  for (const on of [true, false])
    expect((await desk.call(ada, 'desk.reviewer.set', { on })).data).toMatchObject({ why: 'mode' });
  expect(await desk.db.selectFrom('desk_people').select('id').where('id', '=', AUTOMATIC).execute()).toEqual([]);
  const reviewers = [
    await desk.hire('Rosa', ['reviewer'], ada, grace),
    await desk.hire('Rico', ['reviewer'], grace, ada),
  ];
  const ann = await desk.customer('annanderson');
  const asked = await desk.call(reviewers[0], 'desk.kyc.pass', { id: await desk.submit(ann.id), reason: 'fine' });
  for (let at = 0; at < 3; at += 1) await desk.desk.look();
  expect((await desk.call(ada, 'desk.proposals.get', { id: asked.data.id })).data.state).toBe('open');
  // An automatic one put into the rows by hand, with the setting on, approves nothing in live mode.
  await desk.db
    .insertInto('desk_people')
    .values({
      ...{ id: AUTOMATIC, name: 'x', name_key: 'x', password: null, secret: null, roles: 'reviewer' },
      ...{ state: 'automatic', created_at: '0', last_sign_in: null },
    })
    .execute();
  await desk.db.insertInto('desk_settings').values({ name: 'reviewer', value: 'on' }).execute();
  await desk.desk.look();
  await expect(
    desk.desk.proposals.approve({ person: AUTOMATIC, roles: ['reviewer'] }, asked.data.id, undefined),
  ).rejects.toMatchObject({ code: 403, detail: { why: 'role' } });
  expect((await desk.call(reviewers[1], 'desk.proposals.approve', { id: asked.data.id })).data.state).toBe('done');
});

it('in practice the automatic reviewer is the second by itself, labelled as what it is, while it is on', async () => {
  const desk = await open({ reviewAfter: 0 });
  const [ada] = await founders(desk);
  expect((await desk.call(ada, 'desk.me')).data.reviewer).toEqual({ on: true, name: AUTOMATIC_NAME });
  const ann = await desk.customer('annanderson');
  const first = await desk.call(ada, 'desk.kyc.pass', { id: await desk.submit(ann.id), reason: 'fine' });
  const stateOf = async (id: string) => (await desk.call(ada, 'desk.proposals.get', { id })).data;
  const done = (id: string) =>
    vi.waitFor(async () => expect((await stateOf(id)).state).toBe('done'), { timeout: PATIENCE, interval: 20 });
  await done(first.data.id);
  expect((await stateOf(first.data.id)).second).toEqual({ id: AUTOMATIC, name: AUTOMATIC_NAME });
  const log = await desk.call(ada, 'desk.audit.list', { subject: `proposal:${first.data.id}` });
  expect(log.data.records[1]).toMatchObject({ what: 'proposal.approved', person: { name: AUTOMATIC_NAME }, ip: null });

  await desk.call(ada, 'desk.customers.freeze', { id: ann.id, reason: 'a call' });
  const thawed = await desk.call(ada, 'desk.customers.unfreeze', { id: ann.id, reason: 'it was she' });
  await done(thawed.data.id);
  expect((await desk.call(ada, 'desk.customers.get', { id: ann.id })).data.line.frozen).toBe(false);

  // Who is of the desk it does not decide; and off it decides nothing.
  const invite = await desk.call(ada, 'desk.people.invite', { name: 'Rosa', roles: ['reviewer'], reason: 'x' });
  expect((await desk.call(ada, 'desk.reviewer.set', { on: false })).data).toEqual({ on: false });
  const ben = await desk.customer('benbrown');
  const second = await desk.call(ada, 'desk.kyc.pass', { id: await desk.submit(ben.id), reason: 'fine' });
  for (let at = 0; at < 3; at += 1) await desk.desk.look();
  for (const { data } of [invite, second]) expect((await stateOf(data.id)).state).toBe('open');
  await desk.restart();
  expect((await desk.call(ada, 'desk.me')).data.reviewer.on).toBe(false);
  expect(desk.faults).toEqual([]);
});

it('where practice traders are, the automatic reviewer passes a first stage that nobody looks at (issue 18 §2)', async () => {
  const practice = { wanted: true, set: async () => undefined };
  const desk = await open({ practice, reviewAfter: 0 });
  const [ada] = await founders(desk);
  const stateOf = async (id: string) => (await desk.exchange.people.kyc.case(id))?.state;
  const ann = await desk.customer('annanderson');
  const first = await desk.submit(ann.id);
  await vi.waitFor(async () => expect(await stateOf(first)).toBe(KYC_STATE.passed), { timeout: PATIENCE });
  const log = await desk.call(ada, 'desk.audit.list', { subject: `kyc:${first}` });
  expect(log.data.records).toMatchObject([{ what: 'kyc.passed', person: { name: AUTOMATIC_NAME }, ip: null }]);

  // Off, first stages wait for people, and where no practice traders are they always do.
  await desk.call(ada, 'desk.reviewer.set', { on: false });
  const ben = await desk.customer('benbrown');
  const second = await desk.submit(ben.id);
  for (let at = 0; at < 3; at += 1) await desk.desk.look();
  expect(await stateOf(second)).toBe(KYC_STATE.underReview);
  expect(desk.faults).toEqual([]);

  const other = await open({ reviewAfter: 0 });
  await founders(other);
  const third = await other.submit((await other.customer('cleocole')).id);
  for (let at = 0; at < 3; at += 1) await other.desk.look();
  expect((await other.exchange.people.kyc.case(third))?.state).toBe(KYC_STATE.underReview);
});

it('an administrator stops practice traders at once and for good, and the audit log says so (issue 18 §1)', async () => {
  const switched: boolean[] = [];
  const practice = { wanted: true, set: async (on: boolean) => void switched.push(on) };
  const desk = await open({ practice });
  expect(switched).toEqual([true]);
  const [ada, grace] = await founders(desk);
  expect((await desk.call(ada, 'desk.me')).data.practiceTraders).toEqual({ on: true });
  const rosa = await desk.hire('Rosa', ['reviewer'], ada, grace);
  expect((await desk.call(rosa, 'desk.practiceTraders.set', { on: false })).code).toBe(403);
  expect(switched).toEqual([true]);

  expect((await desk.call(ada, 'desk.practiceTraders.set', { on: false })).data).toEqual({ on: false });
  expect(switched).toEqual([true, false]);
  await desk.restart();
  expect(switched).toEqual([true, false, false]);
  expect((await desk.call(ada, 'desk.me')).data.practiceTraders).toEqual({ on: false });
  expect((await desk.call(ada, 'desk.practiceTraders.set', { on: true })).data).toEqual({ on: true });
  expect(switched.at(-1)).toBe(true);
  const log = await desk.call(ada, 'desk.audit.list', {});
  const what = log.data.records.map((row: { what: string }) => row.what);
  expect(what).toContain('practice.tradersOff');
  expect(what).toContain('practice.tradersOn');
  expect(desk.faults).toEqual([]);
});

it('has no switch for practice traders where the exchange has none, or its setting wants none (issue 18 §1)', async () => {
  const switched: boolean[] = [];
  const unwanted = { wanted: false, set: async (on: boolean) => void switched.push(on) };
  for (const practice of [undefined, unwanted]) {
    const desk = await open({ practice });
    const [ada] = await founders(desk);
    expect((await desk.call(ada, 'desk.me')).data.practiceTraders).toBeNull();
    expect((await desk.call(ada, 'desk.practiceTraders.set', { on: true })).data).toMatchObject({ why: 'mode' });
  }
});
