// Sessions: opaque tokens in cookies, hashes in SQL; access 2 h, refresh 7 days, each refresh token single use.

import { randomUUID } from 'node:crypto';
import type { UserId } from '@vitrine/core';
import { type Kysely, type Selectable, sql } from 'kysely';
import { sharedRead } from '../../api/load/index.ts';
import { SESSION_LIFE, TOKEN_LIVES, type TokenLives } from '../../app/settings/index.ts';
import type { Vault } from '../vault/index.ts';
import { createAlive } from './alive.ts';
import { keyed, newToken, sameText, tokenHash } from './secrets.ts';
import type { IdentityTables, SessionsTable, TokensTable, UsersTable } from './tables.ts';
import { createTickets, type Tickets } from './tickets.ts';

/** How long a used refresh token still works, for a second tab or a lost answer, ms. */
const REFRESH_GRACE = 30_000;
/** How long a looked-up session is cached, ms; one ended elsewhere stops working within 10 s. */
const CACHE_LIFE = 5_000;
const CACHE_MOST = 20_000;
/** Most sessions per user; the oldest end. */
const SESSIONS_MOST = 20;

export interface Device {
  readonly ip: string;
  readonly agent: string;
  /** Device id, if the browser is recognised by its cookie. */
  readonly deviceId?: string;
  /** A second factor was given at sign-in: no other is required until then (ms UTC). */
  readonly steppedUntil?: number;
}

/** A live session as a request sees it. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  /** The user's number in the core. */
  readonly coreUser: UserId;
  /** Anti-forgery token; valid as long as the session. */
  readonly satoken: string;
}

/** Result of a sign-in or refresh; its tokens only go into cookies. */
export interface SessionGrant {
  readonly session: Session;
  readonly access: string;
  readonly refresh: string;
}

export interface Sessions extends Tickets {
  readonly lives: TokenLives;
  start(userId: string, coreUser: UserId, device: Device): Promise<SessionGrant>;
  /** The session of an access token, or why there is none. */
  find(access: string): Promise<Session | 'expired' | 'unknown'>;
  refresh(refresh: string, device: Device): Promise<SessionGrant | undefined>;
  /** Whether a session is still active. Many questions at a time are one statement. */
  alive(sessionId: string): Promise<boolean>;
  /**
   * New tokens for a session whose customer has proved their identity; no other proof is needed until `until` (ms UTC).
   * The old tokens stay valid for 30 s, for requests in flight. `second`: it was a second factor, which one more
   * request may use up.
   */
  stepUp(session: Session, until: number, second: boolean): Promise<SessionGrant>;
  /** Uses up the last proof for a request or its repeat; false: there is none, or another request used it. */
  useProof(session: Session, request: string): Promise<boolean>;
  /** Returns the proof, because the request was rejected. */
  giveProofBack(session: Session, request: string): Promise<void>;
  end(sessionId: string): Promise<void>;
  /** Ends all sessions of a user except one, and every sign-in in progress. */
  endAll(userId: string, except?: string): Promise<void>;
  /** Ends the sessions of one device; returns their ids. */
  endDevice(userId: string, deviceId: string): Promise<readonly string[]>;
  satokenFits(session: Session, satoken: string): boolean;
}

/** An access token with its session. */
type AccessRow = Pick<Selectable<TokensTable>, 'hash' | 'until'> &
  Pick<Selectable<SessionsTable>, 'id' | 'user_id' | 'ended_at'> &
  Pick<Selectable<UsersTable>, 'core_user'>;

