// Public interface of the feeds: `/ws/{client id}`, `/ws/coin/{user id}` and `/mqtt` on the API's HTTP server.

import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type FeedEntry, MAX_CLIENT_MESSAGE, MQTT_PATH } from '@vitrine/contract';
import { WebSocketServer } from 'ws';
import type { Alerts } from '../../automation/alerts/index.ts';
import type { Custody } from '../../custody/index.ts';
import type { Standing } from '../../account/identity/index.ts';
import type { Live } from '../../projection/live/index.ts';
import { lastAnswer, runFor, Shares } from '../load/index.ts';
import { FairQueue } from '../../shared/collection/index.ts';
import { sourceOf } from '../../account/devices/index.ts';
import { isPlainUpgrade } from '../http/index.ts';
import { createBudgets, type SocketBudget, type UnitMeter } from './budget.ts';
import { createHub } from './hub.ts';
import { boundIntake } from './intake.ts';
import {
  ADDRESS_SOCKETS_MOST,
  AUTHORISE_TIMEOUT,
  BEAT_EVERY,
  FRAGMENTS_MOST,
  OPENINGS_AT_ONCE,
  SOCKETS_MOST,
} from './limits.ts';
import { createMqtt } from './mqtt.ts';
import { servePublic } from './public-socket.ts';
import { createTopics } from './topics.ts';
import { type AccountStanding, createUserSockets } from './user-socket.ts';

export type { AccountStanding } from './user-socket.ts';
export { createConnection } from './connection.ts';
export { createHub, type Hub } from './hub.ts';
export type { Topic } from './topics.ts';

/** The parts of a session that the feeds need. */
export interface FeedSession {
  readonly userId: string;
  readonly coreUser: number;
  readonly chatKey: string;
  readonly stillSignedIn: () => Promise<boolean>;
  /** Account data that only SQL has, as of the look-up of this session. */
  readonly firstStanding: () => Promise<AccountStanding>;
  /** The same, read anew. */
  readonly readStanding: () => Promise<AccountStanding>;
}

export interface FeedParts {
  readonly live: Live;
  readonly alerts: Pick<Alerts, 'onFired'>;
  readonly custody: Pick<Custody, 'onNews'>;
  readonly standing: Pick<Standing, 'onChange'>;
  /** Whether a request's Origin is ours (or absent: not a browser). */
  readonly ownOrigin: (origin: string | undefined) => boolean;
  /** The client address of a request. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** The session of a request's cookies. */
  readonly sessionOf: (request: IncomingMessage) => Promise<FeedSession | undefined>;
  /** Uses up a ticket. */
  readonly redeem: (ticket: string) => Promise<FeedSession | undefined>;
  /** Whether all requests of a connection are answered. */
  readonly isAnswered: (socket: Socket) => boolean;
  /** Waits for the turn of an address among all that read; undefined: it is its turn. */
  readonly turnOf: (address: string) => Promise<void> | undefined;
  /** Receives background failures, never with tokens or personal data. */
  readonly onFault: (error: unknown) => void;
  readonly now?: () => number;
  /** A monotonic clock, ms; default: the machine's. */
  readonly steady?: () => number;
  /** Allowances of addresses and accounts; default those of `limits.ts`. */
  readonly units?: UnitMeter;
}

export interface Feeds {
  /** Closes every socket and stops following. */
  stop(): Promise<void>;
}

const PUBLIC_PATH = /^\/ws\/([0-9A-Za-z-]{8,64})$/;
const USER_PATH = /^\/ws\/coin\/([0-9A-Za-z-]{1,64})$/;
const GOING_AWAY = 1001;
/** How long a client may take to answer the end of a socket, ms. The types of the library do not know this option. */
const CLOSING = { closeTimeout: 2_000 };

