// Identity over a real PostgreSQL: accounts, sessions, codes and throttling on a clock the test moves.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  clientHash,
  type Identity,
  IdentityRefusal,
  type IdentityTables,
  purposes,
  TERMS_VERSION,
} from '../../../src/account/identity/index.ts';
import { createPeople, type People } from '../../../src/account/users/index.ts';
import { testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import { SESSION_LIFE, TOKEN_LIVES, type TokenLives } from '../../../src/app/settings/index.ts';
import type { ExchangeLink } from '../../../src/engine/sequencer/index.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { migrateAll, surviveLoss } from '../../../src/projection/views/index.ts';

const device = { ip: '127.0.0.1', agent: 'test' };
const visitor = { ...device, browser: 'browser-one-mark', lang: 'en' } as const;
const password = clientHash('Glass-and-ink7');
const browser = 'browser-one';

let database: TestDatabase;
let db: Kysely<IdentityTables>;
let folder: string;
let identity: Identity;
let time = 0;
let opened: { referrer: number }[] = [];
let made = 0;
let coreUsers = 100;

/** A link that opens users and does nothing else. */
const link = {
  submit: async (command: { name: string; referrer?: number }) => {
    if (command.name === 'user.open') opened.push({ referrer: command.referrer ?? 0 });
    else if (command.name !== 'user.set') throw new Error(`user.open or user.set was expected, got ${command.name}`);
    return { seq: opened.length, time, code: 200, result: (coreUsers += 1), expected: 0, got: 0, repeated: false };
  },
} as unknown as ExchangeLink;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-identity-'));
  await migrateAll(database.connection);
  const pool = new pg.Pool({ ...database.connection, max: 4 });
  surviveLoss(pool);
  db = new Kysely<IdentityTables>({ dialect: new PostgresDialect({ pool }) });
});

afterAll(async () => {
  await db?.destroy();
  await database?.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  time = Date.UTC(2026, 10, 21, 12);
  opened = [];
  people = await open('practice');
  ({ identity } = people);
});

afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});

let people: People;
/** What `open` started since the last test; its timers must not outlive the test. */
const running: People[] = [];
const open = async (mode: 'practice' | 'live', lives?: TokenLives): Promise<People> => {
  const opened = await createPeople({
    db,
    link,
    dataFolder: folder,
    vault: createVault(new Uint8Array(32)),
    mode,
    lives,
    now: () => time,
    onFault: (error) => {
      throw error;
    },
  });
  running.push(opened);
  return opened;
};
const freshName = () => `user${(made += 1)}x`;
const register = (account: string, extra: object = {}) =>
  people.signIn.register(
    { type: 1, account, password, confirmPassword: password, terms: TERMS_VERSION, ...extra },
    visitor,
  );

const login = (credentials: Parameters<typeof people.signIn.login>[0]) => people.signIn.login(credentials, visitor);
const sendCode = ({ account, purpose }: { account: string; purpose: number }) =>
  people.signIn.sendCode({ by: 'email', account, purpose, ip: device.ip, browser, lang: 'en', session: undefined });

async function refusal(work: Promise<unknown>): Promise<number> {
  try {
    await work;
  } catch (error) {
    if (error instanceof IdentityRefusal) return error.code;
    throw error;
  }
  return 200;
}

async function codeFor(address: string, purpose: number): Promise<string> {
  await sendCode({ account: address, purpose });
  const message = (await people.inbox?.list(browser))?.find(
    (one) => one.address === address && one.purpose === purpose,
  );
  return message?.code ?? '';
}

describe('§5 registration', () => {
  it('opens an account by user name and signs in with it', async () => {
    const name = freshName();
    const { account, grant } = await register(name);
    expect(account.loginName).toBe(name);
    expect(await identity.sessions.find(grant.access)).toMatchObject({
      userId: account.userId,
      coreUser: account.coreUser,
    });
    const again = await login({ type: 1, account: name.toUpperCase(), password });
    expect(again.account.userId).toBe(account.userId);
    expect(opened).toHaveLength(1);
  });

  it('tells the core who referred, and refuses an unknown invite code', async () => {
    const first = await register(freshName());
    const second = await register(freshName(), { inviteCode: first.account.inviteCode.toLowerCase() });
    expect(opened[1]?.referrer).toBe(first.account.coreUser);
    expect(second.account.inviteCode).not.toBe(first.account.inviteCode);
    expect(await refusal(register(freshName(), { inviteCode: 'NOBODY22' }))).toBe(1007);
  });

  it('refuses a taken name, differing passwords, a common password and missing terms, and keeps nothing of them', async () => {
    const name = freshName();
    await register(name);
    expect(await refusal(register(name))).toBe(1006);
    expect(await refusal(register(freshName(), { confirmPassword: clientHash('else') }))).toBe(400);
    const common = clientHash('password1');
    expect(await refusal(register(freshName(), { password: common, confirmPassword: common }))).toBe(1008);
    expect(await refusal(register(freshName(), { terms: '1999-01-01' }))).toBe(1010);
    expect(await refusal(register('1'))).toBe(400);
    expect(opened).toHaveLength(1);
  });

  it('by e-mail wants the code that was sent there, once', async () => {
    const email = `${freshName()}@example.com`;
    const code = await codeFor(email, purposes.register);
    expect(code).toMatch(/^\d{6}$/);
    const wrong = code === '000000' ? '111111' : '000000';
    expect(await refusal(register(email, { type: 2, code: wrong }))).toBe(1004);
    await register(email, { type: 2, code });
    expect(await refusal(register(email, { type: 2, code }))).toBe(1005);
  });
});

