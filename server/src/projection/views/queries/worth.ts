// Value of the wallets at the end of each day: accounts, positions, debts and stakes at that time.

import { type Millis, unrealisedAt } from '@vitrine/core';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Contract, isAtPar } from '../../handlers/index.ts';
import { MARK_KIND } from '../rows/rows.ts';
import type { ViewsDatabase } from '../tables/tables.ts';
import type { DayCloses } from './closes.ts';

/** Value of the wallets at the end of a UTC day (for the last one: now), USDT atoms, rounded down. */
export interface DayWorth {
  /** Start of the day, ms UTC. */
  readonly time: Millis;
  readonly usdt: bigint;
}

/** An amount of a coin in a wallet at the end of a day; negative: owed. */
interface Part {
  readonly day: number;
  readonly wallet: number;
  readonly asset: number;
  readonly atoms: bigint;
}

/** The request: one wallet, or with 0 all, for the days from `first` to `last` (their starts, ms UTC). */
interface Asked {
  readonly user: number;
  readonly wallet: number;
  readonly first: number;
  readonly last: number;
}

const DAY = 86_400_000;
const INDEX = 0;
/** The wallet that pays for second contracts. */
const SECONDS = 6;
/** Decimals of an index price below its instrument's tick. */
const CENTS = 2;

/**
 * Value of the wallets (one, or with 0 all) at the end of each UTC day, as defined in docs/concepts/numbers.md. Covers the last
 * `days` days up to `now` (ms UTC). Uses the day's last index price against USDT and the last marks; a coin without an
 * index price yet counts nothing. Oldest first.
 */
export async function readDailyWorth(
  db: Kysely<ViewsDatabase>,
  closes: DayCloses,
  user: number,
  wallet: number,
  days: number,
  now: number,
): Promise<readonly DayWorth[]> {
  const last = now - (now % DAY);
  const asked = { user, wallet, first: last - (days - 1) * DAY, last };
  const assets = await db.selectFrom('assets').selectAll().execute();
  const usdt = assets.find((asset) => asset.code === 'USDT');
  if (usdt === undefined)
    throw new Error('views: expected the asset USDT to be listed; there is nothing to count worth in');
  const instruments = await db.selectFrom('instruments').selectAll().where('quote', '=', 'USDT').execute();
  const prices = await closes.of(INDEX, asked, now);
  const parts = [
    ...(await accounts(db, asked)),
    ...(await positions(db, closes, asked, now)),
    ...(await debts(db, asked)),
    ...(await stakes(db, asked)),
  ];
  const worthOf = ({ day, asset: coin, atoms }: Part): bigint => {
    const asset = assets.find((one) => one.asset === coin);
    if (asset === undefined) return 0n;
    if (isAtPar(asset.code)) return floorOf(atoms * 10n ** BigInt(usdt.scale), 10n ** BigInt(asset.scale));
    const instrument = instruments.find((one) => one.base === asset.code);
    const price = instrument === undefined ? undefined : prices.get(day)?.get(instrument.instrument);
    if (instrument === undefined || price === undefined) return 0n;
    const unit = 10n ** BigInt(asset.scale + instrument.tick_decimals + CENTS);
    return floorOf(atoms * BigInt(price) * 10n ** BigInt(usdt.scale), unit);
  };
  const worths = new Map<number, bigint>();
  for (let day = asked.first; day <= last; day += DAY) worths.set(day, 0n);
  for (const part of netOf(parts)) worths.set(part.day, (worths.get(part.day) ?? 0n) + worthOf(part));
  return [...worths].map(([time, worth]) => ({ time: time as Millis, usdt: worth }));
}

/**
 * Atoms of a coin that belong to the user but are in no account: isolated margin of positions, stakes of second
 * contracts.
 */
export interface TiedUp {
  readonly of: 'margin' | 'stake';
  readonly asset: number;
  readonly atoms: bigint;
}

/** Amounts tied up in a wallet (0: all) at the end of the UTC day of `time` (ms UTC). */
export async function readTiedUp(
  db: Kysely<ViewsDatabase>,
  user: number,
  wallet: number,
  time: number,
): Promise<readonly TiedUp[]> {
  const day = time - (time % DAY);
  const asked = { user, wallet, first: day, last: day };
  const margins = (await openPositions(db, asked)).map(({ contract: { settle: asset }, margin }): TiedUp => ({
    of: 'margin',
    asset,
    atoms: BigInt(margin),
  }));
  return [...margins, ...(await stakes(db, asked)).map(({ asset, atoms }): TiedUp => ({ of: 'stake', asset, atoms }))];
}

/** One part per day, wallet and coin, because their sum is what gets rounded. */
function netOf(parts: readonly Part[]): Iterable<Part> {
  const sums = new Map<string, Part>();
  for (const part of parts) {
    const key = `${part.day}:${part.wallet}:${part.asset}`;
    sums.set(key, { ...part, atoms: part.atoms + (sums.get(key)?.atoms ?? 0n) });
  }
  return sums.values();
}

/** Rounds down, also below zero: assets are never shown above their value, debts never below. */
function floorOf(a: bigint, b: bigint): bigint {
  return a < 0n && a % b !== 0n ? a / b - 1n : a / b;
}

