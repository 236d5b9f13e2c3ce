// The facts of the security page, the anti-phishing word, freezing, terms, avatar (calls §4, §6).

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainWord } from '../../../src/account/credentials/anti-code.ts';
import { antiCodeOf, clientHash, purposes, TERMS_VERSION } from '../../../src/account/identity/index.ts';
import { codeOf, DAY, type PeopleWorld, refusal, startPeople } from './people-world.ts';

let world: PeopleWorld;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.stop());

describe('the facts', () => {
  it('of a fresh account: nothing is bound, nothing locked', async () => {
    const { userId } = await world.customer();
    expect(await world.credentials.security.facts(userId)).toEqual({
      loginName: expect.stringMatching(/^customer\d+$/),
      email: null,
      phone: null,
      areaCode: null,
      passwordChanged: world.clock.time,
      fundPassword: { set: false, changed: null, lockedUntil: null },
      fundCase: null,
      google: { bound: false, time: null, recoveryLeft: 0 },
      passkeys: 0,
      antiCode: null,
      withdrawalsLockedUntil: null,
      frozen: false,
      terms: { accepted: TERMS_VERSION, inForce: TERMS_VERSION, time: world.clock.time },
    });
  });

  it('tell what changed, masked, and locks only as long as they hold', async () => {
    const { userId } = await world.customer();
    const email = `facts${userId}@example.com`;
    const code = await world.code(email, purposes.bind);
    await world.credentials.addresses.bind(userId, { type: 2, account: email, code });
    await world.db
      .insertInto('authenticators')
      .values({ user_id: userId, secret: Buffer.of(1), bound_at: '7', created_at: '7' })
      .execute();
    await world.db
      .insertInto('recovery_codes')
      .values([
        { user_id: userId, code_hash: 'a', used_at: null },
        { user_id: userId, code_hash: 'b', used_at: '8' },
      ])
      .execute();
    const until = await world.identity.standing.credentialChanged(userId);
    const facts = await world.credentials.security.facts(userId);
    expect(facts).toMatchObject({
      email: 'fa***om',
      google: { bound: true, time: 7, recoveryLeft: 1 },
      withdrawalsLockedUntil: until,
    });
    expect(JSON.stringify(facts)).not.toContain(email);
    world.clock.time += DAY;
    expect((await world.credentials.security.facts(userId)).withdrawalsLockedUntil).toBeNull();
  });
});

describe('the anti-phishing word', () => {
  it('is stored sealed in one spelling, read for its owner only, sends a notice, locks nothing', async () => {
    const [one, other] = [await world.customer(), await world.customer()];
    // A letter and its mark, two characters, are one: é.
    await world.credentials.antiCode.set(one.userId, '  caf\u0065\u0301 7 ', undefined);
    expect(await antiCodeOf(world.db, world.vault, one.userId)).toBe('caf\u00e9 7');
    expect(await antiCodeOf(world.db, world.vault, other.userId)).toBeNull();
    const rows = await world.db.selectFrom('users').select(['id', 'anti_code']).where('id', '=', one.userId).execute();
    expect(rows[0]?.anti_code?.toString('utf8')).not.toContain('caf');
    // Copied into another row it does not open.
    await world.db
      .updateTable('users')
      .set({ anti_code: rows[0]?.anti_code ?? null })
      .where('id', '=', other.userId)
      .execute();
    await expect(antiCodeOf(world.db, world.vault, other.userId)).rejects.toThrow();
    expect((await world.credentials.security.facts(one.userId)).antiCode).toBe('caf\u00e9 7');
    expect(world.notices.at(-1)).toMatchObject({ notice: { what: 'antiCode', lockedUntil: undefined } });
  });

  it('is plain text of 4 to 20 characters of any language', () => {
    for (const word of [
      'heron',
      'a b c',
      '鸟在水上',
      'हिंदी शब्द',
      'ζώνη-4',
      '🦀🦀🦀🦀',
      'x'.repeat(20),
      '🦀'.repeat(20),
    ])
      expect(plainWord(word)).toBe(word.normalize('NFC'));
  });

  it.each([
    ['too short', 'abc'],
    ['too short without the spaces around it', '   abc   '],
    ['too long', 'x'.repeat(21)],
    ['a line break', 'one\ntwo'],
    ['a null', 'one\u0000two'],
    ['text that turns around', 'one\u202Etwo'],
    ['a space nobody sees', 'one\u200Btwo'],
    ['an e-mail address', 'me@home'],
    ['a link', 'http://evil'],
    ['a host name', 'evil.example'],
    ['a host name in capitals', 'EVIL.Example'],
    ['a host name of another script', 'зло.рф'],
  ])('is not %s', (_, word) => {
    expect(() => plainWord(word)).toThrow();
  });

  it('uses a code up when one is given: a wrong one changes nothing', async () => {
    const { userId } = await world.customer();
    const email = `anti${userId}@example.com`;
    await world.credentials.addresses.bind(userId, {
      type: 2,
      account: email,
      code: await world.code(email, purposes.bind),
    });
    const code = await world.code(email, purposes.change);
    const wrong = code === '000000' ? '111111' : '000000';
    expect(await codeOf(world.credentials.antiCode.set(userId, 'heron', wrong))).toBe(1004);
    expect(await antiCodeOf(world.db, world.vault, userId)).toBeNull();
    await world.credentials.antiCode.set(userId, 'heron', code);
    expect(await codeOf(world.credentials.antiCode.set(userId, 'crane', code))).toBe(1005);
    expect(await antiCodeOf(world.db, world.vault, userId)).toBe('heron');
  });
});

