// The journal's only writer. It never starts an append before the outcome of the previous one is known.

import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clientConfig, connect, type DatabaseAddress } from '../../app/postgres/index.ts';
import { JournalError } from './error.ts';
import { type Head, readHead, readRow } from './reader.ts';
import type { JournalRow } from './row.ts';
import { currentEpoch, makeTables, nextEpoch, takeLock } from './table.ts';

/** Time limit of one append, ms. After it the connection is dropped and the journal is searched for the row. */
const APPEND_TIMEOUT = 5_000;
/** How long a start waits for the lock of a predecessor that was just killed, ms. */
const LOCK_PATIENCE = 10_000;
/** Pauses between retries while the database is unavailable, ms: the first and the longest. */
const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 1_000;
const UNIQUE_VIOLATION = '23505';

/** Inserts the row only directly after the row it names, and only while this epoch is the newest. */
const APPEND = `
  INSERT INTO journal (row, epoch, first_seq, count, "time", rules, commands, event_hash, prev_hash, row_hash, build, rules_after)
  SELECT $1::bigint, $2::integer, $3::bigint, $4::integer, $5::bigint, $6::integer, $7::bytea, $8::bytea, $9::bytea, $10::bytea,
    $11::text, $12::integer
  WHERE (SELECT epoch FROM journal_writer) = $2::integer
    AND ($1::bigint = 1 OR EXISTS (SELECT FROM journal WHERE row = $1::bigint - 1 AND row_hash = $9::bytea))`;

/** Changes nothing. Its commit is acknowledged only after every earlier commit is durable on the promised standbys. */
const CONFIRM = 'UPDATE journal_writer SET epoch = epoch WHERE epoch = $1::integer';

/** Receives a temporary fault in words for the operator; undefined once it has passed. */
export type Trouble = (reason: string | undefined) => void;

interface Session {
  readonly client: pg.Client;
  readonly socket: Socket;
  /** Standbys that a commit waits for (the server's `synchronous_standby_names`); empty: none. */
  readonly standbys: string;
}

/** The server would acknowledge commits held by fewer or other standbys than it promised before. */
class OtherPromise extends Error {}

/** The only writer of a journal, under its own epoch. */
export class JournalWriter {
  readonly epoch: number;
  /** The end of the journal when this writer took it over. */
  readonly head: Head;
  readonly #address: DatabaseAddress;
  readonly #trouble: Trouble;
  #session: Session | undefined;
  /** The last session's `standbys`. */
  #standbys: string;
  #closed = false;

  private constructor(address: DatabaseAddress, trouble: Trouble, session: Session, epoch: number, head: Head) {
    this.#address = address;
    this.#trouble = trouble;
    this.#session = session;
    this.#standbys = session.standbys;
    this.epoch = epoch;
    this.head = head;
  }

  /**
   * Takes over the journal: takes the lock, creates missing tables, begins a new epoch.
   * @throws {JournalError} `held` if another writer is active.
   */
  static async open(address: DatabaseAddress, trouble: Trouble, patience = LOCK_PATIENCE): Promise<JournalWriter> {
    // The first connection waits for a server that is still starting. The session itself uses a socket that we can cut.
    await (await connect(address, 'journal')).end();
    const session = await openSession(address);
    try {
      await takeLock(session.client, patience);
      await makeTables(session.client);
      const epoch = await nextEpoch(session.client);
      return new JournalWriter(address, trouble, session, epoch, await readHead(session.client));
    } catch (error) {
      session.socket.destroy();
      throw error;
    }
  }

