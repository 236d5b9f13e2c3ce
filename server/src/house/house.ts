// The whole exchange in one process, room by room in the order of an order's way; closed in the opposite order.

import { Kysely, PostgresDialect } from 'kysely';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { Logger } from 'pino';
import { defaultGenesis, firstCommands } from '@vitrine/core';
import { type AlertTables, createAlerts } from '../alert/index.ts';
import { RELEASE } from '../build/index.ts';
import { type AutoRepayTables, createAutoRepays } from '../auto-repay/index.ts';
import { clockOf, createTestClock, type ExchangeClock, openClockControl } from '../clock/index.ts';
import { type CustodyTables, openCustody } from '../custody/index.ts';
import { clientAddress, createEdge, measure, trustedProxies } from '../edge/index.ts';
import { attachFeeds } from '../feeds/index.ts';
import type { IdentityTables } from '../identity/index.ts';
import { createLive } from '../live/index.ts';
import { seedHashOf, startMarketsThread } from '../markets/index.ts';
import { createOtcChat, type OtcChatTables } from '../otc-chat/index.ts';
import { createPeople } from '../people/index.ts';
import { type DatabaseAddress, poolConfig, type Postgres, startPostgres } from '../postgres/index.ts';
import { createRoutes } from '../routes/index.ts';
import { createSealedBodies } from '../sealed/index.ts';
import { type Log, startSequencer } from '../sequencer/index.ts';
import type { Settings } from '../settings/index.ts';
import { createVault, masterKey } from '../vault/index.ts';
import { migrateAll, openReads, startViews, surviveLoss } from '../views/index.ts';
import { keptSeed, makeDataFolder } from './data-folder.ts';
import { type DeskRoom, openDeskRoom } from './desk-room.ts';
import { feedSessions } from './feed-sessions.ts';

/** Connections of identity. */
const IDENTITY_CONNECTIONS = 6;
/** How long one room may take to close before the next one is closed, ms. */
const CLOSE_PATIENCE = 15_000;
const LOOPBACK = '127.0.0.1';

/** A running exchange. */
export interface House {
  /** Where to go with a browser. */
  readonly url: string;
  readonly port: number;
  /** Where the operators go; `setup`: the one-time link of the first start, for the terminal and nothing else. */
  readonly desk: Pick<DeskRoom, 'url' | 'port' | 'setup'>;
  /** Why orders are not taken now; undefined: they are. */
  readonly notTaking: string | undefined;
  /** Closes everything; nothing of ours runs afterwards. */
  close(): Promise<void>;
}

/**
 * Opens the exchange and resolves when it answers.
 * @param fatal is told when something cannot go on; the caller closes and ends the process.
 * @throws with a message for the operator; what was opened is closed again.
 */
