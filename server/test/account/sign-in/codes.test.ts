// Codes (§5, calls §4, §6): who gets one where, what a code of another address or purpose is worth, and a forgotten password.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODES_A_DAY, CODES_OF_ONE } from '../../../src/account/identity/codes.ts';
import { FAILURES_MOST } from '../../../src/account/identity/throttle.ts';
import { clientHash, CREDENTIAL_LOCK, purposes, type Session } from '../../../src/account/identity/index.ts';
import { purposeRules, type Visitor } from '../../../src/account/sign-in/index.ts';
import { PASSWORD, type PeopleWorld, refusal, refused, startPeople } from './world.ts';

const NEXT = clientHash('Another-0ne');

let world: PeopleWorld;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.stop());

let addresses = 0;
const somebody = () => world.visitor({ ip: `192.0.2.${(addresses += 1)}` });

interface Wish {
  readonly by?: 'email' | 'phone';
  readonly account?: string;
  readonly areaCode?: string;
  readonly purpose: number;
  readonly session?: Session | undefined;
}
const send = ({ ip, browser, lang }: Visitor, { by = 'email', account, areaCode, purpose, session }: Wish) =>
  world.people.signIn.sendCode({ by, account, areaCode, purpose, ip, browser, lang, session });
const inbox = async ({ browser }: Visitor, address: string, purpose: number) =>
  (await world.people.inbox?.list(browser))?.find((one) => one.address === address && one.purpose === purpose)?.code;
const other = (code: string) => (code === '000000' ? '111111' : '000000');

describe('a code is sent', () => {
  const named: [number, { nobody: boolean; mine: boolean; theirs: boolean }][] = [
    [purposes.register, { nobody: true, mine: false, theirs: false }],
    [purposes.login, { nobody: false, mine: true, theirs: true }],
    [purposes.reset, { nobody: false, mine: true, theirs: true }],
    [purposes.bind, { nobody: true, mine: true, theirs: true }],
    [purposes.change, { nobody: false, mine: true, theirs: false }],
    [purposes.withdraw, { nobody: false, mine: true, theirs: false }],
    [purposes.fundPassword, { nobody: false, mine: true, theirs: false }],
    [purposes.apiKey, { nobody: false, mine: true, theirs: false }],
  ];

  it('knows every purpose', () => {
    expect(Object.keys(purposeRules).map(Number)).toEqual(Object.values(purposes));
  });

  it.each(named)('for purpose %i to those it is for, and the answer never tells', async (purpose, delivered) => {
    const visitor = somebody();
    const mine = await world.registerByEmail(visitor);
    const theirs = await world.registerByEmail(somebody());
    const addressOf = { nobody: `${world.name()}@example.com`, mine: mine.email, theirs: theirs.email };
    // Codes of registering stand in the way of the first ones.
    world.pass(60_000);
    for (const who of ['nobody', 'mine', 'theirs'] as const) {
      const wish = { account: addressOf[who], purpose, session: mine.grant.session };
      expect(await send(visitor, wish)).toBe(60);
      const code = await inbox(visitor, addressOf[who], purpose);
      expect([who, typeof code === 'string']).toEqual([who, delivered[who] || (purpose === 1 && who === 'mine')]);
    }
  });

  it.each([4, 5, 6, 7, 8])(
    'for purpose %i to the signed in only, to their own address when none is named',
    async (purpose) => {
      const visitor = somebody();
      const { email, grant } = await world.registerByEmail(visitor);
      expect(await refusal(send(visitor, { account: email, purpose }))).toBe(401);
      expect(await refusal(send(visitor, { purpose }))).toBe(401);
      expect(await send(visitor, { purpose, session: grant.session })).toBe(60);
      expect(await inbox(visitor, email, purpose)).toMatch(/^\d{6}$/);
      // There is no phone to send to.
      expect((await refused(send(visitor, { by: 'phone', purpose, session: grant.session })))?.fields).toEqual({
        phone: 'required',
      });
    },
  );

  it.each([1, 2, 3])('for purpose %i to an address that is named', async (purpose) => {
    const visitor = somebody();
    const { grant } = await world.registerByEmail(visitor);
    expect((await refused(send(visitor, { purpose, session: grant.session })))?.fields).toEqual({ email: 'required' });
    expect((await refused(send(visitor, { account: 'no address', purpose })))?.fields).toEqual({ account: 'format' });
    expect((await refused(send(visitor, { by: 'phone', account: '12345', purpose })))?.fields).toEqual({
      areaCode: 'format',
    });
  });

  it(`${FAILURES_MOST.codes} times a quarter of an hour from one network address at most`, async () => {
    const visitor = somebody();
    const codes = [];
    for (let more = 0; more <= FAILURES_MOST.codes; more += 1)
      codes.push(await refusal(send(visitor, { account: `many${more}@example.com`, purpose: purposes.reset })));
    expect(codes.filter((code) => code === 200)).toHaveLength(FAILURES_MOST.codes);
    expect(codes.at(-1)).toBe(429);
  });
});

