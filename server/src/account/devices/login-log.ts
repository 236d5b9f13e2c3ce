// The sign-in log: each attempt with its address, device and result.

import type { LOGIN_RESULT, LoginRecord } from '@vitrine/contract';
import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../identity/index.ts';
import { deviceName } from './name.ts';
import { networkOf, placeOfAddress } from './network.ts';

/** Most rows per account. Successes are counted separately, so that failures cannot push them out. */
export const LOG_MOST = { done: 200, other: 300 } as const;
/** User id under which attempts at unknown accounts are logged. */
const NOBODY = '0';

export type LoginResult = (typeof LOGIN_RESULT)[number];

export interface Attempt {
  /** Undefined: no such account; the same work is done. */
  readonly userId: string | undefined;
  readonly ip: string;
  readonly agent: string;
  readonly result: LoginResult;
}

export interface LoginLog {
  write(attempt: Attempt): Promise<void>;
  /** One page, newest first; pages count from 1. */
  list(
    userId: string,
    current: number,
    size: number,
  ): Promise<{ records: LoginRecord[]; total: number; size: number; current: number }>;
}

/** The log over `db`. */
export function createLoginLog(db: Kysely<IdentityTables>, now: () => number): LoginLog {
  return {
    async write({ userId = NOBODY, ip, agent, result }) {
      const done = result === 'done';
      const most = done ? LOG_MOST.done : LOG_MOST.other;
      await sql`
        with gone as (
          delete from login_log where user_id = ${userId} and (result = 'done') = ${done} and id <= (
            select id from login_log where user_id = ${userId} and (result = 'done') = ${done}
            order by id desc offset ${most - 1} limit 1))
        insert into login_log (user_id, time, ip, network, device, result)
        values (${userId}, ${now()}, ${ip}, ${networkOf(ip)}, ${deviceName(agent)}, ${result})`.execute(db);
    },

    async list(userId, current, size) {
      const mine = db.selectFrom('login_log').where('user_id', '=', userId);
      const { count } = await mine.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
      const rows = await mine
        .selectAll()
        .orderBy('id', 'desc')
        .limit(size)
        .offset((current - 1) * size)
        .execute();
      return {
        records: rows.map((row) => ({
          id: String(row.id),
          time: Number(row.time),
          ip: row.ip,
          place: placeOfAddress(row.ip),
          device: row.device,
          result: row.result as LoginResult,
        })),
        total: Number(count),
        size,
        current,
      };
    },
  };
}
