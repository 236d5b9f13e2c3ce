// What protects an account, through HTTP (calls §4, §6): right answers, the fields of refusals, and the attacks.

import { hashPassword } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TERMS_VERSION } from '../../../src/account/identity/index.ts';
import { jpeg } from '../../account/files/pictures.ts';
import { type ExchangeEdge, type Person, startExchange } from '../http/exchange-edge.ts';
import { type Json, multipart, ORIGIN } from '../http/harness.ts';

let world: ExchangeEdge;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  world = await startExchange();
  ann = await world.register('annanderson');
  ben = await world.register('benbrown');
});
afterAll(() => world.stop());

const C = '/api/v1/coin';
const FUND = hashPassword('730142');
const FRESH = hashPassword('905526');
const CARD = {
  name: 'Ann Anderson',
  idNumber: 'AB1234567C',
  cardNumber: '4111111111111111',
  bankName: 'Harbour Bank',
};
const security = async (person: Person): Promise<Json> => (await world.call(person, '/api/user/security', {})).data;
const idOf = async (person: Person): Promise<string> => (await world.call(person, '/api/user/getInfo', {})).data.id;

/** Asks for a code as somebody, and reads it in the inbox of their browser: the newest code of that purpose. */
async function codeFor(
  person: Person,
  fields: { readonly type: number } & Record<string, unknown>,
  phone = false,
): Promise<string> {
  const asked = await world.call(person, phone ? '/api/user/sendMobileCode' : '/api/user/sendEmailCode', fields);
  expect(asked.code).toBe(200);
  const inbox = await world.call(person, '/api/practice/inbox', {});
  return inbox.data.find((one: Json) => one.purpose === fields.type)?.code ?? '';
}

/** Codes to one address wait for each other for a minute: the test lets it pass. */
async function later(): Promise<void> {
  await world.db
    .updateTable('verification_codes')
    .set((eb) => ({ created_at: eb('created_at', '-', '61000') }))
    .execute();
}

describe('addresses', () => {
  it('are bound by the code sent there, and replaced by a second code from the one that goes', async () => {
    const first = 'ann@example.com';
    const code = await codeFor(ann, { email: first, type: 4 });
    const bound = await world.call(ann, '/api/user/bindEmail', { email: first, code });
    expect(bound).toMatchObject({ code: 200, data: { account: 'an***om' } });
    expect((await security(ann)).email).toBe('an***om');
    const next = 'anderson@example.org';
    const fresh = await codeFor(ann, { email: next, type: 4 });
    const alone = await world.call(ann, '/api/user/bindEmail', { email: next, code: fresh });
    expect([alone.code, alone.data.fields]).toEqual([400, { oldCode: 'required' }]);
    const oldCode = await codeFor(ann, { type: 5 });
    const both = await world.call(ann, `${C}/member/accountVerificationBinding`, {
      type: 2,
      account: next,
      code: fresh,
      oldCode,
    });
    expect(both).toMatchObject({ code: 200, data: { account: 'an***rg' } });
    expect((await security(ann)).withdrawalsLockedUntil).toBeGreaterThan(Date.now());
  });

  it('of somebody else are refused only after their code; a code for another address opens nothing', async () => {
    const taken = 'anderson@example.org';
    const own = await codeFor(ben, { email: 'ben@example.com', type: 4 });
    const guess = await world.call(ben, '/api/user/bindEmail', { email: taken, code: own });
    expect(guess.code).toBe(1004);
    expect((await security(ben)).email).toBeNull();
    await later();
    const code = await codeFor(ben, { email: taken, type: 4 });
    const wrong = code === '000000' ? '111111' : '000000';
    expect((await world.call(ben, '/api/user/bindEmail', { email: taken, code: wrong })).code).toBe(1004);
    const right = await world.call(ben, '/api/user/bindEmail', { email: taken, code });
    expect([right.code, right.data.args]).toEqual([1006, {}]);
  });

  it('are phone numbers too', async () => {
    const code = await codeFor(ben, { areaCode: '44', phone: '7700900123', type: 4 }, true);
    const bound = await world.call(ben, `${C}/member/accountVerificationBinding`, {
      type: 3,
      account: '7700900123',
      areaCode: '+44',
      code,
    });
    expect(bound).toMatchObject({ code: 200, data: { account: '770***0123' } });
    expect(await security(ben)).toMatchObject({ phone: '770***0123', areaCode: '44' });
  });
});