describe('freezing', () => {
  it('tells the exchange and the customer, ends no session, and shows in the facts', async () => {
    const session = await world.customer();
    await world.credentials.security.freeze(session.userId);
    expect(world.submitted.at(-1)).toMatchObject({ name: 'user.set', user: session.coreUser, locks: 3 });
    // Nothing was cancelled: open orders stay.
    expect(world.submitted.some((one) => one.name.startsWith('order.'))).toBe(false);
    expect(world.notices.at(-1)).toMatchObject({ userId: session.userId, notice: { kind: 'frozen' } });
    expect((await world.credentials.security.facts(session.userId)).frozen).toBe(true);
    expect(await world.identity.sessions.alive(session.id)).toBe(true);
  });
});

describe('the terms', () => {
  it('are agreed to in the version in force only, and the time is kept', async () => {
    const { userId } = await world.customer();
    await world.db.updateTable('users').set({ terms_version: '2020-01-01' }).where('id', '=', userId).execute();
    expect(await codeOf(world.credentials.profile.acceptTerms(userId, '2020-01-01'))).toBe(1010);
    world.clock.time += 1_000;
    await world.credentials.profile.acceptTerms(userId, TERMS_VERSION);
    expect((await world.credentials.security.facts(userId)).terms).toEqual({
      accepted: TERMS_VERSION,
      inForce: TERMS_VERSION,
      time: world.clock.time,
    });
  });
});

describe('the avatar', () => {
  const avatarOf = async (userId: string) =>
    (await world.db.selectFrom('users').select('avatar').where('id', '=', userId).executeTakeFirstOrThrow()).avatar;

  it('is an uploaded picture of one’s own; the one before it is let go; none is the standard one', async () => {
    const { userId } = await world.customer();
    for (const id of ['a1', 'a2']) world.files.set(id, { userId, purpose: 'avatar', attached: false });
    await world.credentials.profile.setAvatar(userId, '/api/file/a1');
    await world.credentials.profile.setAvatar(userId, '/api/file/a2');
    expect([await avatarOf(userId), world.files.get('a1')?.attached, world.files.get('a2')?.attached]).toEqual([
      '/api/file/a2',
      false,
      true,
    ]);
    await world.credentials.profile.setAvatar(userId, '/api/file/a2');
    expect(world.files.get('a2')?.attached).toBe(true);
    await world.credentials.profile.setAvatar(userId, undefined);
    expect([await avatarOf(userId), world.files.get('a2')?.attached]).toEqual([null, false]);
  });

  it('is not somebody else’s picture, nor one sent for another purpose, nor one that is not there: one answer', async () => {
    const [one, other] = [await world.customer(), await world.customer()];
    world.files.set('theirs', { userId: other.userId, purpose: 'avatar', attached: false });
    world.files.set('passport', { userId: one.userId, purpose: 'kyc', attached: false });
    for (const link of ['/api/file/theirs', '/api/file/passport', '/api/file/nothing', 'https://evil.example/a.png'])
      expect(await refusal(world.credentials.profile.setAvatar(one.userId, link))).toEqual({
        code: 400,
        args: {},
        fields: { link: 'range' },
      });
    expect(await avatarOf(one.userId)).toBeNull();
    expect(world.files.get('theirs')?.attached).toBe(false);
  });
});

it('a deleted account is refused, without a fault', async () => {
  expect(await codeOf(world.credentials.security.facts('987654'))).toBe(1001);
  expect(await codeOf(world.credentials.antiCode.set('987654', 'heron', undefined))).toBe(1001);
  const fresh = clientHash('730142');
  expect(await codeOf(world.credentials.fundPassword.set('987654', { fresh, confirm: fresh }))).toBe(1001);
});
