// Stores the latest reconciliation of each coin, and halts it after two shortages.

import { type Selectable, sql } from 'kysely';
import { decimalText } from '../../api/wire/index.ts';
import type { ChainName } from '../rail/index.ts';
import type { CustodyDatabase, ReservesTable } from '../tables.ts';
import { atomsOf, type TreasuryCoin, unitsOf } from './coin.ts';
import { judge, SHORT_LOOKS, type Verdict } from './judge.ts';
import type { CoinLook } from './look.ts';

/** Minimum interval between shortages that count, ms. */
const LOOKS_APART = 10_000;

export type ReserveRow = Selectable<ReservesTable>;

export function storedReserves(db: CustodyDatabase): Promise<readonly ReserveRow[]> {
  return db.selectFrom('custody_reserves').selectAll().execute();
}

/** Stores a result; returns why withdrawals of the coin must halt, or undefined. `before`: the previous row. */
export async function keepLook(
  db: CustodyDatabase,
  chain: ChainName,
  look: CoinLook,
  before: ReserveRow | undefined,
  now: number,
): Promise<string | undefined> {
  const { coin, sums } = look;
  const verdict = verdictOf(look, before, now);
  const atoms = (units: bigint) => atomsOf(coin, units).toString();
  const row = {
    ...{ network: chain, coin: coin.coin, hot: atoms(look.hot), cold: atoms(look.cold), unswept: atoms(look.unswept) },
    ...{ leaving: atoms(sums.leaving + sums.left), expected: atoms(look.expected), dust: sums.dust.toString() },
    ...{ difference: atoms(look.own), tolerance: atoms(unitsOf(coin, coin.terms.tolerance)), state: verdict.state },
    ...{ checked_at: String(now), short: verdict.short, own: verdict.known?.toString() ?? null },
  };
  await db
    .insertInto('custody_reserves')
    .values(row)
    .onConflict((conflict) => conflict.columns(['network', 'coin']).doUpdateSet(row))
    .execute();
  return verdict.short < SHORT_LOOKS ? undefined : inWords(chain, look, verdict);
}

/** Results of two processes at the same time count as one. */
export function verdictOf(look: CoinLook, before: ReserveRow | undefined, now: number): Verdict {
  const verdict = judgeAfter(look, before);
  if (before === undefined || verdict.short === 0) return verdict;
  const apart = now - Number.parseInt(before.checked_at, 10) >= LOOKS_APART;
  return apart ? verdict : { ...verdict, short: Math.max(1, before.short) };
}

function judgeAfter(look: CoinLook, before: ReserveRow | undefined): Verdict {
  const { coin } = look;
  const last =
    before === undefined
      ? undefined
      : {
          own: BigInt(before.difference) * coin.factor,
          ...{ known: before.own === null ? null : BigInt(before.own), short: before.short },
        };
  return judge(look.own, unitsOf(coin, coin.terms.tolerance), last, look.sums.unsure);
}

/** Reconciliation was impossible: the last figures stay, their meaning is unknown. */
export async function keepUnknown(db: CustodyDatabase, chain: ChainName): Promise<void> {
  await db
    .updateTable('custody_reserves')
    .set({ state: 'unknown' })
    .where('network', '=', chain)
    .where('state', '<>', 'unknown')
    .execute();
}

/**
 * After people investigated a mismatch: the last result becomes the operator's known own amount, with nothing less
 * accepted.
 */
export async function learnAgain(db: CustodyDatabase, network: string, { coin, factor }: TreasuryCoin): Promise<void> {
  await db
    .updateTable('custody_reserves')
    .set({ own: sql<string>`difference * ${factor.toString()}::numeric`, short: 0 })
    .where('network', '=', network)
    .where('coin', '=', coin)
    .execute();
}

function inWords(chain: ChainName, { coin, hot, cold, unswept, expected, own }: CoinLook, verdict: Verdict): string {
  const text = (units: bigint) => `${short(decimalText(units, coin.decimals))} ${coin.coin}`;
  const { missing } = verdict;
  if (missing?.of === 'house')
    return `${text(missing.units)} left ${chain} and no record tells of it: ${text(own)} are there beyond what the books expect, ${text(verdict.known ?? 0n)} were`;
  const there = `hot ${text(hot)}, cold ${text(cold)}, unswept ${text(unswept)}`;
  return `${text(missing?.units ?? 0n)} are missing on ${chain}: the books expect ${text(expected)}, there are ${there}, counting what is on its way`;
}

/** Without trailing zeros. */
function short(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Dust as display text. */
export function dustText(coin: TreasuryCoin, units: string): string {
  return decimalText(BigInt(units), coin.decimals);
}