export async function openHouse(settings: Settings, log: Logger, fatal: (error: Error) => void): Promise<House> {
  const rooms = new Rooms(log);
  const { testClock } = settings;
  if (testClock !== undefined && settings.mode !== 'practice')
    throw new Error(`The mode ${settings.mode} has the machine's clock: a test cannot move it.`);
  const tested = testClock === undefined ? undefined : createTestClock(testClock.ahead);
  const { now }: ExchangeClock = tested ?? clockOf();
  const ahead = tested === undefined ? {} : { ahead: tested.shared };
  try {
    // The truth: a database that keeps what it acknowledges.
    await makeDataFolder(settings.dataFolder);
    const seed = await keptSeed(settings.dataFolder, settings.seed);
    const { main, journal } = await openDatabases(settings, log, rooms);
    await migrateAll(main.connection);

    // The core's thread: sequencer, core, journal. Its first start runs genesis and sets every product up.
    const { dataFolder } = settings;
    const seedHash = seedHashOf(seed);
    const core = await startSequencer({
      address: journal,
      dataFolder,
      genesis: defaultGenesis(settings.mode, seedHash),
      setup: firstCommands(settings.mode),
      log: under(log, 'core'),
      fatal,
      ...ahead,
    });
    rooms.add('core', () => core.stop());
    const hearState = ({ taking, reason }: ReturnType<typeof core.link.state>): void => {
      if (!taking) log.warn({ room: 'core', reason }, 'orders are not taken');
    };
    core.link.onState(hearState);

    // The views' thread follows into SQL; the live fold follows in this one.
    const views = await startViews({
      address: journal,
      ...(journal === main.address ? {} : { views: main.address }),
      dataFolder,
      port: core.port(),
      log: under(log, 'views'),
      fatal,
    });
    rooms.add('views', () => views.stop());
    const reads = openReads(main.connection);
    rooms.add('reads', () => reads.close());
    const live = await createLive(core.link, { history: reads.history, onFault: fatal });
    rooms.add('live fold', async () => live.stop());

    // People.
    const db = identityDatabase(main.address);
    rooms.add('identity', () => db.destroy());
    const own = { origins: new Set<string>(settings.origins) };
    const vault = createVault(await masterKey(dataFolder, settings.masterKey));
    const people = await createPeople({
      db,
      link: core.link,
      dataFolder,
      vault,
      mode: settings.mode,
      mail: settings.mail,
      sms: settings.sms,
      origins: () => own.origins,
      now,
      onFault: (error) => log.error({ err: error, room: 'people' }, 'fault'),
    });
    rooms.add('people', () => people.stop());
    const alerts = await createAlerts({
      db: db as unknown as Kysely<AlertTables>,
      live,
      messages: people.messages,
      now,
      onFault: (error) => log.error({ err: error, room: 'alerts' }, 'fault'),
    });
    rooms.add('alerts', () => alerts.stop());
    const repays = await createAutoRepays({
      db: db as unknown as Kysely<AutoRepayTables>,
      link: core.link,
      live,
      order: async (user, order) => (await reads.order(user, order))?.order,
      now,
      onFault: (error) => log.error({ err: error, room: 'auto-repay' }, 'fault'),
    });
    rooms.add('auto-repay', () => repays.stop());

    // Chains and the bank: what comes in and goes out.
    const custody = await openCustody({
      ...{ db: db as unknown as Kysely<CustodyTables>, link: core.link, live, vault, people, mode: settings.mode },
      ...{ now, settings: settings.custody, dataFolder, seed },
      onFault: (error) => log.error({ err: error, room: 'custody' }, 'fault'),
    });
    rooms.add('custody', () => custody.stop());

    // What the parties of an over-the-counter order write to each other.
    const otcChat = await createOtcChat({
      ...{ db: db as unknown as Kysely<OtcChatTables>, link: core.link, vault, files: people.files, now },
      onFault: (error) => log.error({ err: error, room: 'otc-chat' }, 'fault'),
    });
    rooms.add('otc-chat', () => otcChat.stop());

    // The edge: calls, pages, sockets.
    const trusted = trustedProxies(settings.trustedProxies);
    const routes = createRoutes({
      link: core.link,
      live,
      reads,
      people,
      alerts,
      repays,
      custody,
      otcChat,
      funds: custody.funds,
      mode: settings.mode,
      prices: settings.prices.kind === 'replay' ? 'replayed' : 'simulated',
      seedHash: seedHash.map((word) => word.toString(16).padStart(8, '0')).join(''),
    });
    const edge = await createEdge({
      link: core.link,
      live,
      sessions: people.identity.sessions,
      guardian: people.guardian,
      sealed: await createSealedBodies(vault),
      ...routes,
      mode: settings.mode,
      origins: () => own.origins,
      secure: settings.origins.some((origin) => origin.startsWith('https://')),
      now,
      version: RELEASE,
      logger: log.child({ room: 'edge' }),
      ...(settings.trustedProxies.length === 0 ? {} : { trusted }),
    });
    rooms.add('edge', () => edge.close());
    const feeds = await attachFeeds(edge.server, {
      live,
      alerts,
      custody,
      addressOf: ({ socket, headers }) =>
        clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString(), trusted),
      ownOrigin: (origin) => origin === undefined || own.origins.has(origin.toLowerCase()),
      now,
      ...feedSessions(people.identity, (header) => edge.parseCookie(header)),
      onFault: (error) => log.error({ err: error, room: 'feeds' }, 'fault'),
    });
    rooms.add('feeds', () => feeds.stop());

    // The operators' desk, on its own port; the figures are there too.
    const desk = await openDeskRoom({
      ...{
        db,
        link: core.link,
        live,
        vault,
        people,
        custody,
        settings,
        log,
        figures: measure(edge, core.link, live),
        now,
      },
      trusted: settings.trustedProxies.length === 0 ? undefined : trusted,
    });
    rooms.add('desk', () => desk.close());

    // Prices: from now on ticks are journalled and the house quotes.
    const markets = await startMarketsThread(
      core.port(),
      settings,
      seed,
      (what, detail) => log[what === 'broken' ? 'error' : 'warn']({ room: 'markets', what, ...detail }, 'markets'),
      tested?.shared,
    );
    rooms.add('markets', () => markets.stop());

    if (tested !== undefined && testClock !== undefined) {
      tested.follow(markets.step, async () => {
        // What looks at the clock now and then does so at once.
        await Promise.all([people.gone.look(), people.identity.standing.sweep(), desk.look()]);
      });
      const control = await openClockControl(testClock.socket, {
        clock: tested,
        mine: async (blocks) => custody.extend?.(blocks),
      });
      rooms.add('test clock', () => control.stop());
      log.warn({ room: 'clock', ahead: testClock.ahead }, 'a test moves the clock');
    }

    await edge.listen({ port: settings.port, host: settings.host });
    const { port } = edge.server.address() as AddressInfo;
    if (settings.port === 0) own.origins = new Set([`http://localhost:${port}`, `http://${LOOPBACK}:${port}`]);
    const url = settings.port === 0 ? `http://localhost:${port}` : (settings.origins[0] ?? `http://localhost:${port}`);
    const { taking, reason } = core.link.state();
    return {
      ...{ url, port, desk: { url: desk.url, port: desk.port, setup: desk.setup } },
      notTaking: taking ? undefined : (reason ?? 'orders are not taken'),
      close: () => rooms.close(),
    };
  } catch (error) {
    await rooms.close();
    throw error;
  }
}

