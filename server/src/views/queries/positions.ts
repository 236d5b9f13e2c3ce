// Own positions that are gone, one position with its story, and stop orders of positions.

import type { MarketId, Millis, OrderId, RowId, Ticks, UserId } from '@vitrine/core';
import { type Kysely, sql } from 'kysely';
import type { FundingPayment, FundingRate, Position, PositionStep } from '../../fold/index.ts';
import { orderOf } from '../memory.ts';
import { paymentOf, positionOf, rateOf, stepOf } from '../product-row-of.ts';
import type { RowOf, ViewsDatabase } from '../tables.ts';
import { type Page, type PageAsked, readPage, readParts, type TimeRange } from './page.ts';

/** Rates of funding of one answer, at most. */
export const MOST_RATES = 1_000;

export interface PositionFilter extends TimeRange {
  /** Absent: every one. */
  readonly markets?: readonly number[] | undefined;
}

/** States of a stop order: it waits, its trigger came, it was taken away or its position is gone. */
export type GuardState = 'waiting' | 'triggered' | 'cancelled';

export interface GuardFilter {
  readonly position?: number | undefined;
  readonly markets?: readonly number[] | undefined;
  readonly state?: GuardState | undefined;
}

/** A stop order of a position. */
export interface Guard {
  readonly order: OrderId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly position: RowId;
  /** 3 closes a long, 4 a short. */
  readonly direction: number;
  /** 1 stop-profit, 2 stop-loss. */
  readonly guard: number;
  readonly trigger: Ticks;
  readonly triggerBy: number;
  /** Undefined: all of its position. */
  readonly lots: number | undefined;
  readonly state: GuardState;
  readonly created: Millis;
}

function closedOf(db: Kysely<ViewsDatabase>, user: number, filter: PositionFilter) {
  let query = db.selectFrom('positions').where('user_id', '=', user).where('closed', '<>', 0);
  if (filter.markets !== undefined) query = query.where('market', 'in', [...filter.markets]);
  if (filter.startTime !== undefined) query = query.where('closed', '>=', filter.startTime);
  if (filter.endTime !== undefined) query = query.where('closed', '<=', filter.endTime);
  return query;
}

/** The user's positions that are gone, by when they closed, newest first. */
export async function readClosed(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: PositionFilter,
  asked: PageAsked,
): Promise<Page<Position>> {
  const query = closedOf(db, user, filter);
  const ordered = query.selectAll().orderBy('closed', 'desc').orderBy('last_seq', 'desc').orderBy('position', 'desc');
  return readPage(db, query, ordered, asked, positionOf);
}

/** The same in parts, for a CSV. */
export function closedParts(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: PositionFilter,
): AsyncGenerator<readonly Position[], void, undefined> {
  return readParts<RowOf<'positions'>, Position>((behind, limit) => {
    let query = closedOf(db, user, filter).selectAll();
    if (behind !== undefined)
      query = query.where(
        sql<boolean>`(closed, last_seq, position) < (${behind.closed}, ${behind.last_seq}, ${behind.position})`,
      );
    return query
      .orderBy('closed', 'desc')
      .orderBy('last_seq', 'desc')
      .orderBy('position', 'desc')
      .limit(limit)
      .execute();
  }, positionOf);
}

/** Steps that open a position or add to it: places in POSITION_STEP plus one. */
const OPEN = 1;
const INCREASE = 2;

/**
 * What positions were opened at on average over all of their openings, cents, rounded against their owner; by position.
 */
export async function readOpenedAt(
  db: Kysely<ViewsDatabase>,
  positions: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (positions.length === 0) return new Map();
  const { rows } = await sql<{ position: number; cents: number }>`
    select position, (case when side = 1 then ceil(average) else floor(average) end)::int8 as cents
    from (
      select p.position, p.side,
        case when m.type = 2 then 100 * sum(s.lots::numeric * s.price) / sum(s.lots)
          else 100 * sum(s.lots) / sum(s.lots::numeric / s.price) end as average
      from positions p
      join markets m on m.market = p.market
      join position_steps s on s.position = p.position and s.step in (${OPEN}, ${INCREASE}) and s.price > 0
      where p.position in (${sql.join([...positions])})
      group by p.position, p.side, m.type
    ) opened`.execute(db);
  return new Map(rows.map((row) => [row.position, row.cents]));
}

/** One own position, open or gone. */
export async function readPosition(
  db: Kysely<ViewsDatabase>,
  user: number,
  position: number,
): Promise<Position | undefined> {
  const row = await db
    .selectFrom('positions')
    .selectAll()
    .where('position', '=', position)
    .where('user_id', '=', user)
    .executeTakeFirst();
  return row === undefined ? undefined : positionOf(row);
}

/** The last lines that one own position has in a table, newest first. */
async function lastLines<Table extends 'position_steps' | 'funding_payments'>(
  db: Kysely<ViewsDatabase>,
  table: Table,
  user: number,
  position: number,
  limit: number,
): Promise<RowOf<Table>[]> {
  const { rows } = await sql<RowOf<Table>>`
    select * from ${sql.id(table)} where position = ${position} and user_id = ${user}
    order by line desc limit ${limit}`.execute(db);
  return rows;
}

/** The last steps of one own position, oldest first. */
export async function readSteps(
  db: Kysely<ViewsDatabase>,
  user: number,
  position: number,
  limit: number,
): Promise<readonly PositionStep[]> {
  const rows = await lastLines(db, 'position_steps', user, position, limit);
  return rows.reverse().map(stepOf);
}

/** The last payments of funding of one own position, newest first. */
export async function readPayments(
  db: Kysely<ViewsDatabase>,
  user: number,
  position: number,
  limit: number,
): Promise<readonly FundingPayment[]> {
  const rows = await lastLines(db, 'funding_payments', user, position, limit);
  return rows.map(paymentOf);
}

/** A contract's settled rates of funding, newest first. */
export async function readFundingRates(
  db: Kysely<ViewsDatabase>,
  market: number,
  limit: number,
): Promise<readonly FundingRate[]> {
  const rows = await db
    .selectFrom('funding_rates')
    .selectAll()
    .where('market', '=', market)
    .orderBy('time', 'desc')
    .limit(Math.min(limit, MOST_RATES))
    .execute();
  return rows.map(rateOf);
}

/** The user's stop orders, newest first. */
export async function readGuards(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: GuardFilter,
  asked: PageAsked,
): Promise<Page<Guard>> {
  let query = db.selectFrom('orders').where('user_id', '=', user).where('house', '=', false).where('guard', '<>', 0);
  if (filter.position !== undefined) query = query.where('position', '=', filter.position);
  if (filter.markets !== undefined) query = query.where('market', 'in', [...filter.markets]);
  if (filter.state === 'triggered') query = query.where('fired', '=', true);
  else if (filter.state !== undefined)
    query = query.where('fired', '=', false).where('status', filter.state === 'waiting' ? '=' : '<>', TRIGGER);
  const ordered = query.selectAll().orderBy('created', 'desc').orderBy('seq', 'desc').orderBy('order_id', 'desc');
  return readPage(db, query, ordered, asked, guardOf);
}

/** Order status 4: it waits for its trigger. */
const TRIGGER = 4;

function guardOf(row: RowOf<'orders'>): Guard {
  const { order, user, market, position, direction, guard, trigger, triggerBy, lots, status, created } = orderOf(row);
  const state = row.fired ? 'triggered' : status === TRIGGER ? 'waiting' : 'cancelled';
  return {
    ...{ order, user, market, position, direction, guard, trigger, triggerBy, state, created },
    lots: row.whole ? undefined : lots,
  };
}