describe('an address', () => {
  it(`gets ${CODES_A_DAY} codes a day at most that strangers may ask for, ${CODES_OF_ONE} of one of them`, async () => {
    const visitor = somebody();
    const { email, grant } = await world.registerByEmail(visitor);
    const reset = { account: email, purpose: purposes.reset };
    const strangers = Array.from({ length: 4 }, somebody);
    const sent: number[] = [];
    for (let more = 0; more < CODES_A_DAY; more += 1) {
      world.pass(60_000);
      const purpose = more % 2 === 0 ? purposes.login : purposes.reset;
      const stranger = strangers[more % strangers.length] ?? visitor;
      sent.push(await refusal(send(stranger, { account: email, purpose })));
    }
    expect(sent.filter((code) => code === 200).length).toBeGreaterThanOrEqual(CODES_A_DAY - 1);
    // One of them was that of registering.
    const full = await refused(send(somebody(), reset));
    expect([full?.code, full?.args['seconds']]).toEqual([429, 86_400 - CODES_A_DAY * 60]);
    expect(await send(somebody(), { purpose: purposes.change, session: grant.session })).toBe(60);
    world.pass(86_400_000);
    expect(await send(somebody(), reset)).toBe(60);

    const greedy = somebody();
    const other = await world.registerByEmail(somebody());
    const ofOne: number[] = [];
    for (let more = 0; more <= CODES_OF_ONE; more += 1) {
      world.pass(60_000);
      ofOne.push(await refusal(send({ ...greedy, browser: somebody().browser }, { ...reset, account: other.email })));
    }
    expect(ofOne).toEqual([...Array.from({ length: CODES_OF_ONE }, () => 200), 429]);
    expect(await send(somebody(), { ...reset, account: other.email })).toBe(60);
  });

  it('is its owner’s, where they signed in before: no stranger makes them wait, or uses up what they need', async () => {
    const visitor = somebody();
    const { email } = await world.registerByEmail(visitor);
    const reset = { account: email, purpose: purposes.reset };
    world.pass(60_000);
    for (let more = 0; more < CODES_A_DAY; more += 1) await refusal(send(somebody(), reset));
    expect(await refusal(send(somebody(), reset))).toBe(429);
    // From another network, too; and at once, though a stranger's code went out just now.
    const elsewhere = { ...visitor, ip: somebody().ip };
    expect(await send(elsewhere, reset)).toBe(60);
    const code = await inbox(visitor, email, purposes.reset);
    expect(code).toMatch(/^[0-9]{6}$/);
    // Their own wait and number are bounded as well.
    expect(await send(visitor, reset)).toBeLessThanOrEqual(60);
    expect(await inbox(visitor, email, purposes.reset)).toBe(code);
    const own: number[] = [];
    for (let more = 1; more <= CODES_A_DAY; more += 1) {
      world.pass(60_000);
      own.push(await refusal(send(visitor, reset)));
    }
    expect(own).toEqual([...Array.from({ length: CODES_A_DAY - 1 }, () => 200), 429]);
  });

  it.each([purposes.bind, purposes.change, purposes.withdraw, purposes.fundPassword, purposes.apiKey])(
    'for purpose %i of the signed in: no other account makes its owner wait, voids their code, or uses up their number',
    async (purpose) => {
      const visitor = somebody();
      const { email, account, grant } = await world.registerByEmail(visitor);
      const thieves = await Promise.all(Array.from({ length: 3 }, () => world.registerByEmail(somebody())));
      const steal = async (): Promise<void> => {
        for (const { grant: theirs } of thieves)
          await refusal(send(somebody(), { account: email, purpose, session: theirs.session }));
      };
      await steal();
      const mine = { account: email, purpose, session: grant.session };
      expect(await send(visitor, mine)).toBe(60);
      const code = (await inbox(visitor, email, purpose)) ?? '';
      expect(code).toMatch(/^[0-9]{6}$/);
      for (let more = 0; more < CODES_A_DAY; more += 1) {
        world.pass(61_000);
        if (more < 8) await steal();
        else await refusal(send(somebody(), { ...mine, session: thieves[0]?.grant.session }));
        if (more === 2) expect(await refusal(world.people.identity.codes.use(email, purpose, code, account))).toBe(200);
      }
      expect(await refusal(send(somebody(), { ...mine, session: thieves[0]?.grant.session }))).toBe(429);
      expect(await send(visitor, mine)).toBe(60);
    },
  );
});

