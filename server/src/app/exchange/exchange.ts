// Builds the whole exchange in one process. Opens its parts in the order in which an order passes through them; closes
// them in reverse.

import { Kysely, PostgresDialect } from 'kysely';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { defaultGenesis, firstCommands } from '@vitrine/core';
import { type AlertTables, createAlerts } from '../../automation/alerts/index.ts';
import { buildName, RELEASE } from '../../shared/build/index.ts';
import { type AutoRepayTables, createAutoRepays } from '../../automation/auto-repay/index.ts';
import { clockOf, createTestClock, type ExchangeClock, openClockControl } from '../../shared/clock/index.ts';
import { type CustodyTables, expectOwnDatabase, openCustody, openSigner } from '../../custody/index.ts';
import { clientAddress, createEdge, measure, trustedProxies } from '../../api/http/index.ts';
import { attachFeeds } from '../../api/feeds/index.ts';
import { type ContentTables, createContent } from '../../content/index.ts';
import { createRequestKeys, type RequestKeyTables } from '../../api/idempotency/index.ts';
import type { IdentityTables } from '../../account/identity/index.ts';
import { createLive } from '../../projection/live/index.ts';
import { loadMarkets, pastOf, seedHashOf, startMarketsThread } from '../../markets/index.ts';
import { type BondClaimTables, createBondClaims } from '../../otc/bond-claims/index.ts';
import { createOtcChat, type OtcChatTables } from '../../otc/chat/index.ts';
import { createPageFaults } from '../../api/page-fault/index.ts';
import { createPeople } from '../../account/users/index.ts';
import { hasJournal, readRowHash } from '../../engine/journal/index.ts';
import { connect, type DatabaseAddress, openPool, type PoolDomain } from '../postgres/index.ts';
import { labelledUsers, openPracticeTraders, practiceFigures } from '../../practice/index.ts';
import { createRoutes } from '../../api/routes/index.ts';
import { createSealedBodies } from '../../api/sealed/index.ts';
import { loadSequencer, startSequencer } from '../../engine/sequencer/index.ts';
import type { Settings } from '../settings/index.ts';
import { beginDatabases, type Databases } from '../start/index.ts';
import { expectKnownMigrations, loadViews, migrateAll, openReads, startViews } from '../../projection/views/index.ts';
import { type DeskContext, openDeskContext } from './desk-context.ts';
import { feedSessions } from './feed-sessions.ts';
import { keptKey } from './kept-key.ts';
import { keptSeed } from './seed.ts';
import { OpenParts } from './open-parts.ts';
import { under } from './thread-log.ts';

const LOOPBACK = '127.0.0.1';

/** A running exchange. */
export interface RunningExchange {
  /** Public URL for browsers. */
  readonly url: string;
  readonly port: number;
  /** Staff URL; `setup`: the one-time link of the first start, shown on the terminal only. */
  readonly desk: Pick<DeskContext, 'url' | 'port' | 'setup'>;
  /** Why intake is stopped now; undefined: orders are accepted. */
  readonly notTaking: string | undefined;
  /** Closes everything; nothing of the exchange runs afterwards. */
  close(): Promise<void>;
}

/**
 * Opens the exchange; resolves once it answers.
 * @param fatal called with an unrecoverable error; the caller closes the exchange and ends the process.
 * @param begun databases requested before this module was loaded; closed with the rest.
 * @throws with a message for the operator; everything opened is closed again.
 */