/** Serves the feeds on `server`. */
export async function attachFeeds(server: Server, parts: FeedParts): Promise<Feeds> {
  const {
    live,
    alerts,
    custody,
    standing,
    ownOrigin,
    addressOf,
    sessionOf,
    redeem,
    isAnswered,
    turnOf,
    onFault,
    now = Date.now,
    steady,
    units,
  } = parts;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_CLIENT_MESSAGE,
    maxFragments: FRAGMENTS_MOST,
    maxBufferedChunks: FRAGMENTS_MOST,
    ...CLOSING,
    clientTracking: true,
  });
  const hub = createHub(now);
  const topics = createTopics(live);
  const users = createUserSockets(live, now, onFault, steady);
  const openings = new FairQueue<string>(OPENINGS_AT_ONCE);
  /** Does a look-up for a socket in the turn of its address. */
  const authorise = <T>(address: string, work: () => Promise<T>): Promise<T> =>
    withTimeout(openings.run(address, work));
  const mqtt = await createMqtt({ live, redeem, authorise, onFault, now });
  const budgetOf = createBudgets(now, units);
  /** Sockets, from their request on: many that ask at once would all be counted too late. */
  const opened = new Shares();

  const stopFollowing = live.onChange((change) => {
    hub.take(change);
    users.take(change);
    mqtt.take(change);
  });
  const stopAlerts = alerts.onFired((fired) => users.alert(fired.coreUser, fired.alerts));
  const stopFunds = custody.onNews((coreUser, news) => {
    users.funds(coreUser, news);
    mqtt.funds(coreUser, news);
  });
  const stopStanding = standing.onChange((userId, what) => {
    users.standing(userId);
    if (what === 'kyc') mqtt.verification(userId);
  });
  const beat = setInterval(() => hub.beat(), BEAT_EVERY);

  function refuse(socket: Duplex, status: string): void {
    lastAnswer(socket, `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }

  async function upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    address: string,
    budget: SocketBudget,
  ): Promise<void> {
    const url = URL.parse(request.url ?? '/', 'http://edge');
    if (url === null || !isPlainUpgrade(request)) return refuse(socket, '400 Bad Request');
    if (!budget.take(1)) return refuse(socket, '429 Too Many Requests');
    if (opened.total >= SOCKETS_MOST || opened.of(address) >= ADDRESS_SOCKETS_MOST)
      return refuse(socket, '503 Service Unavailable');
    // It ends in any case: as a socket, or refused.
    if (socket.destroyed) return undefined;
    opened.add(address, 1);
    socket.once('close', () => opened.add(address, -1));
    const open = (serve: (ws: Parameters<typeof servePublic>[0]) => void) =>
      sockets.handleUpgrade(request, socket, head, (ws) => {
        boundIntake(ws, socket, budget, now);
        serve(ws);
      });

    // A page of another site could open sockets for its visitors' accounts, and read what their network can read.
    if (!ownOrigin(request.headers.origin)) return refuse(socket, '403 Forbidden');
    const user = USER_PATH.exec(url.pathname);
    const isPublic = PUBLIC_PATH.test(url.pathname);
    if (!user && !isPublic && url.pathname !== MQTT_PATH) return refuse(socket, '404 Not Found');
    await turnOf(address);
    if (socket.destroyed) return undefined;
    if (url.pathname === MQTT_PATH) return open((ws) => mqtt.serve(ws, budget));
    if (isPublic) {
      const parts = {
        hub,
        open: (entry: FeedEntry) => topics.open(entry),
        turn: () => turnOf(address),
        onFault,
        now,
        budget,
      };
      return open((ws) => servePublic(ws, socket, parts));
    }
    if (user) {
      const ticket = url.searchParams.get('ticket');
      // A cookie only counts from our own pages; a ticket was requested by somebody with the cookie.
      if (ticket === null && request.headers.origin === undefined) return refuse(socket, '403 Forbidden');
      const found = await authorise(address, async () => {
        // Its client may have left while it waited.
        if (socket.destroyed) return undefined;
        const session = await (ticket === null ? sessionOf(request) : redeem(ticket));
        if (!session) return '401 Unauthorized';
        if (session.userId !== user[1]) return '403 Forbidden';
        if (!budget.account(session.userId)) return '429 Too Many Requests';
        return { session, known: await session.firstStanding() };
      });
      if (found === undefined) return undefined;
      if (typeof found === 'string') return refuse(socket, found);
      return open((ws) => users.serve(ws, socket, found.session, found.known, budget));
    }
    return undefined;
  }

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // The peer may disconnect during the session look-up; the close event handles that.
    socket.on('error', () => socket.destroy());
    if (!isAnswered(request.socket)) {
      socket.destroy();
      return;
    }
    const address = sourceOf(addressOf(request));
    const budget = budgetOf(address);
    const open = () => upgrade(request, socket, head, address, budget);
    runFor(address, open, (units) => budget.charge(units)).catch((error: unknown) => {
      onFault(error);
      refuse(socket, '503 Service Unavailable');
    });
  }
  server.on('upgrade', onUpgrade);

  return {
    async stop() {
      server.off('upgrade', onUpgrade);
      stopFollowing();
      stopAlerts();
      stopFunds();
      stopStanding();
      clearInterval(beat);
      for (const client of sockets.clients) client.close(GOING_AWAY, 'The exchange is stopping.');
      await mqtt.stop();
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
  };
}

/** Gives up a look-up that takes too long; the socket is then refused. */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`A session was not found out within ${AUTHORISE_TIMEOUT} ms.`)),
      AUTHORISE_TIMEOUT,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