describe('a code is worth nothing', () => {
  it('after five wrong ones, however many come at once', async () => {
    const visitor = somebody();
    const email = `${world.name()}@example.com`;
    const code = await world.code(email, purposes.register, visitor);
    const wrong = { type: 2, code: other(code) };
    const codes = await Promise.all(Array.from({ length: 8 }, () => refusal(world.register(email, visitor, wrong))));
    expect(codes.filter((one) => one === 1004)).toHaveLength(5);
    expect(codes.filter((one) => one === 1005)).toHaveLength(3);
    expect(await refusal(world.register(email, visitor, { type: 2, code }))).toBe(1005);
  });

  it('for another address, purpose or kind of address', async () => {
    const visitor = somebody();
    const { email } = await world.registerByEmail(visitor);
    const theirs = await world.registerByEmail(somebody());
    const code = await world.code(email, purposes.reset, visitor);
    const { codes } = world.people.identity;
    expect(await refusal(codes.use(theirs.email, purposes.reset, code))).toBe(1004);
    for (const purpose of Object.values(purposes))
      if (purpose !== purposes.reset) expect(await refusal(codes.use(email, purpose, code))).not.toBe(200);
    expect(await refusal(codes.use(email, purposes.reset, code))).toBe(200);
  });

  it('when guessed at many addresses from one: the address is locked', async () => {
    const visitor = somebody();
    const guesses = [];
    for (let tries = 0; tries <= FAILURES_MOST.ip; tries += 1)
      guesses.push(
        await refusal(
          world.people.signIn.resetPassword({
            account: `guess${tries}@example.com`,
            code: '123456',
            password: NEXT,
            confirmPassword: NEXT,
            ip: visitor.ip,
            browser: visitor.browser,
          }),
        ),
      );
    expect(new Set(guesses.slice(0, -1))).toEqual(new Set([1004]));
    expect(guesses.at(-1)).toBe(1003);
  });
});

