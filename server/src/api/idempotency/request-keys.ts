// Idempotency keys of requests whose effect is only in SQL. A key is claimed before its request runs and marked with
// the outcome, which a client can query after a lost answer. Querying a key that has not run voids it.

import { codesOf, KEY_MAX_AGE } from '@vitrine/contract';
import { type Kysely, sql } from 'kysely';
import { asRefusalCode, Refusal, refuse } from '../call/index.ts';
import type { RequestKeyTables, RequestKeysTable } from './tables.ts';

/** Most keys stored per customer or operator. */
export const MAX_KEYS = 2_000;
/** Rows per delete statement, and statements per sweep. */
const SWEEP_ROWS = 5_000;
const SWEEPS_MOST = 200;
const HOUR = 3_600_000;
/**
 * How long a key can be queried after it was made, ms. Keys carry the client's time, which may differ from this clock.
 */
const KEPT = KEY_MAX_AGE + HOUR;
/** Refusals after which the same request may be repeated with its key: a proof is required first, or not now. */
const MAY_COME_AGAIN: ReadonlySet<number> = new Set(
  codesOf('request.tooFrequent', 'server.notTaking', 'factor.required'),
);

/** Outcome of a key. `unknown`: its request ended without a result, as when the process was killed. */
export type RequestOutcome =
  | { readonly state: 'done' | 'never' | 'running' | 'unknown' }
  | { readonly state: 'refused'; readonly code: number };

export interface RequestRun<T> {
  readonly userId: string;
  /** UUID v7. */
  readonly key: string;
  readonly call: string;
  readonly bodyHash: number;
  /** Whether the call itself is idempotent for a key: then a repeat runs it again and returns its answer. */
  readonly repeats: boolean;
  readonly act: () => Promise<T>;
  /** The code of a refusal that changed nothing; undefined if the outcome is unknown. */
  readonly codeOf: (error: unknown) => number | undefined;
}

export interface RequestKeys {
  /**
   * Runs a request once per key.
   * @throws {Refusal} 409 for another body, 410 for a voided key, 429 for too many keys, 504 if the key is running or
   *   has run (query its outcome), or its earlier refusal. Otherwise as `act`.
   */
  run<T>(request: RequestRun<T>): Promise<T>;
  /** Outcome of a key; undefined for an unknown one. */
  find(userId: string, key: string): Promise<RequestOutcome | undefined>;
  /** Voids a key that has not run; returns the outcome of one that has. @throws {Refusal} 429 for too many keys. */
  void(userId: string, key: string): Promise<RequestOutcome>;
  /** Deletes keys that are too old to be queried; also runs by itself every hour. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

export interface RequestKeyParts {
  readonly db: Kysely<RequestKeyTables>;
  /** The table of the keys: one table never answers for the other. */
  readonly table?: keyof RequestKeyTables;
  /** ms UTC. */
  readonly now?: () => number;
  /** Receives background failures. */
  readonly onFault: (error: unknown) => void;
}

type NewRow = Omit<RequestKeysTable, 'made_at' | 'code'>;

