// Passkeys (calls §6, W3C WebAuthn): made, used alone and as second factor; each answer once, by its owner, at our origin.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHALLENGE_LIFE, PASSKEYS_MOST } from '../../../src/account/two-factor/index.ts';
import { relyingParty } from '../../../src/account/two-factor/party.ts';
import type { Visitor } from '../../../src/account/sign-in/index.ts';
import { ORIGIN, PARTY, type PeopleWorld, refusal, refused, startPeople } from '../sign-in/world.ts';
import { type Lies, SoftwareAuthenticator, strangeKey } from './software-authenticator.ts';

let world: PeopleWorld;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.stop());

/** A customer with a passkey in a browser. */
async function customer() {
  const visitor = world.visitor({ ip: `192.0.2.${(addresses += 1)}` });
  const name = world.name();
  const { account } = await world.register(name, visitor);
  const key = new SoftwareAuthenticator(ORIGIN);
  const saved = await save(account.userId, key, visitor);
  return { visitor, name, userId: account.userId, key, saved };
}
let addresses = 0;

const passkeys = () => world.people.factors.passkeys;
async function save(userId: string, key: SoftwareAuthenticator, visitor: Visitor, lies: Lies = {}) {
  const options = await passkeys().registerOptions(userId, 'label', visitor.browser);
  return passkeys().save(userId, 'Laptop', key.create(options, lies), visitor.browser);
}
const signIn = async (key: SoftwareAuthenticator, visitor: Visitor, lies: Lies = {}) =>
  world.people.signIn.passkey(key.get(await passkeys().useOptions(null, visitor.browser), lies), visitor);

describe('a passkey', () => {
  it('is asked for with what it needs: our name, verification of the person, a hidden owner', async () => {
    const { userId, visitor, key } = await customer();
    const options = await passkeys().registerOptions(userId, 'ann', visitor.browser);
    expect(options).toMatchObject({
      rp: { id: PARTY, name: 'Vitrine' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: key.id }],
    });
    expect(Buffer.from(key.handle, 'base64url')).toHaveLength(32);
    const login = await passkeys().useOptions(null, visitor.browser);
    expect(login).toMatchObject({ rpId: PARTY, userVerification: 'required' });
    expect(login['allowCredentials']).toBeUndefined();
    const step = await passkeys().useOptions(userId, visitor.browser);
    expect(step).toMatchObject({ userVerification: 'required', allowCredentials: [{ id: key.id }] });
  });

  it('signs in alone, as a proof for ten minutes, also where an authenticator is bound', async () => {
    const { userId, visitor, key } = await customer();
    await world.bindTotp(userId);
    const { account, grant } = await signIn(key, visitor);
    expect(account.userId).toBe(userId);
    const { demand } = world.people.factors;
    expect(await refusal(demand('always', grant.session, visitor.ip))).toBe(200);
    world.pass(600_000);
    expect(await refusal(demand('always', grant.session, visitor.ip))).toBe(1108);
    expect((await passkeys().list(userId))[0]?.lastUsed).toBe(world.now() - 600_000);
  });

  it('is the second step of a sign-in by password', async () => {
    const { userId, visitor, name, key } = await customer();
    const wanted = await refused(world.login(name, visitor));
    expect(wanted?.detail).toMatchObject({ methods: ['passkey', 'recovery'] });
    const stepId = String(wanted?.detail?.['stepId']);
    const options = await passkeys().useOptions(
      await world.people.signIn.steps.owner(stepId, visitor.browser),
      visitor.browser,
    );
    const proof = { method: 'passkey', response: key.get(options) } as const;
    const { account } = await world.people.signIn.step(stepId, proof, visitor);
    expect(account.userId).toBe(userId);
  });

  it('comes with recovery codes when it is the first second factor, and takes them along when it is the last', async () => {
    const { userId, visitor, saved } = await customer();
    expect(saved.recoveryCodes).toHaveLength(10);
    const second = await save(userId, new SoftwareAuthenticator(ORIGIN), visitor);
    expect(second.recoveryCodes).toEqual([]);
    await world.people.factors.removePasskey(userId, saved.id);
    expect(await world.people.factors.second(userId)).toEqual(['passkey', 'recovery']);
    await world.people.factors.removePasskey(userId, second.id);
    expect(await world.people.factors.recovery.left(userId)).toBe(-1);
    expect(await world.people.factors.second(userId)).toEqual([]);
  });

  it('is kept once, and ten of an account at most, also when many come at once', async () => {
    const { userId, visitor, key } = await customer();
    const options = await passkeys().registerOptions(userId, 'label', visitor.browser);
    expect(await refusal(passkeys().save(userId, 'Again', key.create(options), visitor.browser))).toBe(1110);
    const codes: number[] = [];
    for (let round = 0; round < 2; round += 1)
      codes.push(
        ...(await Promise.all(
          Array.from({ length: 6 }, () => refusal(save(userId, new SoftwareAuthenticator(ORIGIN), visitor))),
        )),
      );
    expect(codes.filter((code) => code === 200)).toHaveLength(PASSKEYS_MOST - 1);
    expect(codes.filter((code) => code === 1110)).toHaveLength(3);
    expect(await passkeys().list(userId)).toHaveLength(PASSKEYS_MOST);
  });
});

