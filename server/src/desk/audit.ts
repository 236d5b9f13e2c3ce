// The append-only audit log. Each row contains the hash of the previous row, so that later changes are detectable.

import { hash } from 'node:crypto';
import type { AuditCheck, AuditRecord, AuditWhat, DeskPersonLine, Page } from '@vitrine/contract';
import { sql } from 'kysely';
import type { AuditTable, DeskDatabase, DeskTransaction } from './tables.ts';

/** The hash before the first row. */
const BEFORE_ALL = '0'.repeat(64);
/** Advisory lock held from adding a row to the end of the transaction, so that rows are sequential. */
const CHAIN_LOCK = 0x6465_736b;
/** Repeated views of the same item by one person within this time count as one, ms. */
const LOOK_AGAIN = 300_000;
/** Rows per read of a check. */
const PART = 1_000;

/** An audit entry. Never a customer's data: only names of fields, roles and codes. */
export interface AuditEntry {
  readonly what: AuditWhat;
  /** Undefined: the system itself, or an unknown person. */
  readonly person?: string | undefined;
  readonly subject?: string | undefined;
  readonly reason?: string | undefined;
  readonly ip?: string | undefined;
  readonly detail?: Readonly<Record<string, string>>;
}

export interface AuditFilter {
  readonly person?: string | undefined;
  readonly subject?: string | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly current: number;
  readonly size: number;
}

export interface Audit {
  /**
   * Adds a row in the transaction of the audited change, as its last statement: others wait for the chain until it
   * ends.
   */
  add(tx: DeskTransaction, entry: AuditEntry): Promise<void>;
  /** Adds a row for something that changes nothing else. */
  note(entry: AuditEntry): Promise<void>;
  /** Adds a row unless the same person did the same to the same item a moment ago: pages reload, guesses repeat. */
  look(entry: AuditEntry): Promise<void>;
  /** Records what another domain is about to do, before it does; a failure is recorded as well. */
  before<T>(entry: AuditEntry, work: () => Promise<T>): Promise<T>;
  /** Who last did something to a subject; null: nobody. */
  lastBy(what: AuditWhat, subject: string): Promise<DeskPersonLine | null>;
  list(filter: AuditFilter): Promise<Page<AuditRecord>>;
  /** Recomputes every hash. */
  check(): Promise<AuditCheck>;
}

type Row = Omit<AuditTable, 'hash'>;

/** The hash of a row after one with the hash `before`: SHA-256 over the canonical text of both. */
export function hashOf(before: string, row: Row): string {
  const { id, time, person, what, subject, reason, ip, detail } = row;
  const who = person === null ? null : String(person);
  return hash(
    'sha256',
    JSON.stringify([before, String(id), String(time), who, what, subject, reason, ip, detail]),
    'hex',
  );
}

/** The log over `db`. */
export function createAudit(db: DeskDatabase, now: () => number): Audit {
  async function add(tx: DeskTransaction, entry: AuditEntry): Promise<void> {
    await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(tx);
    const last = await tx
      .selectFrom('desk_audit')
      .select(['id', 'hash'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const detail = Object.entries(entry.detail ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const row: Row = {
      id: String(Number(last?.id ?? 0) + 1),
      time: String(now()),
      person: entry.person ?? null,
      what: entry.what,
      subject: entry.subject ?? null,
      reason: entry.reason ?? null,
      ip: entry.ip ?? null,
      detail: JSON.stringify(Object.fromEntries(detail)),
    };
    await tx
      .insertInto('desk_audit')
      .values({ ...row, hash: hashOf(last?.hash ?? BEFORE_ALL, row) })
      .execute();
  }

  const note = (entry: AuditEntry) => db.transaction().execute((tx) => add(tx, entry));

  return {
    add,
    note,

    look: (entry) =>
      db.transaction().execute(async (tx) => {
        const seen = await tx
          .selectFrom('desk_audit')
          .select('id')
          .where('what', '=', entry.what)
          .where('person', 'is not distinct from', entry.person ?? null)
          .where('subject', 'is not distinct from', entry.subject ?? null)
          .where('time', '>', String(now() - LOOK_AGAIN))
          .limit(1)
          .executeTakeFirst();
        if (seen === undefined) await add(tx, entry);
      }),

    async before(entry, work) {
      await note(entry);
      try {
        return await work();
      } catch (error) {
        await note({ ...entry, detail: { ...entry.detail, undone: 'true' } });
        throw error;
      }
    },

    async lastBy(what, subject) {
      const row = await db
        .selectFrom('desk_audit')
        .innerJoin('desk_people', 'desk_people.id', 'desk_audit.person')
        .select(['desk_people.id', 'desk_people.name'])
        .where('desk_audit.what', '=', what)
        .where('desk_audit.subject', '=', subject)
        .orderBy('desk_audit.id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : { id: String(row.id), name: row.name ?? `#${row.id}` };
    },

    async list({ person, subject, startTime, endTime, current, size }) {
      let query = db.selectFrom('desk_audit');
      if (person !== undefined) query = query.where('desk_audit.person', '=', person);
      if (subject !== undefined) query = query.where('desk_audit.subject', '=', subject);
      if (startTime !== undefined) query = query.where('desk_audit.time', '>=', String(startTime));
      if (endTime !== undefined) query = query.where('desk_audit.time', '<', String(endTime));
      const total = await query.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
      const rows = await query
        .leftJoin('desk_people', 'desk_people.id', 'desk_audit.person')
        .selectAll('desk_audit')
        .select('desk_people.name')
        .orderBy('desk_audit.id', 'desc')
        .limit(size)
        .offset((current - 1) * size)
        .execute();
      return { records: rows.map(recordOf), total: Number(total.count), size, current };
    },

    async check() {
      let before = BEFORE_ALL;
      let count = 0;
      // Bounded by the number of rows: each part begins after the last row of the previous one.
      for (;;) {
        const rows = await db
          .selectFrom('desk_audit')
          .selectAll()
          .where('id', '>', String(count))
          .orderBy('id')
          .limit(PART)
          .execute();
        for (const row of rows) {
          count += 1;
          if (Number(row.id) !== count || row.hash !== hashOf(before, row))
            return { rows: count, whole: false, broken: String(row.id), head: row.hash };
          before = row.hash;
        }
        if (rows.length < PART) return { rows: count, whole: true, broken: null, head: before };
      }
    },
  };
}

function recordOf(row: AuditTable & { readonly name: string | null }): AuditRecord {
  const person: DeskPersonLine | null =
    row.person === null ? null : { id: String(row.person), name: row.name ?? `#${row.person}` };
  return {
    id: String(row.id),
    time: Number(row.time),
    person,
    what: row.what as AuditWhat,
    subject: row.subject,
    reason: row.reason,
    ip: row.ip,
    detail: JSON.parse(row.detail) as Record<string, string>,
    hash: row.hash,
  };
}