/** Sessions over `db`; `secret` binds anti-forgery tokens to sessions, `vault` seals tickets. */
export function createSessions(
  db: Kysely<IdentityTables>,
  secret: Buffer,
  vault: Pick<Vault, 'seal' | 'open'>,
  now: () => number,
  lives: TokenLives = TOKEN_LIVES,
): Sessions {
  /** Keyed by the token itself, so that a request costs no hash: it is only in this memory, for a few seconds. */
  const cache = new Map<string, { session: Session; until: number; checked: number }>();
  /** How often sessions were ended: what was read before the last time is not kept. */
  let ends = 0;

  const view = (id: string, userId: string, coreUser: UserId): Session => ({
    id,
    userId,
    coreUser,
    satoken: keyed(secret, 'satoken', id),
  });

  function forget(matches: (session: Session) => boolean): void {
    ends += 1;
    for (const [access, entry] of cache) if (matches(entry.session)) cache.delete(access);
  }

  async function grant(session: Session): Promise<SessionGrant> {
    const access = newToken();
    const refresh = newToken();
    const time = now();
    await db
      .insertInto('session_tokens')
      .values([
        {
          hash: tokenHash(access),
          session_id: session.id,
          kind: 'access',
          until: String(time + lives.access),
          used_at: null,
        },
        {
          hash: tokenHash(refresh),
          session_id: session.id,
          kind: 'refresh',
          until: String(time + lives.refresh),
          used_at: null,
        },
      ])
      .execute();
    return { session, access, refresh };
  }

  async function endWhere(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await db
      .updateTable('sessions')
      .set({ ended_at: String(now()) })
      .where('id', 'in', ids)
      .execute();
    await db.deleteFrom('session_tokens').where('session_id', 'in', ids).execute();
    forget((session) => ids.includes(session.id));
  }

  const readAccess = sharedRead<string, AccessRow>(async (hashes) => {
    const rows = await db
      .selectFrom('session_tokens')
      .innerJoin('sessions', 'sessions.id', 'session_tokens.session_id')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['session_tokens.hash', 'sessions.id', 'sessions.user_id', 'users.core_user'])
      .select(['session_tokens.until', 'sessions.ended_at'])
      .where('session_tokens.hash', 'in', hashes)
      .where('session_tokens.kind', '=', 'access')
      .execute();
    return new Map(rows.map((row) => [row.hash, row]));
  });

  return {
    lives,

    async start(userId, coreUser, device) {
      const id = randomUUID();
      const time = String(now());
      const live = await db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .orderBy('last_seen', 'desc')
        .offset(SESSIONS_MOST - 1)
        .execute();
      await endWhere(live.map((row) => row.id));
      await db
        .insertInto('sessions')
        .values({
          id,
          user_id: userId,
          created_at: time,
          last_seen: time,
          ip: device.ip,
          agent: device.agent.slice(0, 256),
          ended_at: null,
          device_id: device.deviceId ?? null,
          stepped_until: String(device.steppedUntil ?? 0),
        })
        .execute();
      return grant(view(id, userId, coreUser));
    },

    async find(access) {
      const time = now();
      const cached = cache.get(access);
      if (cached && time - cached.checked < CACHE_LIFE) return time < cached.until ? cached.session : 'expired';
      const before = ends;
      const row = await readAccess(tokenHash(access));
      if (!row || row.ended_at !== null) {
        cache.delete(access);
        return 'unknown';
      }
      if (time >= Number(row.until)) return 'expired';
      if (cache.size >= CACHE_MOST) cache.clear();
      const session = view(row.id, String(row.user_id), Number(row.core_user) as UserId);
      if (before === ends) cache.set(access, { session, until: Number(row.until), checked: time });
      return session;
    },

    async refresh(refresh, device) {
      const hash = tokenHash(refresh);
      const time = now();
      const row = await db
        .selectFrom('session_tokens')
        .innerJoin('sessions', 'sessions.id', 'session_tokens.session_id')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select([
          'sessions.id',
          'sessions.user_id',
          'users.core_user',
          'sessions.created_at',
          'sessions.ended_at',
          'session_tokens.until',
          'session_tokens.used_at',
        ])
        .where('session_tokens.hash', '=', hash)
        .where('session_tokens.kind', '=', 'refresh')
        .executeTakeFirst();
      if (!row || row.ended_at !== null || time >= Number(row.until)) return undefined;
      if (row.used_at !== null && time - Number(row.used_at) > REFRESH_GRACE) {
        // Used long ago and presented again: somebody else has a copy. The session ends for everybody.
        await endWhere([row.id]);
        return undefined;
      }
      if (time - Number(row.created_at) >= SESSION_LIFE) {
        await endWhere([row.id]);
        return undefined;
      }
      if (row.used_at === null)
        await db
          .updateTable('session_tokens')
          .set({ used_at: String(time) })
          .where('hash', '=', hash)
          .where('used_at', 'is', null)
          .execute();
      await db
        .updateTable('sessions')
        .set({ last_seen: String(time), ip: device.ip })
        .where('id', '=', row.id)
        .execute();
      await db
        .deleteFrom('session_tokens')
        .where('session_id', '=', row.id)
        .where('until', '<', String(time))
        .execute();
      return grant(view(row.id, String(row.user_id), Number(row.core_user) as UserId));
    },

    ...createTickets(db, vault, view, now),

    alive: createAlive(async (ids) => {
      const rows = await db
        .selectFrom('sessions')
        .select('id')
        .where('id', 'in', ids)
        .where('ended_at', 'is', null)
        .execute();
      return new Set(rows.map(({ id }) => id));
    }),

    async stepUp(session, until, second) {
      const time = now();
      await db
        .updateTable('sessions')
        .set({ stepped_until: String(until), proven_until: second ? String(until) : '0', proof_used_by: null })
        .where('id', '=', session.id)
        .execute();
      await sql`
        update session_tokens set
          until = case when kind = 'access' then least(until, ${time + REFRESH_GRACE}) else until end,
          used_at = case when kind = 'refresh' then coalesce(used_at, ${time}) else used_at end
        where session_id = ${session.id} and kind in ('access', 'refresh')`.execute(db);
      return grant(session);
    },

    async useProof(session, request) {
      const { numUpdatedRows } = await db
        .updateTable('sessions')
        .set({ proof_used_by: request })
        .where('id', '=', session.id)
        .where('proven_until', '>', String(now()))
        .where((eb) => eb.or([eb('proof_used_by', 'is', null), eb('proof_used_by', '=', request)]))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async giveProofBack(session, request) {
      await db
        .updateTable('sessions')
        .set({ proof_used_by: null })
        .where('id', '=', session.id)
        .where('proof_used_by', '=', request)
        .execute();
    },

    async end(sessionId) {
      await endWhere([sessionId]);
    },

    async endDevice(userId, deviceId) {
      const rows = await db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('device_id', '=', deviceId)
        .where('ended_at', 'is', null)
        .execute();
      const ids = rows.map((row) => row.id);
      await endWhere(ids);
      return ids;
    },

    async endAll(userId, except) {
      await db.deleteFrom('login_steps').where('user_id', '=', userId).execute();
      const rows = await db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .execute();
      await endWhere(rows.map((row) => row.id).filter((id) => id !== except));
    },

    satokenFits: (session, satoken) => sameText(session.satoken, satoken),
  };
}
