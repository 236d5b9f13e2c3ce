// A database with the account side's tables, customers in it, and the messages of a house over a clock that tests move.

import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type IdentityTables, sealAntiCode, tokenHash } from '../../../src/account/identity/index.ts';
import { createMessages, type MessageParts } from '../../../src/account/messages/index.ts';
import { testDatabase } from '../../../src/app/postgres/index.ts';
import type { MailSettings } from '../../../src/app/settings/index.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { migrateAll, surviveLoss } from '../../../src/projection/views/index.ts';

export interface Customer {
  readonly email?: string;
  readonly phone?: string;
  readonly lang?: string;
  readonly word?: string;
  /** Marks of the browsers it has signed in with. */
  readonly browsers?: readonly string[];
}

export async function openMessageWorld() {
  const database = await testDatabase();
  await migrateAll(database.connection);
  const pool = new pg.Pool({ ...database.connection, max: 4 });
  surviveLoss(pool);
  const db = new Kysely<IdentityTables>({ dialect: new PostgresDialect({ pool }) });
  const vault = createVault(randomBytes(32));
  const open: ReturnType<typeof createMessages>[] = [];
  const world = {
    db,
    vault,
    time: Date.UTC(2026, 10, 21, 12),
    faults: [] as unknown[],
    now: () => world.time,
    async customer({ email, phone, lang = 'en', word, browsers = [] }: Customer): Promise<string> {
      const row = await db
        .insertInto('users')
        .values({
          core_user: null,
          login_name: null,
          email: email ?? null,
          phone: phone ?? null,
          area_code: phone === undefined ? null : '44',
          password: '-',
          invite_code: randomBytes(6).toString('hex'),
          referrer: null,
          terms_version: '-',
          chat_key: randomBytes(8).toString('hex'),
          created_at: String(world.time),
          lang,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const id = String(row.id);
      if (word !== undefined)
        await db
          .updateTable('users')
          .set({ anti_code: sealAntiCode(vault, id, word) })
          .where('id', '=', id)
          .execute();
      for (const browser of browsers)
        await db
          .insertInto('devices')
          .values({
            id: `${id}-${browser}`,
            user_id: id,
            browser: tokenHash(browser),
            name: browser,
            first_seen: String(world.time),
            last_seen: String(world.time),
            ip: '127.0.0.1',
            trusted_at: null,
          })
          .execute();
      return id;
    },
    messages(parts: Partial<MessageParts> = {}) {
      const made = createMessages({
        db,
        vault,
        mode: 'live',
        origins: () => new Set(['https://vitrine.example', 'https://www.vitrine.example']),
        now: world.now,
        onFault: (error) => world.faults.push(error),
        ...parts,
      });
      open.push(made);
      return made;
    },
    /** Rows of the outbox, without what is sealed. */
    waiting: () =>
      db
        .selectFrom('outbox')
        .select(['channel', 'message_id', 'tries', 'next_try', 'expires_at'])
        .orderBy('id')
        .execute(),
    async clear() {
      for (const one of open.splice(0)) await one.stop();
      await db.deleteFrom('outbox').execute();
      await db.deleteFrom('practice_inbox').execute();
      world.faults.length = 0;
    },
    async close() {
      await world.clear();
      await db.destroy();
      await database.stop();
    },
  };
  return world;
}

export type MessageWorld = Awaited<ReturnType<typeof openMessageWorld>>;

/** Plain mail to a server on this machine. */
export const mailTo = (port: number): MailSettings => ({
  host: '127.0.0.1',
  port,
  secure: false,
  requireTls: false,
  from: { name: 'Vitrine', address: 'no-reply@vitrine.example' },
});
