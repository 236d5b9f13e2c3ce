// The accounts of practice traders: ordinary accounts of the exchange, labelled in a table beside them. A restart finds
// them again by their number.

import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  type Accounts,
  clientHash,
  type IdentityTables,
  newInviteCode,
  seal,
  TERMS_VERSION,
} from '../account/identity/index.ts';

/** Their user name: nobody can register one with a space, and nobody knows a password of theirs. */
const nameOf = (number: number): string => `practice trader ${String(number).padStart(2, '0')}`;
const SECRET_BYTES = 32;

export interface AccountParts {
  readonly db: Kysely<IdentityTables>;
  readonly accounts: Pick<Accounts, 'find'>;
  /** ms UTC. */
  readonly now: () => number;
}

/** Users of the exchange that are labelled as practice traders; without those whose account is not open yet. */
export async function labelledUsers(db: Kysely<IdentityTables>): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('practice_traders')
    .innerJoin('users', 'users.id', 'practice_traders.user_id')
    .select('users.core_user')
    .execute();
  return rows.flatMap(({ core_user: user }) => (user === null ? [] : [Number(user)]));
}

/**
 * Users of the exchange by number of the trader. Makes the missing ones of the numbers 1 to `count`, each labelled in
 * the transaction that makes it; with 0 it only finds those that exist.
 */
export async function openPracticeAccounts(
  { db, accounts, now }: AccountParts,
  count: number,
): Promise<ReadonlyMap<number, number>> {
  const known = await db.selectFrom('practice_traders').select(['number', 'user_id']).execute();
  const ids = new Map(known.map((row) => [row.number, String(row.user_id)]));
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((number) => !ids.has(number));
  if (missing.length > 0) {
    const time = String(now());
    // One secret that is forgotten at once: nobody signs in to these accounts.
    const password = await seal(clientHash(randomBytes(SECRET_BYTES).toString('hex')), 'practice');
    await db.transaction().execute(async (tx) => {
      for (const number of missing) {
        const { id } = await tx
          .insertInto('users')
          .values({
            ...{ core_user: null, login_name: nameOf(number), email: null, phone: null, area_code: null, password },
            ...{ invite_code: newInviteCode(), referrer: null, terms_version: TERMS_VERSION, terms_accepted_at: time },
            ...{ chat_key: randomUUID(), created_at: time },
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await tx.insertInto('practice_traders').values({ user_id: id, number, created_at: time }).execute();
        ids.set(number, String(id));
      }
    });
  }
  // An account whose number in the exchange was lost on the way gets one now.
  const opened = await Promise.all(
    [...ids].map(async ([number, id]): Promise<readonly [number, number]> => {
      const account = await accounts.find(id);
      if (account === undefined) throw new Error(`expected the account of practice trader ${number}, got none`);
      return [number, account.coreUser];
    }),
  );
  return new Map(opened.toSorted(([a], [b]) => a - b));
}
