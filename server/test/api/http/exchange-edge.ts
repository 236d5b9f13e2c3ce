// The whole way in one process: HTTP in front of the real core, journal, live fold, views and identity.

import { hashPassword, makeKey } from '@vitrine/contract';
import { type Command, defaultGenesis, type Exchange, firstCommands } from '@vitrine/core';
import type { FastifyInstance } from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Alerts, type AlertTables, createAlerts } from '../../../src/automation/alerts/index.ts';
import { type AutoRepays, type AutoRepayTables, createAutoRepays } from '../../../src/automation/auto-repay/index.ts';
import { followFunds } from '../../../src/custody/exchange/index.ts';
import type { Customer } from '../../../src/custody/types/index.ts';
import { createEdge } from '../../../src/api/http/index.ts';
import { type ContentTables, createContent } from '../../../src/content/index.ts';
import { createRequestKeys, type RequestKeyTables } from '../../../src/api/idempotency/index.ts';
import { type Identity, type IdentityTables, TERMS_VERSION } from '../../../src/account/identity/index.ts';
import { type JournalRow, readRow } from '../../../src/engine/journal/index.ts';
import { createLive, type Live } from '../../../src/projection/live/index.ts';
import { type BondClaims, type BondClaimTables, createBondClaims } from '../../../src/otc/bond-claims/index.ts';
import { createOtcChat, type OtcChatTables } from '../../../src/otc/chat/index.ts';
import { createPeople, type People } from '../../../src/account/users/index.ts';
import { connect, fairPool, poolConfig, testDatabase } from '../../../src/app/postgres/index.ts';
import { createRoutes } from '../../../src/api/routes/index.ts';
import { coreKit, type ExchangeLink, followBatches, startLocal } from '../../../src/engine/sequencer/index.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { migrateAll, openFolder, openReads, surviveLoss } from '../../../src/projection/views/index.ts';
import { type FakeCustody, fakeCustody } from './fake-custody.ts';
import { type Json, ORIGIN, testBodies } from './harness.ts';

/** LTC stands in for a market with hours: it opens tomorrow. */
export const CLOSED_MARKET = 'LTC_USDT';
const LTC = 8;
const CALENDAR = 200;
const MAKER_LEVELS = 5;
/** Long enough on the slowest machine, ms. */
const FOLD_PATIENCE = 600_000;
const BTC_CENTS = 100_000_000;

export interface Person {
  readonly cookie: string;
  readonly satoken: string;
}

export interface Answer {
  readonly status: number;
  readonly code: number;
  readonly data: Json;
}

