// Orders a second over HTTP, from the socket to the committed journal and back.
// Compared with the same request echoed with as many bytes by Fastify with the same plugins, and by a bare node:http
// server.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CODE, hashPassword } from '@vitrine/contract';
import { type Command, defaultGenesis, firstCommands } from '@vitrine/core';
import { type AlertTables, createAlerts } from '@vitrine/server/automation/alerts';
import { type AutoRepayTables, createAutoRepays } from '@vitrine/server/automation/auto-repay';
import { createEdge, createShell } from '@vitrine/server/api/http';
import { type IdentityTables, TERMS_VERSION } from '@vitrine/server/account/identity';
import { createRequestKeys, type RequestKeyTables } from '@vitrine/server/api/idempotency';
import { createLive } from '@vitrine/server/projection/live';
import { createPeople } from '@vitrine/server/account/users';
import { poolConfig, testDatabase } from '@vitrine/server/app/postgres';
import { createRoutes } from '@vitrine/server/api/routes';
import { createSealedBodies } from '@vitrine/server/api/sealed';
import { startSequencer } from '@vitrine/server/engine/sequencer';
import { createVault } from '@vitrine/server/account/vault';
import { migrateAll, openReads } from '@vitrine/server/projection/views';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { LoadConnection, LoadOrders, LoadReport } from './http-load.ts';
import { median, type Row } from './part.ts';

export const name = 'http';
export const goal =
  'HTTP order entry at least 0.6 of a Fastify echo with the same plugins, 0.25 of a bare node:http echo';

const CUSTOMERS = 64;
/** Concurrent requests per user: well below the exchange's limit of 32. */
const CONNECTIONS_EACH = 4;
const CONNECTIONS = CUSTOMERS * CONNECTIONS_EACH;
const ROUNDS = 3;
const SECONDS = 4;
const WARMUP = 1;
const ORIGIN = 'http://bench.vitrine';
const PATH = '/api/currency/order/submit';
const LIMITS = { calls: 1_000_000_000, secrets: 1_000_000_000 };
/** Immediate or cancel, far below the market: placed, journalled, cancelled. No book fills up. */
const ORDER = JSON.stringify({
  symbol: 'BTC_USDT',
  direction: 1,
  type: 1,
  timeInForce: 'IOC',
  price: '90000',
  quantity: '0.001',
});
const BTC_CENTS = 100_000_000;

/** An answer of the same size as ours, for the echo servers. */
const ANSWER = { code: CODE.ok, msg: 'Done.', data: { id: '150997508', status: 2, seq: 394_370 } };

interface Target {
  readonly port: number;
  readonly connections: readonly LoadConnection[];
  stop(): Promise<void>;
}

const command = (fields: object): Command => fields as unknown as Command;

