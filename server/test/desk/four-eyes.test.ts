// Four eyes (issue 4; failures W07, W08): two persons, a reason, 72 hours, once; through the journal where it is about money.

import type { ProposalKind } from '@vitrine/contract';
import { decodeEvents, type ExchangeEvent } from '@vitrine/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PROPOSAL_LIFE, PROPOSALS_MOST } from '../../src/desk/index.ts';
import { IntakeError } from '../../src/engine/sequencer/index.ts';
import type { Person } from '../api/http/exchange-edge.ts';
import { type DeskUser, type DeskWorld, founders, startDeskWorld } from './desk-world.ts';

let world: DeskWorld;
let ada: DeskUser;
let grace: DeskUser;
let customers = 0;
const events: ExchangeEvent[] = [];

beforeAll(async () => {
  world = await startDeskWorld();
  world.exchange.link.onBatch((batch) => void events.push(...decodeEvents(batch.events)));
  [ada, grace] = await founders(world);
});
afterAll(() => world.stop());
beforeEach(() => {
  events.length = 0;
  world.faults.length = 0;
});

const approve = (user: DeskUser, id: string) => world.call(user, 'desk.proposals.approve', { id });
const someone = () => world.customer(`customer${(customers += 1)}`);
const order = (person: Person) =>
  world.exchange.call(person, '/api/currency/order/submit', {
    ...{ symbol: 'BTC_USDT', direction: 1, type: 1, price: '90000', quantity: '0.001' },
  });
const emitted = <N extends ExchangeEvent['name']>(name: N) =>
  events.filter((event): event is Extract<ExchangeEvent, { name: N }> => event.name === name);

/** A verification that waits for its second person. */
async function proposed(
  by: DeskUser = ada,
): Promise<{ readonly id: string; readonly kyc: string; readonly userId: string }> {
  const { id: userId } = await someone();
  const kyc = await world.submit(userId);
  const answer = await world.call(by, 'desk.kyc.pass', { id: kyc, reason: 'all is there' });
  expect(answer.code).toBe(200);
  return { id: answer.data.id, kyc, userId };
}