describe('the login password', () => {
  it('changes by either call: the other sessions end, this one stays, the new one signs in', async () => {
    for (const [name, url, words] of [
      ['carlclark', '/api/user/updateUserLoginPwd', ['oldPwd', 'newPwd', 'confirmPwd']],
      ['dorisdale', '/api/blade-user/update-password', ['oldPassword', 'newPassword', 'newPassword1']],
    ] as const) {
      const here = await world.register(name);
      const old = hashPassword(`${name}-Pass1`);
      const fresh = hashPassword(`${name}-Other2`);
      const login = await world.app.inject({
        method: 'POST',
        url: '/api/user/login',
        headers: { origin: ORIGIN },
        payload: { type: 1, account: name, password: old },
      });
      const elsewhere = { cookie: `access=${login.cookies.find((one) => one.name === 'access')?.value}`, satoken: '' };
      expect((await world.call(elsewhere, '/api/user/getInfo', {})).code).toBe(200);
      const input = (values: readonly string[]) => Object.fromEntries(words.map((word, at) => [word, values[at]]));
      for (const [values, code, field] of [
        [[old, fresh, old], 400, words[2]],
        [[old, old, old], 400, words[1]],
        [[old, hashPassword('password1'), hashPassword('password1')], 1008, undefined],
        [[fresh, hashPassword('third-One3'), hashPassword('third-One3')], 1009, undefined],
      ] as const) {
        const no = await world.call(here, url, input(values));
        expect([no.code, Object.keys(no.data.fields ?? {})]).toEqual([code, field === undefined ? [] : [field]]);
      }
      expect((await world.call(here, url, input([old, fresh, fresh]))).code).toBe(200);
      expect((await world.call(here, '/api/user/getInfo', {})).code).toBe(200);
      expect((await world.call(elsewhere, '/api/user/getInfo', {})).code).toBe(1001);
      const again = (password: string) =>
        world.call(undefined, '/api/user/login', { type: 1, account: name, password });
      expect((await again(old)).code).toBe(1002);
      expect((await again(fresh)).code).toBe(200);
    }
  });
});

describe('the fund password', () => {
  it('is set once, changed by the old one, by each of the calls that name it', async () => {
    const person = await world.register('edithearl');
    const set = (pwd: string) => world.call(person, '/api/user/tardPwdSet', { pwd, confirmPwd: pwd });
    expect((await set(hashPassword('edithearl-Pass1'))).data.fields).toEqual({ pwd: 'range' });
    expect((await set(FUND)).code).toBe(200);
    expect((await set(FRESH)).data.fields).toEqual({ oldPwd: 'required' });
    const by = (url: string, fields: object) => world.call(person, url, fields);
    const wrong = await by('/api/user/updatePwd', { oldPwd: FRESH, newPwd: FRESH, confirmPwd: FUND });
    expect([wrong.code, wrong.data.fields]).toEqual([400, { confirmPwd: 'format' }]);
    expect((await by('/api/user/updatePwd', { oldPwd: FUND, newPwd: FRESH, confirmPwd: FRESH })).code).toBe(200);
    const back = { pwd: FUND, confirmPwd: FUND };
    expect((await by(`${C}/member/tradePwd`, back)).data.fields).toEqual({ oldPwd: 'required' });
    expect((await by(`${C}/member/tradePwd`, { ...back, oldPwd: FRESH })).code).toBe(200);
    expect(await security(person)).toMatchObject({ fundPassword: { set: true, lockedUntil: null } });
  });

  it('is asked for by the calls that need it; five wrong ones lock, however many come at once', async () => {
    const person = await world.register('frankfox');
    const pay = (fundPassword?: string) =>
      world.call(person, `${C}/member/payment`, { type: 2, name: 'Frank', account: 'frank-1', fundPassword });
    expect((await pay(FUND)).code).toBe(1101);
    await world.call(person, '/api/user/tardPwdSet', { pwd: FUND, confirmPwd: FUND });
    expect((await pay()).data.fields).toEqual({ fundPassword: 'required' });
    expect((await pay(FUND)).code).toBe(200);
    expect(await pay(FRESH)).toMatchObject({ code: 1102, data: { args: { left: '4' } } });
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, at) => pay(hashPassword(String(300_000 + at)))));
    expect(guesses.filter((one) => one.code === 1102)).toHaveLength(3);
    expect(guesses.filter((one) => one.code === 1103)).toHaveLength(17);
    const locked = await pay(FUND);
    expect([locked.code, Number(locked.data.args.until) > Date.now()]).toEqual([1103, true]);
    const facts = await security(person);
    expect(facts.fundPassword.lockedUntil).toBe(Number(locked.data.args.until));
    expect(facts.withdrawalsLockedUntil).toBe(facts.fundPassword.lockedUntil);
    expect((await world.call(person, `${C}/member/getPayment`)).data).toHaveLength(1);
    const info = await world.call(person, '/api/user/getInfo', {});
    expect(info.data.locks).toMatchObject([{ kind: 'withdrawal' }]);
  });

  it('that was forgotten is a case of one’s own: nobody else takes it back, and the desk’s yes lets one set a new one', async () => {
    const [one, other] = [await world.register('gracegreen'), await world.register('henryhill')];
    for (const person of [one, other])
      await world.call(person, '/api/user/tardPwdSet', { pwd: FUND, confirmPwd: FUND });
    const act = (person: Person, what: string) => world.call(person, '/api/user/fundCase', { act: what });
    const opened = await act(one, 'open');
    expect(opened).toMatchObject({ code: 200, data: { state: 'open' } });
    expect((await act(other, 'withdraw')).code).toBe(404);
    expect((await act(one, 'reopen')).code).toBe(400);
    expect((await security(one)).fundCase).toEqual(opened.data);
    expect((await security(other)).fundCase).toBeNull();
    await world.people.fundCases.decide(opened.data.id, true);
    const set = (person: Person) => world.call(person, '/api/user/tardPwdSet', { pwd: FRESH, confirmPwd: FRESH });
    expect((await set(other)).code).toBe(400);
    expect((await set(one)).code).toBe(200);
    expect((await set(one)).code).toBe(400);
  });
});

