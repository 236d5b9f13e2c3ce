// A bound second factor is asked for at every withdrawal, at changes of who is paid, and at making API keys (issue 15 A.5);
// a changed login password ends API keys.

import { callNames, callOf, hashPassword } from '@vitrine/contract';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sign } from '../../account/api-keys/signing.ts';
import { type ExchangeEdge, type Person, startExchange } from './exchange-edge.ts';
import { type Json, ORIGIN } from './harness.ts';

const C = '/api/v1/coin';
const FUND = hashPassword('730142');

let world: ExchangeEdge;
let steps = 0;
beforeAll(async () => {
  world = await startExchange();
});
afterAll(() => world.stop());

/** A customer with an authenticator bound; each proof takes the code of another step. */
async function bound(
  name: string,
  before: (person: Person) => Promise<unknown> = async () => undefined,
): Promise<{ person: Person; prove: () => Promise<number> }> {
  const person = await world.register(name);
  await before(person);
  const { secret } = (await world.call(person, `${C}/member/getGoogleVerification/new`)).data;
  const code = () => generate({ secret, epoch: Math.floor(Date.now() / 1_000) });
  const done = await world.call(person, `${C}/member/googleVerificationBindingOrReset/-`, { code: await code() });
  expect(done.code).toBe(200);
  const { userId } = await world.customerOf(person);
  return {
    person,
    async prove() {
      // As if the codes used before were of long ago: nobody waits thirty seconds here.
      await world.db
        .updateTable('authenticators')
        .set({ last_step: `${(steps += 1)}` })
        .where('user_id', '=', userId)
        .execute();
      const answer = await world.app.inject({
        method: 'POST',
        url: '/api/user/stepUp',
        headers: { origin: ORIGIN, ...person },
        payload: { method: 'totp', code: await code() },
      });
      const access = answer.cookies.find((one) => one.name === 'access')?.value;
      if (access !== undefined) Object.assign(person, { cookie: `access=${access}` });
      return answer.json().code;
    },
  };
}

it('the calls that ask each time are those that move money out, say where to, or make keys', () => {
  expect(callNames.filter((name) => callOf(name).each).sort()).toEqual([
    'assets.address.save',
    'assets.withdrawal',
    'member.api',
    'member.payment',
    'member.payment.del',
    'userBank.save',
    'userCoin.withdraw',
  ]);
});

describe('a bound second factor', () => {
  it('is asked for each time; one proof is one request, a refused one gives it back', async () => {
    const { person, prove } = await bound('annanderson');
    const key = (name: string) => world.call(person, `${C}/member/api`, { name, rights: ['r'] });
    expect(await key('a')).toMatchObject({ code: 1108, data: { methods: ['totp', 'recovery'] } });
    expect(await prove()).toBe(200);
    const tooFew = await world.call(person, `${C}/member/api`, { name: 'w', rights: ['w'] });
    expect([tooFew.code, tooFew.data.fields]).toEqual([400, { ips: 'required' }]);
    expect((await key('a')).code).toBe(200);
    expect((await key('b')).code).toBe(1108);
    expect(await prove()).toBe(200);
    const many = await Promise.all([key('c'), key('d'), key('e')]);
    expect(many.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 1108, 1108]);
  });

  it('is asked for although the password was given just before it was bound', async () => {
    const { person, prove } = await bound('elaellis', async (one) => {
      const answer = await world.app.inject({
        method: 'POST',
        url: '/api/user/stepUp',
        headers: { origin: ORIGIN, ...one },
        payload: { method: 'password', password: hashPassword('elaellis-Pass1') },
      });
      expect(answer.json().code).toBe(200);
      Object.assign(one, { cookie: `access=${answer.cookies.find(({ name }) => name === 'access')?.value}` });
    });
    expect((await world.call(person, `${C}/member/api`, { name: 'a', rights: ['r'] })).code).toBe(1108);
    expect(await prove()).toBe(200);
    expect((await world.call(person, `${C}/member/api`, { name: 'a', rights: ['r'] })).code).toBe(200);
  });

  it('is asked for at the allow-list and at an account to be paid to', async () => {
    const { person, prove } = await bound('benbrown');
    expect((await world.call(person, `${C}/assets/address/save`, { allowOnly: true })).code).toBe(1108);
    expect((await world.call(person, '/api/user/tardPwdSet', { pwd: FUND, confirmPwd: FUND })).code).toBe(200);
    const pay = { type: 2, name: 'Ben Brown', account: 'IBAN', fundPassword: FUND };
    expect((await world.call(person, `${C}/member/payment`, pay)).code).toBe(1108);
    expect(await prove()).toBe(200);
    const wrong = { ...pay, fundPassword: hashPassword('111111') };
    expect((await world.call(person, `${C}/member/payment`, wrong)).code).toBe(1102);
    expect((await world.call(person, `${C}/member/payment`, pay)).code).toBe(200);
    expect((await world.call(person, `${C}/member/payment`, { ...pay, account: 'IBAN2' })).code).toBe(1108);
  });

  it('whoever has none bound is asked by risk, as before', async () => {
    const person = await world.register('caracole');
    expect((await world.call(person, `${C}/member/api`, { name: 'a', rights: ['r'] })).code).toBe(200);
    expect((await world.call(person, `${C}/member/api`, { name: 'b', rights: ['r'] })).code).toBe(200);
  });
});

describe('API keys', () => {
  const read = async ({ key, secret }: Json) => {
    const url = `${C}/wallet/get/1/USDT`;
    const answer = await world.app.inject({ url, headers: sign(key, secret, { method: 'GET', url }) });
    return answer.json().code;
  };

  it('end with a changed login password, at once', async () => {
    const person = await world.register('doradavis');
    const { data } = await world.call(person, `${C}/member/api`, { name: 'a', rights: ['r', 't'] });
    expect(await read(data)).toBe(200);
    const oldPwd = hashPassword('doradavis-Pass1');
    const newPwd = hashPassword('doradavis-Pass2');
    const changed = await world.call(person, '/api/user/updateUserLoginPwd', { oldPwd, newPwd, confirmPwd: newPwd });
    expect(changed.code).toBe(200);
    expect(await read(data)).toBe(1111);
    expect((await world.call(person, `${C}/member/apis`)).data).toEqual([]);
  });

  it('end with a password set anew by a code', async () => {
    const person = await world.register('ellaevans');
    const email = 'ella@example.com';
    const inbox = async (type: number): Promise<string> => {
      const { data } = await world.call(person, '/api/practice/inbox', {});
      return data.find((one: Json) => one.purpose === type)?.code ?? '';
    };
    await world.call(person, '/api/user/sendEmailCode', { email, type: 4 });
    expect((await world.call(person, '/api/user/bindEmail', { email, code: await inbox(4) })).code).toBe(200);
    const { data } = await world.call(person, `${C}/member/api`, { name: 'a', rights: ['r'] });
    expect(await read(data)).toBe(200);
    await world.db
      .updateTable('verification_codes')
      .set((eb) => ({ created_at: eb('created_at', '-', '61000') }))
      .execute();
    await world.call(person, '/api/user/sendEmailCode', { email, type: 3 });
    const pwd = hashPassword('ellaevans-Pass2');
    const reset = await world.call(person, '/api/user/backPwd', {
      ...{ account: email, code: await inbox(3), pwd, confirmPwd: pwd },
    });
    expect(reset.code).toBe(200);
    expect(await read(data)).toBe(1111);
  });
});
