// MQTT 3.1.1 over WebSocket: public prices, and private "read again" notices. Clients publish nothing.

import {
  ALL_DETAIL_TOPIC,
  type FundsNews,
  HEARTBEAT_EVERY,
  MQTT_KEEPALIVE,
  type RefreshMessage,
  refreshTopic,
} from '@vitrine/contract';
import { randomUUID } from 'node:crypto';
import { MARKET_TYPE } from '@vitrine/core/enum';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import type { WebSocket } from 'ws';
import type { BatchChange, Live } from '../../projection/live/index.ts';
import { contractPriceOf, priceOf } from '../wire/index.ts';
import { workNow } from '../load/index.ts';
import type { SocketBudget } from './budget.ts';
import { DETAIL_TOPIC_EVERY, USER_SOCKETS_MOST } from './limits.ts';
import { MqttStream } from './mqtt-stream.ts';

/** MQTT return code for invalid credentials. */
const BAD_CREDENTIALS = 4;
const CLIENT_ID_LONGEST = 64;
/** Most packets queued for one client. */
const QUEUE_MOST = 1_000;

/** The user of a ticket. */
export interface MqttSession {
  readonly userId: string;
  readonly coreUser: number;
  readonly chatKey: string;
  /** Whether the session that requested the ticket is still active. */
  readonly stillSignedIn: () => Promise<boolean>;
}

export interface MqttParts {
  readonly live: Live;
  /** Uses up a ticket; returns its user id and chat key. */
  readonly redeem: (ticket: string) => Promise<MqttSession | undefined>;
  /** Does a look-up for a socket in the turn of its address. */
  readonly authorise: <T>(address: string, work: () => Promise<T>) => Promise<T>;
  readonly onFault: (error: unknown) => void;
  readonly now: () => number;
}

export interface MqttFeed {
  serve(socket: WebSocket, budget: SocketBudget): void;
  take(change: BatchChange): void;
  /** A customer's verification was submitted or refused; a passed one arrives with a batch. */
  verification(userId: string): void;
  /** A customer's deposits and withdrawals changed. */
  funds(coreUser: number, news: FundsNews): void;
  stop(): Promise<void>;
}

interface Owner {
  readonly userId: string;
  readonly coreUser: number;
  readonly topics: ReadonlySet<string>;
  readonly stillSignedIn: () => Promise<boolean>;
}