describe('the bank card and payment methods', () => {
  it('are masked, bound once also by two at the same time, and each customer’s own', async () => {
    const person = await world.register('ireneivy');
    const saves = await Promise.all([1, 2, 3].map(() => world.call(person, '/api/userBank/save', CARD)));
    expect(saves.filter((one) => one.code === 200)).toHaveLength(1);
    expect(saves.filter((one) => one.code === 1107)).toHaveLength(2);
    const card = await world.call(person, '/api/userBank/getbank', {});
    expect(card.data).toMatchObject({ name: 'A***', idNumber: 'AB***7C', cardNumber: '4111***1111' });
    expect((await world.call(ben, '/api/userBank/getbank', {})).data).toBeNull();
    await world.call(person, '/api/user/tardPwdSet', { pwd: FUND, confirmPwd: FUND });
    const pay = (fields: object) => world.call(person, `${C}/member/payment`, { fundPassword: FUND, ...fields });
    expect((await pay({ ...CARD, type: 1 })).code).toBe(1107);
    expect((await pay({ type: 2, name: 'Ann' })).data.fields).toEqual({ account: 'required' });
    expect((await pay({ type: 1, name: 'Ann', cardNumber: CARD.cardNumber })).data.fields).toEqual({
      idNumber: 'required',
      bankName: 'required',
    });
    expect((await pay({ type: 2, name: 'Ann', account: 'ann@example.com', qr: '/api/file/none' })).data.fields).toEqual(
      {
        qr: 'range',
      },
    );
    expect((await pay({ type: 2, name: 'Ann', account: 'ann@example.com' })).code).toBe(200);
    const listed = await world.call(person, `${C}/member/getPayment`);
    expect(listed.data).toMatchObject([
      { type: 1, account: '4111***1111' },
      { type: 2, account: 'an***om' },
    ]);
    expect((await world.call(ben, `${C}/member/getPayment`)).data).toEqual([]);
    // Changed in its place, and removed, by its owner with the fund password alone.
    const [card1, other] = listed.data;
    const del = (who: Person, id: string, fundPassword = FUND) =>
      world.call(who, `${C}/member/payment/del`, { id, fundPassword });
    expect((await pay({ type: 2, id: other.id, name: 'Ann', account: 'DE89370400440532013000' })).code).toBe(200);
    const changed = (await world.call(person, `${C}/member/getPayment`)).data;
    expect(changed.map(({ id }: { id: string }) => id)).toEqual([card1.id, other.id]);
    expect(changed[1].account).toBe('DE***00');
    expect((await pay({ type: 2, id: '999999', name: 'Ann', account: 'a' })).code).toBe(404);
    const stranger = await world.register('johnjones');
    await world.call(stranger, '/api/user/tardPwdSet', { pwd: FUND, confirmPwd: FUND });
    expect((await del(stranger, other.id)).code).toBe(404);
    expect((await del(person, other.id, hashPassword('111111'))).code).toBe(1102);
    expect((await del(person, card1.id)).code).toBe(1107);
    expect((await del(person, other.id)).code).toBe(200);
    expect((await del(person, other.id)).code).toBe(404);
    expect((await world.call(person, `${C}/member/getPayment`)).data).toMatchObject([{ type: 1 }]);
    expect(
      (await world.call(ben, '/api/userBank/save', { ...CARD, cardNumber: '4111111111111112' })).data.fields,
    ).toEqual({ cardNumber: 'format' });
  });
});