/** Our database, and the journal's where it has one of its own. */
async function openDatabases(
  settings: Settings,
  log: Logger,
  rooms: Rooms,
): Promise<{ readonly main: Postgres; readonly journal: DatabaseAddress }> {
  const { dataFolder, databaseUrl, journalUrl } = settings;
  const main = await startPostgres({
    dataFolder,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    onReport: (report) => log[report.state === 'ready' ? 'info' : 'error']({ room: 'postgres', ...report }, 'postgres'),
  });
  rooms.add('postgres', () => main.stop());
  if (journalUrl === undefined) return { main, journal: main.address };
  const own = await startPostgres({ dataFolder, databaseUrl: journalUrl });
  return { main, journal: own.address };
}

function identityDatabase(address: DatabaseAddress): Kysely<IdentityTables> {
  // Identity keeps the driver's own types for int8 and commits synchronously: it is not rebuildable.
  const { types: _, ...config } = poolConfig(address, 'identity', IDENTITY_CONNECTIONS);
  const pool = new pg.Pool(config);
  surviveLoss(pool);
  return new Kysely<IdentityTables>({ dialect: new PostgresDialect({ pool }) });
}

/** What is open, to be closed in the opposite order whatever happens on the way. */
class Rooms {
  readonly #open: { name: string; close: () => Promise<void> }[] = [];
  readonly #log: Logger;
  #closing: Promise<void> | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(name: string, close: () => Promise<void>): void {
    this.#open.push({ name, close });
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (let room = this.#open.pop(); room !== undefined; room = this.#open.pop()) {
      const { name } = room;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          this.#log.error({ room: name }, `did not close within ${CLOSE_PATIENCE} ms; going on`);
          resolve();
        }, CLOSE_PATIENCE);
      });
      try {
        await Promise.race([room.close(), late]);
      } catch (error) {
        this.#log.error({ room: name, err: error }, 'did not close');
      } finally {
        clearTimeout(timer);
      }
    }
  }
}

/** The log of one room, as the threads speak it. */
function under(log: Logger, room: string): Log {
  return (level, message, detail = {}) => log[level]({ room, ...detail }, message);
}