/** Keys over SQL; migrations create the tables. */
export function createRequestKeys({
  db,
  table = 'request_keys',
  now = Date.now,
  onFault,
}: RequestKeyParts): RequestKeys {
  /** Running requests of this process: a row that is running but not here will never have a result. */
  const running = new Set<string>();
  const nameOf = (userId: string, key: string): string => `${userId} ${key.toLowerCase()}`;

  const rowOf = (userId: string, key: string): Promise<RequestKeysTable | undefined> =>
    db.selectFrom(table).selectAll().where('user_id', '=', userId).where('key', '=', key).executeTakeFirst();

  /** Whether the row was created: false if the key exists. */
  const insert = async (row: NewRow): Promise<boolean> => {
    const made = await db
      .insertInto(table)
      .values({ ...row, code: null, made_at: String(now()) })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returning('state')
      .executeTakeFirst();
    return made !== undefined;
  };

  /** Refusal of a new key: 429 with the seconds until the oldest of too many keys no longer counts; undefined if one fits. */
  const fullFor = async (userId: string): Promise<Refusal | undefined> => {
    const oldest = await db
      .selectFrom(table)
      .select('made_at')
      .where('user_id', '=', userId)
      // Rows that only wait for the sweep do not count.
      .where('made_at', '>=', String(now() - KEPT))
      .orderBy('made_at', 'desc')
      .offset(MAX_KEYS - 1)
      .limit(1)
      .executeTakeFirst();
    if (oldest === undefined) return undefined;
    const wait = Number(oldest.made_at) + KEPT - now();
    return refuse('request.tooFrequent', { seconds: String(Math.max(1, Math.ceil(wait / 1_000))) });
  };

  /**
   * Creates the row of a new key; returns the existing row of a known one, which needs no free place, or undefined if that
   * row disappeared meanwhile.
   * @throws {Refusal} 429 for a new key if there are too many.
   */
  const claim = async (row: NewRow): Promise<'new' | RequestKeysTable | undefined> => {
    const full = await fullFor(row.user_id);
    if (full === undefined && (await insert(row))) return 'new';
    const known = await rowOf(row.user_id, row.key);
    if (known === undefined && full !== undefined) throw full;
    return known;
  };

  const mark = async (userId: string, key: string, state: 'done' | 'refused', code: number | null): Promise<void> => {
    try {
      await db.updateTable(table).set({ state, code }).where('user_id', '=', userId).where('key', '=', key).execute();
    } catch (error) {
      // The request has its answer; only a later query learns nothing.
      onFault(error);
    }
  };

  const release = async (userId: string, key: string): Promise<void> => {
    try {
      await db.deleteFrom(table).where('user_id', '=', userId).where('key', '=', key).execute();
    } catch (error) {
      onFault(error);
    }
  };

  const outcomeOf = (row: RequestKeysTable): RequestOutcome => {
    if (row.state === 'void') return { state: 'never' };
    if (row.state === 'refused') return { state: 'refused', code: row.code ?? 500 };
    if (row.state === 'done') return { state: 'done' };
    return { state: running.has(nameOf(row.user_id, row.key)) ? 'running' : 'unknown' };
  };

  /** An existing key: its earlier refusal, or a hint to query the outcome. */
  const refusedAgain = (row: RequestKeysTable, bodyHash: number): Refusal => {
    if (row.state === 'void') return refuse('key.expired');
    if (row.body_hash !== String(bodyHash)) return refuse('key.otherBody');
    return row.state === 'refused' ? new Refusal(asRefusalCode(row.code ?? 500)) : refuse('server.unknown');
  };

  async function run<T>({ userId, key, call, bodyHash, repeats, act, codeOf }: RequestRun<T>): Promise<T> {
    const name = nameOf(userId, key);
    if (running.has(name)) throw refuse('server.unknown');
    running.add(name);
    try {
      const row = await claim({ user_id: userId, key, call, body_hash: String(bodyHash), state: 'running' });
      if (row !== undefined && row !== 'new') {
        const isSame = row.body_hash === String(bodyHash) && (row.state === 'done' || row.state === 'running');
        if (!(repeats && isSame)) throw refusedAgain(row, bodyHash);
      }
      let answer: T;
      try {
        answer = await act();
      } catch (error) {
        const code = codeOf(error);
        if (code !== undefined)
          await (MAY_COME_AGAIN.has(code) ? release(userId, key) : mark(userId, key, 'refused', code));
        throw error;
      }
      await mark(userId, key, 'done', null);
      return answer;
    } finally {
      running.delete(name);
    }
  }

  let sweeping: Promise<void> = Promise.resolve();
  const sweep = async (): Promise<void> => {
    try {
      const old = db
        .selectFrom(table)
        .select(sql`ctid`.as('row'))
        .where('made_at', '<', String(now() - KEPT));
      for (let swept = 0; swept < SWEEPS_MOST; swept += 1) {
        const { numDeletedRows } = await db
          .deleteFrom(table)
          .where(sql`ctid`, 'in', old.limit(SWEEP_ROWS))
          .executeTakeFirstOrThrow();
        if (numDeletedRows < SWEEP_ROWS) break;
      }
    } catch (error) {
      onFault(error);
    }
  };
  const timer = setInterval(() => {
    sweeping = sweep();
  }, HOUR);
  timer.unref();

  return {
    run,
    async find(userId, key) {
      const row = await rowOf(userId, key);
      return row && outcomeOf(row);
    },
    async void(userId, key) {
      const row = await claim({ user_id: userId, key, call: null, body_hash: '0', state: 'void' });
      if (row === 'new') return { state: 'never' };
      return row === undefined ? { state: 'running' } : outcomeOf(row);
    },
    sweep,
    async stop() {
      clearInterval(timer);
      await sweeping;
    },
  };
}