describe('word, terms, avatar', () => {
  it('are the customer’s own and refuse what is none', async () => {
    const word = (antiCode: string) => world.call(ben, `${C}/member/antiCode`, { antiCode });
    expect((await word('heron 7')).code).toBe(200);
    expect((await security(ben)).antiCode).toBe('heron 7');
    expect((await security(ann)).antiCode).toBeNull();
    for (const wrong of ['www.evil', 'me@home', 'a\u202Ebcd', 'abc'])
      expect((await word(wrong)).data.fields, wrong).toMatchObject({ antiCode: expect.any(String) });
    expect((await security(ben)).antiCode).toBe('heron 7');
    expect((await world.call(ben, '/api/user/acceptTerms', { version: '1999-01-01' })).code).toBe(1010);
    expect((await world.call(ben, '/api/user/acceptTerms', { version: TERMS_VERSION })).code).toBe(200);
    const upload = async (person: Person, purpose: string): Promise<string> => {
      const form = multipart({ purpose, file: await jpeg() });
      const headers = { origin: ORIGIN, ...person, ...form.headers };
      const sent = { method: 'POST', url: '/api/common/upload/OSS', headers, payload: form.body } as const;
      return (await world.app.inject(sent)).json().data.link;
    };
    const [own, passport, theirs] = [
      await upload(ben, 'avatar'),
      await upload(ben, 'kyc'),
      await upload(ann, 'avatar'),
    ];
    const avatar = async () => (await world.call(ben, '/api/user/getInfo', {})).data.avatar;
    for (const link of [theirs, passport, '/api/file/0123456789abcdef0123456789abcdef']) {
      const stranger = await world.call(ben, '/api/user/avatar', { link });
      expect([stranger.code, stranger.data.fields]).toEqual([400, { link: 'range' }]);
    }
    expect((await world.call(ben, '/api/user/avatar', { link: own })).code).toBe(200);
    expect(await avatar()).toBe(own);
    expect((await world.call(ben, '/api/user/avatar', {})).code).toBe(200);
    expect(await avatar()).toBeNull();
  });
});

it('a second factor is asked for where the account is not fresh: nothing changes without it', async () => {
  const person = await world.register('jackjones');
  const old = hashPassword('jackjones-Pass1');
  const userId = await idOf(person);
  // As if the account had been made long ago.
  await world.db.updateTable('users').set({ created_at: '1' }).where('id', '=', userId).execute();
  for (const [url, body] of [
    ['/api/user/bindEmail', { email: 'jack@example.com', code: '123456' }],
    [`${C}/member/accountVerificationBinding`, { type: 2, account: 'jack@example.com', code: '123456' }],
    ['/api/user/updateUserLoginPwd', { oldPwd: old, newPwd: FUND, confirmPwd: FUND }],
    ['/api/blade-user/update-password', { oldPassword: old, newPassword: FUND, newPassword1: FUND }],
    ['/api/user/fundCase', { act: 'open' }],
    // Before the browser is asked for a passkey that could not be kept.
    ['/api/user/passkey/options', { use: 'register' }],
    [`${C}/member/api`, { name: 'bot', rights: ['r'] }],
  ] as const) {
    const answer = await world.call(person, url, body);
    expect([url, answer.code, answer.data.methods]).toEqual([url, 1108, ['password']]);
  }
  expect((await world.call(person, `${C}/member/apis`)).data).toEqual([]);
  expect((await world.call(undefined, '/api/user/login', { type: 1, account: 'jackjones', password: old })).code).toBe(
    200,
  );
});
