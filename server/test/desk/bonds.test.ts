// Claims on merchants' bonds on the whole way (money §9, issue 13 A.11): proposed at the desk, answered by the merchant,
// decided by a second person after seven days, paid by the exchange; a third customer finds nothing.

import { CLAIM_NOTICE, type Command, decodeEvents } from '@vitrine/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BondClaimTables, createBondClaims } from '../../src/otc/bond-claims/index.ts';
import { BOND_NOTICE } from '../../src/desk/proposals/kinds.ts';
import { createVault } from '../../src/account/vault/index.ts';
import type { Kysely } from 'kysely';
import { command } from '../support/exchange-world.ts';
import { act, dealOf, offerOf } from '../otc/chat/deals.ts';
import { type Customer, type DeskUser, type DeskWorld, founders, startDeskWorld } from './desk-world.ts';

/** A part of an offer: 0.1 USDT. */
const VALUE = '0.100000';
const USDT = 1;
const NO_KEY = { keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 };

let world: DeskWorld;
let ada: DeskUser;
let grace: DeskUser;
let merchant: Customer;
let harmed: Customer;
let stranger: Customer;
let offer = 0;

const run = async (one: Command) => {
  const { code, result, expected, got } = await world.exchange.link.submit(one);
  if (code !== 200) throw new Error(`expected ${one.name} to be done, got ${code}: ${expected}, ${got}`);
  return result;
};
const coreOf = async (customer: Customer) => (await world.exchange.customerOf(customer)).coreUser;
const list = (who: Customer | undefined) => world.exchange.call(who, '/api/bondClaim/list', {});
const answer = (who: Customer | undefined, id: string, content: string) =>
  world.exchange.call(who, '/api/bondClaim/answer', { id, content });
const claim = (by: DeskUser, id: string, amount: string) =>
  world.call(by, 'desk.bonds.claim', { id, amount, reason: 'The bank shows that the payment was taken back.' });
/** USDT of the harmed party in the spot wallet, atoms. */
async function spot(): Promise<number> {
  const own = await coreOf(harmed);
  let account = 0;
  let atoms = 0;
  for (const event of decodeEvents((await world.exchange.link.seed()).events))
    if (event.name === 'account.opened' && event.user === own && event.class === 1 && event.wallet === 1) {
      if (event.asset === USDT) account = event.account;
    } else if (event.name === 'entry' && event.account === account) atoms += event.available;
  return atoms;
}

/** A deal of the merchant's that was paid and released. */
async function ended(user = harmed): Promise<string> {
  const [of, buyer] = [await coreOf(merchant), await coreOf(user)];
  const deal = await dealOf(run, offer, buyer);
  await run(act('paid', buyer, deal));
  await run(act('release', of, deal));
  return String(deal);
}

beforeAll(async () => {
  world = await startDeskWorld({ together: true });
  [ada, grace] = await founders(world);
  merchant = await world.customer('merchant1');
  harmed = await world.customer('harmed1');
  stranger = await world.customer('stranger1');
  offer = await offerOf(run, await coreOf(merchant));
});
afterAll(() => world?.stop());
beforeEach(() => {
  world.faults.length = 0;
});

