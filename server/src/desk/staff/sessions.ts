// Sessions of the desk: one token in a separate cookie, 30 minutes idle and 12 hours in total. Looked up at every call,
// so that a stopped person loses access at once.

import { randomUUID } from 'node:crypto';
import type { DeskRole } from '@vitrine/contract';
import { keyed, newToken, sameText, tokenHash } from '../../account/identity/index.ts';
import { rolesOf } from './roles.ts';
import type { DeskDatabase, DeskTransaction } from '../tables.ts';

/** A session ends after this idle time, ms. */
export const DESK_IDLE = 30 * 60_000;
/** Maximum life of a session, ms. */
export const DESK_LIFE = 12 * 3_600_000;
/** Minimum interval of recorded use, ms. */
const NOTED = 15_000;
/** Most sessions per person; the oldest end. */
const SESSIONS_MOST = 5;
const MAX_AGENT = 256;

/** A staff member as a call sees them, with their current roles. */
export interface DeskSession {
  readonly id: string;
  readonly person: string;
  readonly name: string;
  readonly roles: readonly DeskRole[];
  /** Anti-forgery token of this session. */
  readonly satoken: string;
  /** ms UTC. */
  readonly ends: number;
}

export interface DeskDevice {
  readonly ip: string;
  readonly agent: string;
}

export interface DeskSessions {
  /** Starts one in the transaction of a sign-in; returns the token, which only goes into the cookie. */
  start(tx: DeskTransaction, person: string, device: DeskDevice): Promise<string>;
  /** The session of a token; undefined: unknown, ended or expired. `keep`: whether this counts as use. */
  find(token: string, keep: boolean): Promise<DeskSession | undefined>;
  end(id: string): Promise<void>;
  endAll(tx: DeskTransaction, person: string): Promise<void>;
  satokenFits(session: DeskSession, satoken: string): boolean;
}

export function createDeskSessions(db: DeskDatabase, secret: Buffer, now: () => number): DeskSessions {
  return {
    async start(tx, person, { ip, agent }) {
      const token = newToken();
      const time = String(now());
      const older = await tx
        .selectFrom('desk_sessions')
        .select('id')
        .where('person', '=', person)
        .where('ended_at', 'is', null)
        .orderBy('created_at', 'desc')
        .offset(SESSIONS_MOST - 1)
        .execute();
      if (older.length > 0)
        await tx
          .updateTable('desk_sessions')
          .set({ ended_at: time })
          .where(
            'id',
            'in',
            older.map(({ id }) => id),
          )
          .execute();
      await tx
        .insertInto('desk_sessions')
        .values({
          token_hash: tokenHash(token),
          id: randomUUID(),
          person,
          created_at: time,
          last_seen: time,
          ip,
          agent: agent.slice(0, MAX_AGENT),
          ended_at: null,
        })
        .execute();
      return token;
    },

    async find(token, keep) {
      const time = now();
      const row = await db
        .selectFrom('desk_sessions')
        .innerJoin('desk_people', 'desk_people.id', 'desk_sessions.person')
        .select(['desk_sessions.id', 'desk_sessions.person', 'desk_sessions.created_at', 'desk_sessions.last_seen'])
        .select(['desk_people.name', 'desk_people.roles'])
        .where('token_hash', '=', tokenHash(token))
        .where('ended_at', 'is', null)
        .where('desk_people.state', '=', 'active')
        .where('last_seen', '>', String(time - DESK_IDLE))
        .where('desk_sessions.created_at', '>', String(time - DESK_LIFE))
        .executeTakeFirst();
      if (row === undefined) return undefined;
      if (keep && time - Number(row.last_seen) > NOTED)
        await db
          .updateTable('desk_sessions')
          .set({ last_seen: String(time) })
          .where('id', '=', row.id)
          .execute();
      return {
        id: row.id,
        person: String(row.person),
        name: row.name ?? '',
        roles: rolesOf(row.roles),
        satoken: keyed(secret, 'desk-satoken', row.id),
        ends: Number(row.created_at) + DESK_LIFE,
      };
    },

    async end(id) {
      await db
        .updateTable('desk_sessions')
        .set({ ended_at: String(now()) })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .execute();
    },

    async endAll(tx, person) {
      await tx
        .updateTable('desk_sessions')
        .set({ ended_at: String(now()) })
        .where('person', '=', person)
        .where('ended_at', 'is', null)
        .execute();
    },

    satokenFits: (session, satoken) => sameText(session.satoken, satoken),
  };
}