describe('a proposal', () => {
  it('says what, from what to what, who, why and until when; and is done by a second person alone', async () => {
    const { id, kyc, userId } = await proposed();
    const seen = await world.call(grace, 'desk.proposals.get', { id });
    expect(seen.data).toMatchObject({
      ...{ id, kind: 'kyc.pass', state: 'open', reason: 'all is there', mayApprove: true, mayRefuse: true },
      subject: { kind: 'kyc', id: kyc },
      facts: [{ fact: 'kycStage', before: '0', after: '1' }],
      by: { id: '1', name: 'Ada' },
    });
    expect(seen.data.expires - seen.data.made).toBe(PROPOSAL_LIFE);
    const own = await world.call(ada, 'desk.proposals.get', { id });
    expect(own.data).toMatchObject({ mayApprove: false, mayRefuse: true });
    expect((await world.exchange.people.kyc.case(kyc))?.state).toBe(1);
    expect((await approve(grace, id)).data).toMatchObject({ state: 'done', second: { id: '2' } });
    expect((await world.exchange.people.kyc.case(kyc))?.state).toBe(2);
    const row = await world.db
      .selectFrom('users')
      .select('kyc_stage')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(row.kyc_stage).toBe(1);
    expect(emitted('user.changed').at(-1)).toMatchObject({ stage: 1 });
  });

  it('is never approved by who made it: from another session, by many at once, by a role that was given, in SQL', async () => {
    const { id, kyc } = await proposed();
    const there = await world.signIn(ada);
    const answers = await Promise.all([ada, there, ada, there, ada, there].map((one) => approve(one, id)));
    for (const { code, data } of answers) expect([code, data.why]).toEqual([403, 'oneself']);
    // Ids as text of another spelling are no way around.
    for (const forged of [`0${id}`, `${id}.0`, `+${id}`, `${id} `, '1e1', '-1', '999999'])
      expect([400, 404]).toContain((await approve(ada, forged)).code);
    await expect(
      world.db.updateTable('desk_proposals').set({ state: 'approved', second: ada.id }).where('id', '=', id).execute(),
    ).rejects.toThrow(/check/);
    expect((await world.exchange.people.kyc.case(kyc))?.state).toBe(1);
    expect((await world.call(ada, 'desk.proposals.get', { id })).data.state).toBe('open');
    ada = there;
  });

  it('is done once, by however many at the same moment, and refused just as well', async () => {
    const { id, kyc } = await proposed();
    const others = await Promise.all([grace, grace, grace, grace].map((one) => approve(one, id)));
    const codes = others.map(({ code }) => code).sort((a, b) => a - b);
    expect(codes).toEqual([200, 403, 403, 403]);
    expect(others.filter(({ code }) => code === 403).every(({ data }) => data.why === 'settled')).toBe(true);
    const log = await world.call(ada, 'desk.audit.list', { subject: `proposal:${id}` });
    expect(log.data.records.map(({ what }: { what: string }) => what)).toEqual([
      ...['proposal.done', 'proposal.approved', 'proposal.made'],
    ]);
    expect((await world.exchange.people.kyc.case(kyc))?.state).toBe(2);

    // Two different second persons at the same moment: one of them is it.
    const carol = await world.hire('Carol', ['reviewer'], ada, grace);
    const contested = await proposed();
    const winners = await Promise.all([grace, carol, grace, carol].map((one) => approve(one, contested.id)));
    expect(winners.filter(({ code }) => code === 200)).toHaveLength(1);

    const both = await proposed();
    const mixed = await Promise.all([
      approve(grace, both.id),
      world.call(ada, 'desk.proposals.refuse', { id: both.id, reason: 'changed my mind' }),
    ]);
    expect(mixed.filter(({ code }) => code === 200)).toHaveLength(1);
  });

  it('is refused by anyone with the role, the proposer too, with a reason; then nothing is done', async () => {
    const one = await proposed();
    expect((await world.call(grace, 'desk.proposals.refuse', { id: one.id, reason: '' })).code).toBe(400);
    const refused = await world.call(ada, 'desk.proposals.refuse', { id: one.id, reason: 'looked again' });
    expect(refused.data).toMatchObject({ state: 'refused', refusal: 'looked again', mayApprove: false });
    expect((await approve(grace, one.id)).data.why).toBe('settled');
    expect((await world.exchange.people.kyc.case(one.kyc))?.state).toBe(1);
    // Asked for again it is another one; two of one thing do not stand together.
    const again = await world.call(grace, 'desk.kyc.pass', { id: one.kyc, reason: 'yes' });
    expect(again.code).toBe(200);
    expect((await world.call(ada, 'desk.kyc.pass', { id: one.kyc, reason: 'me too' })).data.why).toBe('standing');
    const raced = await proposed();
    await world.call(ada, 'desk.proposals.refuse', { id: raced.id, reason: 'for the race' });
    const many = await Promise.all(
      [ada, grace, ada, grace].map((by) => world.call(by, 'desk.kyc.pass', { id: raced.kyc, reason: 'first' })),
    );
    expect(many.filter(({ code }) => code === 200)).toHaveLength(1);
  });

  it('wants both roles at that moment, and both persons still of the desk', async () => {
    const rosa = await world.hire('Rosa', ['reviewer'], ada, grace);
    const sam = await world.hire('Sam', ['support'], ada, grace);
    const first = await proposed(rosa);
    expect((await approve(sam, first.id)).data.why).toBe('role');
    expect((await world.call(sam, 'desk.proposals.refuse', { id: first.id, reason: 'no' })).data.why).toBe('role');
    const roles = await world.call(ada, 'desk.people.roles', { id: rosa.id, roles: ['support'], reason: 'moves' });
    expect((await approve(grace, roles.data.id)).data.state).toBe('done');
    expect((await approve(grace, first.id)).data.why).toBe('proposer');
    expect((await approve(rosa, first.id)).data.why).toBe('oneself');
    const second = await proposed(ada);
    expect((await approve(rosa, second.id)).data.why).toBe('role');

    const third = await world.call(sam, 'desk.customers.unfreeze', { id: (await someone()).id, reason: 'x' });
    // Nothing is locked there: the exchange says so at once, and nothing stands.
    expect([third.code, third.data.why]).toEqual([400, 'state']);
    const frozen = await someone();
    await world.call(sam, 'desk.customers.freeze', { id: frozen.id, reason: 'a call' });
    const open = await world.call(sam, 'desk.customers.unfreeze', { id: frozen.id, reason: 'it was she' });
    expect((await world.call(ada, 'desk.people.stop', { id: sam.id, reason: 'left' })).code).toBe(200);
    expect((await world.call(sam, 'desk.me')).code).toBe(401);
    expect((await approve(grace, open.data.id)).data.why).toBe('proposer');
  });

  it('lapses after 72 hours: nobody can approve it, and another one can stand', async () => {
    const { id, kyc } = await proposed();
    world.move(PROPOSAL_LIFE);
    ada = await world.signIn(ada);
    grace = await world.signIn(grace);
    expect((await approve(grace, id)).data.why).toBe('settled');
    expect((await world.call(ada, 'desk.proposals.get', { id })).data.state).toBe('lapsed');
    await world.desk.look();
    const past = await world.call(ada, 'desk.proposals.list', { open: false, kind: 'kyc.pass', size: 100 });
    expect(past.data.records.find((one: { id: string }) => one.id === id)).toMatchObject({ state: 'lapsed' });
    expect((await world.call(ada, 'desk.kyc.pass', { id: kyc, reason: 'again' })).code).toBe(200);
    expect((await world.exchange.people.kyc.case(kyc))?.state).toBe(1);
  });
});