export async function openExchange(
  settings: Settings,
  log: Logger,
  fatal: (error: Error) => void,
  begun?: Promise<Databases>,
): Promise<RunningExchange> {
  const parts = new OpenParts(log);
  const { testClock } = settings;
  if (testClock !== undefined && settings.mode !== 'practice')
    throw new Error(`The mode ${settings.mode} has the machine's clock: a test cannot move it.`);
  const tested = testClock === undefined ? undefined : createTestClock(testClock.ahead);
  const { now }: ExchangeClock = tested ?? clockOf();
  const ahead = tested === undefined ? {} : { ahead: tested.shared };
  try {
    const { dataFolder } = settings;
    const databases = parts.begin('postgres', begun ?? beginDatabases(settings, log).databases);
    const databaseOf = <T>(address: DatabaseAddress, domain: PoolDomain): Kysely<T> => {
      const opened = new Kysely<T>({ dialect: new PostgresDialect({ pool: openPool(address, domain) }) });
      parts.add(`pool of ${domain}`, () => opened.destroy());
      return opened;
    };
    // The threads load while PostgreSQL starts. They do nothing until they get their orders below.
    const threads = { core: loadSequencer(), views: loadViews(), markets: loadMarkets() };
    parts.add('threads', async () => {
      await Promise.all(Object.values(threads).map((thread) => thread.end()));
    });

    // The source of truth: a database that keeps what it acknowledges.
    const { main, journal } = await databases;
    const upToDate = await expectKnownMigrations(main.connection);
    const seed = await keptSeed(dataFolder, settings.seed);

    // The signer. Whoever has the databases holds the data folder: no other exchange works on it.
    const custodyDb = databaseOf<CustodyTables>(main.address, 'custody');
    const rowHash = (row: number): Promise<string | undefined> => rowHashIn(journal, row);
    const { vault, keep: keepKey } = await keptKey({
      ...{ dataFolder, given: settings.masterKey, db: custodyDb, rowHash },
    });
    const onCustodyFault = (error: unknown): void => log.error({ err: error, module: 'custody' }, 'fault');
    const signer = parts.begin(
      'signer',
      openSigner({ settings: settings.custody, mode: settings.mode, dataFolder, vault, onFault: onCustodyFault, now }),
    );
    // Nothing is written to a database before it is known to be the one that goes on.
    await expectOwnDatabase({
      ...{ db: custodyDb, settings: settings.custody, dataFolder, mode: settings.mode },
      ...{ signer: await signer, rowHash },
    });

    // Runs while the core starts, which creates the journal's tables itself.
    const migrating = parts.begin('migrations', migrateAll(main.connection, upToDate));

    // The core's thread: sequencer, core, journal. Its first start runs genesis and sets up every product.
    const seedHash = seedHashOf(seed);
    const core = await startSequencer(
      {
        address: journal,
        dataFolder,
        genesis: defaultGenesis(settings.mode, seedHash),
        setup: firstCommands(settings.mode),
        log: under(log, 'core'),
        fatal,
        ...ahead,
      },
      threads.core,
    );
    parts.add('core', () => core.stop());
    const hearState = ({ taking, reason }: ReturnType<typeof core.link.state>): void => {
      if (!taking) log.warn({ module: 'core', reason }, 'orders are not taken');
    };
    core.link.onState(hearState);

    await migrating;
    await keepKey();
    // The views' thread projects into SQL; the live projection runs in this thread.
    const views = await startViews(
      {
        address: journal,
        ...(journal === main.address ? {} : { views: main.address }),
        dataFolder,
        tradeMonths: settings.tradeMonths,
        port: core.port(),
        log: under(log, 'views'),
        fatal,
      },
      threads.views,
    );
    parts.add('views', () => views.stop());
    // Users with the label "practice trader"; those whose accounts are made below are added.
    const db = databaseOf<IdentityTables>(main.address, 'people');
    const labelled = new Set(await labelledUsers(db));
    const reads = openReads(main.connection, undefined, labelled);
    parts.add('reads', () => reads.close());
    const past = pastOf(settings, {
      seed,
      readRecorded: async (instrument, opening) => (await starting).recorded(instrument, opening),
      onFault: (error) => log.error({ err: error, module: 'past' }, 'fault'),
    });
    const live = await createLive(core.link, {
      history: reads.history,
      practice: labelled,
      ...(past === undefined ? {} : { dayBefore: past.lastDay }),
      onFault: fatal,
    });
    parts.add('live fold', async () => live.stop());

    // Accounts.
    const aside = databaseOf<AlertTables & AutoRepayTables & OtcChatTables & BondClaimTables>(main.address, 'aside');
    const own = { origins: new Set<string>(settings.origins) };
    const people = await createPeople({
      db,
      link: core.link,
      dataFolder,
      vault,
      mode: settings.mode,
      mail: settings.mail,
      sms: settings.sms,
      workBits: settings.registrationWork,
      breachedPasswords: settings.breachedPasswords,
      lives: settings.tokenLives,
      origins: () => own.origins,
      now,
      journalTime: () => live.head().time,
      onFault: (error) => log.error({ err: error, module: 'people' }, 'fault'),
    });
    parts.add('people', () => people.stop());
    const alerts = await createAlerts({
      db: aside as unknown as Kysely<AlertTables>,
      live,
      messages: people.messages,
      now,
      onFault: (error) => log.error({ err: error, module: 'alerts' }, 'fault'),
    });
    parts.add('alerts', () => alerts.stop());
    const repays = await createAutoRepays({
      db: aside as unknown as Kysely<AutoRepayTables>,
      link: core.link,
      live,
      order: async (user, order) => (await reads.order(user, order))?.order,
      now,
      onFault: (error) => log.error({ err: error, module: 'auto-repay' }, 'fault'),
    });
    parts.add('auto-repay', () => repays.stop());

    // Chains and the bank: deposits and withdrawals.
    const custody = await openCustody({
      ...{ db: custodyDb, link: core.link, live, vault, people, mode: settings.mode },
      ...{ now, settings: settings.custody, dataFolder, seed, signer },
      rowHash,
      onFault: onCustodyFault,
    });
    parts.add('custody', () => custody.stop());

    // Chat between the parties of an over-the-counter order.
    const otcChat = await createOtcChat({
      ...{ db: aside as unknown as Kysely<OtcChatTables>, link: core.link, vault, files: people.files, now },
      onFault: (error) => log.error({ err: error, module: 'otc-chat' }, 'fault'),
    });
    parts.add('otc-chat', () => otcChat.stop());

    // Claims on merchants' bonds and the merchants' answers.
    const bondClaims = await createBondClaims({
      ...{ db: aside as unknown as Kysely<BondClaimTables>, link: core.link, live, vault, now },
      messages: people.messages,
      async userOf(coreUser) {
        const row = await db
          .selectFrom('users')
          .select('id')
          .where('core_user', '=', String(coreUser))
          .executeTakeFirst();
        return row === undefined ? undefined : String(row.id);
      },
      onFault: (error) => log.error({ err: error, module: 'bond-claim' }, 'fault'),
    });
    parts.add('bond-claim', () => bondClaims.stop());

    const onContentFault = (error: unknown): void => log.error({ err: error, module: 'content' }, 'fault');
    const content = await createContent({
      db: aside as unknown as Kysely<ContentTables>,
      now,
      onFault: onContentFault,
    });
    parts.add('content', () => content.stop());

    const requestKeys = createRequestKeys({
      ...{ db: aside as unknown as Kysely<RequestKeyTables>, now },
      onFault: (error) => log.error({ err: error, module: 'idempotency' }, 'fault'),
    });
    parts.add('idempotency', () => requestKeys.stop());

    // Prices: from now on ticks are recorded in the journal and the market maker quotes. The API opens meanwhile.
    const starting = parts.begin(
      'markets',
      startMarketsThread(
        core.port(),
        settings,
        seed,
        (what, detail) => log[what === 'broken' ? 'error' : 'warn']({ module: 'markets', what, ...detail }, 'markets'),
        tested?.shared,
        threads.markets,
      ),
    );

    const onPracticeFault = (error: unknown): void => log.error({ err: error, module: 'practice' }, 'fault');
    // Practice traders: customers of a practice exchange that trade by themselves once the desk is open.
    const practice = await openPracticeTraders({
      ...{ db, accounts: people.identity.accounts, now, mode: settings.mode, wanted: settings.practiceTraders },
      ...{ port: core.port, seed, ahead: tested?.shared, labelled },
      onFault: onPracticeFault,
    });
    parts.add('practice', async () => practice?.stop());
    const figures =
      labelled.size === 0 ? undefined : practiceFigures({ live, reads, labelled, onFault: onPracticeFault });
    parts.add('practice figures', async () => figures?.stop());

    // The API: calls, pages, sockets.
    const trusted = trustedProxies(settings.trustedProxies);
    const secure = settings.origins.some((origin) => origin.startsWith('https://'));
    const routes = createRoutes({
      link: core.link,
      live,
      reads,
      past,
      people,
      alerts,
      repays,
      custody,
      otcChat,
      bondClaims,
      content,
      requestKeys,
      practice: figures,
      funds: custody.funds,
      mode: settings.mode,
      prices: settings.prices.kind === 'replay' ? 'replayed' : 'simulated',
      seedHash: seedHash.map((word) => word.toString(16).padStart(8, '0')).join(''),
    });
    const faults = createPageFaults({
      build: buildName(),
      onNew: (fault) => log.error({ fault, module: 'page' }, 'fault of a page'),
      now,
    });
    const edge = await createEdge({
      link: core.link,
      live,
      sessions: people.identity.sessions,
      guardian: people.guardian,
      sealed: await createSealedBodies(vault),
      requestKeys,
      ...routes,
      mode: settings.mode,
      origins: () => own.origins,
      secure,
      now,
      version: RELEASE,
      prefixes: settings.prefixes,
      failing: custody.failing,
      faults,
      logger: log.child({ module: 'edge' }),
      ...(settings.trustedProxies.length === 0 ? {} : { trusted }),
    });
    parts.add('edge', () => edge.close());
    const feeds = await attachFeeds(edge.server, {
      turnOf: (address) => edge.turnOf(address),
      isAnswered: (socket) => edge.isAnswered(socket),
      live,
      alerts,
      custody,
      addressOf: ({ socket, headers }) =>
        clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString(), trusted),
      ownOrigin: (origin) => origin === undefined || own.origins.has(origin.toLowerCase()),
      now,
      standing: people.identity.standing,
      ...feedSessions(people.identity, people.kyc, (header) => edge.parseCookie(header), secure),
      onFault: (error) => log.error({ err: error, module: 'feeds' }, 'fault'),
    });
    parts.add('feeds', () => feeds.stop());

    // The staff desk on its own port, which also serves the metrics.
    const desk = await openDeskContext({
      ...{
        db: databaseOf(main.address, 'desk'),
        link: core.link,
        live,
        vault,
        people,
        custody,
        bondClaims,
        settings,
        log,
        figures: measure(edge, core.link, live, views.health, custody.failing, faults, people.breachedFailing),
        faults,
        practice,
        now,
      },
      trusted: settings.trustedProxies.length === 0 ? undefined : trusted,
    });
    parts.add('desk', () => desk.close());

    const markets = await starting;
    if (tested !== undefined && testClock !== undefined) {
      tested.follow(markets.step, async () => {
        // Periodic checks run at once.
        await Promise.all([people.gone.look(), people.identity.standing.sweep(), desk.look()]);
      });
      const control = await openClockControl(testClock.socket, {
        clock: tested,
        mine: async (blocks) => custody.extend?.(blocks),
      });
      parts.add('test clock', () => control.stop());
      log.warn({ module: 'clock', ahead: testClock.ahead }, 'a test moves the clock');
    }

    await edge.listen({ port: settings.port, host: settings.host });
    const { port } = edge.server.address() as AddressInfo;
    if (settings.port === 0) own.origins = new Set([`http://localhost:${port}`, `http://${LOOPBACK}:${port}`]);
    const url = settings.port === 0 ? `http://localhost:${port}` : (settings.origins[0] ?? `http://localhost:${port}`);
    const { taking, reason } = core.link.state();
    return {
      ...{ url, port, desk: { url: desk.url, port: desk.port, setup: desk.setup } },
      notTaking: taking ? undefined : (reason ?? 'orders are not taken'),
      close: () => parts.close(),
    };
  } catch (error) {
    await parts.close();
    throw error;
  }
}

/** Hash of a journal row; undefined if there is no such row. */
async function rowHashIn(journal: DatabaseAddress, row: number): Promise<string | undefined> {
  const client = await connect(journal, 'heads');
  try {
    return (await hasJournal(client)) ? await readRowHash(client, row) : undefined;
  } finally {
    await client.end();
  }
}