export interface ExchangeEdge {
  readonly app: FastifyInstance;
  readonly link: ExchangeLink;
  readonly live: Live;
  readonly identity: Identity;
  readonly people: People;
  readonly alerts: Alerts;
  readonly repays: AutoRepays;
  readonly custody: FakeCustody;
  readonly bondClaims: BondClaims;
  readonly db: Kysely<IdentityTables>;
  /** Resolves when the views show a command. */
  folded(seq: number): Promise<void>;
  /** A row of the journal itself. */
  journalRow(row: number): Promise<JournalRow | undefined>;
  /** Commands that were done so far; a refused one that changed anything throws where it ran. */
  done(): number;
  /** Runs something that must change nothing: no command is done, and a refused one leaves every table as it was. */
  refused(act: () => Promise<Answer>): Promise<Answer>;
  /** A fresh tick of BTC at 100,000 and the market maker's quotes around it. */
  quote(): Promise<void>;
  register(name: string): Promise<Person>;
  /** Numbers of who is signed in. */
  customerOf(person: Person): Promise<Customer>;
  call(person: Person | undefined, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  stop(): Promise<void>;
}

/** A fresh idempotency key; `ago` in ms. */
export function freshKey(ago = 0): string {
  return makeKey(Date.now() - ago, randomBytes(10));
}

export interface ExchangeOptions {
  /** Where the edge and people write their log; without one a fault of people throws. */
  readonly logger?: Logger;
  /** False: refused commands are not held against the state, which takes most of their time. */
  readonly watch?: boolean;
  /** How far the exchange's clock runs before this machine's, ms. */
  readonly ahead?: () => number;
}

/** A password of the list of breached ones that the exchange has. */
export const BREACHED = 'Stolen-long-ago1';

async function breachedFile(folder: string): Promise<string> {
  const path = join(folder, 'breached');
  await writeFile(path, `${createHash('sha1').update(BREACHED).digest('hex').toUpperCase()}:3\n`);
  return path;
}

/** Starts it all. */
export async function startExchange({
  logger,
  watch = true,
  ahead = () => 0,
}: ExchangeOptions = {}): Promise<ExchangeEdge> {
  const database = await testDatabase();
  const dataFolder = await mkdtemp(join(tmpdir(), 'vitrine-edge-'));
  await migrateAll(database.connection);
  let done = 0;
  const kit = { ...coreKit, open: () => (watch ? watched(coreKit.open(), () => (done += 1)) : coreKit.open()) };
  const local = await startLocal({
    address: database.address,
    dataFolder,
    genesis: genesisWithHours(),
    setup: firstCommands('practice'),
    kit,
    time: { utc: () => Date.now() + ahead(), monotonic: () => performance.now() + ahead() },
  });
  const { link } = local;
  const folder = await openFolder({
    connection: database.connection,
    onTrouble: (error) => {
      throw error;
    },
  });
  const stopFollowing = await followBatches({
    kit: coreKit,
    link,
    address: database.address,
    dataFolder,
    afterRow: 0,
    listener: (batch) => folder.push(batch),
  });
  const reads = openReads(database.connection);
  const live = await createLive(link);
  const { types: _, ...config } = poolConfig(database.address, 'identity', 4);
  const pool = new pg.Pool(config);
  // A connection that is closing when its database is dropped says so; nothing is lost by that.
  surviveLoss(pool);
  const db = new Kysely<IdentityTables>({ dialect: new PostgresDialect({ pool: fairPool(pool, 4) }) });
  const vault = createVault(randomBytes(32));
  const people = await createPeople({
    db,
    link,
    dataFolder,
    vault,
    mode: 'practice',
    breachedPasswords: await breachedFile(dataFolder),
    origins: () => new Set([ORIGIN]),
    onFault: (error) => {
      if (logger === undefined) throw error;
      logger.error({ err: error, module: 'people' }, 'fault');
    },
  });
  const { identity } = people;
  const alerts = await createAlerts({
    db: db as unknown as Kysely<AlertTables>,
    live,
    messages: people.messages,
    onFault: (error) => {
      throw error;
    },
  });
  const repays = await createAutoRepays({
    db: db as unknown as Kysely<AutoRepayTables>,
    link,
    live,
    order: async (user, order) => (await reads.order(user, order))?.order,
    onFault: (error) => {
      throw error;
    },
  });
  const otcChat = await createOtcChat({
    ...{ db: db as unknown as Kysely<OtcChatTables>, link, vault, files: people.files },
    onFault: (error) => {
      throw error;
    },
  });
  const bondClaims = await createBondClaims({
    ...{ db: db as unknown as Kysely<BondClaimTables>, link, live, vault, messages: people.messages },
    async userOf(coreUser) {
      const row = await db
        .selectFrom('users')
        .select('id')
        .where('core_user', '=', String(coreUser))
        .executeTakeFirst();
      return row === undefined ? undefined : String(row.id);
    },
    now: () => Date.now() + ahead(),
    onFault: (error) => {
      throw error;
    },
  });
  const content = await createContent({
    db: db as unknown as Kysely<ContentTables>,
    now: () => Date.now() + ahead(),
    onFault: (error) => {
      throw error;
    },
  });
  const requestKeys = createRequestKeys({
    db: db as unknown as Kysely<RequestKeyTables>,
    now: () => Date.now() + ahead(),
    onFault: (error) => {
      throw error;
    },
  });
  const custody = fakeCustody();
  const funds = await followFunds(link);
  const app = await createEdge({
    link,
    live,
    sessions: identity.sessions,
    guardian: people.guardian,
    sealed: await testBodies(),
    requestKeys,
    ...createRoutes({
      link,
      live,
      reads,
      people,
      alerts,
      repays,
      custody,
      otcChat,
      bondClaims,
      content,
      requestKeys,
      funds,
      mode: 'practice',
      past: undefined,
      prices: 'simulated',
      seedHash: undefined,
    }),
    mode: 'practice',
    origins: () => new Set([ORIGIN]),
    secure: false,
    version: '0.0.0',
    limits: { calls: 1_000_000, secrets: 1_000_000 },
    checkAnswers: true,
    readSlot: 0,
    ...(logger === undefined ? {} : { logger }),
  });
  let turn = 0;

  const world: ExchangeEdge = {
    app,
    link,
    live,
    identity,
    people,
    alerts,
    repays,
    custody,
    bondClaims,
    db,
    done: () => done,
    async refused(act) {
      const before = done;
      const answer = await act();
      if (done !== before) throw new Error('expected nothing to be done');
      return answer;
    },
    async journalRow(row) {
      const client = await connect(database.address, 'test');
      try {
        return await readRow(client, row);
      } finally {
        await client.end();
      }
    },
    async folded(seq) {
      const until = Date.now() + FOLD_PATIENCE;
      while ((await reads.folded()).seq < seq) {
        if (Date.now() > until) throw new Error(`expected the views to show command ${seq}`);
        await pause(10);
      }
    },
    async quote() {
      turn += 1;
      const levels = Array.from({ length: MAKER_LEVELS }, (_, at) => [
        { side: 1, price: 999_990 - at * 10, lots: 100_000 + turn },
        { side: 2, price: 1_000_010 + at * 10, lots: 100_000 + turn },
      ]).flat();
      await link.submitRun([
        command('ticks', {
          ticks: [{ instrument: 1, price: BTC_CENTS, spread: 0, used: 1, total: 1 }],
          quotes: [{ instrument: 1, source: 1, offset: 0, age: 0, state: 1 }],
        }),
        command('maker.quote', { market: 1, levels }),
        command('slot.end', {}),
      ]);
    },
    async register(name) {
      const password = hashPassword(`${name}-Pass1`);
      const answer = await app.inject({
        method: 'POST',
        url: '/api/user/register',
        headers: { origin: ORIGIN },
        payload: { type: 1, account: name, password, confirmPassword: password, terms: TERMS_VERSION },
      });
      const body = answer.json();
      if (body.code !== 200) throw new Error(`expected ${name} to be registered, got ${answer.body}`);
      const cookie = (wanted: string) => answer.cookies.find(({ name: one }) => one === wanted)?.value ?? '';
      return { cookie: `access=${cookie('access')}; browser=${cookie('browser')}`, satoken: body.data.satoken };
    },
    async customerOf({ cookie }) {
      const access = /access=([^;]+)/.exec(cookie)?.[1] ?? '';
      const session = await identity.sessions.find(access);
      if (typeof session === 'string') throw new Error(`expected a session, it is ${session}`);
      return { userId: session.userId, coreUser: session.coreUser };
    },
    async call(person, url, body, headers = {}) {
      const answer = await app.inject({
        method: body === undefined ? 'GET' : 'POST',
        url,
        headers: { origin: ORIGIN, ...person, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const read = answer.json();
      return { status: answer.statusCode, code: read.code, data: read.data };
    },
    async stop() {
      await app.close();
      funds.stop();
      live.stop();
      stopFollowing();
      await folder.stop();
      await otcChat.stop();
      await bondClaims.stop();
      await content.stop();
      await requestKeys.stop();
      await repays.stop();
      await alerts.stop();
      await people.stop();
      await reads.close();
      await db.destroy();
      await local.stop();
      await database.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
  const tomorrow = Date.now() + 86_400_000;
  await link.submit(
    command('hours.set', { calendar: CALENDAR, sessions: [{ opens: tomorrow, closes: tomorrow + 3_600_000 }] }),
  );
  await world.quote();
  return world;
}

/** The core, with every refusal held against its digest: a refused command changes nothing but the number of the last one. */
function watched(exchange: Exchange, onDone: () => void): Exchange {
  return new Proxy(exchange, {
    get(target, name) {
      if (name === 'apply')
        return (words: Float64Array, at: number): number => {
          const before = stateOf(target);
          const code = target.apply(words, at);
          if (code === 200) onDone();
          else if (stateOf(target) !== before) throw new Error(`a command refused with ${code} changed the state`);
          return code;
        };
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Checksums of every table but the clock, which counts refused commands too, and the keys, which remember them. */
function stateOf(exchange: Exchange): string {
  const parts = exchange.save();
  return JSON.stringify(
    parts.tables
      .filter((table) => !/^(clock|sequence|keyed|keys)/.test(table.name))
      .map((table) => [table.name, table.checksum]),
  );
}

/** The default genesis, with hours for LTC. */
function genesisWithHours(): Command {
  const genesis = defaultGenesis('practice', []);
  const instruments = genesis.instruments.map((one) => (one.instrument === LTC ? { ...one, calendar: CALENDAR } : one));
  return { ...genesis, instruments } as Command;
}

function command(name: Command['name'], fields: object): Command {
  return { name, ...fields } as unknown as Command;
}
