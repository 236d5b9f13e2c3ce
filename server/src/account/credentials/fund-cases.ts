// Forgotten fund password: the customer opens a case, two staff members decide, then a new one can be set for a day.

import type { FundCase } from '@vitrine/contract';
import { type Selectable, sql } from 'kysely';
import { IdentityRefusal, type IdentityTables } from '../identity/index.ts';
import type { CredentialParts } from './parts.ts';

type Row = Selectable<IdentityTables['fund_cases']>;
type State = FundCase['state'];

/** How long an approved case may be used, ms. */
export const CASE_LIFE = 24 * 3_600_000;
/** Most cases that one customer can open per day. */
export const CASES_A_DAY = 3;
const DAY = 86_400_000;
const NUMBER = /^[0-9]{1,18}$/;

/** A case in the desk's list. */
export interface FundCaseEntry {
  readonly id: string;
  readonly userId: string;
  readonly state: State;
  readonly time: number;
}

export interface FundCases {
  /** Opens a case, or returns the one already open. @throws {IdentityRefusal} 1101, 429. */
  open(userId: string): Promise<FundCase>;
  /** Withdraws the open case. @throws {IdentityRefusal} 404 if none is open. */
  withdraw(userId: string): Promise<FundCase>;
  /** The newest case of a customer. */
  latest(userId: string): Promise<FundCase | null>;
  /** Whether an approved case may be used now. */
  usable(userId: string): Promise<boolean>;
  /** Uses up every approved case of a customer. Returns false if there was none. */
  use(userId: string): Promise<boolean>;
  /** For the desk: a page of cases; open ones oldest first, others newest first. */
  list(filter: { readonly state: State; readonly current: number; readonly size: number }): Promise<{
    readonly records: readonly FundCaseEntry[];
    readonly total: number;
    readonly size: number;
    readonly current: number;
  }>;
  /**
   * Records the decision of two staff members. Approved: usable for 24 h; withdrawals are locked as long.
   * @throws {IdentityRefusal} 404 if it is not open (any more).
   */
  decide(id: string, passed: boolean): Promise<void>;
}

/** Cases over SQL, which allows one open case per customer. */
export function createFundCases({ db, standing, messages, now }: CredentialParts): FundCases {
  async function openCase(userId: string): Promise<Row | undefined> {
    return db
      .selectFrom('fund_cases')
      .selectAll()
      .where('user_id', '=', userId)
      .where('state', '=', 'open')
      .executeTakeFirst();
  }

  return {
    async open(userId) {
      const user = await db.selectFrom('users').select('fund_password').where('id', '=', userId).executeTakeFirst();
      if (!user || user.fund_password === null)
        throw new IdentityRefusal('fundPassword.missing', 'No fund password is set, so none can be forgotten.');
      const time = now();
      await sql`
        insert into fund_cases (user_id, state, created_at)
        select ${userId}::bigint, 'open', ${time}::bigint
        where (select count(*) from fund_cases where user_id = ${userId}::bigint and created_at > ${time - DAY}::bigint)
          < ${CASES_A_DAY}::int
        on conflict (user_id) where state = 'open' do nothing`.execute(db);
      const row = await openCase(userId);
      if (!row)
        throw new IdentityRefusal('request.tooFrequent', `At most ${CASES_A_DAY} cases a day. Try again tomorrow.`, {
          seconds: DAY / 1_000,
        });
      return caseOf(row);
    },

    async withdraw(userId) {
      const row = await db
        .updateTable('fund_cases')
        .set({ state: 'withdrawn', decided_at: String(now()) })
        .where('user_id', '=', userId)
        .where('state', '=', 'open')
        .returningAll()
        .executeTakeFirst();
      if (!row) throw noCase();
      return caseOf(row);
    },

    async latest(userId) {
      const row = await db
        .selectFrom('fund_cases')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .executeTakeFirst();
      return row ? caseOf(row) : null;
    },

    async usable(userId) {
      const row = await db
        .selectFrom('fund_cases')
        .select('id')
        .where('user_id', '=', userId)
        .where('state', '=', 'passed')
        .where('usable_until', '>', String(now()))
        .executeTakeFirst();
      return row !== undefined;
    },

    async use(userId) {
      const done = await db
        .updateTable('fund_cases')
        .set({ usable_until: null })
        .where('user_id', '=', userId)
        .where('state', '=', 'passed')
        .where('usable_until', '>', String(now()))
        .executeTakeFirst();
      return done.numUpdatedRows > 0n;
    },

    async list({ state, current, size }) {
      const total = await db
        .selectFrom('fund_cases')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('state', '=', state)
        .executeTakeFirstOrThrow();
      const rows = await db
        .selectFrom('fund_cases')
        .selectAll()
        .where('state', '=', state)
        .orderBy('id', state === 'open' ? 'asc' : 'desc')
        .limit(size)
        .offset((current - 1) * size)
        .execute();
      return {
        records: rows.map((row) => ({
          id: String(row.id),
          userId: String(row.user_id),
          state: row.state as State,
          time: Number(row.created_at),
        })),
        total: Number(total.count),
        size,
        current,
      };
    },

    async decide(id, passed) {
      const open = NUMBER.test(id)
        ? await db
            .selectFrom('fund_cases')
            .select('user_id')
            .where('id', '=', id)
            .where('state', '=', 'open')
            .executeTakeFirst()
        : undefined;
      if (!open) throw noCase();
      const userId = String(open.user_id);
      // Lock first: a new fund password must not be settable while a withdrawal is possible.
      if (passed) await standing.credentialChanged(userId);
      const time = now();
      const until = passed ? time + CASE_LIFE : undefined;
      const done = await db
        .updateTable('fund_cases')
        .set({
          state: passed ? 'passed' : 'refused',
          decided_at: String(time),
          usable_until: until === undefined ? null : String(until),
        })
        .where('id', '=', id)
        .where('state', '=', 'open')
        .executeTakeFirst();
      if (done.numUpdatedRows === 0n) throw noCase();
      await messages.notice(userId, { kind: 'fundCase', passed, until });
    },
  };
}

function caseOf(row: Row): FundCase {
  return {
    id: String(row.id),
    state: row.state as State,
    time: Number(row.created_at),
    decided: row.decided_at === null ? null : Number(row.decided_at),
    until: row.usable_until === null ? null : Number(row.usable_until),
  };
}

function noCase(): IdentityRefusal {
  return new IdentityRefusal('request.notFound', 'No case is open.');
}