const daysOf = ({ first, last }: Asked) =>
  sql`generate_series(${first}::int8, ${last}::int8, ${DAY}::int8) as days(day)`;

/** Balances, with isolated markets added up. */
async function accounts(db: Kysely<ViewsDatabase>, asked: Asked): Promise<Part[]> {
  const { user, wallet } = asked;
  const { rows } = await sql<Omit<Part, 'atoms'> & { atoms: bigint }>`
    select days.day, a.wallet, a.asset, sum(b.balance)::numeric as atoms
    from ${daysOf(asked)}
    cross join (
      select account, wallet, asset from balances
      where user_id = ${user} and class = 1 and (${wallet}::int2 = 0 or wallet = ${wallet}::int2)) a
    cross join lateral (
      select balance from account_days where account = a.account and day <= days.day order by day desc limit 1) b
    group by days.day, a.wallet, a.asset`.execute(db);
  return rows;
}

interface OpenPosition {
  readonly day: number;
  readonly market: number;
  readonly side: number;
  readonly lots: number;
  readonly cost: number;
  readonly margin: number;
  readonly contract: Contract;
}

/**
 * A user's positions or second contracts that are open or ended since the first day, and began before the day they
 * ended on. No others can have been open at the end of one of the days. An index holds exactly these.
 */
function endedSince(
  table: 'positions' | 'seconds',
  columns: string,
  ended: 'closed' | 'ended',
  { user, first }: Asked,
) {
  const end = sql.id(ended);
  const part = (when: RawBuilder<unknown>) => sql`
    select ${sql.raw(columns)} from ${sql.id(table)} where user_id = ${user} and ${when}
      and (${end} = 0 or ${end} - ${end} % 86400000 > created)`;
  return sql`(${part(sql`${end} = 0`)} union all ${part(sql`${end} >= ${Math.max(1, first)}`)})`;
}

/** Positions that were open at the end of each day. */
async function openPositions(db: Kysely<ViewsDatabase>, asked: Asked): Promise<OpenPosition[]> {
  const { wallet } = asked;
  const { rows } = await sql<{
    day: number;
    market: number;
    side: number;
    lots: number;
    cost: number;
    margin: number;
    contract: string;
  }>`
    select days.day, s.market, s.side, s.lots, s.cost, s.margin, terms.body as contract
    from ${daysOf(asked)}
    cross join ${endedSince('positions', 'position', 'closed', asked)} p
    cross join lateral (
      select * from position_days where position = p.position and day <= days.day order by day desc limit 1) s
    join terms on terms.kind = 'contract' and terms.id = s.market
    where s.lots > 0`.execute(db);
  return rows
    .map(({ contract, ...row }) => ({ ...row, contract: JSON.parse(contract) as Contract }))
    .filter(({ contract }) => wallet === 0 || wallet === contract.type);
}

/** Isolated margin and unrealised profit at the day's last mark, for the positions open then. */
async function positions(db: Kysely<ViewsDatabase>, closes: DayCloses, asked: Asked, now: number): Promise<Part[]> {
  const rows = await openPositions(db, asked);
  if (rows.length === 0) return [];
  const marks = await closes.of(MARK_KIND, asked, now);
  return rows.map(({ day, market, side, lots, cost, margin, contract }): Part => {
    const { type, perLot, settle } = contract;
    const mark = marks.get(day)?.get(market);
    const unrealised = mark === undefined ? 0 : unrealisedAt(type, side, perLot, lots, cost, mark);
    return { day, wallet: type, asset: settle, atoms: BigInt(margin) + BigInt(unrealised) };
  });
}

/** Margin debts including interest. */
async function debts(db: Kysely<ViewsDatabase>, asked: Asked): Promise<Part[]> {
  const { user, wallet } = asked;
  const { rows } = await sql<Omit<Part, 'atoms'> & { owed: number }>`
    select days.day, s.wallet, s.asset, s.owed
    from ${daysOf(asked)}
    cross join (
      select user_id, wallet, market, asset from debts
      where user_id = ${user} and (${wallet}::int2 = 0 or wallet = ${wallet}::int2)) d
    cross join lateral (
      select wallet, asset, owed from debt_days
      where (user_id, wallet, market, asset) = (d.user_id, d.wallet, d.market, d.asset) and day <= days.day
      order by day desc limit 1) s
    where s.owed > 0`.execute(db);
  return rows.map(({ owed, ...row }) => ({ ...row, atoms: -BigInt(owed) }));
}

/** Stakes of second contracts waiting or running at the end of a day. */
async function stakes(db: Kysely<ViewsDatabase>, asked: Asked): Promise<Part[]> {
  if (asked.wallet !== 0 && asked.wallet !== SECONDS) return [];
  const { rows } = await sql<{ day: number; asset: number; atoms: string }>`
    select days.day, s.asset, sum(s.amount)::text as atoms
    from ${daysOf(asked)}
    join ${endedSince('seconds', 'created, ended, asset, amount', 'ended', asked)} s
      on s.created < days.day + ${DAY}::int8 and (s.ended = 0 or s.ended >= days.day + ${DAY}::int8)
    group by days.day, s.asset`.execute(db);
  return rows.map(({ day, asset, atoms }) => ({ day, wallet: SECONDS, asset, atoms: BigInt(atoms) }));
}
