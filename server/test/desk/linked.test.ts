// Linked accounts at the desk and for their customers (issue 13 A.11): two people, a notice, an appeal, its answer.

import { LINK_NOTICE } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APPEALS_MOST } from '../../src/otc/appeals/index.ts';
import { type Customer, type DeskUser, type DeskWorld, founders, startDeskWorld } from './desk-world.ts';

let world: DeskWorld;
let ada: DeskUser;
let grace: DeskUser;
let made = 0;

beforeAll(async () => {
  world = await startDeskWorld();
  [ada, grace] = await founders(world);
});
afterAll(() => world.stop());

const someone = () => world.customer(`person${(made += 1)}`);
const approve = (id: string, by = grace) => world.call(by, 'desk.proposals.approve', { id });
const standing = async (customer: Customer) => {
  await world.exchange.folded(world.exchange.live.head().seq);
  return (await world.exchange.call(customer, '/api/user/linked', {})).data;
};
const appeal = (customer: Customer, body: object) => world.exchange.call(customer, '/api/user/linkAppeal', body);
/** What lies in the practice inbox of a customer's browser. */
const notices = async (customer: Customer) => {
  const { data } = await world.exchange.call(customer, '/api/practice/inbox', {});
  return data as readonly { subject: string; text: string }[];
};

async function linked(one: Customer, other: Customer): Promise<void> {
  const proposed = await world.call(ada, 'desk.links.link', { id: one.id, other: other.id, reason: 'same document' });
  expect(proposed.code).toBe(200);
  expect((await approve(proposed.data.id)).data).toMatchObject({ state: 'done' });
}

describe('a link', () => {
  it('takes two people with a reason, is listed, and notifies both customers without naming the other', async () => {
    const [one, other] = [await someone(), await someone()];
    const proposed = await world.call(ada, 'desk.links.link', { id: one.id, other: other.id, reason: 'same document' });
    expect(proposed.data).toMatchObject({
      ...{ kind: 'account.link', state: 'open', reason: 'same document', subject: { kind: 'customer', id: one.id } },
      facts: [{ fact: 'linked', before: null, after: other.id }],
    });
    expect(await standing(one)).toEqual({ link: null, past: [], appeals: [] });
    expect((await approve(proposed.data.id, ada)).data.why).toBe('oneself');
    expect((await approve(proposed.data.id)).data).toMatchObject({ state: 'done' });

    const { data: groups } = await world.call(ada, 'desk.links.list', {});
    const ids = groups.records.map(({ accounts }: { accounts: { customer: { id: string } }[] }) =>
      accounts.map(({ customer }) => customer.id).sort(),
    );
    expect(ids).toContainEqual([one.id, other.id].sort());
    expect((await world.call(ada, 'desk.customers.get', { id: one.id })).data.linked).toMatchObject([{ id: other.id }]);
    for (const customer of [one, other]) {
      const seen = await standing(customer);
      expect(seen.link).toMatchObject({ accounts: 1, counting: 0 });
      expect(seen.link.from - seen.link.since).toBe(LINK_NOTICE);
      const [notice] = await notices(customer);
      expect(notice?.subject).toContain('linked with others');
      expect(notice?.text).toContain('/account/center/linked');
      const another = customer === one ? other : one;
      expect(JSON.stringify([seen, notice])).not.toContain(another.name);
    }
  });

  it('is refused for oneself, for who is linked already, for nobody, and by a role without it', async () => {
    const [one, other, third] = [await someone(), await someone(), await someone()];
    const link = (id: string, with_: string, by = ada) =>
      world.call(by, 'desk.links.link', { id, other: with_, reason: 'same address' });
    expect((await link(one.id, one.id)).data.why).toBe('state');
    expect((await link(one.id, '999999')).code).toBe(404);
    await linked(one, other);
    expect((await link(one.id, third.id)).data.why).toBe('state');
    // The other way round it joins.
    expect((await link(third.id, one.id)).data.facts[0].after.split(', ').sort()).toEqual([one.id, other.id].sort());
    const reviewer = await world.hire('Rita', ['reviewer'], ada, grace);
    expect((await link(third.id, one.id, reviewer)).data.why).toBe('role');
    expect((await world.call(reviewer, 'desk.links.list', {})).data.why).toBe('role');
  });

  it('ends by two people too; both customers see until when it was', async () => {
    const [one, other] = [await someone(), await someone()];
    await linked(one, other);
    const proposed = await world.call(ada, 'desk.links.unlink', { id: one.id, reason: 'two brothers' });
    expect(proposed.data.facts).toEqual([{ fact: 'linked', before: other.id, after: null }]);
    await approve(proposed.data.id);
    for (const customer of [one, other]) {
      const seen = await standing(customer);
      expect(seen.link).toBeNull();
      expect(seen.past).toHaveLength(1);
      expect((await notices(customer))[0]?.subject).toContain('no longer linked');
    }
    expect((await world.call(ada, 'desk.links.unlink', { id: one.id, reason: 'again' })).data.why).toBe('state');
  });
});

