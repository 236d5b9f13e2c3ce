// Margin borrowing: hourly interest, value of coins, level of a wallet (money §4). Exact; values are BigInt.

import { quotient } from '../number/index.ts';

export const HOUR = 3_600_000;
/** Interest rates are in billionths. */
const BILLION = 1_000_000_000;
const SAFE = 2 ** 53;
/** Levels and factors are in millionths. */
const MILLION = 1_000_000n;
/**
 * One USDT is 10^22 units of `worth`, so that any coin (scale up to 8) at any price (tick up to 12 decimals) is whole.
 */
const DEPTH = 20;
const CENT_DECIMALS = 2;
/** The highest level shown; above it a wallet's debt is negligible. */
export const MOST_LEVEL = 1_000_000_000_000;
/** Most distance of a forced order from the index, in percent. */
export const FORCED_REACH = 5;
/** The same since rules `marginForced`. */
export const FORCED_NEAR = 2;
const HUNDRED = 100;

/** Clock hours begun since 1970. An hour has begun when the clock is past its start, as for timers. */
export function hoursBegun(time: number): number {
  return quotient(time + HOUR - 1, HOUR);
}

/** Hours since 1970 that a borrowing at `time` has paid for: to the end of the hour it is in. */
export function hoursCovered(time: number): number {
  return quotient(time, HOUR) + 1;
}

/**
 * Interest of `periods` hours (or days) on `principal` atoms at `rate` (billionths a period), plus the earlier `carry`
 * (billionths of an atom, under 10^9): whole atoms, and the new carry. Exact: nothing is rounded.
 */
export function accrue(
  principal: number,
  rate: number,
  periods: number,
  carry: number,
): { readonly whole: number; readonly carry: number } {
  const product = principal * rate * periods;
  if (product + carry <= SAFE) {
    const whole = quotient(product + carry, BILLION);
    return { whole, carry: product + carry - whole * BILLION };
  }
  const wide = BigInt(principal) * BigInt(rate) * BigInt(periods) + BigInt(carry);
  return { whole: Number(wide / BigInt(BILLION)), carry: Number(wide % BigInt(BILLION)) };
}

/** 10^decimals as BigInt. */
function tens(decimals: number): bigint {
  let power = 1n;
  for (let step = 0; step < decimals; step += 1) power *= 10n;
  return power;
}

/**
 * Value of one atom (10^-22 USDT) of a coin with `scale` decimals at an index of `cents` of a tick of `tickDecimals`.
 */
export function worthOf(cents: number, tickDecimals: number, scale: number): bigint {
  return BigInt(cents) * tens(DEPTH - tickDecimals - scale);
}

/** Value of one atom of USDT itself, with `scale` decimals. */
export function worthOfUsdt(scale: number): bigint {
  return tens(DEPTH + CENT_DECIMALS - scale);
}

/** Whether assets (millionths of `worth`) are at least `level` (millionths) times the debts (`worth`). */
export function stands(assets: bigint, debts: bigint, level: number): boolean {
  return assets >= debts * BigInt(level);
}

/** Level in millionths, rounded down; 0 without debts. */
export function levelOf(assets: bigint, debts: bigint): number {
  if (debts === 0n) return 0;
  const level = Number(assets / debts);
  return level < MOST_LEVEL ? level : MOST_LEVEL;
}

/**
 * The most atoms of a coin that can be lent with the level still at `level` or above. Lent coins count as assets (by
 * `factor` millionths) and, with their first hour at `rate` (billionths), as debts. `worth` is the value of one atom.
 * Keeps one atom back for rounding. At most 2^52.
 */
export function mostLent(
  assets: bigint,
  debts: bigint,
  level: number,
  worth: bigint,
  factor: number,
  rate: number,
): number {
  const slack = assets - (debts + worth) * BigInt(level);
  if (slack < 0n || worth === 0n) return 0;
  const each = worth * (BigInt(level) * BigInt(BILLION + rate) - BigInt(factor) * BigInt(BILLION));
  return each <= 0n ? 2 ** 52 : capped((slack * BigInt(BILLION)) / each);
}

