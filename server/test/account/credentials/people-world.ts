// Credentials, keys and cards over a real PostgreSQL: a clock the test moves, messages and commands it can read.

import type { UploadPurpose } from '@vitrine/contract';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type ApiKeys, createApiKeys } from '../../../src/account/api-keys/index.ts';
import { type Cards, createMoneyWays, type Payments } from '../../../src/account/cards/index.ts';
import { createCredentials, type Credentials, type CredentialParts } from '../../../src/account/credentials/index.ts';
import {
  clientHash,
  createIdentity,
  type Identity,
  IdentityRefusal,
  type IdentityTables,
  type Session,
  TERMS_VERSION,
} from '../../../src/account/identity/index.ts';
import type { Notice } from '../../../src/account/messages/index.ts';
import { testDatabase } from '../../../src/app/postgres/index.ts';
import { type ExchangeLink, IntakeError } from '../../../src/engine/sequencer/index.ts';
import { createVault, type Vault } from '../../../src/account/vault/index.ts';
import { migrateAll } from '../../../src/projection/views/migrate.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const LOGIN_PASSWORD = clientHash('Glass-and-ink7');

/** A command the exchange was given. */
export interface SentCommand {
  readonly name: string;
  readonly user?: number;
  readonly stage?: number;
  readonly locks?: number;
}

export interface SentNotice {
  readonly userId: string;
  readonly notice: Notice;
  readonly besides: string | undefined;
}

export interface PeopleWorld {
  readonly db: Kysely<IdentityTables>;
  readonly vault: Vault;
  readonly identity: Identity;
  readonly credentials: Credentials;
  readonly apiKeys: ApiKeys;
  readonly cards: Cards;
  readonly payments: Payments;
  /** ms UTC; tests move it. */
  readonly clock: { time: number };
  readonly submitted: SentCommand[];
  /** Whether it takes commands. */
  readonly exchange: { taking: boolean };
  readonly notices: SentNotice[];
  /** Files that are there, by id. */
  readonly files: Map<string, { userId: string; purpose: UploadPurpose; attached: boolean }>;
  /** Makes a customer; gives a session of his. */
  customer(): Promise<Session>;
  /** Sends a code and reads it. */
  code(address: string, purpose: number): Promise<string>;
  /** The same parts under another master key. */
  parts(vault: Vault): CredentialParts & { readonly onFault: (error: unknown) => void };
  stop(): Promise<void>;
}

/** The code of a refusal, with what it carries; 200 when there was none. */
export async function refusal(
  work: Promise<unknown>,
): Promise<{ code: number; args?: object; fields?: object | undefined }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof IdentityRefusal) return { code: error.code, args: error.args, fields: error.fields };
    throw error;
  }
  return { code: 200 };
}

/** The code alone. */
export const codeOf = async (work: Promise<unknown>): Promise<number> => (await refusal(work)).code;

/** `onStatement` is called at each statement of SQL. */
export async function startPeople(onStatement: () => void = () => undefined): Promise<PeopleWorld> {
  const database = await testDatabase();
  await migrateAll(database.connection);
  const pool = new pg.Pool({ ...database.connection, max: 8 });
  const db = new Kysely<IdentityTables>({ dialect: new PostgresDialect({ pool }), log: onStatement });
  const clock = { time: Date.UTC(2026, 10, 21, 12) };
  const now = () => clock.time;
  const submitted: SentCommand[] = [];
  const notices: SentNotice[] = [];
  const sent = new Map<string, string>();
  const files: PeopleWorld['files'] = new Map();
  const exchange = { taking: true };
  let coreUsers = 100;
  let made = 0;
  const link = {
    submit: async (command: SentCommand) => {
      if (!exchange.taking) throw new IntakeError('server.notTaking', 'test: orders are not taken');
      submitted.push(command);
      const result = command.name === 'user.open' ? (coreUsers += 1) : 0;
      return { seq: submitted.length, time: clock.time, code: 200, result, expected: 0, got: 0, repeated: false };
    },
  } as unknown as ExchangeLink;
  const onFault = (error: unknown) => {
    throw error;
  };
  const messages = {
    code: async ({ address, purpose, code }: { address: string; purpose: number; code: string | null }) => {
      if (code !== null) sent.set(`${address} ${purpose}`, code);
    },
    notice: async (userId: string, notice: Notice, besides?: string) => {
      notices.push({ userId, notice, besides });
    },
  };
  const vault = createVault(new Uint8Array(32).fill(7));
  const identity = await createIdentity({ db, link, vault, messenger: messages, now, onFault });
  const ownFiles = {
    ofOwner: async (userId: string, id: string) => {
      const file = files.get(id);
      return file?.userId === userId ? { id, purpose: file.purpose, digest: id } : undefined;
    },
    attach: async (id: string) => {
      const file = files.get(id);
      if (file) file.attached = true;
      return file !== undefined;
    },
    release: async (id: string) => {
      const file = files.get(id);
      if (file) file.attached = false;
    },
  };
  const parts = (vault: Vault) => ({ db, vault, messages, now, onFault, ...identity });
  const apiKeys = createApiKeys(parts(vault));
  return {
    db,
    vault,
    identity,
    credentials: createCredentials({ ...parts(vault), endKeys: async () => undefined }, ownFiles),
    apiKeys,
    ...createMoneyWays(parts(vault), ownFiles),
    clock,
    submitted,
    exchange,
    notices,
    files,
    parts,
    async customer() {
      const { userId, coreUser } = await identity.accounts.create({
        type: 1,
        account: `customer${(made += 1)}`,
        password: LOGIN_PASSWORD,
        confirmPassword: LOGIN_PASSWORD,
        terms: TERMS_VERSION,
      });
      const { session } = await identity.sessions.start(userId, coreUser, { ip: '127.0.0.1', agent: 'test' });
      return session;
    },
    async code(address, purpose) {
      sent.delete(`${address} ${purpose}`);
      // Codes to one address wait for each other.
      clock.time += 61_000;
      await identity.codes.send(address, purpose, { browser: 'browser', lang: 'en', userId: undefined }, false);
      const code = sent.get(`${address} ${purpose}`);
      if (code === undefined) throw new Error(`expected a code to ${address} with purpose ${purpose}`);
      return code;
    },
    async stop() {
      identity.standing.stop();
      await apiKeys.stop();
      // The pool says it has ended before its connections have.
      let open = pool.totalCount;
      const ended = new Promise<void>((resolve) => {
        if (open === 0) resolve();
        pool.on('remove', () => (open -= 1) === 0 && resolve());
      });
      await db.destroy();
      await ended;
      await database.stop();
    },
  };
}
