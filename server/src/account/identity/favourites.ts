// A user's favourite markets, in the order they were added.

import type { Kysely } from 'kysely';
import type { IdentityTables } from './tables.ts';
import { IdentityRefusal } from './refusal.ts';

/** Most favourites per user. */
const FAVOURITES_MOST = 200;

export interface Favourites {
  list(userId: string): Promise<readonly string[]>;
  /** Adding twice has no effect. */
  add(userId: string, rowId: string): Promise<void>;
  remove(userId: string, rowId: string): Promise<void>;
}

/** Favourites over `db`. Row ids are those of the market list; the caller checks that one exists. */
export function createFavourites(db: Kysely<IdentityTables>): Favourites {
  return {
    async list(userId) {
      const rows = await db
        .selectFrom('favourites')
        .select('row_id')
        .where('user_id', '=', userId)
        .orderBy('position')
        .execute();
      return rows.map((row) => row.row_id);
    },

    async add(userId, rowId) {
      const count = await db
        .selectFrom('favourites')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      if (Number(count.count) >= FAVOURITES_MOST)
        throw new IdentityRefusal('request.invalid', `At most ${FAVOURITES_MOST} favourites. Take one out first.`, {
          most: FAVOURITES_MOST,
        });
      await db
        .insertInto('favourites')
        .values({ user_id: userId, row_id: rowId })
        .onConflict((conflict) => conflict.columns(['user_id', 'row_id']).doNothing())
        .execute();
    },

    async remove(userId, rowId) {
      await db.deleteFrom('favourites').where('user_id', '=', userId).where('row_id', '=', rowId).execute();
    },
  };
}
