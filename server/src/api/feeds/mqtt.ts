// MQTT 3.1.1 over WebSocket: prices for anyone, "read again" for their owner. Clients publish nothing.

import {
  ALL_DETAIL_TOPIC,
  type FundsNews,
  HEARTBEAT_EVERY,
  MQTT_KEEPALIVE,
  type RefreshMessage,
  refreshTopic,
} from '@vitrine/contract';
import { randomUUID } from 'node:crypto';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { LINEAR } from '@vitrine/core';
import type { WebSocket } from 'ws';
import type { BatchChange, Live } from '../../projection/live/index.ts';
import { contractPriceOf, priceOf } from '../wire/index.ts';
import type { Budget } from './connection.ts';
import { DETAIL_TOPIC_EVERY } from './limits.ts';
import { MqttStream } from './mqtt-stream.ts';

/** Market type of spot; of a symbol's contracts the U contract's mark and funding are told beside it. */
const SPOT = 1;
/** MQTT's return code for a refused name or password. */
const BAD_CREDENTIALS = 4;
const CLIENT_ID_LONGEST = 64;
/** Packets waiting for one client. */
const QUEUE_MOST = 1_000;

/** Whom a ticket stands for. */
export interface MqttSession {
  readonly userId: string;
  readonly coreUser: number;
  readonly chatKey: string;
  /** Whether the session that fetched the ticket still stands. */
  readonly stillSignedIn: () => Promise<boolean>;
}

export interface MqttParts {
  readonly live: Live;
  /** Uses a ticket up; gives the user id and chat key it stands for. */
  readonly redeem: (ticket: string) => Promise<MqttSession | undefined>;
  readonly onFault: (error: unknown) => void;
  readonly now: () => number;
}

export interface MqttFeed {
  serve(socket: WebSocket, budget: Budget): void;
  take(change: BatchChange): void;
  /** A customer's verification was sent or refused; that one passed comes with a batch. */
  verification(userId: string): void;
  /** Deposits and withdrawals of a customer changed. */
  funds(coreUser: number, news: FundsNews): void;
  stop(): Promise<void>;
}

interface Owner {
  readonly userId: string;
  readonly coreUser: number;
  readonly topics: ReadonlySet<string>;
  readonly stillSignedIn: () => Promise<boolean>;
}

/** A broker of our own, in this process. */
export async function createMqtt({ live, redeem, onFault, now }: MqttParts): Promise<MqttFeed> {
  const owners = new Map<Client, Owner>();
  const userIds = new Map<number, { userId: string; clients: number; stage: number }>();
  const changed = new Set<number>();

  /** The verification that a customer has passed. */
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
      // Nothing is kept of a client that left: a kept session would give its subscriptions to whoever comes with its id.
      packet.clean = true;
      // Ids of one customer are his own: nobody else ends his connection by coming with the same one.
      packet.clientId = `${packet.username ?? ''}:${packet.clientId === '' ? randomUUID() : packet.clientId}`;
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
      redeem(password?.toString('utf8') ?? '').then(
        (session) => {
          if (client.closed) return undefined;
          if (!session || session.userId !== username) return refuse();
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
    authorizePublish: (_client, _packet, done) => done(new Error('This feed only tells; it takes nothing.')),
    authorizeSubscribe(client, subscription, done) {
      const fine =
        subscription.topic === ALL_DETAIL_TOPIC || owners.get(client)?.topics.has(subscription.topic) === true;
      // A null subscription is the refusal: the client is told 128 and stays connected.
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

  /** Ends the connections of sessions that have ended. */
  async function look(): Promise<void> {
    for (const [client, owner] of [...owners]) if (!(await owner.stillSignedIn())) client.close();
  }
  // A failed look-up is no proof that a session ended: it is reported, and the next look asks again.
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
        return { ...priceOf(live, instrument, of(SPOT)), ...contractPriceOf(live, of(LINEAR)) };
      }),
    );
  }, DETAIL_TOPIC_EVERY);

  function tell(coreUser: number, message: RefreshMessage): void {
    const known = userIds.get(coreUser);
    if (known) publish(refreshTopic(known.userId), message);
  }

  return {
    serve(socket, budget) {
      broker.handle(new MqttStream(socket, budget, now));
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
