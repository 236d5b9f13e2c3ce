// Appeals against account links (issue 13 A.11): at most one open per customer.

import type { LinkAppeal } from '@vitrine/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import { refuse } from '../../api/call/index.ts';
import type { AppealTables } from './tables.ts';

type Row = Selectable<AppealTables['link_appeals']>;
type State = LinkAppeal['state'];

/** Most appeals of one customer within `APPEALS_WINDOW`. */
export const APPEALS_MOST = 3;
/** ms: 30 days. */
const APPEALS_WINDOW = 30 * 86_400_000;
/** Most appeals shown to a customer. */
const SHOWN = 20;
const NUMBER = /^[1-9][0-9]{0,17}$/;

/** An appeal with its owner. */
export interface AppealEntry extends LinkAppeal {
  readonly userId: string;
}

export interface Appeals {
  /** Opens an appeal, or returns the one already open. @throws {Refusal} 429 too many. */
  open(userId: string, text: string): Promise<LinkAppeal>;
  /** Withdraws the open appeal. @throws {Refusal} 404 if none is open. */
  withdraw(userId: string): Promise<LinkAppeal>;
  /** A customer's own appeals, newest first. */
  own(userId: string): Promise<readonly LinkAppeal[]>;
  /** For the desk: an appeal by its number. */
  one(id: string): Promise<AppealEntry | undefined>;
  /** For the desk: a customer's open appeal. */
  openOf(userId: string): Promise<AppealEntry | undefined>;
  /** For the desk: a page; open ones oldest first, others newest first. */
  list(filter: { readonly state: State; readonly current: number; readonly size: number }): Promise<{
    readonly records: readonly AppealEntry[];
    readonly total: number;
    readonly size: number;
    readonly current: number;
  }>;
  /** Records the decision of two staff members. Returns false if it is not open (any more). */
  decide(id: string, state: 'granted' | 'refused', answer: string): Promise<boolean>;
  /** The account is no longer linked: closes an open appeal. */
  unlinked(userId: string): Promise<void>;
  /** Number of open appeals. */
  waiting(): Promise<number>;
}

/** Appeals over SQL. */
export function createAppeals(db: Kysely<AppealTables>, now: () => number): Appeals {
  const openRow = (userId: string) =>
    db
      .selectFrom('link_appeals')
      .selectAll()
      .where('user_id', '=', userId)
      .where('state', '=', 'open')
      .executeTakeFirst();

  /** Seconds until the oldest appeal leaves the window. */
  async function untilNext(userId: string, time: number): Promise<number> {
    const row = await db
      .selectFrom('link_appeals')
      .select('created_at')
      .where('user_id', '=', userId)
      .where('created_at', '>', String(time - APPEALS_WINDOW))
      .orderBy('created_at')
      .executeTakeFirst();
    const oldest = row === undefined ? time : Number(row.created_at);
    return Math.ceil((oldest + APPEALS_WINDOW - time) / 1_000);
  }

  async function close(userId: string, state: State): Promise<Row | undefined> {
    return db
      .updateTable('link_appeals')
      .set({ state, decided_at: String(now()) })
      .where('user_id', '=', userId)
      .where('state', '=', 'open')
      .returningAll()
      .executeTakeFirst();
  }

  return {
    async open(userId, text) {
      const time = now();
      const { rows } = await sql<Row>`
        insert into link_appeals (user_id, state, text, created_at)
        select ${userId}::bigint, 'open', ${text}::text, ${time}::bigint
        where (select count(*) from link_appeals
          where user_id = ${userId}::bigint and created_at > ${time - APPEALS_WINDOW}::bigint) < ${APPEALS_MOST}::int
        on conflict (user_id) where state = 'open' do nothing
        returning *`.execute(db);
      const [row] = rows;
      if (row !== undefined) return appealOf(row);
      const standing = await openRow(userId);
      if (standing !== undefined) return appealOf(standing);
      throw refuse('request.tooFrequent', { seconds: String(await untilNext(userId, time)) });
    },

    async withdraw(userId) {
      const row = await close(userId, 'withdrawn');
      if (row === undefined) throw refuse('request.notFound');
      return appealOf(row);
    },

    async own(userId) {
      const rows = await db
        .selectFrom('link_appeals')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(SHOWN)
        .execute();
      return rows.map(appealOf);
    },

    async one(id) {
      if (!NUMBER.test(id)) return undefined;
      const row = await db.selectFrom('link_appeals').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : entryOf(row);
    },

    async openOf(userId) {
      const row = await openRow(userId);
      return row === undefined ? undefined : entryOf(row);
    },

    async list({ state, current, size }) {
      const all = db.selectFrom('link_appeals').where('state', '=', state);
      const total = await all.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
      const rows = await all
        .selectAll()
        .orderBy('id', state === 'open' ? 'asc' : 'desc')
        .limit(size)
        .offset((current - 1) * size)
        .execute();
      return { records: rows.map(entryOf), total: Number(total.count), size, current };
    },

    async decide(id, state, answer) {
      const done = await db
        .updateTable('link_appeals')
        .set({ state, answer, decided_at: String(now()) })
        .where('id', '=', id)
        .where('state', '=', 'open')
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    },

    async unlinked(userId) {
      await close(userId, 'granted');
    },

    async waiting() {
      const row = await db
        .selectFrom('link_appeals')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
  };
}

function appealOf({ id, state, text, created_at, decided_at, answer }: Row): LinkAppeal {
  return {
    ...{ id: String(id), state: state as State, text, time: Number(created_at), answer },
    decided: decided_at === null ? null : Number(decided_at),
  };
}

function entryOf(row: Row): AppealEntry {
  return { ...appealOf(row), userId: String(row.user_id) };
}
