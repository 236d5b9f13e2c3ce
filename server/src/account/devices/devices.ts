// Devices: a browser is recognised by its cookie, found or created at every sign-in. Removing a device ends its
// sessions.

import { randomUUID } from 'node:crypto';
import type { DeviceRecord } from '@vitrine/contract';
import { type Kysely, sql } from 'kysely';
import { type IdentityTables, type Sessions, tokenHash } from '../identity/index.ts';
import { deviceName } from './name.ts';

/** Most devices per account. Beyond that the one not seen for longest is removed with its sessions. */
export const DEVICES_MOST = 30;

/** A sign-in and the browser it comes from. */
export interface Arrival {
  readonly userId: string;
  /** The browser's cookie. */
  readonly browser: string;
  readonly agent: string;
  readonly ip: string;
  /** This sign-in creates the account. */
  readonly original: boolean;
  /** A second factor was given. */
  readonly trusted: boolean;
}

export interface Devices {
  /** The device of a browser, created if unknown; `fresh` says whether it was. */
  enter(arrival: Arrival): Promise<{ readonly id: string; readonly name: string; readonly fresh: boolean }>;
  /** Records that the device of a session was seen again. */
  seen(sessionId: string, ip: string): Promise<void>;
  /** Records that a second factor was given on the device of a session. */
  trust(sessionId: string): Promise<void>;
  /** Whether a browser is a device of an account: somebody signed in to it there. */
  knows(userId: string, browser: string): Promise<boolean>;
  /** Newest first; `sessionId` says which one asks. */
  list(userId: string, sessionId: string): Promise<DeviceRecord[]>;
  /** Returns false if the user has no such device. */
  rename(userId: string, id: string, name: string): Promise<boolean>;
  /**
   * Removes a device, or with `keep` only ends its sessions. Returns the ids of those sessions; undefined: no such
   * device.
   */
  forget(userId: string, id: string, keep: boolean): Promise<readonly string[] | undefined>;
}

/** Devices over `db`; cookies are stored as hashes. */
export function createDevices(db: Kysely<IdentityTables>, sessions: Sessions, now: () => number): Devices {
  async function forget(userId: string, id: string, keep: boolean): Promise<readonly string[] | undefined> {
    const where = { user_id: userId, id };
    const row = keep
      ? await db
          .selectFrom('devices')
          .select('browser')
          .where((eb) => eb.and(where))
          .executeTakeFirst()
      : await db
          .deleteFrom('devices')
          .where((eb) => eb.and(where))
          .returning('browser')
          .executeTakeFirst();
    if (row === undefined) return undefined;
    await db.deleteFrom('login_steps').where('user_id', '=', userId).where('browser', '=', row.browser).execute();
    return sessions.endDevice(userId, id);
  }

  return {
    async enter({ userId, browser, agent, ip, original, trusted }) {
      const time = now();
      const { rows } = await sql<{ id: string; name: string; fresh: boolean }>`
        insert into devices (id, user_id, browser, name, first_seen, last_seen, ip, trusted_at, original)
        values (${randomUUID()}, ${userId}, ${tokenHash(browser)}, ${deviceName(agent)}, ${time}, ${time}, ${ip},
          ${trusted ? time : null}, ${original})
        on conflict (user_id, browser) do update set
          last_seen = excluded.last_seen, ip = excluded.ip,
          trusted_at = coalesce(excluded.trusted_at, devices.trusted_at)
        returning id, name, xmax = 0 as fresh`.execute(db);
      const [device] = rows;
      if (device === undefined) throw new Error('expected a device to be found or made');
      const old = await db
        .selectFrom('devices')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', '<>', device.id)
        .orderBy('last_seen', 'desc')
        .offset(DEVICES_MOST - 1)
        .execute();
      for (const { id } of old) await forget(userId, id, false);
      return device;
    },

    async seen(sessionId, ip) {
      await sql`
        update devices set last_seen = ${now()}, ip = ${ip} from sessions
        where sessions.id = ${sessionId} and devices.id = sessions.device_id`.execute(db);
    },

    async trust(sessionId) {
      await sql`
        update devices set trusted_at = ${now()} from sessions
        where sessions.id = ${sessionId} and devices.id = sessions.device_id`.execute(db);
    },

    async knows(userId, browser) {
      const row = await db
        .selectFrom('devices')
        .select('id')
        .where('user_id', '=', userId)
        .where('browser', '=', tokenHash(browser))
        .executeTakeFirst();
      return row !== undefined;
    },

    async list(userId, sessionId) {
      const { rows } = await sql<{
        id: string;
        name: string;
        last_seen: string;
        ip: string;
        trusted: boolean;
        sessions: string;
        current: boolean | null;
      }>`
        select devices.id, devices.name, devices.last_seen, devices.ip,
          coalesce(devices.trusted_at >= coalesce(users.credential_changed_at, 0), false) as trusted,
          count(sessions.id) as sessions, bool_or(sessions.id = ${sessionId}) as current
        from devices
        join users on users.id = devices.user_id
        left join sessions on sessions.device_id = devices.id and sessions.ended_at is null
          and sessions.last_seen > ${now() - sessions.lives.refresh}
        where devices.user_id = ${userId}
        group by devices.id, users.id
        order by devices.last_seen desc, devices.id
        limit ${DEVICES_MOST + 1}`.execute(db);
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        lastTime: Number(row.last_seen),
        ip: row.ip,
        current: row.current ?? false,
        trusted: row.trusted,
        sessions: Number(row.sessions),
      }));
    },

    async rename(userId, id, name) {
      const row = await db
        .updateTable('devices')
        .set({ name })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    forget,
  };
}