describe('money §9 a claim on a merchant’s bond', () => {
  it('is proposed by one, answered by the merchant, and paid once a second person approves after the notice', async () => {
    const order = await ended();
    const seen = await world.call(ada, 'desk.bonds.order', { id: order });
    expect(seen.data).toMatchObject({
      ...{ id: order, coin: 'USDT', value: VALUE, left: VALUE },
      ...{ merchant: { id: merchant.id }, harmed: { id: harmed.id } },
    });
    expect((await world.call(ada, 'desk.bonds.order', { id: '8388999' })).code).toBe(404);
    expect((await claim(ada, order, '0.100001')).data.fields).toEqual({ amount: 'range' });

    const proposed = await claim(ada, order, '0.0605');
    expect(proposed.data).toMatchObject({
      ...{ kind: 'bond.pay', state: 'open', subject: { kind: 'otcOrder', id: order }, mayApprove: false },
      facts: [{ fact: 'merchant' }, { fact: 'harmed' }, { fact: 'amount', before: null, after: '0.0605 USDT' }],
    });
    expect(proposed.data.from - proposed.data.made).toBe(BOND_NOTICE);
    expect((await claim(grace, order, '0.01')).data.why).toBe('standing');
    expect((await world.call(grace, 'desk.proposals.approve', { id: proposed.data.id })).data.why).toBe('notice');

    const [own] = (await list(merchant)).data.records;
    expect(own).toMatchObject({ orderId: order, role: 'merchant', amount: '0.060500', state: 'notice', answer: null });
    expect((await list(harmed)).data.records).toMatchObject([{ id: own.id, role: 'harmed' }]);
    expect((await list(stranger)).data).toMatchObject({ records: [], total: 0 });
    expect((await list(undefined)).code).toBe(401);
    // Only the merchant answers; for all others there is no such claim, as for one that never was.
    for (const who of [harmed, stranger])
      expect(await answer(who, own.id, 'It was paid.')).toEqual(await answer(who, '8388999', 'It was paid.'));
    expect((await answer(stranger, own.id, 'It was paid.')).code).toBe(404);
    expect((await answer(merchant, own.id, ' ')).code).toBe(5001);
    expect((await answer(merchant, own.id, 'a'.repeat(2_001))).code).toBe(5002);
    expect((await answer(merchant, own.id, 'I sent the coin.')).data).toMatchObject({ answer: 'I sent the coin.' });
    expect((await answer(merchant, own.id, 'I sent the coin on time.')).code).toBe(200);
    expect((await list(harmed)).data.records[0].answer, 'the desk’s and the merchant’s alone').toBeNull();
    const [shown] = (await world.call(grace, 'desk.bonds.list', {})).data.records;
    expect(shown).toMatchObject({
      ...{ id: own.id, orderId: order, answer: 'I sent the coin on time.', value: VALUE, state: 'notice' },
      proposal: { id: proposed.data.id, mayApprove: false },
    });
    const sealed = await (world.db as unknown as Kysely<BondClaimTables>)
      .selectFrom('bond_claims')
      .select('answer')
      .where('claim', '=', own.id)
      .executeTakeFirstOrThrow();
    expect(sealed.answer?.includes('I sent'), 'sealed').toBe(false);

    // Nothing that is asked again or by somebody else makes it earlier.
    world.move(CLAIM_NOTICE - 60_000);
    [ada, grace] = [await world.signIn(ada), await world.signIn(grace)];
    expect((await world.call(grace, 'desk.proposals.approve', { id: proposed.data.id })).data.why).toBe('notice');
    const before = await spot();
    world.move(120_000);
    expect((await world.call(ada, 'desk.proposals.approve', { id: proposed.data.id })).data.why).toBe('oneself');
    expect((await world.call(grace, 'desk.proposals.approve', { id: proposed.data.id })).data).toMatchObject({
      ...{ state: 'done', by: { name: 'Ada' }, second: { name: 'Grace' } },
    });
    expect(await spot()).toBe(before + 60_500);
    expect((await list(merchant)).data.records).toMatchObject([{ id: own.id, state: 'paid' }]);
    expect((await answer(merchant, own.id, 'Late')).code).toBe(5103);
    expect((await world.call(ada, 'desk.bonds.order', { id: order })).data.left).toBe('0.039500');
    expect((await world.call(ada, 'desk.bonds.list', { open: false })).data.records).toMatchObject([{ state: 'paid' }]);
    expect(world.faults).toEqual([]);
  });

  it('sends each party one notice of each state, and nobody else any', async () => {
    const subjects = async (who: Customer) => {
      const browser = /browser=([^;]+)/.exec(who.cookie)?.[1] ?? '';
      const messages = (await world.exchange.people.inbox?.list(browser)) ?? [];
      return messages.map(({ subject }) => subject).filter((subject) => subject.includes('bond'));
    };
    for (const who of [merchant, harmed])
      await expect
        .poll(() => subjects(who))
        .toEqual(['A claim was paid from a merchant’s bond', 'A claim on a merchant’s bond']);
    expect(await subjects(stranger)).toEqual([]);
  });

  it('refused by the desk it is over, and another may be made', async () => {
    await world.exchange.quote();
    await run(command('bond.lock', { user: await coreOf(merchant), ...NO_KEY, amount: 60_500 }));
    const order = await ended();
    const proposed = await claim(ada, order, '0.01');
    await world.call(ada, 'desk.proposals.refuse', { id: proposed.data.id, reason: 'it was settled' });
    expect((await list(harmed)).data.records[0]).toMatchObject({ orderId: order, state: 'refused' });
    expect((await claim(grace, order, '0.1')).data.state).toBe('open');
  });

  it('what ended while nobody followed is settled by what the exchange shows', async () => {
    const db = world.db as unknown as Kysely<BondClaimTables>;
    await db.updateTable('bond_claims').set({ state: 1, told_row: '0' }).where('state', '>', 1).execute();
    const again = await createBondClaims({
      ...{ db, link: world.exchange.link, live: world.exchange.live, vault: createVault(Buffer.alloc(32)) },
      ...{ messages: { notice: async () => undefined }, userOf: async () => undefined },
      onFault: (error) => {
        throw error;
      },
    });
    const rows = await db.selectFrom('bond_claims').select(['amount', 'state']).orderBy('claim').execute();
    await again.stop();
    expect(rows.map(({ amount, state }) => [amount, state])).toEqual([
      ['60500', 2],
      ['10000', 3],
      ['100000', 1],
    ]);
  });
});
