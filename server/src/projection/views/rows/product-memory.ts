// Reads back the projection's memory of contracts, margin and second contracts.

import { PRICE_STATE } from '@vitrine/core/enum';
import { type Kysely, sql } from 'kysely';
import { debtKey, type EarnProduct } from '../../handlers/index.ts';
import { debtOf, markOf, positionOf, secondOf, stakeOf, swapOf } from './product-row-of.ts';
import type { Lines } from './product-rows.ts';
import { type ViewsMemory } from './rows.ts';
import type { ViewsDatabase } from '../tables/tables.ts';
import { readTerm } from '../terms.ts';

/** Line counts before the first row. */
export function noLines(): Lines {
  return { steps: 0, payments: 0, records: 0 };
}

/**
 * Loads the products' part of the memory as of the last projected row. The market maker's positions and customers'
 * leverages are not stored, because no row is made of them.
 */
export async function readProducts(db: Kysely<ViewsDatabase>, { state, lines, valid }: ViewsMemory): Promise<void> {
  for (const row of await db.selectFrom('terms').selectAll().orderBy('kind').orderBy('id').execute())
    readTerm(state, row);
  for (const row of await db.selectFrom('marks').selectAll().execute()) state.marks.set(row.market, markOf(row));
  // In opening order, as a projection from the first row has them; the steps of a wallet follow this order.
  const open = db.selectFrom('positions').selectAll().where('closed', '=', 0).orderBy('seq').orderBy('position');
  for (const row of await open.execute()) state.positions.set(row.position, { ...positionOf(row) });
  const owed = db
    .selectFrom('debts')
    .selectAll()
    .where(({ or, eb }) => or([eb('principal', '>', 0), eb('interest', '>', 0)]));
  for (const row of await owed.execute()) {
    const debt = debtOf(row);
    state.debts.set(debtKey(debt.user, debt.wallet, debt.market, debt.asset), { ...debt });
  }
  const running = db.selectFrom('seconds').selectAll().where('status', '<', 2).orderBy('second');
  for (const row of await running.execute()) state.seconds.set(row.second, { ...secondOf(row) });
  // The newest version of each product is read last.
  for (const row of await db.selectFrom('earn_terms').selectAll().orderBy('product').orderBy('version').execute())
    state.earnProducts.set(row.product, row as EarnProduct);
  const stakes = db.selectFrom('stakes').selectAll().where('status', '=', 0).orderBy('stake');
  for (const row of await stakes.execute()) state.stakes.set(row.stake, { ...stakeOf(row) });
  const swaps = db.selectFrom('swaps').selectAll().where('code', '=', 0).orderBy('swap');
  for (const row of await swaps.execute()) state.swaps.set(row.user_id, swapOf(row));
  const ticks = await sql<{ instrument: number; number: number; seq: number }>`
    select last.* from tickers
    cross join lateral (
      select instrument, number, seq from ticks
      where instrument = tickers.subject and state = ${PRICE_STATE.valid}::int2 order by number desc limit 1
    ) last where kind = 0`.execute(db);
  for (const { instrument, ...tick } of ticks.rows) valid.set(instrument, tick);
  lines.steps = await lastLine(db, 'position_steps');
  lines.payments = await lastLine(db, 'funding_payments');
  lines.records = await lastLine(db, 'debt_records');
}

async function lastLine(
  db: Kysely<ViewsDatabase>,
  table: 'position_steps' | 'funding_payments' | 'debt_records',
): Promise<number> {
  const { rows } = await sql<{
    last: number;
  }>`select coalesce(max(line), 0)::int8 as last from ${sql.id(table)}`.execute(db);
  return rows[0]?.last ?? 0;
}