  /**
   * Appends one row; resolves once it is committed, however long the database is unavailable. After a failure it reads
   * the row's place in the journal. Its own row there means success, no row means the same bytes are sent again,
   * another row means it must stop. A row that can be read may still be missing on the standbys, because a crash ends
   * the wait for them. So a later write must be acknowledged first, with the same standbys as before (any, if there
   * were none).
   * @throws {JournalError} `fenced` if another writer has taken over.
   */
  async append(row: JournalRow): Promise<void> {
    let pause = FIRST_PAUSE;
    let failed = false;
    for (;;) {
      if (this.#closed) throw closed(row.row);
      try {
        const session = this.#session ?? (await this.#reopen());
        if (failed && (await isThere(session.client, row))) await confirm(session.client, row, this.epoch);
        else await insert(session.client, row, this.epoch);
        if (failed) this.#trouble(undefined);
        return;
      } catch (error) {
        if (error instanceof JournalError && error.fault === 'fenced') throw error;
        if (this.#closed) throw closed(row.row);
        if (!failed || pause === LONGEST_PAUSE) this.#trouble(describe(error));
        failed = true;
        this.#drop();
      }
      await sleep(pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }

  /** Ends the session. An append in progress is abandoned and never reported as done. */
  async close(): Promise<void> {
    this.#closed = true;
    const session = this.#session;
    this.#session = undefined;
    if (session === undefined) return;
    const timer = setTimeout(() => session.socket.destroy(), APPEND_TIMEOUT);
    await session.client.end().catch(() => session.socket.destroy());
    clearTimeout(timer);
  }

  async #reopen(): Promise<Session> {
    const session = await openSession(this.#address);
    try {
      const epoch = await currentEpoch(session.client);
      if (epoch !== this.epoch) throw fenced(0, `epoch ${epoch} writes now, ours is ${this.epoch}`);
      await takeLock(session.client, 0);
      if (this.#standbys !== '' && session.standbys !== this.#standbys) {
        throw new OtherPromise(
          `the database now waits for the standbys "${session.standbys}", before for "${this.#standbys}": ` +
            'set synchronous_standby_names back, or restart the exchange to accept it',
        );
      }
    } catch (error) {
      session.socket.destroy();
      throw error;
    }
    this.#session = session;
    this.#standbys = session.standbys;
    return session;
  }

  #drop(): void {
    this.#session?.socket.destroy();
    this.#session = undefined;
  }
}

/** A connection on a socket that we own, so that a hanging one can be cut. */
async function openSession(address: DatabaseAddress): Promise<Session> {
  const socket = new Socket();
  const client = new pg.Client({
    ...clientConfig(address, 'journal'),
    query_timeout: APPEND_TIMEOUT,
    stream: () => socket,
  });
  // The next append notices a lost session; without a listener the error would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SET synchronous_commit = on');
    const { rows } = await client.query<{ standbys: string }>(
      "SELECT current_setting('synchronous_standby_names') AS standbys",
    );
    return { client, socket, standbys: rows[0]?.standbys ?? '' };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function insert(client: pg.Client, row: JournalRow, epoch: number): Promise<void> {
  const bytes = (hex: string) => Buffer.from(hex, 'hex');
  const { commands } = row;
  try {
    const { rowCount } = await client.query({
      name: 'journal-append',
      text: APPEND,
      values: [
        row.row,
        epoch,
        row.firstSeq,
        row.count,
        row.time,
        row.rules,
        Buffer.from(commands.buffer, commands.byteOffset, commands.byteLength),
        bytes(row.eventHash),
        bytes(row.prevHash),
        bytes(row.rowHash),
        row.written?.build ?? null,
        row.written?.rulesAfter ?? null,
      ],
    });
    if (rowCount === 1) return;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION)) throw error;
    if (await isThere(client, row)) return await confirm(client, row, epoch);
    throw error;
  }
  if (await isThere(client, row)) return await confirm(client, row, epoch);
  const now = await currentEpoch(client);
  throw fenced(row.row, now === epoch ? `row ${row.row - 1} is not the one we wrote` : `epoch ${now} writes now`);
}

/** Waits until a later write is acknowledged; the row is then as durable as any acknowledged row. */
async function confirm(client: pg.Client, row: JournalRow, epoch: number): Promise<void> {
  const { rowCount } = await client.query(CONFIRM, [epoch]);
  if (rowCount !== 1) throw fenced(row.row, `epoch ${await currentEpoch(client)} writes now`);
}

/** Whether the row is in the journal. @throws {JournalError} `fenced` if another row is in its place. */
async function isThere(client: pg.Client, row: JournalRow): Promise<boolean> {
  const found = await readRow(client, row.row);
  if (found === undefined) return false;
  if (found.rowHash === row.rowHash) return true;
  throw fenced(row.row, `it holds another row, of epoch ${found.epoch}`);
}

function fenced(row: number, found: string): JournalError {
  return new JournalError(
    'fenced',
    row,
    `Another writer has taken the journal over (row ${row}: ${found}). This one stops.`,
  );
}

function closed(row: number): JournalError {
  return new JournalError('closed', row, `The journal was closed while row ${row} was on its way.`);
}

function describe(error: unknown): string {
  if (error instanceof OtherPromise) return error.message;
  if (error instanceof pg.DatabaseError)
    return `the database refuses to commit: ${error.message} (${error.code ?? ''})`;
  return `the database is not reachable: ${error instanceof Error ? error.message : String(error)}`;
}
