// `/ws/coin/{user id}`: one's own orders, balances and status, without subscribing; read again whole at each connection.

import {
  type Alert,
  type FundsNews,
  HEARTBEAT_EVERY,
  pingMessage,
  SILENCE_LIMIT,
  USER_STATUS,
  type UserStatusData,
  USER_CHANNELS,
  type UserChannel,
} from '@vitrine/contract';
import type { Atoms } from '@vitrine/core';
import { FROZEN, locksOf } from '../../account/identity/index.ts';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { BatchChange, Live } from '../../projection/live/index.ts';
import type { Position, Settlement } from '../../projection/handlers/index.ts';
import { balanceOf, fillOf, orderOf, pairOf, positionOf, settlementOf } from '../wire/index.ts';
import { type Budget, closeCodes, type Connection, createConnection, unreadable } from './connection.ts';
import { USER_SOCKETS_MOST } from './limits.ts';
import { createStream, type Stream } from './stream.ts';

/** What a socket begins with: the lists are read by calls. */
const NO_NEWS: FundsNews = { recharges: [], withdrawals: [] };

export interface UserReader {
  readonly userId: string;
  readonly coreUser: number;
  /** Whether the session that opened the socket still stands; asked at each heartbeat. */
  readonly stillSignedIn: () => Promise<boolean>;
  readonly readStanding: () => Promise<AccountStanding>;
}

/** What the exchange does not know of an account: SQL has it. */
export interface AccountStanding {
  readonly kyc: UserStatusData['kyc'];
  /** Until when withdrawals are locked after a changed credential, ms UTC. */
  readonly lockedUntil: number;
}

export interface UserSockets {
  /** Serves one socket until it closes. `standing`: the account's as it was read for this socket. */
  serve(socket: WebSocket, stream: Duplex, reader: UserReader, standing: AccountStanding, budget: Budget): void;
  /** Reads a customer's standing again and says it. */
  standing(userId: string): void;
  /** Tells each user of a batch what is his. */
  take(change: BatchChange): void;
  /** Tells a customer of alerts that the batch told last has reached. */
  alert(coreUser: number, alerts: readonly Alert[]): void;
  /** Tells a customer of deposits and withdrawals of his that changed just now. */
  funds(coreUser: number, news: FundsNews): void;
}

interface Served {
  readonly connection: Connection;
  readonly streams: ReadonlyMap<UserChannel, Stream>;
  readonly reader: UserReader;
  /** As it was read last. */
  known: AccountStanding;
}

/**
 * The sockets of all users over one live fold.
 * @param steady ms of a clock that only goes forward: a clock that was set says nothing about a line.
 */
