// The switch that restricts withdrawals to the address book: on at once, off only after a day. So whoever takes over an
// account cannot send its coins to their own address on the same day.

import type { CustodyDatabase, CustodyTransaction } from '../tables.ts';

/** How long a new address waits while only listed addresses are paid, and how long switching that off takes, ms. */
export const WAIT = 86_400_000;

export interface AllowList {
  /** In force now. */
  readonly allowOnly: boolean;
  /** Switched off, but in force until then. */
  readonly allowOnlyEnds: number | null;
}

/** State of a customer's switch. */
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

/** The caller holds the customer's lock. Switching it off twice keeps the first end. */
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
