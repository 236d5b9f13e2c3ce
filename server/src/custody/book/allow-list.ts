// The switch that keeps withdrawals to addresses of the book: on at once, off only after a day, so that who has taken an
// account over cannot send its coins to an address of his own the same day.

import type { CustodyDatabase, CustodyTransaction } from '../tables.ts';

/** A new address waits so long while only listed addresses are paid, and so does switching that off, ms. */
export const WAIT = 86_400_000;

export interface AllowList {
  /** In force now. */
  readonly allowOnly: boolean;
  /** Switched off, and in force until then. */
  readonly allowOnlyEnds: number | null;
}

/** How a customer's switch stands. */
export async function allowListOf(
  db: CustodyDatabase | CustodyTransaction,
  userId: string,
  now: number,
): Promise<AllowList> {
  const row = await db.selectFrom('custody_book_settings').selectAll().where('user_id', '=', userId).executeTakeFirst();
  const ends = row?.ends_at === null || row === undefined ? null : Number.parseInt(row.ends_at, 10);
  const pending = ends !== null && now < ends;
  return { allowOnly: row?.allow_only === true || pending, allowOnlyEnds: pending ? ends : null };
}

/** The caller holds the customer's lock. Switched off twice it ends when it was to end first. */
export async function switchAllowList(
  db: CustodyTransaction,
  userId: string,
  to: boolean,
  now: number,
): Promise<AllowList> {
  const before = await allowListOf(db, userId, now);
  const ends = to || !before.allowOnly ? null : (before.allowOnlyEnds ?? now + WAIT);
  const set = { allow_only: to, ends_at: ends === null ? null : String(ends) };
  await db
    .insertInto('custody_book_settings')
    .values({ user_id: userId, ...set })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(set))
    .execute();
  return { allowOnly: to || ends !== null, allowOnlyEnds: ends };
}