/** The exchange: core in its thread, journal, live projection, sessions, edge. Several connections per user. */
async function exchange(): Promise<Target> {
  const database = await testDatabase();
  const dataFolder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  await migrateAll(database.connection);
  const core = await startSequencer({
    address: database.address,
    dataFolder,
    genesis: defaultGenesis('practice', []),
    setup: firstCommands('practice'),
    log: () => undefined,
    fatal: (error) => {
      throw error;
    },
  });
  const { link } = core;
  const reads = openReads(database.connection);
  const live = await createLive(link);
  const { types: _, ...config } = poolConfig(database.address, 'identity', 4);
  const db = new Kysely<IdentityTables>({ dialect: new PostgresDialect({ pool: new pg.Pool(config) }) });
  const vault = createVault(new Uint8Array(32));
  const people = await createPeople({
    db,
    link,
    dataFolder,
    vault,
    mode: 'practice',
    onFault: (error) => {
      throw error;
    },
  });
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
  const requestKeys = createRequestKeys({
    db: db as unknown as Kysely<RequestKeyTables>,
    now: () => Date.now(),
    onFault: (error) => {
      throw error;
    },
  });
  const app = await createEdge({
    link,
    live,
    sessions: people.identity.sessions,
    guardian: people.guardian,
    sealed: await createSealedBodies(vault),
    requestKeys,
    ...createRoutes({
      link,
      live,
      reads,
      people,
      alerts,
      repays,
      // Orders use no custody.
      custody: {} as Parameters<typeof createRoutes>[0]['custody'],
      // Orders use no OTC chat.
      otcChat: {} as Parameters<typeof createRoutes>[0]['otcChat'],
      bondClaims: {} as Parameters<typeof createRoutes>[0]['bondClaims'],
      content: {} as Parameters<typeof createRoutes>[0]['content'],
      requestKeys,
      funds: { underWay: () => [], limits: () => undefined, rules: () => undefined },
      mode: 'practice',
      past: undefined,
      prices: 'simulated',
      seedHash: undefined,
    }),
    mode: 'practice',
    origins: () => new Set([ORIGIN]),
    secure: false,
    version: 'bench',
    limits: LIMITS,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const tick = () =>
    link.submit(
      command({
        name: 'ticks',
        ticks: [{ instrument: 1, price: BTC_CENTS, spread: 0, used: 1, total: 1 }],
        quotes: [{ instrument: 1, source: 1, offset: 0, age: 0, state: 1 }],
      }),
    );
  await tick();
  const beat = setInterval(() => void tick(), 1_000);
  const connections: LoadConnection[] = [];
  for (let at = 0; at < CUSTOMERS; at += 1) {
    const password = hashPassword(`bench-${at}-Pass`);
    const registered = await app.inject({
      method: 'POST',
      url: '/api/user/register',
      headers: { origin: ORIGIN },
      payload: { type: 1, account: `bench${at}`, password, confirmPassword: password, terms: TERMS_VERSION },
    });
    const access = registered.cookies.find((cookie) => cookie.name === 'access')?.value ?? '';
    const satoken = String(registered.json().data?.satoken);
    const headers = { origin: ORIGIN, 'sec-fetch-site': 'same-origin', cookie: `access=${access}`, satoken };
    const claimed = await app.inject({ method: 'POST', url: '/api/practice/claim', headers, payload: {} });
    if (claimed.json().code !== CODE.ok) throw new Error(`Expected practice money, got ${claimed.body}.`);
    for (let more = 0; more < CONNECTIONS_EACH; more += 1)
      connections.push({ path: PATH, headers, body: ORDER, keyed: true });
  }
  return {
    port: (app.server.address() as AddressInfo).port,
    connections,
    async stop() {
      clearInterval(beat);
      await app.close();
      await requestKeys.stop();
      await repays.stop();
      await alerts.stop();
      await people.stop();
      live.stop();
      await reads.close();
      await db.destroy();
      await core.stop();
      await database.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The same request with the same headers, echoed. */
const echoed = (like: readonly LoadConnection[]): LoadConnection[] => like.map((one) => ({ ...one }));

async function fastifyEcho(like: readonly LoadConnection[]): Promise<Target> {
  const { app, limiters } = await createShell({ secure: false, limits: LIMITS });
  app.post(PATH, (request) => {
    limiters.check({ secret: false } as Parameters<typeof limiters.check>[0], request);
    if (typeof request.body !== 'object') throw new Error('Expected an order.');
    return ANSWER;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    port: (app.server.address() as AddressInfo).port,
    connections: echoed(like),
    stop: () => app.close(),
  };
}

async function bareEcho(like: readonly LoadConnection[]): Promise<Target> {
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      JSON.parse(Buffer.concat(parts).toString('utf8'));
      const body = Buffer.from(JSON.stringify(ANSWER));
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: echoed(like),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Measured {
  /** Answers a second. */
  readonly rate: number;
  /** CPU time of the serving thread, µs per answer. */
  readonly micros: number;
}

/** Measures one target, requested by a separate process; this thread serves all targets. */
async function measure({ port, connections }: Target): Promise<Measured> {
  const child = fork(join(import.meta.dirname, 'http-load.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const orders: LoadOrders = { port, seconds: SECONDS, warmup: WARMUP, connections };
  const before = process.threadCpuUsage();
  child.send(orders);
  const [report] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`Expected a report of the load, it ended with ${String(code)}.`);
    }),
  ])) as [LoadReport];
  if (report.wrong > 0) throw new Error(`Expected every answer to be fine, ${report.wrong} were not: ${report.sample}`);
  const used = process.threadCpuUsage(before);
  const answers = (report.answers * (SECONDS + WARMUP)) / report.seconds;
  return { rate: report.answers / report.seconds, micros: (used.user + used.system) / answers };
}

export async function run(): Promise<Row[]> {
  const ours = await exchange();
  const fastify = await fastifyEcho(ours.connections);
  const bare = await bareEcho(ours.connections);
  try {
    const found: { ours: Measured[]; fastify: Measured[]; bare: Measured[] } = { ours: [], fastify: [], bare: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      found.ours.push(await measure(ours));
      found.fastify.push(await measure(fastify));
      found.bare.push(await measure(bare));
    }
    const rate = (all: readonly Measured[]) => median(all.map((one) => one.rate));
    const micros = (all: readonly Measured[]) => Math.round(median(all.map((one) => one.micros)));
    const value = rate(found.ours);
    const row = (what: string, theirs: readonly Measured[], least: number): Row => ({
      what: 'HTTP order entry',
      value,
      unit: 'orders/s',
      beside: { what, value: rate(theirs) },
      ratio: value / rate(theirs),
      goal: { is: 'at least', value: least },
      note: `${CONNECTIONS} connections, one request at a time each, acknowledged from the journal; medians of ${ROUNDS}, measured in turn; core, database and the asking process share the machine; the serving thread itself takes ${micros(found.ours)} µs an order, there ${micros(theirs)}`,
    });
    return [row('Fastify echo, same plugins', found.fastify, 0.6), row('bare node:http echo', found.bare, 0.25)];
  } finally {
    await ours.stop();
    await fastify.stop();
    await bare.stop();
  }
}
