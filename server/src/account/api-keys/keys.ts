// A customer's API keys: creating, listing, deleting. A secret is shown once, when the key is created.

import { type ApiKeyRecord, API_RIGHTS, type Right } from '@vitrine/contract';
import type { Kysely, Selectable } from 'kysely';
import { IdentityRefusal, type IdentityTables, type Standing, wrongField } from '../identity/index.ts';
import type { Messages } from '../messages/index.ts';
import type { Vault } from '../vault/index.ts';
import { isNarrow, plainList } from './addresses.ts';
import { newKey, newSecret, sealSecret } from './secret.ts';

/** Most keys per customer. */
export const KEYS_MOST = 20;
/** How far ahead a key may expire, ms: five years. */
const EXPIRES_MOST = 5 * 366 * 86_400_000;
const NUMBER = /^[0-9]{1,18}$/;

export interface NewKey {
  readonly name: string;
  readonly rights: readonly Right[];
  readonly ips?: readonly string[] | undefined;
  /** ms UTC. */
  readonly expires?: number | undefined;
}

export interface KeyParts {
  readonly db: Kysely<IdentityTables>;
  readonly vault: Vault;
  readonly standing: Standing;
  readonly messages: Messages;
  /** ms UTC. */
  readonly now: () => number;
}

export interface Keys {
  /**
   * Creates a key. One with the right to withdraw needs addresses, and locks withdrawals for 24 h like any new
   * credential.
   * @throws {IdentityRefusal} 400, 1011 for a frozen account, 1113 if there are too many.
   */
  create(userId: string, key: NewKey): Promise<ApiKeyRecord & { readonly secret: string }>;
  /** Newest first; without secrets. */
  list(userId: string): Promise<ApiKeyRecord[]>;
  /** Deletes a key and returns its public part. @throws {IdentityRefusal} 404 if it is not a key of this customer. */
  delete(userId: string, id: string): Promise<string>;
  /** Deletes all keys and returns their public parts. The caller notifies the customer. */
  deleteAll(userId: string): Promise<readonly string[]>;
}

/** Keys over SQL with sealed secrets. */
export function createKeys({ db, vault, standing, messages, now }: KeyParts): Keys {
  function checked(given: NewKey): { rights: string; ips: readonly string[] } {
    const rights = API_RIGHTS.filter((right) => given.rights.includes(right)).join('');
    const ips = plainList(given.ips ?? []);
    if (ips === undefined) throw wrongField('ips', 'format', 'IPv4 or IPv6 addresses or networks were expected.');
    if (rights.includes('w') && ips.length === 0)
      throw wrongField('ips', 'required', 'A key that withdraws works from named addresses only.');
    if (rights.includes('w') && !isNarrow(ips))
      throw wrongField('ips', 'range', 'A key that withdraws takes networks of /24 (IPv6: /48) or narrower.');
    const { expires } = given;
    if (expires !== undefined && (expires <= now() || expires > now() + EXPIRES_MOST))
      throw wrongField('expires', 'range', 'A time in the next five years was expected.');
    return { rights, ips };
  }

  /** @throws 1011 for a frozen account, 1113 if there are too many keys. */
  async function expectPlace(within: Kysely<IdentityTables>, userId: string): Promise<void> {
    const owner = await within.selectFrom('users').select('frozen_at').where('id', '=', userId).executeTakeFirst();
    if (!owner || owner.frozen_at !== null)
      throw new IdentityRefusal('account.frozen', 'This account is frozen: it makes no keys.');
    const { count } = await within
      .selectFrom('api_keys')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(count) >= KEYS_MOST)
      throw new IdentityRefusal('apiKey.limit', `At most ${KEYS_MOST} keys. Delete one first.`, { most: KEYS_MOST });
  }

  return {
    async create(userId, given) {
      const { rights, ips } = checked(given);
      const key = newKey();
      const secret = newSecret();
      // Lock first: a key that withdraws must never work before. What would be refused anyway locks nothing.
      await expectPlace(db, userId);
      const lockedUntil = rights.includes('w') ? await standing.credentialChanged(userId) : undefined;
      const row = await db.transaction().execute(async (tx) => {
        // Locks the owner's row, so that keys created at the same time are counted one after the other.
        await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
        await expectPlace(tx, userId);
        return tx
          .insertInto('api_keys')
          .values({
            key,
            user_id: userId,
            name: given.name,
            secret: sealSecret(vault, key, secret),
            rights,
            ips: ips.join(','),
            expires_at: given.expires === undefined ? null : String(given.expires),
            created_at: String(now()),
            last_used: null,
            deleted_at: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
      });
      await messages.notice(userId, { kind: 'credentialChanged', what: 'apiKey', time: now(), lockedUntil });
      return { ...recordOf(row), secret };
    },

    async list(userId) {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(KEYS_MOST)
        .execute();
      return rows.map(recordOf);
    },

    async deleteAll(userId) {
      const rows = await db
        .updateTable('api_keys')
        .set({ deleted_at: String(now()) })
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .returning('key')
        .execute();
      return rows.map(({ key }) => key);
    },

    async delete(userId, id) {
      const row = NUMBER.test(id)
        ? await db
            .updateTable('api_keys')
            .set({ deleted_at: String(now()) })
            .where('id', '=', id)
            .where('user_id', '=', userId)
            .where('deleted_at', 'is', null)
            .returning('key')
            .executeTakeFirst()
        : undefined;
      if (!row) throw new IdentityRefusal('request.notFound', 'No key of this account has this id.');
      await messages.notice(userId, {
        kind: 'credentialChanged',
        what: 'apiKey',
        time: now(),
        lockedUntil: undefined,
      });
      return row.key;
    },
  };
}

function recordOf(row: Selectable<IdentityTables['api_keys']>): ApiKeyRecord {
  return {
    id: String(row.id),
    name: row.name,
    key: row.key,
    rights: API_RIGHTS.filter((right) => row.rights.includes(right)),
    ips: row.ips === '' ? [] : row.ips.split(','),
    expires: row.expires_at === null ? null : Number(row.expires_at),
    created: Number(row.created_at),
    lastUsed: row.last_used === null ? null : Number(row.last_used),
  };
}
