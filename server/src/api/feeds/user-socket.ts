// `/ws/coin/{user id}`: the user's own orders, balances and status, without subscribing; a full snapshot at each
// connection.

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
import { LOCK } from '@vitrine/core/enum';
import { locksOf } from '../../account/identity/index.ts';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { BatchChange, Live } from '../../projection/live/index.ts';
import type { Position, Settlement } from '../../projection/handlers/index.ts';
import { balanceOf, fillOf, orderOf, pairOf, positionOf, settlementOf } from '../wire/index.ts';
import { type Connection, createConnection, unreadable } from './connection.ts';
import { type Budget, closeCodes } from './intake.ts';
import { UNIT_SENT, USER_SOCKETS_MOST } from './limits.ts';
import { createStream, type Stream } from './stream.ts';

/** Initial frame of a socket: the lists are read with calls. */
const NO_NEWS: FundsNews = { recharges: [], withdrawals: [] };

export interface UserReader {
  readonly userId: string;
  readonly coreUser: number;
  /** Whether the session that opened the socket is still active; checked at each heartbeat. */
  readonly stillSignedIn: () => Promise<boolean>;
  readonly readStanding: () => Promise<AccountStanding>;
}

/** Account data that the exchange does not have: it comes from SQL. */
export interface AccountStanding {
  readonly kyc: UserStatusData['kyc'];
  /** End of the withdrawal lock after a changed credential, ms UTC. */
  readonly lockedUntil: number;
}

export interface UserSockets {
  /** Serves one socket until it closes. `standing`: the account's, as read for this socket. */
  serve(socket: WebSocket, stream: Duplex, reader: UserReader, standing: AccountStanding, budget: Budget): void;
  /** Reads a customer's standing again and sends it. */
  standing(userId: string): void;
  /** Sends each user their part of a batch. */
  take(change: BatchChange): void;
  /** Sends a customer the alerts that the last batch reached. */
  alert(coreUser: number, alerts: readonly Alert[]): void;
  /** Sends a customer their changed deposits and withdrawals. */
  funds(coreUser: number, news: FundsNews): void;
}

interface Served {
  readonly connection: Connection;
  readonly streams: ReadonlyMap<UserChannel, Stream>;
  readonly reader: UserReader;
  /** The last standing read. */
  known: AccountStanding;
}

/**
 * The sockets of all users over one live projection.
 * @param steady a monotonic clock, ms: a changed wall clock says nothing about a connection.
 */
export function createUserSockets(
  live: Live,
  now: () => number,
  onFault: (error: unknown) => void,
  steady: () => number = () => performance.now(),
): UserSockets {
  const byUser = new Map<number, Set<Served>>();
  const coreUsers = new Map<string, number>();
  /** Number of each customer's newest read of the standing: an older read that ends later is discarded. */
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

  /** Data of a user's status frame: current values from the exchange, and the last ones read from SQL. */
  function statusOf({ known, reader }: Served, signedOut = false): UserStatusData {
    const bits = live.user(reader.coreUser)?.locks ?? 0;
    const { normal, frozen, signedOut: over } = USER_STATUS;
    return {
      status: signedOut ? over : (bits & LOCK.frozen) !== 0 ? frozen : normal,
      locks: locksOf(bits, known.lockedUntil, now()),
      kyc: known.kyc,
    };
  }

  /** Reads the standing once for all sockets of a customer, and sends it with the next free number. */
  async function readStanding(coreUser: number): Promise<void> {
    const [first] = byUser.get(coreUser) ?? [];
    if (first === undefined) return;
    const reading = (readings.get(coreUser) ?? 0) + 1;
    readings.set(coreUser, reading);
    let known: AccountStanding | undefined;
    try {
      known = await first.reader.readStanding();
    } catch (error) {
      // A freeze is sent even while SQL is unavailable: the exchange knows it.
      onFault(error);
    }
    if (readings.get(coreUser) !== reading) return;
    const { seq, time } = live.head();
    for (const served of byUser.get(coreUser) ?? []) {
      served.known = known ?? served.known;
      const stream = served.streams.get('USER_STATUS');
      // Several changes may be read after one command: their frames must still have different numbers.
      if (stream) served.connection.send(stream.push(Math.max(seq, stream.last + 1), time, statusOf(served)));
    }
  }

  /** Sends the first frames; returns their size, bytes. */
  function greet(served: Served, coreUser: number): number {
    let size = 0;
    const time = live.head().time;
    const send = (channel: UserChannel, data: unknown) => {
      const stream = served.streams.get(channel);
      if (!stream) return;
      const frame = stream.snapshot(time, data);
      size += frame.length;
      served.connection.send(frame);
    };
    send('USER_STATUS', statusOf(served));
    send(
      'ORDER',
      live.openOrders(coreUser).flatMap((order) => {
        const shown = orderOf(live, order);
        return shown ? [{ ...shown, fills: [] }] : [];
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
    return size;
  }

  /** Second contracts waiting or running, as of their last event; a reconnecting client continues from here. */
  function running(coreUser: number) {
    return live.seconds(coreUser).flatMap((one) => {
      const { user, second, market, asset, lastSeq } = one;
      const shown = { user, kind: 'second', id: second, market, asset, amount: -one.amount as Atoms } as const;
      return settlementOf(live, { ...shown, result: 0, seq: lastSeq }, now()) ?? [];
    });
  }

  /** Positions that a batch changed, each once, including those whose take-profit or stop-loss orders changed. */
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
          // Only the answer to a heartbeat shows that the client is alive.
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
      budget.charge(greet(served, coreUser) / UNIT_SENT);

      const beat = async (): Promise<void> => {
        const time = now();
        // After a pause of this process, answers may have arrived that were not read yet.
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
        // A status from outside the journal has no seq of its own: it is the last frame on this socket.
        connection.send(streams.get('USER_STATUS')?.snapshot(time, statusOf(served, true)) ?? '');
        connection.close(closeCodes.signedOut, 'The session has ended.');
      };
      // A failed session look-up does not prove that it ended: it is reported, and the next heartbeat asks again.
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
        // Chain events arrive without a command: two frames of one command must still have different numbers.
        if (stream) connection.send(stream.push(Math.max(seq, stream.last + 1), time, news));
      }
    },

    take(change) {
      const orders = Map.groupBy(change.orders, (one) => one.user);
      for (const [user, changes] of orders) {
        if (!byUser.has(user)) continue;
        const rows = changes.flatMap(({ order, fills }) => {
          const shown = orderOf(live, order);
          return shown ? [{ ...shown, fills: fills.flatMap((fill) => fillOf(live, fill) ?? []) }] : [];
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

/** A second contract that opened and closed in one batch is sent once, in its final state. */
function lastOfEach(settlements: readonly Settlement[]): readonly Settlement[] {
  const seconds = new Map<number, Settlement>();
  for (const one of settlements) if (one.kind === 'second') seconds.set(one.id, one);
  return settlements.filter((one) => one.kind !== 'second' || seconds.get(one.id) === one);
}
