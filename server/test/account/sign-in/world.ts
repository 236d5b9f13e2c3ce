// People over a real PostgreSQL on a clock the test moves: visitors with browsers of their own, codes out of the inbox.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { generate } from 'otplib';
import {
  clientHash,
  IdentityRefusal,
  type IdentityTables,
  type Registration,
  type SignIn,
  TERMS_VERSION,
} from '../../../src/account/identity/index.ts';
import { createPeople, type People, type PeopleOptions } from '../../../src/account/users/index.ts';
import { testDatabase } from '../../../src/app/postgres/index.ts';
import type { ExchangeLink } from '../../../src/engine/sequencer/index.ts';
import type { Visitor } from '../../../src/account/sign-in/index.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { migrateAll, surviveLoss } from '../../../src/projection/views/index.ts';

export const ORIGIN = 'https://vitrine.test';
export const PARTY = 'vitrine.test';
export const PASSWORD = clientHash('Glass-and-ink7');
export const WRONG = clientHash('not-this-One9');
export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36';
export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

export interface PeopleWorld {
  readonly db: Kysely<IdentityTables>;
  readonly people: People;
  /** The clock, ms UTC. */
  now(): number;
  pass(ms: number): void;
  name(): string;
  /** A browser of its own. */
  visitor(extra?: Partial<Visitor>): Visitor;
  /** What a registration by name sends. */
  registration(account: string, extra?: object): Registration;
  register(account: string, visitor: Visitor, extra?: object): Promise<SignIn>;
  login(account: string, visitor: Visitor, extra?: object): Promise<SignIn>;
  /** A code that was sent to a guest's browser. */
  code(address: string, purpose: number, visitor: Visitor): Promise<string>;
  /** An account by e-mail. */
  registerByEmail(visitor: Visitor): Promise<SignIn & { readonly email: string }>;
  /** Binds an authenticator; gives its secret and recovery codes. */
  bindTotp(userId: string): Promise<{ readonly secret: string; readonly recoveryCodes: string[] }>;
  /** The authenticator's code now, or some steps later. */
  totp(secret: string, steps?: number): Promise<string>;
  results(userId: string): Promise<string[]>;
  stop(): Promise<void>;
}

/** What a call refused with: its code and what it carries; 200 when it did not. */
export async function refusal(work: Promise<unknown>): Promise<number> {
  return (await refused(work))?.code ?? 200;
}

export async function refused(work: Promise<unknown>): Promise<IdentityRefusal | undefined> {
  try {
    await work;
  } catch (error) {
    if (error instanceof IdentityRefusal) return error;
    throw error;
  }
  return undefined;
}

let worlds = 0;

/** @param options of the people, beside what the world gives them. */
export async function startPeople(options: Partial<PeopleOptions> = {}): Promise<PeopleWorld> {
  const database = await testDatabase();
  await migrateAll(database.connection);
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-people-'));
  const pool = new pg.Pool({ ...database.connection, max: 8 });
  surviveLoss(pool);
  const db = new Kysely<IdentityTables>({ dialect: new PostgresDialect({ pool }) });
  let time = Date.UTC(2026, 10, 21, 12);
  let coreUsers = 100;
  let made = 0;
  const world = (worlds += 1);
  const link = {
    submit: async ({ name }: { name: string }) => {
      if (name !== 'user.open' && name !== 'user.set')
        throw new Error(`user.open or user.set was expected, got ${name}`);
      return { seq: 1, time, code: 200, result: (coreUsers += 1), expected: 0, got: 0, repeated: false };
    },
  } as unknown as ExchangeLink;
  const people = await createPeople({
    db,
    link,
    dataFolder: folder,
    vault: createVault(new Uint8Array(32).fill(7)),
    mode: 'practice',
    origins: () => new Set(['http://127.0.0.1:8080', ORIGIN]),
    now: () => time,
    onFault: (error) => {
      throw error;
    },
    ...options,
  });

  const self: PeopleWorld = {
    db,
    people,
    now: () => time,
    pass: (ms) => {
      time += ms;
    },
    name: () => `person${world}x${(made += 1)}`,
    visitor: (extra = {}) => ({
      ip: '203.0.113.7',
      agent: CHROME,
      browser: `browser-mark-of-${world}-${(made += 1)}`,
      lang: 'en',
      ...extra,
    }),
    registration: (account, extra = {}) => ({
      type: 1,
      account,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      terms: TERMS_VERSION,
      ...extra,
    }),
    register: (account, visitor, extra = {}) => people.signIn.register(self.registration(account, extra), visitor),
    login: (account, visitor, extra = {}) =>
      people.signIn.login({ type: 1, account, password: PASSWORD, ...extra }, visitor),
    async code(address, purpose, { ip, browser, lang }) {
      const by = address.includes('@') ? 'email' : 'phone';
      const [, areaCode, phone] = /^\+(\d{2})(\d+)$/.exec(address) ?? [];
      const account = phone ?? address;
      await people.signIn.sendCode({ by, account, areaCode, purpose, ip, browser, lang, session: undefined });
      const found = (await people.inbox?.list(browser))?.find(
        (one) => one.address === address && one.purpose === purpose && one.code !== null,
      );
      return found?.code ?? '';
    },
    async registerByEmail(visitor) {
      const email = `${self.name()}@example.com`;
      const code = await self.code(email, 1, visitor);
      return { email, ...(await self.register(email, visitor, { type: 2, code })) };
    },
    async bindTotp(userId) {
      const { secret } = await people.factors.authenticator.offer(userId, 'label');
      const recoveryCodes = await people.factors.authenticator.bind(userId, await self.totp(secret));
      // The code that bound it is used up: the next one is another step's.
      self.pass(30_000);
      return { secret, recoveryCodes };
    },
    totp: (secret, steps = 0) => generate({ secret, epoch: Math.floor(time / 1_000) + steps * 30 }),
    async results(userId) {
      const { records } = await people.loginLog.list(userId, 1, 100);
      return records.map((one) => one.result);
    },
    async stop() {
      await people.stop();
      await db.destroy();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return self;
}
