// Binding and replacing addresses (calls §4, design §7): whose an address is must be proved by a code sent there.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purposes, type Session, TERMS_VERSION } from '../../../src/account/identity/index.ts';
import { codeOf, DAY, LOGIN_PASSWORD, type PeopleWorld, refusal, startPeople } from './people-world.ts';

let world: PeopleWorld;
let made = 0;
const freshEmail = () => `person${(made += 1)}@example.com`;
const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000');

beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.stop());

const row = (userId: string) =>
  world.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
const bindEmail = (session: Session, account: string, code: string, oldCode?: string) =>
  world.credentials.addresses.bind(session.userId, { type: 2, account, code, oldCode });

async function withEmail(): Promise<{ session: Session; email: string }> {
  const session = await world.customer();
  const email = freshEmail();
  await bindEmail(session, email, await world.code(email, purposes.bind));
  return { session, email };
}

describe('a first address', () => {
  it('is bound by the code sent to it and shown masked; its owner gets a notice; nothing is locked', async () => {
    const session = await world.customer();
    const code = await world.code('new@example.com', purposes.bind);
    expect(await bindEmail(session, ' New@Example.com ', code)).toBe('ne***om');
    const kept = await row(session.userId);
    expect([kept.email, Number(kept.withdrawals_locked_until)]).toEqual(['new@example.com', 0]);
    expect(world.notices.at(-1)).toMatchObject({
      userId: session.userId,
      notice: { kind: 'credentialChanged', what: 'email', lockedUntil: undefined },
      besides: undefined,
    });
  });

  it('is a phone number too, with its country', async () => {
    const session = await world.customer();
    const code = await world.code('+447700900123', purposes.bind);
    const masked = await world.credentials.addresses.bind(session.userId, {
      type: 3,
      account: '7700 900123',
      areaCode: '+44',
      code,
    });
    expect(masked).toBe('770***0123');
    expect(await row(session.userId)).toMatchObject({ phone: '7700900123', area_code: '44' });
  });

  it('is not bound by a wrong code, a code for another address, for another purpose, or one that was used', async () => {
    const session = await world.customer();
    const [mine, other] = [freshEmail(), freshEmail()];
    const code = await world.code(other, purposes.bind);
    const right = await world.code(mine, purposes.bind);
    const change = await world.code(mine, purposes.change);
    if (code !== right) expect(await codeOf(bindEmail(session, mine, code))).toBe(1004);
    expect(await codeOf(bindEmail(session, mine, wrongOf(right)))).toBe(1004);
    if (change !== right) expect(await codeOf(bindEmail(session, mine, change))).toBe(1004);
    expect((await row(session.userId)).email).toBeNull();
    await bindEmail(session, mine, right);
    const another = await world.customer();
    expect(await codeOf(bindEmail(another, mine, right))).toBe(1005);
  });

  it('of two bound at the same time only one is: the second would replace it, and wants its code', async () => {
    const session = await world.customer();
    const [one, two] = [freshEmail(), freshEmail()];
    const codes = [await world.code(one, purposes.bind), await world.code(two, purposes.bind)] as const;
    const answers = await Promise.all([
      refusal(bindEmail(session, one, codes[0])),
      refusal(bindEmail(session, two, codes[1])),
    ]);
    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set([200, 400]));
    expect(answers.find((answer) => answer.code === 400)?.fields).toEqual({ oldCode: 'required' });
  });
});

describe('a bound address', () => {
  it('is replaced by codes to the new one and the old one; withdrawals are locked 24 h, both get a notice', async () => {
    const { session, email } = await withEmail();
    const next = freshEmail();
    const oldCode = await world.code(email, purposes.change);
    const code = await world.code(next, purposes.bind);
    expect(await bindEmail(session, next, code, oldCode)).toMatch(/^pe\*\*\*om$/);
    const kept = await row(session.userId);
    expect(kept.email).toBe(next);
    expect(Number(kept.withdrawals_locked_until)).toBe(world.clock.time + DAY);
    expect(world.submitted.at(-1)).toMatchObject({ name: 'user.set', user: session.coreUser, locks: 2 });
    expect(world.notices.at(-1)).toMatchObject({
      notice: { what: 'email', lockedUntil: world.clock.time + DAY },
      besides: email,
    });
  });

  it('stays without the code sent to it, with a wrong one, or one for another purpose', async () => {
    const { session, email } = await withEmail();
    const next = freshEmail();
    const code = await world.code(next, purposes.bind);
    expect(await refusal(bindEmail(session, next, code))).toMatchObject({
      code: 400,
      fields: { oldCode: 'required' },
    });
    const bindCode = await world.code(email, purposes.bind);
    const changeCode = await world.code(email, purposes.change);
    if (bindCode !== changeCode) expect(await codeOf(bindEmail(session, next, code, bindCode))).toBe(1004);
    const again = await world.code(next, purposes.bind);
    expect(await codeOf(bindEmail(session, next, again, wrongOf(changeCode)))).toBe(1004);
    expect((await row(session.userId)).email).toBe(email);
  });

  it('is not replaced by itself', async () => {
    const { session, email } = await withEmail();
    expect(await refusal(bindEmail(session, email.toUpperCase(), '123456', '123456'))).toMatchObject({
      code: 400,
      fields: { account: 'range' },
    });
  });
});

describe('an address of somebody else', () => {
  it('is said to be taken only to who has read its code; a wrong code is answered as everywhere', async () => {
    const { email } = await withEmail();
    const thief = await world.customer();
    const code = await world.code(email, purposes.bind);
    expect(await codeOf(bindEmail(thief, email, wrongOf(code)))).toBe(1004);
    const free = freshEmail();
    const freeCode = await world.code(free, purposes.bind);
    expect(await codeOf(bindEmail(thief, free, wrongOf(freeCode)))).toBe(1004);
    expect(await codeOf(bindEmail(thief, email, code))).toBe(1006);
    expect((await row(thief.userId)).email).toBeNull();
  });

  it('is unique by SQL: of a binding and a registration at the same time one wins', async () => {
    const session = await world.customer();
    const email = freshEmail();
    const bind = await world.code(email, purposes.bind);
    const register = await world.code(email, purposes.register);
    const answers = await Promise.all([
      codeOf(bindEmail(session, email, bind)),
      codeOf(
        world.identity.accounts.create({
          type: 2,
          account: email,
          password: LOGIN_PASSWORD,
          confirmPassword: LOGIN_PASSWORD,
          code: register,
          terms: TERMS_VERSION,
        }),
      ),
    ]);
    expect(new Set(answers)).toEqual(new Set([200, 1006]));
    const owners = await world.db.selectFrom('users').select('id').where('email', '=', email).execute();
    expect(owners).toHaveLength(1);
  });
});
