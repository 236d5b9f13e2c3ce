// The bank card and the ways to be paid (spec §3, §5): bound once, sealed, masked, one's own.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAYMENTS_MOST } from '../../../src/account/cards/index.ts';
import { codeOf, type PeopleWorld, refusal, startPeople } from '../credentials/people-world.ts';

let world: PeopleWorld;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.stop());

const CARD = {
  name: 'Ann Anderson',
  idNumber: 'AB1234567C',
  cardNumber: '4111 1111 1111 1111',
  bankName: 'Harbour Bank',
  bankPhone: '+44 7700 900123',
  homeAddress: '12 Lantern Street',
};

describe('the bank card', () => {
  it('is answered and shown masked; what is kept is sealed for its owner', async () => {
    const [one, other] = [await world.customer(), await world.customer()];
    const card = await world.cards.bind(one.userId, CARD);
    expect(card).toEqual({
      id: card.id,
      name: 'A***',
      idNumber: 'AB***7C',
      cardNumber: '4111***1111',
      bankName: 'Harbour Bank',
      bankAddress: null,
      bankPhone: '+44***0123',
      bankCode: null,
      branchName: null,
      homeAddress: '12***',
      time: world.clock.time,
    });
    expect(await world.cards.find(one.userId)).toEqual(card);
    expect(await world.cards.find(other.userId)).toBeNull();
    const rows = await world.db.selectFrom('bank_cards').selectAll().where('user_id', '=', one.userId).execute();
    for (const secret of ['4111', 'Anderson', 'AB1234567C', 'Lantern'])
      expect(rows[0]?.sealed.includes(Buffer.from(secret))).toBe(false);
    await world.db.updateTable('bank_cards').set({ user_id: other.userId }).where('user_id', '=', one.userId).execute();
    await expect(world.cards.find(other.userId)).rejects.toThrow();
  });

  it('is bound once: a second one is 1107 and changes nothing, and of two at once one wins', async () => {
    const { userId } = await world.customer();
    const second = { ...CARD, cardNumber: '5555555555554444' };
    const answers = await Promise.all([
      codeOf(world.cards.bind(userId, CARD)),
      codeOf(world.cards.bind(userId, second)),
      codeOf(world.cards.bind(userId, CARD)),
    ]);
    expect(answers.filter((code) => code === 200)).toHaveLength(1);
    expect(answers.filter((code) => code === 1107)).toHaveLength(2);
    const before = await world.cards.find(userId);
    expect(await codeOf(world.cards.bind(userId, second))).toBe(1107);
    expect(await world.cards.find(userId)).toEqual(before);
  });

  it('with wrong check digits is refused; the right one can be bound afterwards', async () => {
    const { userId } = await world.customer();
    for (const cardNumber of ['4111111111111112', 'GB83WEST12345698765432'])
      expect(await refusal(world.cards.bind(userId, { ...CARD, cardNumber }))).toMatchObject({
        code: 400,
        fields: { cardNumber: 'format' },
      });
    expect(await codeOf(world.cards.bind(userId, { ...CARD, cardNumber: 'GB82 WEST 1234 5698 7654 32' }))).toBe(200);
  });
});

describe('ways to be paid', () => {
  it('are the card first, then other accounts, masked; each customer’s own', async () => {
    const [one, other] = [await world.customer(), await world.customer()];
    const card = await world.cards.bind(one.userId, CARD);
    const id = await world.payments.add(one.userId, { name: 'Ann Anderson', account: 'ann@example.com' });
    expect(await world.payments.list(one.userId)).toMatchObject([
      { id: `card-${card.id}`, type: 1, name: 'A***', account: '4111***1111', bankName: 'Harbour Bank' },
      { id, type: 2, name: 'A***', account: 'an***om', bankName: null, qr: null },
    ]);
    expect(await world.payments.list(other.userId)).toEqual([]);
    const rows = await world.db.selectFrom('payment_methods').selectAll().execute();
    expect(rows.some((row) => row.sealed.includes(Buffer.from('ann@')))).toBe(false);
  });

  it('are ten at most besides the card, also when many are added at once', async () => {
    const { userId } = await world.customer();
    const answers = await Promise.all(
      Array.from({ length: PAYMENTS_MOST + 4 }, (_, at) =>
        refusal(world.payments.add(userId, { name: 'Ann', account: `account-${at}` })),
      ),
    );
    expect(answers.filter((one) => one.code === 200)).toHaveLength(PAYMENTS_MOST);
    expect(answers.find((one) => one.code !== 200)).toMatchObject({ code: 400, fields: { type: 'range' } });
    expect(await world.payments.list(userId)).toHaveLength(PAYMENTS_MOST);
  });

  it('show the picture of a code only when it is a file of one’s own', async () => {
    const [one, other] = [await world.customer(), await world.customer()];
    world.files.set('theirs', { userId: other.userId, purpose: 'recharge', attached: false });
    world.files.set('mine', { userId: one.userId, purpose: 'recharge', attached: false });
    const add = (qr: string) => refusal(world.payments.add(one.userId, { name: 'Ann', account: 'ann-1', qr }));
    for (const link of ['/api/file/theirs', '/api/file/nothing', 'https://evil.example/x.png'])
      expect(await add(link)).toMatchObject({ code: 400, fields: { qr: 'range' } });
    expect(await world.payments.list(one.userId)).toEqual([]);
    expect((await add('/api/file/mine')).code).toBe(200);
    expect([world.files.get('mine')?.attached, world.files.get('theirs')?.attached]).toEqual([true, false]);
  });
});