describe('a forged passkey answer', () => {
  it.each<[string, Lies]>([
    ['of another origin', { origin: 'https://vitrine.test.evil.example' }],
    ['of our address without a name', { origin: 'http://127.0.0.1:8080' }],
    ['for another party', { party: 'evil.example' }],
    ['with a challenge of its own', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['of another kind', { type: 'webauthn.create' }],
    ['without verification of the person', { flags: 1 }],
    ['without anybody there', { flags: 0 }],
    ['signed by another key', { key: strangeKey() }],
    ['of an unknown passkey', { id: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['without its owner', { userHandle: null }],
    ['for another owner', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['with an old counter', { counter: 1 }],
  ])('%s signs nobody in', async (_, lies) => {
    const { key, visitor } = await customer();
    await signIn(key, visitor);
    expect(await refusal(signIn(key, visitor, lies))).toBe(1109);
    expect(await refusal(signIn(key, visitor))).toBe(200);
  });

  it.each<[string, Lies]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another party', { party: 'evil.example' }],
    ['with a challenge of its own', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['of another kind', { type: 'webauthn.get' }],
    ['without verification of the person', { flags: 1 }],
  ])('%s is not kept', async (_, lies) => {
    const { userId, visitor } = await customer();
    expect(await refusal(save(userId, new SoftwareAuthenticator(ORIGIN), visitor, lies))).toBe(1109);
    expect(await passkeys().list(userId)).toHaveLength(1);
  });

  it('that was used is refused when it comes again, also when all come at once', async () => {
    const { key, visitor } = await customer();
    const answer = key.get(await passkeys().useOptions(null, visitor.browser));
    const codes = await Promise.all(
      Array.from({ length: 6 }, () => refusal(world.people.signIn.passkey(answer, visitor))),
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 1109)).toHaveLength(5);
  });

  it('of another browser, use or customer, or five minutes late, is refused', async () => {
    const [ann, ben] = [await customer(), await customer()];
    const login = () => passkeys().useOptions(null, ann.visitor.browser);
    const stolen = ann.key.get(await login());
    expect(await refusal(world.people.signIn.passkey(stolen, ben.visitor))).toBe(1109);
    const late = ann.key.get(await login());
    world.pass(300_000);
    expect(await refusal(world.people.signIn.passkey(late, ann.visitor))).toBe(1109);
    // A challenge for a second step opens no sign-in, and one customer's is not answered by another's passkey.
    const step = async () => passkeys().useOptions(ann.userId, ann.visitor.browser);
    expect(await refusal(world.people.signIn.passkey(ann.key.get(await step()), ann.visitor))).toBe(1109);
    const whom = { use: 'step', userId: ann.userId, browser: ann.visitor.browser } as const;
    expect(await refusal(passkeys().use(ben.key.get(await step()), whom))).toBe(1109);
    expect(await refusal(passkeys().use(ann.key.get(await login()), whom))).toBe(1109);
    expect(await refusal(passkeys().use(ann.key.get(await step()), whom))).toBe(200);
    // What was asked for to make a passkey proves nothing.
    const making = {
      ...(await passkeys().registerOptions(ann.userId, 'label', ann.visitor.browser)),
      rpId: PARTY,
    };
    expect(await refusal(passkeys().use(ann.key.get(making), whom))).toBe(1109);
    // What was asked for one account is not saved for another.
    const asked = await passkeys().registerOptions(ann.userId, 'label', ann.visitor.browser);
    const made = new SoftwareAuthenticator(ORIGIN).create(asked);
    expect(await refusal(passkeys().save(ben.userId, 'x', made, ann.visitor.browser))).toBe(1109);
  });

  it('without the form of one is 400', async () => {
    const { visitor, key } = await customer();
    const answer = key.get(await passkeys().useOptions(null, visitor.browser));
    for (const response of [
      {},
      { ...answer, type: 'other' },
      { ...answer, id: 'x'.repeat(2_000) },
      { ...answer, response: {} },
      { ...answer, response: { ...(answer['response'] as object), clientDataJSON: 'bm8ganNvbg' } },
      { ...answer, response: { ...(answer['response'] as object), signature: ['a'] } },
    ])
      expect(await refusal(world.people.signIn.passkey(response, visitor))).toBe(400);
  });

  it('of a second customer’s passkey id takes nothing away', async () => {
    const [ann, ben] = [await customer(), await customer()];
    expect(await refusal(world.people.factors.removePasskey(ben.userId, ann.saved.id))).toBe(404);
    expect(await passkeys().list(ann.userId)).toHaveLength(1);
  });
});

describe('the relying party', () => {
  it('is the first of our addresses with a name, and serves those below it', () => {
    const origins = (...all: string[]) => relyingParty(new Set(all));
    expect(origins('http://localhost:8080', 'http://127.0.0.1:8080')).toEqual({
      id: 'localhost',
      origins: ['http://localhost:8080'],
    });
    expect(origins('https://a.example', 'https://www.a.example', 'https://nota.example')).toEqual({
      id: 'a.example',
      origins: ['https://a.example', 'https://www.a.example'],
    });
    for (const one of ['http://127.0.0.1:1', 'http://[::1]:1']) expect(origins(one)).toBeUndefined();
    expect(origins()).toBeUndefined();
  });
});

describe('challenges that wait (issue 15 A.1)', () => {
  it('are nobody’s to push out: not by others of the same network address, nor by who knows the account', async () => {
    const { userId, visitor, key } = await customer();
    const login = await passkeys().useOptions(null, visitor.browser);
    const step = await passkeys().useOptions(userId, visitor.browser);
    for (let at = 0; at < 300; at += 1) {
      await passkeys().useOptions(null, `neighbour ${at}`);
      await passkeys().useOptions(userId, `another ${at}`);
      await passkeys().useOptions(null, visitor.browser);
    }
    expect((await world.people.signIn.passkey(key.get(login), visitor)).account.userId).toBe(userId);
    expect(await passkeys().use(key.get(step), { use: 'step', userId, browser: visitor.browser })).toBe(userId);
  });

  it('are kept nowhere; an answered one is, until it expires, and for an hour', async () => {
    const { visitor, key } = await customer();
    const kept = async () =>
      (await world.db.selectFrom('used_passkey_challenges').select('challenge').execute()).map((row) => row.challenge);
    const before = await kept();
    const login = (await passkeys().useOptions(null, visitor.browser)) as { challenge: string };
    expect(await kept()).toEqual(before);
    await world.people.signIn.passkey(key.get(login), visitor);
    expect(await kept()).toContain(login.challenge);
    // Neither another writing of the same bytes, nor one byte of it changed, is another challenge.
    for (const challenge of [`${login.challenge}=`, `B${login.challenge.slice(1)}`])
      expect(await refusal(signIn(key, visitor, { challenge }))).toBe(1109);
    world.pass(CHALLENGE_LIFE + 3_700_000);
    await world.people.signIn.sweep();
    expect(await kept()).toEqual([]);
  });
});