describe('§5 log-in', () => {
  it('answers a wrong password and an unknown account alike', async () => {
    const name = freshName();
    await register(name);
    const wrong = clientHash('wrong-one9');
    expect(await refusal(login({ type: 1, account: name, password: wrong }))).toBe(1002);
    expect(await refusal(login({ type: 1, account: 'nobody-here', password: wrong }))).toBe(1002);
  });

  it('by e-mail needs the password and a code', async () => {
    const email = `${freshName()}@example.com`;
    await register(email, { type: 2, code: await codeFor(email, purposes.register) });
    expect(await refusal(login({ type: 2, account: email, password }))).toBe(1004);
    const code = await codeFor(email, purposes.login);
    const { account } = await login({ type: 2, account: email, password, code });
    expect(account.email).toBe(email);
  });

  it('locks after five wrong passwords, also against the right one, and opens again after a while', async () => {
    const name = freshName();
    await register(name);
    const wrong = clientHash('wrong-one9');
    for (let tries = 0; tries < 5; tries += 1)
      expect(await refusal(login({ type: 1, account: name, password: wrong }))).toBe(1002);
    expect(await refusal(login({ type: 1, account: name, password }))).toBe(1003);
    time += 900_001;
    expect(await refusal(login({ type: 1, account: name, password }))).toBe(200);
  });
});

describe('§4 sessions', () => {
  it('end after two hours without a refresh, and are renewed by one', async () => {
    const { grant } = await register(freshName());
    time += TOKEN_LIVES.access;
    expect(await identity.sessions.find(grant.access)).toBe('expired');
    const renewed = await identity.sessions.refresh(grant.refresh, device);
    expect(renewed?.session.satoken).toBe(grant.session.satoken);
    expect(await identity.sessions.find(renewed?.access ?? '')).toMatchObject({ id: grant.session.id });
    time += TOKEN_LIVES.refresh;
    expect(await identity.sessions.refresh(renewed?.refresh ?? '', device)).toBeUndefined();
  });

  it('§7 live as long as the operator set', async () => {
    const lives = { access: 600_000, refresh: 3_600_000 };
    people = await open('practice', lives);
    const { sessions } = people.identity;
    const { grant } = await register(freshName());
    time += lives.access - 1;
    expect(await sessions.find(grant.access)).toMatchObject({ id: grant.session.id });
    time += 1;
    expect(await sessions.find(grant.access)).toBe('expired');
    time += lives.refresh - lives.access;
    expect(await sessions.refresh(grant.refresh, device)).toBeUndefined();
  });

  it('end after 30 days however often they were refreshed', async () => {
    let { grant } = await register(freshName());
    for (const ends = time + SESSION_LIFE - TOKEN_LIVES.refresh; time < ends;) {
      time += TOKEN_LIVES.refresh - 1;
      const renewed = await identity.sessions.refresh(grant.refresh, device);
      if (renewed === undefined) throw new Error('expected the session to go on');
      grant = renewed;
    }
    time += TOKEN_LIVES.refresh - 1;
    expect(await identity.sessions.refresh(grant.refresh, device)).toBeUndefined();
    expect(await identity.sessions.alive(grant.session.id)).toBe(false);
  });

  it('survive two tabs that refresh at once, and end when a refresh token is shown again later', async () => {
    const { grant } = await register(freshName());
    const [one, other] = await Promise.all([
      identity.sessions.refresh(grant.refresh, device),
      identity.sessions.refresh(grant.refresh, device),
    ]);
    expect(await identity.sessions.find(one?.access ?? '')).toMatchObject({ id: grant.session.id });
    expect(await identity.sessions.find(other?.access ?? '')).toMatchObject({ id: grant.session.id });
    time += 30_001;
    expect(await identity.sessions.refresh(grant.refresh, device)).toBeUndefined();
    expect(await identity.sessions.find(one?.access ?? '')).toBe('unknown');
  });

  it('end for all devices at once, and forged tokens open nothing', async () => {
    const name = freshName();
    const { account, grant } = await register(name);
    const second = await login({ type: 1, account: name, password });
    await identity.sessions.endAll(account.userId, second.grant.session.id);
    expect(await identity.sessions.find(grant.access)).toBe('unknown');
    expect(await identity.sessions.find(second.grant.access)).toMatchObject({ userId: account.userId });
    expect(await identity.sessions.find(`${second.grant.access}x`)).toBe('unknown');
    expect(identity.sessions.satokenFits(second.grant.session, grant.session.satoken)).toBe(false);
  });

  it('give socket tickets that open once and within 30 s', async () => {
    const { grant } = await register(freshName());
    const ticket = await identity.sessions.ticket(grant.session);
    expect(await identity.sessions.redeem(ticket)).toMatchObject({ userId: grant.session.userId });
    expect(await identity.sessions.redeem(ticket)).toBeUndefined();
    const late = await identity.sessions.ticket(grant.session);
    time += 30_001;
    expect(await identity.sessions.redeem(late)).toBeUndefined();
  });

  it('keep no token in the database', async () => {
    const { grant } = await register(freshName());
    const rows = JSON.stringify(await db.selectFrom('session_tokens').selectAll().execute());
    expect(rows).not.toContain(grant.access);
    expect(rows).not.toContain(grant.refresh);
  });
});

