// Deposits and withdrawals at the desk (issue 6; money §8): deposits are credited by two people under a reference that
// counts once, withdrawals approved by one below the threshold and by two above it; every look and decision is logged.

import type { DeskCallName } from '@vitrine/contract';
import { DONE, type UserId } from '@vitrine/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WITHDRAWAL_LATE } from '../../src/desk/queues/withdrawals.ts';
import { jpeg } from '../account/files/pictures.ts';
import { NO_KEY } from './fake-custody.ts';
import { DESK_ORIGIN, type DeskUser, type DeskWorld } from './desk-world.ts';
import { approveAt, auditAt, fundedAt, startFunds } from './funds-world.ts';

let world: DeskWorld;
let ada: DeskUser;
let grace: DeskUser;

beforeAll(async () => {
  const started = await startFunds();
  world = started.world;
  [ada, grace] = started.founders;
});
afterAll(() => world.stop());
beforeEach(() => {
  world.custody.actions.length = 0;
  world.faults.length = 0;
});

const funded = () => fundedAt(world);
const audit = (subject: string) => auditAt(world, ada, subject);
const words = async (subject: string) => (await audit(subject)).map(({ what }: { what: string }) => what);
const approve = (user: DeskUser, id: string) => approveAt(world, user, id);

describe('a deposit with a screenshot (§8)', () => {
  it('is credited by two people by what the bank shows, once, and every look at it is logged', async () => {
    const { id: userId } = await funded();
    const id = world.custody.deposit(userId);
    const listed = await world.call(ada, 'desk.deposits.list');
    expect(listed.data.records).toMatchObject([{ customer: { id: userId }, account: null, proposal: null }]);
    expect((await world.call(ada, 'desk.summary')).data).toMatchObject({ deposits: 1, withdrawals: 0, halts: 0 });
    const seen = await world.call(grace, 'desk.deposits.get', { id });
    expect(seen.data).toMatchObject({ account: 'GB33 •••• 1234', record: { id, stage: 'review', amount: '100.00' } });
    await world.call(grace, 'desk.deposits.get', { id });

    const given = { id, amount: '99.50', reference: 'FT-1', reason: 'the statement of today' };
    const proposed = await world.call(ada, 'desk.deposits.pass', given);
    expect(proposed.data).toMatchObject({
      ...{ kind: 'deposit.pass', state: 'open', subject: { kind: 'deposit', id } },
      facts: [
        { fact: 'amount', before: '100.00 USDT', after: '99.50 USDT' },
        { fact: 'reference', before: null, after: 'FT-1' },
      ],
    });
    expect((await world.call(grace, 'desk.deposits.pass', { ...given, reference: 'FT-2' })).data.why).toBe('standing');
    expect((await world.call(grace, 'desk.deposits.refuse', { id, why: 'known' })).data.why).toBe('standing');
    expect((await approve(ada, proposed.data.id)).data.why).toBe('oneself');
    expect(world.custody.actions).toEqual([]);
    const both = await Promise.all([approve(grace, proposed.data.id), approve(grace, proposed.data.id)]);
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 403]);
    expect(world.custody.actions).toEqual([`deposit.pass ${id} 99.50 FT-1`]);
    expect((await world.call(ada, 'desk.deposits.get', { id })).data).toMatchObject({
      record: { stage: 'credited', amount: '99.50' },
      proposal: { state: 'done', by: { name: 'Ada' }, second: { name: 'Grace' } },
    });
    expect((await world.call(ada, 'desk.deposits.pass', given)).data.why).toBe('state');
    expect((await world.call(ada, 'desk.deposits.refuse', { id, why: 'other' })).data.why).toBe('state');
    // Each person's look once, however often the page is read; no amount stands in the log.
    expect(await words(`deposit:${id}`)).toEqual(['deposit.looked', 'deposit.looked']);
    expect(JSON.stringify(await audit(`deposit:${id}`))).not.toMatch(/99[.]50|100[.]00|GB33/);
  });

  it('is not credited twice under one reference, by whatever way', async () => {
    const { id: userId } = await funded();
    const [one, two] = [world.custody.deposit(userId), world.custody.deposit(userId)];
    const pass = (id: string, reference: string) =>
      world.call(ada, 'desk.deposits.pass', { id, amount: '100', reference, reason: 'x' });
    expect((await pass(one, 'FT-1')).data.fields).toEqual({ reference: 'range' });
    const first = await pass(one, 'FT-9');
    expect((await pass(two, 'FT-9')).data.fields).toEqual({ reference: 'range' });
    // Custody holds it too: a proposal made before is agreed on and fails.
    const second = await pass(two, 'FT-10');
    await world.custody.deposits.pass({ id: one, amount: '100', reference: 'FT-10' });
    expect((await approve(grace, second.data.id)).data).toMatchObject({ state: 'failed', code: 3109 });
    expect(world.custody.stageOf(two)).toBe('review');
    await world.call(ada, 'desk.proposals.refuse', { id: first.data.id, reason: 'done otherwise' });
    await world.call(grace, 'desk.deposits.refuse', { id: two, why: 'known' });
  });

  it('is refused by one person with a reason of the list and a note; amounts that no bank moves are not proposed', async () => {
    const { id: userId } = await funded();
    const id = world.custody.deposit(userId);
    const pass = (amount: unknown, reference = 'FT-20') =>
      world.call(ada, 'desk.deposits.pass', { id, amount: amount as never, reference, reason: 'x' });
    for (const amount of ['0', '-5', '0.00', '1.005', '99999999999999999999', '1e3', 'NaN', '', 5, null])
      expect((await pass(amount)).code, String(amount)).toBe(400);
    expect((await pass('0.5')).code).toBe(3110);
    for (const reference of ['', ' ', 'x'.repeat(65), 'a\nb']) expect((await pass('5', reference)).code).toBe(400);
    for (const why of ['ugly', '', undefined])
      expect((await world.call(ada, 'desk.deposits.refuse', { id, why: why as never })).code).toBe(400);
    const note = 'The picture shows another account';
    const answers = await Promise.all(
      [ada, grace].map((by) => world.call(by, 'desk.deposits.refuse', { id, why: 'name', note })),
    );
    expect(answers.filter(({ code }) => code === DONE)).toHaveLength(1);
    expect(world.custody.actions).toEqual([`deposit.refuse ${id} name`]);
    const rows = await audit(`deposit:${id}`);
    expect(rows.at(-1)).toMatchObject({ what: 'deposit.refused', reason: note, detail: { why: 'name' } });
    const seen = await world.call(ada, 'desk.deposits.get', { id });
    expect(seen.data).toMatchObject({ record: { stage: 'refused', reason: 'name', note }, proposal: null });
    expect(seen.data.refusedBy.name).toMatch(/Ada|Grace/);
  });

  it('opens its own screenshot only, each time with a row in the log before it', async () => {
    const { id: userId } = await funded();
    const { link } = await world.exchange.people.files.put(userId, 'recharge', {
      ...{ name: 'slip.jpg', bytes: await jpeg(7, 64, 48) },
    });
    const [id, bare] = [world.custody.deposit(userId, { img: link }), world.custody.deposit(userId)];
    const open = (deposit: string) =>
      world.app.inject({
        ...{ method: 'POST', url: '/desk/api/deposits/picture', payload: { id: deposit } },
        headers: { origin: DESK_ORIGIN, cookie: ada.cookie, satoken: ada.satoken },
      });
    const answer = await open(id);
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      ...[200, 'image/jpeg', 'no-store'],
    ]);
    await open(id);
    expect(await words(`deposit:${id}`)).toEqual(['deposit.picture', 'deposit.picture']);
    for (const other of [bare, '999999', 'abc', '0']) expect((await open(other)).statusCode, other).toBe(404);
  });

  it('of a second customer stands in no list of the first', async () => {
    const [one, two] = [await funded(), await funded()];
    world.custody.deposit(one.id);
    const theirs = world.custody.deposit(two.id);
    const { data } = await world.call(ada, 'desk.deposits.list', { userId: two.id });
    expect(data.records.map(({ record }: { record: { id: string } }) => record.id)).toEqual([theirs]);
    for (const id of ['999999', 'abc', '-1', '0'])
      expect((await world.call(ada, 'desk.deposits.get', { id })).code, id).toBe(404);
  });
});

