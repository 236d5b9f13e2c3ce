// The outbox: messages that must arrive although the channel may be down. At least once, with the same message id each
// time.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../identity/index.ts';
import type { Vault } from '../vault/index.ts';
import { type Channel, type Parcel, SendFailure, type Way } from './transport.ts';

/** Wait after the first try and the longest wait, ms; it doubles each time. */
export const FIRST_WAIT = 60_000;
export const LONGEST_WAIT = 6 * 3_600_000;
/** A message is dropped after this, ms. */
export const KEPT_FOR = 3 * 86_400_000;
/** Most messages waiting; more are dropped and reported to the operator. */
const WAITING_MOST = 100_000;
/** Messages taken at once and sent in parallel. */
const BATCH = 10;
/** Lease of a taken message, ms: longer than any transport may take. If its process dies, others take it after that. */
const LEASE = 120_000;
/** Interval of checks, ms. */
const BEAT = 5_000;
/** How long a stop waits for messages being sent, ms. */
const STOP_PATIENCE = 800;

export interface Outbox {
  /** Stores a message until it is sent. */
  put(channel: Channel, parcel: Omit<Parcel, 'messageId'>): Promise<void>;
  /** Sends what is due; also runs regularly by itself. Returns how many were sent. */
  pass(): Promise<number>;
  /** Stops within a second; the next start retries what was being sent. */
  stop(): Promise<void>;
}

export interface OutboxParts {
  readonly db: Kysely<IdentityTables>;
  readonly vault: Vault;
  readonly ways: readonly Way[];
  /** ms UTC. */
  readonly now: () => number;
  /** Receives dropped messages and database failures. */
  readonly onFault: (error: unknown) => void;
}

/** Wait after a try, ms; `tries` from 1. */
export function waitAfter(tries: number): number {
  return Math.min(FIRST_WAIT * 2 ** (tries - 1), LONGEST_WAIT);
}

const placeOf = (messageId: string) => `outbox:${messageId}:sealed`;

/** The outbox over SQL; starts its timer at once. */
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

  /** Takes some due messages. Nobody else takes them until the lease ends. */
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
    // The channel may be configured again at the next start.
    if (way === undefined) return again(now() + waitAfter(row.tries), row.tries);
    try {
      const parcel = JSON.parse(vault.open(row.sealed, placeOf(row.message_id)).toString()) as Parcel;
      await way.send(parcel, stopping.signal);
    } catch (error) {
      if (error instanceof SendFailure && error.kind === 'stopped') return again(now(), row.tries - 1);
      if (error instanceof SendFailure && !error.final) return again(now() + waitAfter(row.tries), row.tries);
      // Rejected permanently, or sealed with another key: retrying would not help.
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

  // Without a transport there is nothing to try; older messages keep waiting.
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