describe('§5 a forgotten password', () => {
  const reset = (account: string, code: string, { ip, browser }: Visitor, extra: object = {}) =>
    world.people.signIn.resetPassword({ account, code, password: NEXT, confirmPassword: NEXT, ip, browser, ...extra });

  it('is set anew by a code to the phone: sessions end, withdrawals wait a day, the second factor stays', async () => {
    const visitor = somebody();
    const phone = '7700900999';
    const register = await world.code(`+44${phone}`, purposes.register, visitor);
    const { account, grant } = await world.register(phone, visitor, { type: 3, areaCode: '44', code: register });
    await world.bindTotp(account.userId);
    const code = await world.code(`+44${phone}`, purposes.reset, visitor);
    await reset(phone, code, visitor, { areaCode: '44' });
    expect(await world.people.identity.sessions.find(grant.access)).toBe('unknown');
    const found = await world.people.identity.accounts.find(account.userId);
    expect(found?.withdrawalsLockedUntil).toBe(world.now() + CREDENTIAL_LOCK);
    expect(await refusal(world.login(phone, visitor, { type: 3, areaCode: '44' }))).toBe(1002);
    const next = { type: 3, areaCode: '44', password: NEXT };
    expect(await refusal(world.login(phone, visitor, next))).toBe(210);
    expect(await refusal(reset(phone, code, visitor, { areaCode: '44' }))).toBe(1005);
  });

  it('by the code of whoever asked for it, however many wrong ones come from elsewhere (issue 15 A.7)', async () => {
    const visitor = somebody();
    const { email } = await world.registerByEmail(visitor);
    const code = await world.code(email, purposes.reset, visitor);
    const tries = async (who: () => Visitor) => {
      const codes = [];
      for (let at = 0; at < 8; at += 1) codes.push(await refusal(reset(email, other(code), who())));
      return codes;
    };
    // Others have five tries together, from however many browsers.
    expect(await tries(somebody)).toEqual([1004, 1004, 1004, 1004, 1004, 1005, 1005, 1005]);
    expect(await refusal(reset(email, code, somebody()))).toBe(1005);
    expect(await refusal(reset(email, other(code), visitor))).toBe(1004);
    // A code that a stranger asked for does not put it aside either.
    world.pass(61_000);
    const stranger = somebody();
    const theirs = await world.code(email, purposes.reset, stranger);
    expect(await refusal(reset(email, code, visitor))).toBe(200);
    // Their own tries of it stay five.
    const wrong = async () => refusal(reset(email, other(theirs), stranger));
    for (let at = 0; at < 5; at += 1) expect(await wrong()).toBe(1004);
    expect(await wrong()).toBe(1005);
  });

  it('answers for an address without an account as for a wrong code', async () => {
    const visitor = somebody();
    const { email } = await world.registerByEmail(visitor);
    const unknown = `${world.name()}@example.com`;
    const answers = [];
    for (const account of [email, unknown]) {
      await send(visitor, { account, purpose: purposes.reset });
      const code = await inbox(visitor, account, purposes.reset);
      const no = await refused(reset(account, other(code ?? '000000'), visitor));
      answers.push([no?.code, no?.message, no?.args, no?.fields]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toBe(1004);
    expect(await refusal(world.login(email, visitor, { password: PASSWORD }))).toBe(200);
  });

  it('refuses differing and common passwords before it uses the code up', async () => {
    const visitor = somebody();
    const { email } = await world.registerByEmail(visitor);
    const code = await world.code(email, purposes.reset, visitor);
    expect(await refusal(reset(email, code, visitor, { confirmPassword: PASSWORD }))).toBe(400);
    const common = clientHash('password1');
    expect(await refusal(reset(email, code, visitor, { password: common, confirmPassword: common }))).toBe(1008);
    const notices = () =>
      world.db
        .selectFrom('practice_inbox')
        .select('id')
        .where('address', '=', email)
        .where('purpose', '=', 0)
        .execute();
    expect(await notices()).toHaveLength(0);
    expect(await refusal(reset(email, code, visitor))).toBe(200);
    // The owner gets a notice.
    expect(await notices()).toHaveLength(1);
  });

  it('is set once when the code comes many times at once', async () => {
    const visitor = somebody();
    const { email } = await world.registerByEmail(visitor);
    const code = await world.code(email, purposes.reset, visitor);
    const codes = await Promise.all(Array.from({ length: 5 }, () => refusal(reset(email, code, visitor))));
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 1005, 1005, 1005, 1005]);
  });
});