describe('a withdrawal (§8)', () => {
  it('below the threshold is approved by one person under own number, once, and the exchange shows it', async () => {
    const user = await funded();
    const id = await world.custody.withdraw(user, '50');
    const [shown] = (await world.call(ada, 'desk.withdrawals.list', { userId: user.id })).data.records;
    expect(shown).toMatchObject({ worth: '50', persons: false, flags: ['newAddress'], transactions: [] });
    const answers = await Promise.all(
      [ada, grace].map((by) => world.call(by, 'desk.withdrawals.approve', { id, reason: 'as always' })),
    );
    expect(answers.filter(({ code }) => code === DONE)).toHaveLength(1);
    expect(answers.find(({ code }) => code === DONE)?.data.proposal).toBeNull();
    expect(world.custody.actions).toHaveLength(1);
    expect(world.custody.actions[0]).toMatch(new RegExp(`^withdrawal.approve ${id} by (${ada.id}|${grace.id})$`));
    const { data } = await world.call(ada, 'desk.withdrawals.get', { id });
    expect(data).toMatchObject({ record: { stage: 'approved' }, proposal: null });
    expect(data.approvedBy.name).toMatch(/Ada|Grace/);
    const log = await audit(`withdrawal:${id}`);
    expect(log[0]).toMatchObject({ what: 'withdrawal.looked' });
    expect(log.at(-1)).toMatchObject({ what: 'withdrawal.approved', reason: 'as always' });
    expect((await world.call(ada, 'desk.withdrawals.approve', { id, reason: 'x' })).data.why).toBe('state');
    expect((await world.call(ada, 'desk.withdrawals.refuse', { id, why: 'risk' })).data.why).toBe('state');
  });

  it('from the threshold on takes two through the journal: never oneself, never one alone, once', async () => {
    const user = await funded();
    const id = await world.custody.withdraw(user, '500');
    const asked = await world.call(ada, 'desk.withdrawals.approve', { id, reason: 'called back' });
    const { proposal } = asked.data;
    expect(proposal).toMatchObject({
      ...{ kind: 'withdrawal.approve', state: 'open', subject: { kind: 'withdrawal', id } },
      facts: [{ after: '500 USDT' }, { after: '1 USDT' }, { fact: 'address', after: 'vtp1qaddress' }],
    });
    // The exchange itself lets no one person do it.
    await expect(world.custody.withdrawals.approve(id, Number(ada.id))).rejects.toMatchObject({ code: 403 });
    expect((await world.call(grace, 'desk.withdrawals.approve', { id, reason: 'x' })).data.why).toBe('standing');
    expect((await world.call(grace, 'desk.withdrawals.refuse', { id, why: 'risk' })).data.why).toBe('standing');
    const listed = await world.call(grace, 'desk.withdrawals.list', { userId: user.id });
    expect(listed.data.records[0]).toMatchObject({
      ...{ flags: ['large', 'newAddress', 'proposed'], persons: true, proposal: { id: proposal.id, mayApprove: true } },
    });
    expect((await approve(ada, proposal.id)).data.why).toBe('oneself');
    expect(world.custody.stageOf(id)).toBe('review');
    expect((await approve(grace, proposal.id)).data.state).toBe('done');
    expect(world.custody.stageOf(id)).toBe('approved');
    expect((await approve(grace, proposal.id)).data.why).toBe('settled');
    expect((await world.call(ada, 'desk.withdrawals.get', { id })).data).toMatchObject({
      ...{ approvedBy: null, proposal: { state: 'done', by: { name: 'Ada' }, second: { name: 'Grace' } } },
    });
  });

  it('taken back by its customer, or frozen, while it waits: agreed on and not done', async () => {
    const [one, two] = [await funded(), await funded()];
    const first = await world.custody.withdraw(one, '300');
    const second = await world.custody.withdraw(two, '300');
    const proposals: string[] = [];
    for (const id of [first, second])
      proposals.push((await world.call(ada, 'desk.withdrawals.approve', { id, reason: 'x' })).data.proposal.id);
    const coreId = (await world.custody.withdrawals.one(first))?.coreId ?? 0;
    const cancelled = await world.exchange.link.submit(
      {
        ...{ name: 'withdrawal.cancel', user: one.coreUser as UserId, withdrawal: coreId as never },
        ...NO_KEY,
      },
      one.coreUser,
    );
    expect(cancelled.code).toBe(DONE);
    await world.call(ada, 'desk.customers.freeze', { id: two.id, reason: 'asked for by phone' });
    expect((await approve(grace, proposals[0] ?? '')).data).toMatchObject({ state: 'failed', code: 3107 });
    expect((await approve(grace, proposals[1] ?? '')).data).toMatchObject({ state: 'failed', code: 3105 });
    expect([world.custody.stageOf(first), world.custody.stageOf(second)]).toEqual(['cancelled', 'review']);
    const seen = await world.call(ada, 'desk.withdrawals.get', { id: second });
    expect(seen.data).toMatchObject({ flags: ['large', 'newAddress', 'frozen'], proposal: null });
    // What was not done stands in the log as not done.
    const small = await world.custody.withdraw(await funded(), '20');
    const owner = (await world.custody.withdrawals.one(small))?.userId ?? '';
    await world.call(ada, 'desk.customers.freeze', { id: owner, reason: 'x' });
    expect((await world.call(grace, 'desk.withdrawals.approve', { id: small, reason: 'x' })).code).toBe(3105);
    expect(await audit(`withdrawal:${small}`)).toMatchObject([
      ...[{ what: 'withdrawal.approved', detail: { undone: 'true' } }, { what: 'withdrawal.approved' }],
    ]);
    // Refusing works of a frozen one: everything held goes back.
    expect((await world.call(grace, 'desk.withdrawals.refuse', { id: small, why: 'risk' })).code).toBe(DONE);
    expect(world.custody.actions).toContain(`withdrawal.refuse ${small} by ${grace.id} risk`);
    expect((await world.call(ada, 'desk.withdrawals.get', { id: small })).data.refusedBy).toMatchObject({
      name: 'Grace',
    });
    await world.call(grace, 'desk.withdrawals.refuse', { id: second, why: 'risk', note: 'by phone' });
  });

  it('a crash between the exchange and the desk’s row is mended: it is done, not done again', async () => {
    const id = await world.custody.withdraw(await funded(), '400');
    const { proposal } = (await world.call(ada, 'desk.withdrawals.approve', { id, reason: 'x' })).data;
    const row = await world.db
      .selectFrom('desk_proposals')
      .select('core_proposal')
      .where('id', '=', proposal.id)
      .executeTakeFirstOrThrow();
    // The second person's approval ran in the exchange; the desk ended before it wrote that down.
    await world.db
      .updateTable('desk_proposals')
      .set({ state: 'approved', second: grace.id, decided_at: String(world.now()) })
      .where('id', '=', proposal.id)
      .execute();
    const ran = await world.exchange.link.submit({
      ...{ name: 'proposal.approve', operator: Number(grace.id), proposal: Number(row.core_proposal) as never },
    });
    expect(ran.code).toBe(DONE);
    await world.restart();
    expect((await world.call(ada, 'desk.proposals.get', { id: proposal.id })).data.state).toBe('done');
    expect(world.custody.stageOf(id)).toBe('approved');
  });

  it('to a bank card is reported as paid by two treasurers under a reference, once', async () => {
    const { id: userId } = await funded();
    const id = world.custody.toCard(userId);
    const paid = (by: DeskUser, withdrawal: string, reference: string) =>
      world.call(by, 'desk.withdrawals.paid', { id: withdrawal, reference, reason: 'sent this morning' });
    const chain = await world.custody.withdraw(await funded(), '50');
    expect((await paid(ada, chain, 'BK-1')).data.why).toBe('state');
    const proposed = await paid(ada, id, 'BK-1');
    expect(proposed.data).toMatchObject({
      kind: 'withdrawal.paid',
      facts: [{ after: '60.00 USDT' }, { after: 'BK-1' }],
    });
    expect((await paid(grace, id, 'BK-2')).data.why).toBe('standing');
    expect((await paid(ada, world.custody.toCard(userId), 'BK-1')).data.fields).toEqual({ reference: 'range' });
    expect((await approve(ada, proposed.data.id)).data.why).toBe('oneself');
    expect((await approve(grace, proposed.data.id)).data.state).toBe('done');
    expect(world.custody.actions).toEqual([`withdrawal.paid ${id} BK-1`]);
    expect((await paid(ada, id, 'BK-3')).data.why).toBe('state');
    await world.call(ada, 'desk.withdrawals.refuse', { id: chain, why: 'halted' });
  });

  it('to a bank card is reported as returned by two treasurers, and then not paid (§8)', async () => {
    const { id: userId } = await funded();
    const id = world.custody.toCard(userId);
    const back = (by: DeskUser, withdrawal = id) =>
      world.call(by, 'desk.withdrawals.returned', {
        ...{ id: withdrawal, why: 'name', note: 'Another name on the card.', reason: 'statement of today' },
      });
    const paid = (by: DeskUser) =>
      world.call(by, 'desk.withdrawals.paid', { id, reference: 'BK-9', reason: 'sent this morning' });
    const chain = await world.custody.withdraw(await funded(), '50');
    expect((await back(ada, chain)).data.why).toBe('state');
    // A double click: one proposal.
    const clicks = await Promise.all([back(ada), back(ada)]);
    const proposed = clicks.find(({ code }) => code === DONE);
    expect(clicks.map(({ data }) => data.why).filter((why) => why !== undefined)).toEqual(['standing']);
    expect(proposed?.data).toMatchObject({
      kind: 'withdrawal.returned',
      facts: [{ after: '60.00 USDT' }, { after: '5 USDT' }],
    });
    expect((await paid(grace)).data.why, 'one of both stands').toBe('standing');
    expect((await world.call(grace, 'desk.withdrawals.get', { id })).data.proposal).toMatchObject({
      id: proposed?.data.id,
    });
    expect((await approve(ada, proposed?.data.id)).data.why).toBe('oneself');
    expect((await approve(grace, proposed?.data.id)).data.state).toBe('done');
    expect(world.custody.actions).toEqual([`withdrawal.returned ${id} name`]);
    expect((await world.call(grace, 'desk.withdrawals.get', { id })).data).toMatchObject({
      record: { stage: 'failed', reason: 'name', note: 'Another name on the card.' },
      proposal: { kind: 'withdrawal.returned', state: 'done' },
    });
    expect((await back(ada)).data.why).toBe('state');
    expect((await paid(ada)).data.why).toBe('state');
    await world.call(ada, 'desk.withdrawals.refuse', { id: chain, why: 'halted' });
  });

  it('issue 14, 4: one that its chain proves unpaid fails or is planned again by two treasurers, with the proof', async () => {
    const user = await funded();
    const id = await world.custody.withdraw(user, '50');
    const fail = (by: DeskUser) =>
      world.call(by, 'desk.withdrawals.failProven', { id, why: 'other', note: 'It refused.', reason: 'seen' });
    const again = (by: DeskUser, of = id) => world.call(by, 'desk.withdrawals.replan', { id: of, reason: 'seen' });
    expect((await fail(ada)).data.why, 'under review').toBe('state');
    world.custody.moveTo(id, 'broadcast');
    expect((await fail(ada)).data.why, 'nothing proves it').toBe('state');
    const proof = { kind: 'reverted', txid: 'ab'.repeat(32), height: 9, depth: 100, needed: 101 } as const;
    world.custody.dead.set(id, proof);
    expect((await again(ada)).data.why, 'not deep enough').toBe('state');
    world.custody.dead.set(id, { ...proof, depth: 101 });
    expect((await world.call(ada, 'desk.withdrawals.get', { id })).data.proof).toMatchObject({ txid: proof.txid });
    expect((await world.call(ada, 'desk.treasury.get')).data.stuck).toMatchObject([{ id, coin: 'USDT' }]);
    const proposed = await again(ada);
    expect(proposed.data).toMatchObject({
      kind: 'withdrawal.replan',
      facts: [{ after: '50 USDT' }, {}, {}, { fact: 'proof', after: proof.txid }],
    });
    expect((await fail(grace)).data.why, 'one of both stands').toBe('standing');
    expect((await approve(ada, proposed.data.id)).data.why).toBe('oneself');
    expect((await approve(grace, proposed.data.id)).data.state).toBe('done');
    world.custody.moveTo(id, 'broadcast');
    world.custody.dead.set(id, { ...proof, txid: 'cd'.repeat(32), depth: 101 });
    const failing = await fail(ada);
    expect((await approve(grace, failing.data.id)).data.state).toBe('done');
    expect(world.custody.actions).toEqual([
      `withdrawal.replan ${id} ${proof.txid}`,
      `withdrawal.failProven ${id} ${'cd'.repeat(32)} other`,
    ]);
    expect((await world.call(grace, 'desk.withdrawals.get', { id })).data).toMatchObject({
      record: { stage: 'failed', reason: 'other', note: 'It refused.' },
      proposal: { kind: 'withdrawal.failProven', state: 'done' },
    });
    expect((await again(ada)).data.why).toBe('state');
  });

  it('reported as paid by one and as returned by another at once: the first that two approve counts', async () => {
    const id = world.custody.toCard((await funded()).id);
    const [paid, back] = await Promise.all([
      world.call(ada, 'desk.withdrawals.paid', { id, reference: 'BK-10', reason: 'sent' }),
      world.call(grace, 'desk.withdrawals.returned', { id, why: 'other', note: 'x', reason: 'sent back' }),
    ]);
    const both = paid.code === DONE && back.code === DONE;
    if (back.code === DONE) expect((await approve(ada, back.data.id)).data.state).toBe('done');
    if (paid.code === DONE) expect((await approve(grace, paid.data.id)).data.state).toBe(both ? 'failed' : 'done');
    expect(world.custody.stageOf(id)).toBe(back.code === DONE ? 'failed' : 'confirmed');
    expect(world.custody.actions).toHaveLength(1);
  });

  it('that waits over a day says so; ids that are not there are 404 in every call', async () => {
    const id = await world.custody.withdraw(await funded(), '20');
    world.move(WITHDRAWAL_LATE + 1);
    ada = await world.signIn(ada);
    grace = await world.signIn(grace);
    expect((await world.call(ada, 'desk.withdrawals.get', { id })).data.flags).toEqual(['newAddress', 'late']);
    for (const other of ['999999', 'abc', '0', `${id}x`]) {
      const calls: readonly (readonly [DeskCallName, object])[] = [
        ['desk.withdrawals.get', {}],
        ['desk.withdrawals.approve', { reason: 'x' }],
        ['desk.withdrawals.refuse', { why: 'risk' }],
        ['desk.withdrawals.paid', { reference: 'r', reason: 'x' }],
        ['desk.withdrawals.returned', { why: 'name', reason: 'x' }],
        ['desk.withdrawals.failProven', { why: 'other', reason: 'x' }],
        ['desk.withdrawals.replan', { reason: 'x' }],
      ];
      for (const [name, input] of calls)
        expect((await world.call(ada, name, { id: other, ...input } as never)).code, `${name} ${other}`).toBe(404);
    }
    await world.call(ada, 'desk.withdrawals.refuse', { id, why: 'other' });
  });
});