describe('unfreezing a customer', () => {
  it('goes through the journal with both persons; one person freezes, and orders are refused with 1011 until then', async () => {
    let ann = await someone();
    expect((await world.exchange.call(ann, '/api/practice/claim', {})).code).toBe(200);
    expect((await order(ann)).code).toBe(200);
    expect((await world.call(ada, 'desk.customers.freeze', { id: ann.id, reason: 'reported stolen' })).code).toBe(200);
    expect(emitted('desk.acted').at(-1)).toMatchObject({ operator: 1 });
    // Whoever was signed in is out; who signs in again finds the account locked.
    expect((await order(ann)).code).toBe(1001);
    ann = await world.back(ann);
    expect((await order(ann)).code).toBe(1011);
    expect((await world.call(ada, 'desk.customers.freeze', { id: ann.id, reason: 'again' })).data.why).toBe('state');
    const page = await world.call(grace, 'desk.customers.get', { id: ann.id });
    expect(page.data).toMatchObject({ line: { frozen: true }, locks: [{ kind: 'frozen', by: 'desk' }] });

    const asked = await world.call(ada, 'desk.customers.unfreeze', { id: ann.id, reason: 'called back, it is she' });
    expect(asked.data).toMatchObject({ state: 'open', facts: [{ fact: 'frozen', before: 'true', after: 'false' }] });
    expect(emitted('proposal.changed').at(-1)).toMatchObject({ by: 1, second: 0, state: 1 });
    expect((await order(ann)).code).toBe(1011);
    expect((await approve(ada, asked.data.id)).data.why).toBe('oneself');
    expect((await approve(grace, asked.data.id)).data.state).toBe('done');
    expect(emitted('proposal.changed').at(-1)).toMatchObject({ by: 1, second: 2, state: 2 });
    expect((await order(ann)).code).toBe(200);
    const after = await world.call(grace, 'desk.customers.get', { id: ann.id });
    expect(after.data).toMatchObject({ line: { frozen: false }, locks: [] });
  });

  it('takes the lock away that the customer set too', async () => {
    const ben = await someone();
    expect((await world.exchange.call(ben, '/api/user/freeze', {})).code).toBe(200);
    expect((await order(ben)).code).toBe(1011);
    const asked = await world.call(grace, 'desk.customers.unfreeze', { id: ben.id, reason: 'asked for it' });
    expect((await approve(ada, asked.data.id)).data.state).toBe('done');
    expect((await order(ben)).code).not.toBe(1011);
    const row = await world.db
      .selectFrom('users')
      .select('frozen_at')
      .where('id', '=', ben.id)
      .executeTakeFirstOrThrow();
    expect(row.frozen_at).toBeNull();
    expect(emitted('user.changed').at(-1)).toMatchObject({ locks: 0 });
  });

  it('refused by the exchange at the last moment shows its code, and is no longer listed', async () => {
    let cara = await someone();
    await world.call(ada, 'desk.customers.freeze', { id: cara.id, reason: 'a call' });
    cara = await world.back(cara);
    const asked = await world.call(ada, 'desk.customers.unfreeze', { id: cara.id, reason: 'it was she' });
    const row = await world.db
      .selectFrom('desk_proposals')
      .select('core_proposal')
      .where('id', '=', asked.data.id)
      .executeTakeFirstOrThrow();
    // Refused in the exchange behind SQL's back: what SQL says then counts for nothing.
    await world.exchange.link.submit({
      name: 'proposal.refuse',
      operator: 2,
      proposal: Number(row.core_proposal) as never,
    });
    const late = await approve(grace, asked.data.id);
    expect(late.data).toMatchObject({ state: 'failed', code: 404 });
    expect((await order(cara)).code).toBe(1011);
    // It can be put forward again.
    const again = await world.call(ada, 'desk.customers.unfreeze', { id: cara.id, reason: 'it was she' });
    expect((await approve(grace, again.data.id)).data.state).toBe('done');
    expect((await order(cara)).code).not.toBe(1011);
  });

  it('does not take away a lock that somebody set anew at the same moment', async () => {
    const dora = await someone();
    await world.call(ada, 'desk.customers.freeze', { id: dora.id, reason: 'a call' });
    const asked = await world.call(ada, 'desk.customers.unfreeze', { id: dora.id, reason: 'fine' });
    const { link, live } = world.exchange;
    await world.restart({
      link: {
        ...link,
        async submit(command, user) {
          const outcome = await link.submit(command, user);
          if (command.name !== 'proposal.approve') return outcome;
          await live.waitFor(outcome.seq, 1_000);
          const again = await world.call(grace, 'desk.customers.freeze', { id: dora.id, reason: 'another call' });
          expect(again.code).toBe(200);
          return outcome;
        },
      },
    });
    expect((await approve(grace, asked.data.id)).data.state).toBe('done');
    const page = await world.call(ada, 'desk.customers.get', { id: dora.id });
    expect(page.data).toMatchObject({ line: { frozen: true }, locks: [{ kind: 'frozen', by: 'desk' }] });
    const rows = await world.db
      .selectFrom('desk_freezes')
      .select('lifted_at')
      .where('user_id', '=', dora.id)
      .orderBy('frozen_at')
      .execute();
    expect(rows.map(({ lifted_at }) => lifted_at === null)).toEqual([false, true]);
    await world.restart();
  });
});