/** The most atoms of a coin that may leave with the level still at `level` or above. At most 2^52. */
export function mostOut(assets: bigint, debts: bigint, level: number, worth: bigint, factor: number): number {
  const slack = assets - debts * BigInt(level);
  if (slack < 0n) return 0;
  const each = worth * BigInt(factor);
  return each === 0n ? 2 ** 52 : capped(slack / each);
}

function capped(atoms: bigint): number {
  return atoms > 2n ** 52n ? 2 ** 52 : Number(atoms);
}

/**
 * How many cents one coin's price may move against a wallet before its level can reach `level` (money §3, safe bounds);
 * at least 1. Each of `moving` coins may use an equal part of the slack. `net`: its assets by factor less level ×
 * debts, in millionths of atoms, not 0. `cent`: value of one atom at one cent.
 */
export function safeMove(slack: bigint, moving: number, net: bigint, cent: bigint): number {
  const against = net < 0n ? -net : net;
  const move = slack <= 0n ? 0n : slack / (BigInt(moving) * against * cent);
  return move < 1n ? 1 : capped(move);
}

/** Value of one atom at an index of one cent. */
export function centOf(tickDecimals: number, scale: number): bigint {
  return worthOf(1, tickDecimals, scale);
}

/**
 * The index (cents) of an isolated wallet's base coin at which it is liquidated, rounded to warn early: up for a wallet
 * that loses when the coin falls, down for one that owes it. 0 when no price does. Own and owed in atoms.
 */
export function isolatedLiquidation(
  level: number,
  base: { readonly own: number; readonly owed: number; readonly cent: bigint },
  quote: { readonly own: number; readonly owed: number; readonly worth: bigint },
): number {
  const net = BigInt(base.own) * MILLION - BigInt(level) * BigInt(base.owed);
  const other = (BigInt(quote.own) * MILLION - BigInt(level) * BigInt(quote.owed)) * quote.worth;
  if (net === 0n || other === 0n || net > 0n === other > 0n) return 0;
  const each = net * base.cent;
  const whole = -other / each;
  const cents = net > 0n && whole * each !== -other ? whole + 1n : whole;
  return cents > 2n ** 52n ? 0 : Number(cents);
}

/** Limit price of a forced order, ticks: the usual limit, and at most `percent` from the index. 1 buys, 2 sells. */
export function forcedLimit(side: number, usual: number, cents: number, percent: number = FORCED_REACH): number {
  if (side === 1) {
    const most = quotient(cents * (HUNDRED + percent), HUNDRED * HUNDRED);
    return usual < most ? usual : most;
  }
  const least = quotient(cents * (HUNDRED - percent) + HUNDRED * HUNDRED - 1, HUNDRED * HUNDRED);
  return usual > least ? usual : least;
}

/**
 * The price (ticks, rounded towards the index) at which filling all lots of a forced order leaves no equity at the
 * index. For a sale (2): `worth` is the lots' value there, after the fee of `rate` millionths. For a purchase (1):
 * `worth` is that of the debt. `perTick`: value of those lots at one tick. 0 for a sale that equity covers completely.
 */
export function lastOfWallet(side: number, equity: bigint, worth: bigint, perTick: bigint, rate: number): number {
  if (side === 1) return Number((worth + equity) / perTick);
  if (worth <= equity) return 0;
  const each = perTick * (MILLION - BigInt(rate));
  return Number(((worth - equity) * MILLION + each - 1n) / each);
}

/** The fewest atoms to receive so that `net` remain after a fee of `rate` millionths, rounded up. */
export function grossOf(net: number, rate: number): number {
  return Number((BigInt(net) * MILLION + (MILLION - BigInt(rate)) - 1n) / (MILLION - BigInt(rate)));
}