/** An MQTT broker in this process. */
export async function createMqtt({ live, redeem, authorise, onFault, now }: MqttParts): Promise<MqttFeed> {
  const owners = new Map<Client, Owner>();
  /** Of each connection: who pays for it, and its work. The broker calls back for nobody in particular. */
  const origins = new WeakMap<object, { readonly budget: SocketBudget; readonly work: ReturnType<typeof workNow> }>();
  const userIds = new Map<number, { userId: string; clients: number; stage: number }>();
  const changed = new Set<number>();

  /** The verification stage that a customer has passed. */
  const stageOf = (coreUser: number): number => live.user(coreUser)?.stage ?? 0;

  const broker = await Aedes.createBroker({
    concurrency: 100,
    connectTimeout: 10_000,
    heartbeatInterval: 60_000,
    keepaliveLimit: MQTT_KEEPALIVE * 60,
    queueLimit: QUEUE_MOST,
    maxClientsIdLength: CLIENT_ID_LONGEST,
    preConnect(_, packet, done) {
      if (packet.clientId.length > CLIENT_ID_LONGEST)
        return done(new Error(`A client id of at most ${CLIENT_ID_LONGEST} characters was expected.`), false);
      // Nothing is kept after a disconnect: a kept session would give its subscriptions to any client with the same id.
      packet.clean = true;
      // Client ids are scoped to a customer: nobody else can end their connection by using the same one. Guests are
      // strangers to each other, so the id of each is its own.
      const { username = '', clientId } = packet;
      packet.clientId = `${username}:${username === '' || clientId === '' ? randomUUID() : clientId}`;
      return done(null, true);
    },
    authenticate(client, username, password, done) {
      if (username === undefined || username === '') return done(null, true);
      const refuse = () =>
        done(
          Object.assign(new Error('A user id and a fresh ticket were expected.'), {
            returnCode: BAD_CREDENTIALS,
          }) as AuthenticateError,
          false,
        );
      const origin = origins.get(client.conn);
      if (origin === undefined || !origin.budget.take(1)) return refuse();
      origin
        .work(() =>
          authorise(origin.budget.address, async () =>
            client.closed ? undefined : await redeem(password?.toString('utf8') ?? ''),
          ),
        )
        .then(
          (session) => {
            if (client.closed) return undefined;
            if (!session || session.userId !== username) return refuse();
            if ((userIds.get(session.coreUser)?.clients ?? 0) >= USER_SOCKETS_MOST) return refuse();
            if (!origin.work(() => origin.budget.account(session.userId))) return refuse();
            owners.set(client, {
              userId: session.userId,
              coreUser: session.coreUser,
              topics: new Set([refreshTopic(session.userId), session.chatKey]),
              stillSignedIn: session.stillSignedIn,
            });
            const known = userIds.get(session.coreUser);
            userIds.set(session.coreUser, {
              userId: session.userId,
              clients: (known?.clients ?? 0) + 1,
              stage: known?.stage ?? stageOf(session.coreUser),
            });
            return done(null, true);
          },
          (error: unknown) => {
            onFault(error);
            refuse();
          },
        );
    },
    authorizePublish: (_client, _packet, done) => done(new Error('This feed is read-only.')),
    authorizeSubscribe(client, subscription, done) {
      const fine =
        subscription.topic === ALL_DETAIL_TOPIC || owners.get(client)?.topics.has(subscription.topic) === true;
      // A null subscription is a refusal: the client gets 128 and stays connected.
      done(null, fine ? subscription : null);
    },
  });

  broker.on('clientDisconnect', (client) => {
    const owner = owners.get(client);
    if (!owner) return;
    owners.delete(client);
    const known = userIds.get(owner.coreUser);
    if (!known) return;
    if (known.clients <= 1) userIds.delete(owner.coreUser);
    else userIds.set(owner.coreUser, { ...known, clients: known.clients - 1 });
  });

  function publish(topic: string, message: unknown): void {
    broker.publish(
      { cmd: 'publish', topic, payload: Buffer.from(JSON.stringify(message)), qos: 0, retain: false, dup: false },
      (error) => {
        if (error) onFault(error);
      },
    );
  }

  /** Closes the connections of ended sessions. */
  async function look(): Promise<void> {
    // All at once, so that one statement answers them.
    const active = await Promise.all(
      [...owners].map(async ([client, owner]) => [client, await owner.stillSignedIn()] as const),
    );
    for (const [client, isActive] of active) if (!isActive) client.close();
  }
  // A failed look-up does not prove that a session ended: it is reported, and the next check asks again.
  const looking = setInterval(() => void look().catch(onFault), HEARTBEAT_EVERY);

  const timer = setInterval(() => {
    if (changed.size === 0) return;
    const instruments = [...changed];
    changed.clear();
    if (broker.connectedClients === 0) return;
    publish(
      ALL_DETAIL_TOPIC,
      instruments.map((instrument) => {
        const listed = live.instrument(instrument);
        const of = (type: number) => listed && live.marketOf(type, listed.base, listed.quote);
        return { ...priceOf(live, instrument, of(MARKET_TYPE.spot)), ...contractPriceOf(live, of(MARKET_TYPE.linear)) };
      }),
    );
  }, DETAIL_TOPIC_EVERY);

  function tell(coreUser: number, message: RefreshMessage): void {
    const known = userIds.get(coreUser);
    if (known) publish(refreshTopic(known.userId), message);
  }

  return {
    serve(socket, budget) {
      const stream = new MqttStream(socket, budget, now);
      origins.set(stream, { budget, work: workNow() });
      broker.handle(stream);
    },

    take(change) {
      for (const tick of change.ticks) changed.add(tick.instrument);
      for (const market of [...change.priceMarkets, ...change.contractMarkets]) {
        const instrument = live.market(market)?.instrument;
        if (instrument !== undefined) changed.add(instrument);
      }
      const refresh = (coreUser: number, kind: RefreshMessage['kind'], id: string) =>
        tell(coreUser, { kind, id, seq: change.head.seq });
      for (const { user, order } of change.orders) refresh(user, 'order', String(order.order));
      for (const { user, position } of change.positions) refresh(user, 'position', String(position));
      for (const { user, stage } of change.users) {
        const known = userIds.get(user);
        if (!known || known.stage === stage) continue;
        userIds.set(user, { ...known, stage });
        refresh(user, 'kyc', String(stage));
      }
      const balances = new Set(change.balances.map((one) => one.balance.user));
      for (const user of balances) refresh(user, 'balance', String(change.head.seq));
    },

    verification(userId) {
      const known = [...userIds.values()].find((one) => one.userId === userId);
      if (known)
        publish(refreshTopic(userId), {
          kind: 'kyc',
          id: String(known.stage),
          seq: live.head().seq,
        } satisfies RefreshMessage);
    },

    funds(coreUser, { recharges, withdrawals }) {
      const { seq } = live.head();
      for (const { id } of recharges) tell(coreUser, { kind: 'recharge', id, seq });
      for (const { id } of withdrawals) tell(coreUser, { kind: 'withdrawal', id, seq });
    },

    async stop() {
      clearInterval(timer);
      clearInterval(looking);
      await new Promise<void>((done) => {
        broker.close(() => done());
      });
    },
  };
}
