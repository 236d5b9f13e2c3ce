// Own closed positions, one position with its history, and take-profit and stop-loss orders of positions.

import { type MarketId, type Millis, type OrderId, type RowId, type Ticks, type UserId } from '@vitrine/core';
import { MARKET_TYPE, ORDER_STATUS, POSITION_SIDE } from '@vitrine/core/enum';
import { type Kysely, sql } from 'kysely';
import type { FundingPayment, FundingRate, Position, PositionStep } from '../../handlers/index.ts';
import { orderOf } from '../rows/memory.ts';
import { OPENING_UNIT } from '../rows/product-rows.ts';
import { paymentOf, positionOf, rateOf, stepOf } from '../rows/product-row-of.ts';
import type { RowOf, ViewsDatabase } from '../tables/tables.ts';
import {
  behind,
  equal,
  type List,
  oneOf,
  type Page,
  type PageAsked,
  type Parts,
  readPage,
  readParts,
  type TimeRange,
  within,
} from './list.ts';

/** Most funding rates in one answer. */
export const MOST_RATES = 1_000;

export interface PositionFilter extends TimeRange {
  /** Absent: all. */
  readonly markets?: readonly number[] | undefined;
}

/** State of a take-profit or stop-loss order: waiting, triggered, or cancelled (also when its position closes). */
export type GuardState = 'waiting' | 'triggered' | 'cancelled';

export interface GuardFilter extends TimeRange {
  readonly position?: number | undefined;
  readonly markets?: readonly number[] | undefined;
  readonly state?: GuardState | undefined;
}

/** A take-profit or stop-loss order of a position. */
export interface Guard {
  readonly order: OrderId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly position: RowId;
  /** 3 closes a long, 4 a short. */
  readonly direction: number;
  /** 1 take-profit, 2 stop-loss. */
  readonly guard: number;
  readonly trigger: Ticks;
  readonly triggerBy: number;
  /** Undefined: the whole position. */
  readonly lots: number | undefined;
  readonly state: GuardState;
  readonly created: Millis;
}

function closedOf(user: number, filter: PositionFilter): List<RowOf<'positions'>> {
  return {
    table: 'positions',
    reaches: [[...equal('user_id', user), sql`closed <> 0`, ...within('closed', filter)]],
    rest: oneOf('market', filter.markets),
    time: 'closed',
    order: sql`closed desc, last_seq desc, position desc`,
    after: (row) => behind(['closed', 'last_seq', 'position'], row),
  };
}

/** The user's closed positions by closing time, newest first. */
export async function readClosed(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: PositionFilter,
  asked: PageAsked,
): Promise<Page<Position>> {
  return readPage(db, closedOf(user, filter), asked, positionOf);
}

/** The same in parts, for a CSV file. */
export function closedParts(db: Kysely<ViewsDatabase>, user: number, filter: PositionFilter): Parts<Position> {
  return readParts(db, closedOf(user, filter), positionOf);
}

/** 10⁻¹² of a cent: an average is rounded to this before it becomes cents. */
const FINE = 10n ** 12n;
/** Cents per tick. */
const CENTS = 100n;

/** Average entry price over all openings by position, cents, rounded against the owner. */
export async function readOpenedAt(
  db: Kysely<ViewsDatabase>,
  positions: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (positions.length === 0) return new Map();
  const rows = await db
    .selectFrom('position_openings as opened')
    .innerJoin('positions', 'positions.position', 'opened.position')
    .innerJoin('markets', 'markets.market', 'positions.market')
    .where('opened.position', 'in', [...positions])
    .select(['opened.position', 'opened.lots', 'opened.weight', 'positions.side', 'markets.type'])
    .execute();
  return new Map(
    rows.map(({ position, lots, weight, side, type }) => {
      const average =
        type === MARKET_TYPE.linear
          ? roundDiv(CENTS * FINE * weight, lots)
          : roundDiv(CENTS * FINE * OPENING_UNIT * lots, weight);
      return [position, Number((side === POSITION_SIDE.long ? average + FINE - 1n : average) / FINE)];
    }),
  );
}

/** Division rounded to the nearest whole number; both arguments positive. */
function roundDiv(a: bigint, b: bigint): bigint {
  return (a + b / 2n) / b;
}

/** One own position, open or closed. */
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

/** The last rows of one own position in a table, newest first. */
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

/** The last funding payments of one own position, newest first. */
export async function readPayments(
  db: Kysely<ViewsDatabase>,
  user: number,
  position: number,
  limit: number,
): Promise<readonly FundingPayment[]> {
  const rows = await lastLines(db, 'funding_payments', user, position, limit);
  return rows.map(paymentOf);
}

/** A contract's settled funding rates, newest first. */
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

/** The user's take-profit and stop-loss orders, newest first. */
export async function readGuards(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: GuardFilter,
  asked: PageAsked,
): Promise<Page<Guard>> {
  const { position, markets, state } = filter;
  const list: List<RowOf<'orders'>> = {
    table: 'orders',
    reaches: [[...equal('user_id', user), sql`guard <> 0`, ...within('created', filter)]],
    rest: [
      ...equal('position', position),
      ...oneOf('market', markets),
      ...(state === 'triggered' ? [sql`fired`] : []),
      ...(state === 'waiting' ? [sql`not fired`, sql`status = ${ORDER_STATUS.trigger}`] : []),
      ...(state === 'cancelled' ? [sql`not fired`, sql`status <> ${ORDER_STATUS.trigger}`] : []),
    ],
    time: 'created',
    order: sql`created desc, seq desc, order_id desc`,
    after: (row) => behind(['created', 'seq', 'order_id'], row),
  };
  return readPage(db, list, asked, guardOf);
}

function guardOf(row: RowOf<'orders'>): Guard {
  const { order, user, market, position, direction, guard, trigger, triggerBy, lots, status, created } = orderOf(row);
  const state = row.fired ? 'triggered' : status === ORDER_STATUS.trigger ? 'waiting' : 'cancelled';
  return {
    ...{ order, user, market, position, direction, guard, trigger, triggerBy, state, created },
    lots: row.whole ? undefined : lots,
  };
}
