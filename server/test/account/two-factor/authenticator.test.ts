// The authenticator and recovery codes (calls §4): offered, bound by the first code, each code once, guesses locked.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OFFER_LIFE, RECOVERY_CODES, TOTP_FAILURES_MOST, TOTP_LOCK } from '../../../src/account/two-factor/index.ts';
import { type ExchangeLink, IntakeError } from '../../../src/engine/sequencer/index.ts';
import { type PeopleWorld, refusal, refused, startPeople } from '../sign-in/world.ts';

let world: PeopleWorld;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.stop());

const customer = async () => (await world.register(world.name(), world.visitor())).account.userId;
const factors = () => world.people.factors;
const use = (userId: string, code: string) => refusal(factors().authenticator.use(userId, code));
const other = (code: string) => (code === '000000' ? '111111' : '000000');

describe('an authenticator', () => {
  it('is offered with a secret and its address, and bound by its first code', async () => {
    const userId = await customer();
    const { secret, uri } = await factors().authenticator.offer(userId, 'ann@example.com');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(`otpauth://totp/Vitrine:ann%40example.com?secret=${secret}&issuer=Vitrine`);
    expect(await factors().authenticator.boundAt(userId)).toBeUndefined();
    expect(await use(userId, await world.totp(secret))).toBe(1109);
    const code = await world.totp(secret);
    expect(await refusal(factors().authenticator.bind(userId, other(code)))).toBe(1109);
    expect(await factors().authenticator.bind(userId, code)).toHaveLength(RECOVERY_CODES);
    expect(await factors().authenticator.boundAt(userId)).toBe(world.now());
    // The code that bound it is used.
    expect(await use(userId, code)).toBe(1109);
    expect(await factors().second(userId)).toEqual(['totp', 'recovery']);
  });

  it('is kept sealed, and for its own customer only', async () => {
    const [userId, second] = [await customer(), await customer()];
    const { secret } = await factors().authenticator.offer(userId, 'label');
    const row = await world.db
      .selectFrom('authenticators')
      .select('secret')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(row.secret.includes(Buffer.from(secret))).toBe(false);
    await factors().authenticator.offer(second, 'label');
    await world.db.updateTable('authenticators').set({ secret: row.secret }).where('user_id', '=', second).execute();
    await expect(factors().authenticator.bind(second, await world.totp(secret))).rejects.toThrow();
  });

  it('waits ten minutes to be bound; a newer offer takes the place of an older; a bound one is not offered again', async () => {
    const userId = await customer();
    const first = await factors().authenticator.offer(userId, 'label');
    const second = await factors().authenticator.offer(userId, 'label');
    expect(second.secret).not.toBe(first.secret);
    expect(await refusal(factors().authenticator.bind(userId, await world.totp(first.secret)))).toBe(1109);
    world.pass(OFFER_LIFE);
    expect(await refusal(factors().authenticator.bind(userId, await world.totp(second.secret)))).toBe(1005);
    const { secret } = await world.bindTotp(userId);
    expect(await refusal(factors().authenticator.offer(userId, 'label'))).toBe(1110);
    expect(await refusal(factors().authenticator.bind(userId, await world.totp(secret)))).toBe(1110);
    expect(await use(userId, await world.totp(secret))).toBe(200);
  });

  it('is bound once when the first code comes many times at once', async () => {
    const userId = await customer();
    const { secret } = await factors().authenticator.offer(userId, 'label');
    const code = await world.totp(secret);
    const codes = await Promise.all(
      Array.from({ length: 5 }, () => refusal(factors().authenticator.bind(userId, code))),
    );
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 1110, 1110, 1110, 1110]);
  });

  it('takes each code once, also many times at once, and none of before it', async () => {
    const userId = await customer();
    const { secret } = await world.bindTotp(userId);
    world.pass(60_000);
    const before = await world.totp(secret, -1);
    const code = await world.totp(secret);
    const codes = await Promise.all(Array.from({ length: 4 }, () => use(userId, code)));
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 1109, 1109, 1109]);
    expect(await use(userId, code)).toBe(1109);
    expect(await use(userId, before)).toBe(1109);
  });

  it('takes codes of one step before and after now, no others, and nothing that is no code', async () => {
    const userId = await customer();
    const { secret } = await world.bindTotp(userId);
    world.pass(3_600_000);
    expect(await use(userId, await world.totp(secret, -2))).toBe(1109);
    expect(await use(userId, await world.totp(secret, 2))).toBe(1109);
    expect(await use(userId, await world.totp(secret, -1))).toBe(200);
    expect(await use(userId, await world.totp(secret, 1))).toBe(200);
    for (const text of ['', '12345', '1234567', 'abcdef', '12 456', '１２３４５６'])
      if ((await use(userId, text)) !== 1109) expect(await use(userId, text)).toBe(1003);
  });

  it('accepts nothing, and breaks nothing, when the clock was set back', async () => {
    const userId = await customer();
    const { secret } = await world.bindTotp(userId);
    expect(await use(userId, await world.totp(secret))).toBe(200);
    world.pass(-3_600_000);
    expect(await use(userId, await world.totp(secret))).toBe(1109);
    world.pass(3_600_000);
  });

  it('is locked after five wrong codes, however many come at once, also against the right one, for 15 minutes', async () => {
    const userId = await customer();
    const { secret } = await world.bindTotp(userId);
    const wrong = other(await world.totp(secret));
    const codes = await Promise.all(Array.from({ length: 9 }, () => use(userId, wrong)));
    expect(codes.filter((code) => code === 1109)).toHaveLength(TOTP_FAILURES_MOST);
    expect(codes.filter((code) => code === 1003)).toHaveLength(4);
    const locked = await refused(factors().authenticator.use(userId, await world.totp(secret)));
    expect([locked?.code, locked?.args['seconds']]).toEqual([1003, TOTP_LOCK / 1_000]);
    world.pass(TOTP_LOCK);
    expect(await use(userId, await world.totp(secret))).toBe(200);
    // A right one clears the count.
    for (let tries = 1; tries < TOTP_FAILURES_MOST; tries += 1) expect(await use(userId, 'x')).toBe(1109);
    world.pass(30_000);
    expect(await use(userId, await world.totp(secret))).toBe(200);
    expect(await use(userId, 'x')).toBe(1109);
  });

  it('of one customer opens nothing of another', async () => {
    const [ann, ben] = [await customer(), await customer()];
    const { secret } = await world.bindTotp(ann);
    await world.bindTotp(ben);
    expect(await use(ben, await world.totp(secret))).toBe(1109);
  });
});

