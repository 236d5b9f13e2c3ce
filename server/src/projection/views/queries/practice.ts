// Volume of trades that no customer took part in.

import type { MarketId, Millis } from '@vitrine/core';
import { MARKET_MAKER } from '@vitrine/core/enum';
import { type Kysely, sql } from 'kysely';
import type { PracticeUsers } from '../../handlers/index.ts';
import type { ViewsDatabase } from '../tables/tables.ts';

/** A minute of a market: volume between practice traders, or one and the market maker. */
export interface PracticeMinute {
  readonly market: MarketId;
  /** Its beginning, ms UTC. */
  readonly minute: Millis;
  readonly lots: number;
  /** Quote atoms. */
  readonly value: number;
}

const MINUTE_MS = 60_000;

/** Minutes of all markets from a time on, up to a command. Which trades count is `practiceMark`'s rule. */
export async function readPracticeMinutes(
  db: Kysely<ViewsDatabase>,
  practice: PracticeUsers,
  since: number,
  toSeq: number,
): Promise<readonly PracticeMinute[]> {
  if (practice.size === 0) return [];
  const users = [...practice];
  const none = [...users, MARKET_MAKER];
  // By market and time, which is the key of `trades`.
  const { rows } = await sql<{ market: number; minute: number; lots: string; value: string }>`
    select rows.market, rows.minute, sum(rows.lots) as lots, sum(rows.value) as value from tickers
    cross join lateral (
      select market, time - time % ${MINUTE_MS}::int8 as minute, lots, value from trades
      where market = tickers.subject and time >= ${since}::int8 and seq <= ${toSeq}::int8
        and taker = any(${none}::int8[]) and maker = any(${none}::int8[])
        and (taker = any(${users}::int8[]) or maker = any(${users}::int8[]))
    ) rows where kind between 1 and 3 group by rows.market, rows.minute`.execute(db);
  return rows.map(({ market, minute, lots, value }) => ({
    market: market as MarketId,
    minute: minute as Millis,
    lots: Number(lots),
    value: Number(value),
  }));
}