describe('an appeal', () => {
  it('is a call of a linked customer, one at a time, and becomes a case at the desk', async () => {
    const [one, other, stranger] = [await someone(), await someone(), await someone()];
    expect((await appeal(stranger, { act: 'open', text: 'not me' })).code).toBe(404);
    expect((await world.exchange.call(undefined, '/api/user/linked', {})).code).toBe(401);
    await linked(one, other);
    expect((await appeal(one, { act: 'open' })).code).toBe(400);
    const opened = await appeal(one, { act: 'open', text: 'We are two brothers.' });
    expect(opened.data).toMatchObject({ state: 'open', text: 'We are two brothers.', answer: null });
    expect((await appeal(one, { act: 'open', text: 'Again.' })).data).toEqual(opened.data);
    // Another customer of the group sees nothing of it, and cannot take it back.
    expect((await standing(other)).appeals).toEqual([]);
    expect((await appeal(other, { act: 'withdraw' })).code).toBe(404);
    const { data } = await world.call(grace, 'desk.appeals.list', {});
    const waiting = data.records.find(({ id }: { id: string }) => id === opened.data.id);
    expect(waiting).toMatchObject({ customer: { id: one.id }, text: 'We are two brothers.', linked: [other.id] });
    expect((await world.call(ada, 'desk.summary', {})).data.appeals).toBeGreaterThan(0);
  });

  it('is refused with an answer by two people, and the customer reads it', async () => {
    const [one, other] = [await someone(), await someone()];
    await linked(one, other);
    const { data } = await appeal(one, { act: 'open', text: 'We are two brothers.' });
    const answer = 'Both accounts were verified with one document.';
    const proposed = await world.call(ada, 'desk.appeals.refuse', { id: data.id, answer, reason: 'checked again' });
    expect((await standing(one)).appeals).toMatchObject([{ state: 'open', answer: null }]);
    expect((await world.call(grace, 'desk.appeals.grant', { id: data.id, answer, reason: 'x' })).data.why).toBe(
      'standing',
    );
    expect((await approve(proposed.data.id)).data).toMatchObject({ state: 'done' });
    const seen = await standing(one);
    expect(seen.appeals).toMatchObject([{ state: 'refused', answer }]);
    expect(seen.link).not.toBeNull();
    expect((await notices(one))[0]?.text).toContain(answer);
    expect((await world.call(ada, 'desk.appeals.refuse', { id: data.id, answer, reason: 'x' })).data.why).toBe('state');
  });

  it('is granted by ending the link, with an answer', async () => {
    const [one, other] = [await someone(), await someone()];
    await linked(one, other);
    const { data } = await appeal(one, { act: 'open', text: 'We are two brothers.' });
    const answer = 'You are right. We are sorry.';
    const proposed = await world.call(ada, 'desk.appeals.grant', { id: data.id, answer, reason: 'two documents' });
    expect((await approve(proposed.data.id)).data).toMatchObject({ kind: 'account.unlink', state: 'done' });
    const seen = await standing(one);
    expect(seen.link).toBeNull();
    expect(seen.appeals).toMatchObject([{ state: 'granted', answer }]);
    const { data: past } = await world.call(ada, 'desk.appeals.list', { state: 'granted' });
    expect(past.records[0]).toMatchObject({ customer: { id: one.id }, proposal: proposed.data.id });
  });

  it('can be taken back, and opened a few times a month at most', async () => {
    const [one, other] = [await someone(), await someone()];
    await linked(one, other);
    for (let time = 0; time < APPEALS_MOST; time += 1) {
      expect((await appeal(one, { act: 'open', text: 'We are two brothers.' })).data.state).toBe('open');
      expect((await appeal(one, { act: 'withdraw' })).data.state).toBe('withdrawn');
    }
    expect((await appeal(one, { act: 'open', text: 'Once more.' })).code).toBe(429);
  });
});

describe('closing rates (issue 13 A.8)', () => {
  it('are listed and changed by two people; a rise waits a day', async () => {
    const list = async () => (await world.call(ada, 'desk.closingRates.list', {})).data.records;
    const [first] = await list();
    expect(first).toMatchObject({ announced: null, proposal: null });
    const set = (id: string, rate: string) => world.call(ada, 'desk.closingRates.set', { id, rate, reason: 'gaps' });
    expect((await set('101', '0.05')).code).toBe(404);
    expect((await set(first.id, '1.5')).code).toBe(400);
    const higher = await set(first.id, '0.2');
    expect(higher.data).toMatchObject({
      ...{ kind: 'contract.closingRate', subject: { kind: 'market', id: first.id } },
      facts: [{ fact: 'closingRate', before: first.rate, after: '0.200000' }],
    });
    expect((await list())[0].proposal).toBe(higher.data.id);
    expect((await approve(higher.data.id)).data).toMatchObject({ state: 'done' });
    expect((await list())[0]).toMatchObject({ rate: first.rate, announced: { rate: '0.200000' }, proposal: null });
    const lower = await set(first.id, '0.02');
    await approve(lower.data.id);
    expect((await list())[0]).toMatchObject({ rate: '0.020000', announced: null });
  });
});