describe('recovery codes', () => {
  it('work once each, in any spelling, for their own customer only', async () => {
    const [ann, ben] = [await customer(), await customer()];
    const { recoveryCodes } = await world.bindTotp(ann);
    await world.bindTotp(ben);
    expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODES);
    const [first = '', second = ''] = recoveryCodes;
    const { recovery } = factors();
    expect(await recovery.use(ben, first)).toBe(false);
    const used = await Promise.all(Array.from({ length: 5 }, () => recovery.use(ann, first)));
    expect(used.filter(Boolean)).toHaveLength(1);
    expect(await recovery.use(ann, second.toLowerCase().replace('-', ''))).toBe(true);
    expect(await recovery.left(ann)).toBe(RECOVERY_CODES - 2);
  });

  it('are kept as keyed hashes, and drawn anew with a new authenticator', async () => {
    const userId = await customer();
    const { recoveryCodes } = await world.bindTotp(userId);
    const rows = JSON.stringify(await world.db.selectFrom('recovery_codes').selectAll().execute());
    for (const code of recoveryCodes) {
      expect(rows).not.toContain(code);
      expect(rows).not.toContain(code.replace('-', ''));
    }
    await factors().resetAuthenticator(userId, recoveryCodes[0] ?? '');
    expect(await factors().recovery.left(userId)).toBe(-1);
    const next = await world.bindTotp(userId);
    expect(await factors().recovery.use(userId, recoveryCodes[1] ?? '')).toBe(false);
    expect(await factors().recovery.use(userId, next.recoveryCodes[1] ?? '')).toBe(true);
  });
});

describe('taking the authenticator away', () => {
  it('wants a present code or a recovery code of its own', async () => {
    const [ann, ben] = [await customer(), await customer()];
    const { secret } = await world.bindTotp(ann);
    const { recoveryCodes } = await world.bindTotp(ben);
    expect(await refusal(factors().resetAuthenticator(ann, other(await world.totp(secret))))).toBe(1109);
    expect(await refusal(factors().resetAuthenticator(ann, recoveryCodes[0] ?? ''))).toBe(1109);
    expect(await factors().second(ann)).toContain('totp');
    expect(await refusal(factors().resetAuthenticator(ann, await world.totp(secret)))).toBe(200);
    expect(await factors().second(ann)).toEqual([]);
    expect(await refusal(factors().resetAuthenticator(ann, await world.totp(secret)))).toBe(404);
  });
});

it('issue 14: stays bound until withdrawals are locked: whoever is left with a weaker proof cannot withdraw', async () => {
  let taking = true;
  const link = {
    submit: async ({ name }: { name: string }) => {
      if (name === 'user.set' && !taking) throw new IntakeError('server.notTaking', 'test: orders are not taken');
      return { seq: 1, time: 0, code: 200, result: 900, expected: 0, got: 0, repeated: false };
    },
  } as unknown as ExchangeLink;
  const cut = await startPeople({ link });
  try {
    const { account } = await cut.register(cut.name(), cut.visitor());
    const { secret } = await cut.bindTotp(account.userId);
    const remove = async (steps: number) =>
      cut.people.factors.resetAuthenticator(account.userId, await cut.totp(secret, steps));
    taking = false;
    await expect(remove(0)).rejects.toThrow('orders are not taken');
    expect(await cut.people.factors.second(account.userId)).toContain('totp');
    taking = true;
    expect(await remove(1)).toBeGreaterThan(cut.now());
    expect(await cut.people.factors.second(account.userId)).toEqual([]);
  } finally {
    await cut.stop();
  }
});
