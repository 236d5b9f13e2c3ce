// The outbox: what has to reach somebody though the way is down now. At least once, under the same message id each time.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../identity/index.ts';
import type { Vault } from '../vault/index.ts';
import { type Channel, type Parcel, SendFailure, type Way } from './transport.ts';

/** Between the first tries, ms; doubled each time up to the longest. */
export const FIRST_WAIT = 60_000;
export const LONGEST_WAIT = 6 * 3_600_000;
/** After this long a message is dropped, ms. */
export const KEPT_FOR = 3 * 86_400_000;
/** The most messages waiting; more are dropped and told to the operator. */
const WAITING_MOST = 100_000;
/** Messages taken at a time, and sent side by side. */
const BATCH = 10;
/** Who took a message and died leaves it to others after this long: more than any way may take, ms. */
const LEASE = 120_000;
/** Between two looks, ms. */
const BEAT = 5_000;
/** How long the end waits for what is being sent, ms. */
const STOP_PATIENCE = 800;

export interface Outbox {
  /** Keeps a message until it is sent. */
  put(channel: Channel, parcel: Omit<Parcel, 'messageId'>): Promise<void>;
  /** Sends what is due; called by itself from time to time. Gives how many went out. */
  pass(): Promise<number>;
  /** Ends within a second; what was being sent is tried again by the next start. */
  stop(): Promise<void>;
}

export interface OutboxParts {
  readonly db: Kysely<IdentityTables>;
  readonly vault: Vault;
  readonly ways: readonly Way[];
  /** ms UTC. */
  readonly now: () => number;
  /** Hears of what was dropped and of a database that does not answer. */
  readonly onFault: (error: unknown) => void;
}

/** How long to wait after a try, ms; `tries` from 1. */
export function waitAfter(tries: number): number {
  return Math.min(FIRST_WAIT * 2 ** (tries - 1), LONGEST_WAIT);
}

const placeOf = (messageId: string) => `outbox:${messageId}:sealed`;

/** The outbox over SQL; begins its beat at once. */
export function createOutbox({ db, vault, ways, now, onFault }: OutboxParts): Outbox {
  const stopping = new AbortController();
  let passing: Promise<number> | undefined;

  async function put(channel: Channel, content: Omit<Parcel, 'messageId'>): Promise<void> {
    const messageId = randomUUID();
    const parcel: Parcel = { ...content, messageId };
    const time = now();
    const sealed = vault.seal(JSON.stringify(parcel), placeOf(messageId));
    const kept = await sql`
      insert into outbox (channel, message_id, sealed, created_at, next_try, expires_at)
      select ${channel}, ${messageId}, ${sealed}, ${time}::bigint, ${time}::bigint, ${time + KEPT_FOR}::bigint
      where (select count(*) from (select 1 from outbox limit ${WAITING_MOST}) as waiting) < ${WAITING_MOST}`.execute(
      db,
    );
    if (kept.numAffectedRows === 0n)
      onFault(new Error(`a message by ${channel} was dropped: ${WAITING_MOST} are waiting already`));
  }

  /** Takes some that are due. Nobody else takes them until the lease is over. */
  async function take() {
    const time = now();
    const rows = await sql<{
      id: string;
      channel: Channel;
      message_id: string;
      sealed: Buffer;
      tries: number;
      expires_at: string;
    }>`
      update outbox set next_try = ${time + LEASE}, tries = tries + 1
      where id in (
        select id from outbox where next_try <= ${time} order by next_try limit ${BATCH} for update skip locked)
      returning id, channel, message_id, sealed, tries, expires_at`.execute(db);
    return rows.rows;
  }

  async function drop(id: string): Promise<void> {
    await db.deleteFrom('outbox').where('id', '=', id).execute();
  }

  async function sendOne(row: Awaited<ReturnType<typeof take>>[number]): Promise<boolean> {
    const way = ways.find((one) => one.channel === row.channel);
    if (Number(row.expires_at) <= now()) {
      await drop(row.id);
      onFault(new Error(`a message by ${row.channel} was dropped: it could not be sent for ${KEPT_FOR / 3_600_000} h`));
      return false;
    }
    const again = async (next: number, tries: number): Promise<false> => {
      await db
        .updateTable('outbox')
        .set({ next_try: String(next), tries })
        .where('id', '=', row.id)
        .execute();
      return false;
    };
    // The way may come back with the next start's settings.
    if (way === undefined) return again(now() + waitAfter(row.tries), row.tries);
    try {
      const parcel = JSON.parse(vault.open(row.sealed, placeOf(row.message_id)).toString()) as Parcel;
      await way.send(parcel, stopping.signal);
    } catch (error) {
      if (error instanceof SendFailure && error.kind === 'stopped') return again(now(), row.tries - 1);
      if (error instanceof SendFailure && !error.final) return again(now() + waitAfter(row.tries), row.tries);
      // Refused for good, or sealed by another key: no later try would be another.
      await drop(row.id);
      onFault(error instanceof SendFailure ? error : new Error(`a message by ${row.channel} could not be opened`));
      return false;
    }
    await drop(row.id);
    return true;
  }

  async function passOnce(): Promise<number> {
    let sent = 0;
    while (!stopping.signal.aborted) {
      const rows = await take();
      const done = await Promise.all(rows.map(sendOne));
      sent += done.filter(Boolean).length;
      if (rows.length < BATCH) break;
    }
    return sent;
  }

  function pass(): Promise<number> {
    passing ??= passOnce().finally(() => (passing = undefined));
    return passing;
  }

  // Without a way out there is nothing to try; what waits from before waits on.
  const timer = ways.length === 0 ? undefined : setInterval(() => void pass().catch(onFault), BEAT);
  timer?.unref();

  return {
    put,
    pass,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      const last = passing?.catch(onFault);
      if (last !== undefined) await Promise.race([last, pause(STOP_PATIENCE, undefined, { ref: false })]);
      for (const way of ways) way.close();
    },
  };
}