export function createUserSockets(
  live: Live,
  now: () => number,
  onFault: (error: unknown) => void,
  steady: () => number = () => performance.now(),
): UserSockets {
  const byUser = new Map<number, Set<Served>>();
  const coreUsers = new Map<string, number>();
  /** Number of each customer's newest reading of the standing: an older one that ends later says nothing. */
  const readings = new Map<number, number>();

  const ownCoin = (
    balance: Parameters<typeof balanceOf>[1] & { wallet: number; market: number },
    causeKind: string,
    causeId: number,
  ) => ({
    walletType: String(balance.wallet),
    symbolName: balance.market > 0 ? pairOf(live, live.market(balance.market)) : null,
    balance: balanceOf(live, balance),
    causeKind,
    causeId: String(causeId),
  });

  /** The status frame's data of a user: what the exchange knows now, and what was read of SQL last. */
  function statusOf({ known, reader }: Served, signedOut = false): UserStatusData {
    const bits = live.user(reader.coreUser)?.locks ?? 0;
    const { normal, frozen, signedOut: over } = USER_STATUS;
    return {
      status: signedOut ? over : (bits & FROZEN) !== 0 ? frozen : normal,
      locks: locksOf(bits, known.lockedUntil, now()),
      kyc: known.kyc,
    };
  }

  /** Reads the standing of one customer's sockets, once for all of them, and says it with the next free number. */
  async function readStanding(coreUser: number): Promise<void> {
    const [first] = byUser.get(coreUser) ?? [];
    if (first === undefined) return;
    const reading = (readings.get(coreUser) ?? 0) + 1;
    readings.set(coreUser, reading);
    let known: AccountStanding | undefined;
    try {
      known = await first.reader.readStanding();
    } catch (error) {
      // A freeze is said even when SQL is away: the exchange knows it.
      onFault(error);
    }
    if (readings.get(coreUser) !== reading) return;
    const { seq, time } = live.head();
    for (const served of byUser.get(coreUser) ?? []) {
      served.known = known ?? served.known;
      const stream = served.streams.get('USER_STATUS');
      // Several changes may be read behind one command: their frames still differ in number.
      if (stream) served.connection.send(stream.push(Math.max(seq, stream.last + 1), time, statusOf(served)));
    }
  }

  function greet(served: Served, coreUser: number): void {
    const time = live.head().time;
    const send = (channel: UserChannel, data: unknown) => {
      const stream = served.streams.get(channel);
      if (stream) served.connection.send(stream.snapshot(time, data));
    };
    send('USER_STATUS', statusOf(served));
    send(
      'ORDER',
      live.openOrders(coreUser).flatMap((order) => {
        const told = orderOf(live, order);
        return told ? [{ ...told, fills: [] }] : [];
      }),
    );
    send(
      'OWNCOIN',
      live.balances(coreUser).map((balance) => ownCoin(balance, 'snapshot', 0)),
    );
    send(
      'POSITION',
      live.positions(coreUser).flatMap((position) => positionOf(live, position) ?? []),
    );
    send('SETTLEMENT', running(coreUser));
    send('ALERT', []);
    send('FUNDS', NO_NEWS);
  }

  /** Second contracts that wait or run, as their last step told them: one who comes back goes on from here. */
  function running(coreUser: number) {
    return live.seconds(coreUser).flatMap((one) => {
      const { user, second, market, asset, lastSeq } = one;
      const told = { user, kind: 'second', id: second, market, asset, amount: -one.amount as Atoms } as const;
      return settlementOf(live, { ...told, result: 0, seq: lastSeq }, now()) ?? [];
    });
  }

  /** Positions that a batch changed, each once; also those whose stop orders changed. */
  function changedPositions(change: BatchChange): Map<number, Position[]> {
    const found = new Map(change.positions.map((one) => [one.position, one]));
    for (const { order } of change.orders) {
      if (order.guard === 0 || found.has(order.position)) continue;
      const position = live.position(order.position);
      if (position !== undefined && position.lots > 0) found.set(order.position, position);
    }
    return Map.groupBy(found.values(), (one) => one.user);
  }

  function tell(user: number, channel: UserChannel, change: Pick<BatchChange, 'head'>, data: unknown): void {
    for (const { connection, streams } of byUser.get(user) ?? []) {
      const stream = streams.get(channel);
      if (stream) connection.send(stream.push(change.head.seq, change.head.time, data));
    }
  }

  return {
    serve(socket, stream, reader, standing, budget) {
      const { coreUser, stillSignedIn } = reader;
      const mine = byUser.get(coreUser) ?? new Set<Served>();
      if (mine.size >= USER_SOCKETS_MOST) {
        socket.close(closeCodes.later, `At most ${USER_SOCKETS_MOST} connections of one customer are served.`);
        return;
      }
      let heard = steady();
      const isSilent = () => steady() - heard >= SILENCE_LIMIT;
      const connection = createConnection(
        socket,
        stream,
        (message) => {
          // Only an answer to a heartbeat says that somebody listens.
          if (pingMessage.safeParse(message).success) heard = steady();
          else connection.send(unreadable(null));
        },
        now,
        budget,
      );
      const head = live.head().seq;
      const streams = new Map<UserChannel, Stream>(
        USER_CHANNELS.map((channel) => [channel, createStream({ channel }, head, 0)]),
      );
      const served: Served = { connection, streams, reader, known: standing };
      mine.add(served);
      byUser.set(coreUser, mine);
      coreUsers.set(reader.userId, coreUser);
      greet(served, coreUser);

      const beat = async (): Promise<void> => {
        const time = now();
        // After a pause of this process answers may have come that were not read yet.
        if (isSilent()) await new Promise((read) => setImmediate(read));
        if (isSilent()) {
          connection.close(
            closeCodes.policy,
            `Nothing was heard for ${SILENCE_LIMIT / 1_000} s; answer each heartbeat.`,
          );
          return;
        }
        connection.send(JSON.stringify({ channel: 'HEARTBEAT', time }));
        if (await stillSignedIn()) return;
        // A status told outside the journal has no seq of its own: it is the last thing on this socket.
        connection.send(streams.get('USER_STATUS')?.snapshot(time, statusOf(served, true)) ?? '');
        connection.close(closeCodes.signedOut, 'The session has ended.');
      };
      // A failed look-up of the session is no proof that it ended: it is reported, and the next beat asks again.
      const heart = setInterval(() => void beat().catch(onFault), HEARTBEAT_EVERY);
      socket.on('close', () => {
        clearInterval(heart);
        mine.delete(served);
        if (mine.size > 0) return;
        byUser.delete(coreUser);
        coreUsers.delete(reader.userId);
        readings.delete(coreUser);
      });
    },

    standing(userId) {
      const coreUser = coreUsers.get(userId);
      if (coreUser !== undefined) void readStanding(coreUser);
    },

    alert: (coreUser, alerts) => tell(coreUser, 'ALERT', { head: live.head() }, alerts),
    funds(coreUser, news) {
      const { seq, time } = live.head();
      for (const { connection, streams } of byUser.get(coreUser) ?? []) {
        const stream = streams.get('FUNDS');
        // A chain's news comes without a command: two frames of one command must still differ in number.
        if (stream) connection.send(stream.push(Math.max(seq, stream.last + 1), time, news));
      }
    },

    take(change) {
      const orders = Map.groupBy(change.orders, (one) => one.user);
      for (const [user, changes] of orders) {
        if (!byUser.has(user)) continue;
        const rows = changes.flatMap(({ order, fills }) => {
          const told = orderOf(live, order);
          return told ? [{ ...told, fills: fills.flatMap((fill) => fillOf(live, fill) ?? []) }] : [];
        });
        tell(user, 'ORDER', change, rows);
      }
      const balances = Map.groupBy(change.balances, (one) => one.balance.user);
      for (const [user, changes] of balances) {
        if (!byUser.has(user)) continue;
        tell(
          user,
          'OWNCOIN',
          change,
          changes.map((one) => ownCoin(one.balance, one.causeKind, one.causeId)),
        );
      }
      for (const [user, positions] of changedPositions(change)) {
        if (!byUser.has(user)) continue;
        const rows = positions.flatMap((position) => positionOf(live, position) ?? []);
        tell(user, 'POSITION', change, rows);
      }
      for (const [user, settlements] of Map.groupBy(lastOfEach(change.settlements), (one) => one.user)) {
        if (!byUser.has(user)) continue;
        const rows = settlements.flatMap((one) => settlementOf(live, one, now()) ?? []);
        tell(user, 'SETTLEMENT', change, rows);
      }
      for (const { user } of change.users) void readStanding(user);
    },
  };
}

/** A second contract that opened and closed in one batch is told once, as it is now. */
function lastOfEach(settlements: readonly Settlement[]): readonly Settlement[] {
  const seconds = new Map<number, Settlement>();
  for (const one of settlements) if (one.kind === 'second') seconds.set(one.id, one);
  return settlements.filter((one) => one.kind !== 'second' || seconds.get(one.id) === one);
}