describe('a crash', () => {
  /** Leaves a proposal agreed on and not done, as a process that ends between the two does. */
  const leave = (id: string) =>
    world.db
      .updateTable('desk_proposals')
      .set({ state: 'approved', second: grace.id, decided_at: String(world.now()) })
      .where('id', '=', id)
      .execute();
  const stateOf = async (id: string) => (await world.call(ada, 'desk.proposals.get', { id })).data.state;

  it('between approval and doing is mended at the next start, once, whichever half was done', async () => {
    const before = await proposed();
    await leave(before.id);
    const after = await proposed();
    await leave(after.id);
    await world.exchange.people.kyc.pass(after.kyc);
    const frozen = await someone();
    await world.call(ada, 'desk.customers.freeze', { id: frozen.id, reason: 'a call' });
    const thawed = await world.call(ada, 'desk.customers.unfreeze', { id: frozen.id, reason: 'fine' });
    const { core_proposal } = await world.db
      .selectFrom('desk_proposals')
      .select('core_proposal')
      .where('id', '=', thawed.data.id)
      .executeTakeFirstOrThrow();
    await leave(thawed.data.id);
    const ran = await world.exchange.link.submit({
      ...{ name: 'proposal.approve', operator: 2, proposal: Number(core_proposal) as never },
    });
    expect(ran.code).toBe(200);
    events.length = 0;
    await world.restart();
    for (const id of [before.id, after.id, thawed.data.id]) expect(await stateOf(id)).toBe('done');
    expect(emitted('proposal.changed')).toEqual([]);
    expect((await world.exchange.people.kyc.case(before.kyc))?.state).toBe(2);
    expect((await world.call(ada, 'desk.customers.get', { id: frozen.id })).data.line.frozen).toBe(false);
    const done = await world.db.selectFrom('desk_audit').selectAll().where('what', '=', 'proposal.done').execute();
    const subjects = done.map(({ subject }) => subject);
    expect(new Set(subjects).size).toBe(subjects.length);
  });

  it('while a proposal was put before the exchange: what stands there is taken up, what does not is dropped', async () => {
    const person = async () => {
      const one = await someone();
      await world.call(ada, 'desk.customers.freeze', { id: one.id, reason: 'a call' });
      const asked = await world.call(ada, 'desk.customers.unfreeze', { id: one.id, reason: 'fine' });
      await world.db
        .updateTable('desk_proposals')
        .set({ state: 'making', core_proposal: null })
        .where('id', '=', asked.data.id)
        .execute();
      return asked.data.id as string;
    };
    const stands = await person();
    const fresh = await world.db
      .insertInto('desk_proposals')
      .values({
        ...{ kind: 'customer.unfreeze', subject_kind: 'customer', subject_id: '987654', subject_name: 'x' },
        ...{ data: '{"coreUser":987654}', facts: '[]', reason: 'x', state: 'making', by_person: '1' },
        ...{ made_at: String(world.now()), expires_at: String(world.now() + PROPOSAL_LIFE), second: null },
        ...{ decided_at: null, refusal: null, code: null, core_proposal: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await world.restart();
    expect(await stateOf(stands)).toBe('open');
    expect((await world.call(ada, 'desk.proposals.get', { id: String(fresh.id) })).code).toBe(404);
    expect((await approve(grace, stands)).data.state).toBe('done');
  });

  it('of the exchange’s intake leaves it agreed on, and it is done when orders are taken again', async () => {
    const frozen = await someone();
    await world.call(ada, 'desk.customers.freeze', { id: frozen.id, reason: 'a call' });
    const asked = await world.call(ada, 'desk.customers.unfreeze', { id: frozen.id, reason: 'fine' });
    const { link } = world.exchange;
    let halted = true;
    await world.restart({
      link: {
        ...link,
        submit: (command, user) =>
          halted && command.name === 'proposal.approve'
            ? Promise.reject(new IntakeError('server.notTaking', 'not taking'))
            : link.submit(command, user),
      },
    });
    expect((await approve(grace, asked.data.id)).data).toMatchObject({ state: 'approved', mayApprove: false });
    await world.desk.look();
    expect(await stateOf(asked.data.id)).toBe('approved');
    halted = false;
    await world.desk.look();
    expect(await stateOf(asked.data.id)).toBe('done');
    expect(world.faults).toEqual([]);
  });
});

it('no more than 64 stand open at a time, as in the exchange', async () => {
  const open = await world.call(grace, 'desk.proposals.list', { size: 1 });
  const left = PROPOSALS_MOST - open.data.total;
  await sql`
    insert into desk_proposals (kind, subject_kind, subject_id, subject_name, data, facts, reason, state, by_person, made_at, expires_at)
    select ${'kyc.pass' satisfies ProposalKind}, 'kyc', (1000000 + n)::text, 'x', '{}', '[]', 'x', 'open', 2, ${world.now()}, ${world.now() + PROPOSAL_LIFE}
    from generate_series(1, ${left}) n`.execute(world.db);
  const { id } = await someone();
  const answer = await world.call(grace, 'desk.kyc.pass', { id: await world.submit(id), reason: 'x' });
  expect(answer.data.why).toBe('full');
});