describe('§5 codes', () => {
  it('answer the same whether the account exists or not, and reach nobody when it does not', async () => {
    const known = `${freshName()}@example.com`;
    await register(known, { type: 2, code: await codeFor(known, purposes.register) });
    const unknown = `${freshName()}@example.com`;
    const waits = [];
    for (const account of [known, unknown]) waits.push(await sendCode({ account, purpose: purposes.reset }));
    expect(waits[0]).toBe(waits[1]);
    const inbox = await people.inbox?.list(browser);
    expect(inbox?.some((one) => one.address === known && one.purpose === purposes.reset)).toBe(true);
    expect(inbox?.some((one) => one.address === unknown)).toBe(false);
  });

  it('are seen by the asking browser only, wait a minute, and end after five tries or ten minutes', async () => {
    const email = `${freshName()}@example.com`;
    const code = await codeFor(email, purposes.register);
    expect((await people.inbox?.list('another-browser'))?.length).toBe(0);
    expect(await sendCode({ account: email, purpose: purposes.register })).toBeLessThanOrEqual(61);
    expect((await people.inbox?.list(browser))?.filter((one) => one.address === email)).toHaveLength(1);
    const wrong = code === '000000' ? '111111' : '000000';
    for (let tries = 0; tries < 5; tries += 1)
      expect(await refusal(identity.codes.use(email, purposes.register, wrong))).toBe(1004);
    expect(await refusal(identity.codes.use(email, purposes.register, code))).toBe(1005);
    time += 61_000;
    const next = await codeFor(email, purposes.register);
    time += 600_000;
    expect(await refusal(identity.codes.use(email, purposes.register, next))).toBe(1005);
  });

  it('of another address or purpose do not fit', async () => {
    const email = `${freshName()}@example.com`;
    const other = `${freshName()}@example.com`;
    const code = await codeFor(email, purposes.register);
    await codeFor(other, purposes.register);
    const otherCode = (await people.inbox?.list(browser))?.find((one) => one.address === other)?.code;
    if (otherCode !== code) expect(await refusal(identity.codes.use(other, purposes.register, code))).toBe(1004);
    expect(await refusal(identity.codes.use(email, purposes.login, code))).toBe(1004);
  });
});

describe('§5 a forgotten password', () => {
  it('is set anew by a code, and every session ends', async () => {
    const email = `${freshName()}@example.com`;
    const { grant } = await register(email, { type: 2, code: await codeFor(email, purposes.register) });
    const next = clientHash('Another-0ne');
    const code = await codeFor(email, purposes.reset);
    await people.signIn.resetPassword({
      account: email,
      code,
      password: next,
      confirmPassword: next,
      ip: device.ip,
      browser: 'a browser',
    });
    expect(await identity.sessions.find(grant.access)).toBe('unknown');
    const loginCode = await codeFor(email, purposes.login);
    expect(await refusal(login({ type: 2, account: email, password, code: loginCode }))).toBe(1002);
    expect(await refusal(login({ type: 2, account: email, password: next, code: loginCode }))).toBe(200);
  });
});

describe('§5 favourites', () => {
  it('keep their order, are added once, and belong to one user', async () => {
    const one = (await register(freshName())).account.userId;
    const other = (await register(freshName())).account.userId;
    for (const row of ['3', '1', '3', '2']) await identity.favourites.add(one, row);
    await identity.favourites.remove(other, '1');
    await identity.favourites.remove(one, '2');
    expect(await identity.favourites.list(one)).toEqual(['3', '1']);
    expect(await identity.favourites.list(other)).toEqual([]);
  });
});

describe('live mode', () => {
  it('sends no code without a mail server, and says so', async () => {
    const live = await open('live');
    expect(
      await refusal(
        live.signIn.sendCode({
          by: 'email',
          account: `${freshName()}@example.com`,
          purpose: purposes.register,
          ip: device.ip,
          browser,
          lang: 'en',
          session: undefined,
        }),
      ),
    ).toBe(503);
    expect(live.inbox).toBeUndefined();
  });
});
