// Own positions that are gone, one position with its story, and stop orders of positions.

import { LINEAR, type MarketId, type Millis, type OrderId, type RowId, type Ticks, type UserId } from '@vitrine/core';
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

/** Rates of funding of one answer, at most. */
export const MOST_RATES = 1_000;

export interface PositionFilter extends TimeRange {
  /** Absent: every one. */
  readonly markets?: readonly number[] | undefined;
}

/** States of a stop order: it waits, its trigger came, it was taken away or its position is gone. */
export type GuardState = 'waiting' | 'triggered' | 'cancelled';

export interface GuardFilter extends TimeRange {
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

/** The user's positions that are gone, by when they closed, newest first. */
export async function readClosed(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: PositionFilter,
  asked: PageAsked,
): Promise<Page<Position>> {
  return readPage(db, closedOf(user, filter), asked, positionOf);
}

/** The same in parts, for a CSV. */
export function closedParts(db: Kysely<ViewsDatabase>, user: number, filter: PositionFilter): Parts<Position> {
  return readParts(db, closedOf(user, filter), positionOf);
}

/** Millionths of a millionth of a cent: what an average is rounded to before it becomes cents. */
const FINE = 10n ** 12n;
/** Cents of a tick. */
const CENTS = 100n;
/** Side of a long position. */
const LONG = 1;

/**
 * What positions were opened at on average over all of their openings, cents, rounded against their owner; by position.
 */
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
        type === LINEAR ? roundDiv(CENTS * FINE * weight, lots) : roundDiv(CENTS * FINE * OPENING_UNIT * lots, weight);
      return [position, Number((side === LONG ? average + FINE - 1n : average) / FINE)];
    }),
  );
}

/** The nearest whole number; both above zero. */
function roundDiv(a: bigint, b: bigint): bigint {
  return (a + b / 2n) / b;
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
  const { position, markets, state } = filter;
  const list: List<RowOf<'orders'>> = {
    table: 'orders',
    reaches: [[...equal('user_id', user), sql`guard <> 0`, ...within('created', filter)]],
    rest: [
      ...equal('position', position),
      ...oneOf('market', markets),
      ...(state === 'triggered' ? [sql`fired`] : []),
      ...(state === 'waiting' ? [sql`not fired`, sql`status = ${TRIGGER}`] : []),
      ...(state === 'cancelled' ? [sql`not fired`, sql`status <> ${TRIGGER}`] : []),
    ],
    time: 'created',
    order: sql`created desc, seq desc, order_id desc`,
    after: (row) => behind(['created', 'seq', 'order_id'], row),
  };
  return readPage(db, list, asked, guardOf);
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
