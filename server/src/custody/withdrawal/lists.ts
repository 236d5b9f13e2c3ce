// Lists of withdrawals and transactions: for their customer, for the desk, and whole for a file.

import type { FundsNews, Page } from '@vitrine/contract';
import { asDecimal, FUNDS_STATUS } from '@vitrine/contract';
import type { Selectable, SelectQueryBuilder } from 'kysely';
import { refuse } from '../../api/call/index.ts';
import { decimalText } from '../../api/wire/index.ts';
import type { FundsFilter, HouseTransaction, ReviewedWithdrawal, Withdrawals } from '../types/index.ts';
import { PRACTICE_COINS } from '../rail/practice/index.ts';
import type { CustodyTables, TransactionsTable } from '../tables.ts';
import type { WithdrawalContext } from './parts.ts';
import { stuckOf } from './dead.ts';
import { isChain, type Row, shownOf, whole } from './row.ts';

/** Rows per part of a file. */
const PART = 500;
const ID = /^[0-9]{1,15}$/;
const UNDER_REVIEW = ['review', 'approved', 'signed', 'broadcast'];
const UNDER_WAY = ['approved', 'signed', 'broadcast'];
const FAILED = ['refused', 'failed', 'cancelled'];

type Wanted = Omit<FundsFilter, 'current' | 'size'> & { readonly userId?: string | undefined };

/** Parses an id. @throws 404 if it is invalid. */
export function idOf(text: string): string {
  if (!ID.test(text)) throw refuse('request.notFound');
  return text;
}

function only<O>(
  query: SelectQueryBuilder<CustodyTables, 'custody_withdrawals', O>,
  { coin, network, status, stage, startTime, endTime, userId }: Wanted,
): SelectQueryBuilder<CustodyTables, 'custody_withdrawals', O> {
  let found = query.where('stage', '<>', 'asking');
  if (userId !== undefined) found = found.where('user_id', '=', idOf(userId));
  if (coin !== undefined) found = found.where('coin', '=', coin);
  if (network !== undefined) found = found.where('network', '=', network);
  if (stage !== undefined) found = found.where('stage', '=', stage);
  if (status === FUNDS_STATUS.underReview) found = found.where('stage', 'in', UNDER_REVIEW);
  if (status === FUNDS_STATUS.passed) found = found.where('stage', '=', 'confirmed');
  if (status === FUNDS_STATUS.failed) found = found.where('stage', 'in', FAILED);
  if (startTime !== undefined) found = found.where('created_at', '>=', String(startTime));
  if (endTime !== undefined) found = found.where('created_at', '<', String(endTime));
  return found;
}

async function rowsOf(
  { parts }: WithdrawalContext,
  wanted: Wanted & { readonly current: number; readonly size: number },
  order: 'asc' | 'desc',
): Promise<Page<Row>> {
  const { current, size } = wanted;
  const { total } = await only(parts.db.selectFrom('custody_withdrawals'), wanted)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const records = await only(parts.db.selectFrom('custody_withdrawals'), wanted)
    .selectAll()
    .orderBy('id', order)
    .limit(size)
    .offset((current - 1) * size)
    .execute();
  return { records, total: whole(total), size, current };
}

async function reviewedOf(context: WithdrawalContext, rows: readonly Row[]): Promise<ReviewedWithdrawal[]> {
  const shown: FundsNews['withdrawals'] = await shownOf(context, rows);
  const stuck = await stuckOf(
    context,
    rows.map(({ id }) => id),
  );
  const threshold = context.funds.limits()?.threshold ?? 0;
  return rows.flatMap((row, at) => {
    const record = shown[at];
    if (record === undefined) return [];
    const worth = whole(row.worth);
    return [
      {
        ...{ userId: row.user_id, record, worth, persons: row.review === 'persons' || worth >= threshold },
        flags: [...(row.flags === '' ? [] : row.flags.split(',')), ...(stuck.has(row.id) ? ['stuck'] : [])],
        waits: UNDER_WAY.includes(row.stage) ? (context.waits.of(row.id) ?? null) : null,
        coreId: row.core_id === null ? 0 : whole(row.core_id),
      },
    ];
  });
}

function transactionOf({ parts, chains }: WithdrawalContext, row: Selectable<TransactionsTable>): HouseTransaction {
  const network = isChain(row.chain) ? row.chain : 'practice';
  // A chain that is no longer set: the practice chain's coins have the decimals of their own chains.
  const coins = chains.find(({ name }) => name === network)?.coins ?? PRACTICE_COINS;
  const decimalsOf = (coin: string): number =>
    coins.find((one) => one.coin === coin)?.decimals ?? parts.live.assetByCode(coin)?.scale ?? 0;
  return {
    ...{ id: row.id, kind: row.kind as HouseTransaction['kind'], network, coin: row.coin, to: row.to_address },
    amount: asDecimal(decimalText(BigInt(row.units), decimalsOf(row.coin))),
    ...{ txid: row.txid, state: row.state as HouseTransaction['state'], replaces: row.replaces },
    cost: row.cost === null || row.cost_coin === null ? null : decimalText(BigInt(row.cost), decimalsOf(row.cost_coin)),
    ...{ costCoin: row.cost_coin, time: whole(row.created_at) },
  };
}

export function lists(
  context: WithdrawalContext,
): Pick<Withdrawals, 'list' | 'parts' | 'queue' | 'one' | 'transactions'> {
  const { db } = context.parts;
  return {
    async list(userId, filter) {
      const page = await rowsOf(context, { ...filter, userId }, 'desc');
      return { ...page, records: await shownOf(context, page.records) };
    },

    async *parts(userId, filter) {
      for (let before: string | undefined; ;) {
        let query = only(db.selectFrom('custody_withdrawals'), { ...filter, userId }).selectAll();
        if (before !== undefined) query = query.where('id', '<', before);
        const rows: Row[] = await query.orderBy('id', 'desc').limit(PART).execute();
        if (rows.length > 0) yield await shownOf(context, rows);
        before = rows.at(-1)?.id;
        if (rows.length < PART) return;
      }
    },

    async queue(filter) {
      // The review queue is oldest first.
      const page = await rowsOf(context, filter, filter.stage === 'review' ? 'asc' : 'desc');
      return { ...page, records: await reviewedOf(context, page.records) };
    },

    async one(id) {
      const row = await db
        .selectFrom('custody_withdrawals')
        .selectAll()
        .where('id', '=', idOf(id))
        .where('stage', '<>', 'asking')
        .executeTakeFirst();
      return row === undefined ? undefined : (await reviewedOf(context, [row]))[0];
    },

    async transactions({ withdrawal, network, current, size }) {
      let query = db.selectFrom('custody_transactions');
      if (withdrawal !== undefined) query = query.where('withdrawal_id', '=', idOf(withdrawal));
      if (network !== undefined) query = query.where('chain', '=', network);
      const { total } = await query.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
      const rows = await query
        .selectAll()
        .orderBy('id', 'desc')
        .limit(size)
        .offset((current - 1) * size)
        .execute();
      return { records: rows.map((row) => transactionOf(context, row)), total: whole(total), size, current };
    },
  };
}
