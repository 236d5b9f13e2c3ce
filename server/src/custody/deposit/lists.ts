// Deposit lists: for their customer, for the desk, and whole for a file.

import { FUNDS_STATUS } from '@vitrine/contract';
import type { SelectQueryBuilder } from 'kysely';
import type { CustodyParts } from '../parts.ts';
import type { Deposits, FundsFilter, ReviewedDeposit } from '../types/index.ts';
import type { CustodyTables } from '../tables.ts';
import { accountPlace } from './manual.ts';
import { type DepositRow, PART } from './parts.ts';
import { shownOf, STAGES_OF, whole } from './row.ts';

const ID = /^\d{1,18}$/;

type Wanted = Omit<FundsFilter, 'current' | 'size'> & { readonly userId?: string | undefined };

function only<O>(
  query: SelectQueryBuilder<CustodyTables, 'custody_deposits', O>,
  { coin, network, status, stage, startTime, endTime, userId }: Wanted,
): SelectQueryBuilder<CustodyTables, 'custody_deposits', O> {
  let found = query;
  // An invalid id matches nothing.
  if (userId !== undefined) found = found.where('user_id', '=', ID.test(userId) ? userId : '0');
  if (coin !== undefined) found = found.where('coin', '=', coin);
  if (network !== undefined) found = found.where('network', '=', network);
  if (stage !== undefined) found = found.where('stage', '=', stage);
  if (status !== undefined)
    found = found.where('stage', 'in', STAGES_OF[status] ?? STAGES_OF[FUNDS_STATUS.passed] ?? []);
  if (startTime !== undefined) found = found.where('seen_at', '>=', String(startTime));
  if (endTime !== undefined) found = found.where('seen_at', '<', String(endTime));
  return found;
}

export function createLists({
  parts,
}: {
  readonly parts: Pick<CustodyParts, 'db' | 'live' | 'vault'>;
}): Pick<Deposits, 'list' | 'parts' | 'doubted' | 'queue' | 'one'> {
  const { db, vault } = parts;

  async function pageOf(wanted: Wanted & FundsFilter, order: 'asc' | 'desc') {
    const { current, size } = wanted;
    const { total } = await only(db.selectFrom('custody_deposits'), wanted)
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await only(db.selectFrom('custody_deposits'), wanted)
      .selectAll()
      .orderBy('id', order)
      .limit(size)
      .offset((current - 1) * size)
      .execute();
    return { rows, total: whole(total), size, current };
  }

  async function reviewed(rows: readonly DepositRow[]): Promise<ReviewedDeposit[]> {
    const records = await shownOf(parts, rows);
    const digests = rows.flatMap(({ img_digest: digest }) => digest ?? []);
    const pictures =
      digests.length === 0
        ? []
        : await db
            .selectFrom('custody_deposits')
            .select(['img_digest', ({ fn }) => fn.countAll<string>().as('times')])
            .where('img_digest', 'in', digests)
            .groupBy('img_digest')
            .execute();
    const known = new Set(pictures.filter(({ times }) => whole(times) > 1).map(({ img_digest: digest }) => digest));
    return rows.flatMap((row, at) => {
      const record = records[at];
      if (record === undefined) return [];
      const account = row.account === null ? null : vault.open(row.account, accountPlace(row.id)).toString('utf8');
      return [{ userId: row.user_id, record, account, known: row.img_digest !== null && known.has(row.img_digest) }];
    });
  }

  return {
    async list(userId, filter) {
      const { rows, ...page } = await pageOf({ ...filter, userId }, 'desc');
      return { ...page, records: await shownOf(parts, rows) };
    },

    async *parts(userId, filter) {
      for (let before: string | undefined; ;) {
        let query = only(db.selectFrom('custody_deposits'), { ...filter, userId }).selectAll();
        if (before !== undefined) query = query.where('id', '<', before);
        const rows: DepositRow[] = await query.orderBy('id', 'desc').limit(PART).execute();
        if (rows.length > 0) yield await shownOf(parts, rows);
        before = rows.at(-1)?.id;
        if (rows.length < PART) return;
      }
    },

    async doubted(userId) {
      const row = await db
        .selectFrom('custody_deposits')
        .select('id')
        .where('user_id', '=', userId)
        .where('stage', '=', 'doubted')
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async queue(filter) {
      // The review queue is oldest first.
      const { rows, ...page } = await pageOf(filter, filter.stage === 'review' ? 'asc' : 'desc');
      return { ...page, records: await reviewed(rows) };
    },

    async one(id) {
      if (!ID.test(id)) return undefined;
      const row = await db.selectFrom('custody_deposits').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : (await reviewed([row]))[0];
    },
  };
}
