// Exact calculations of a spot order in integers: ticks, lots, atoms; every division has a rounding direction.

import { divideUp, rescaleUp, toUnits } from '../../ticket/index.ts';

/** The trading rules of a market. Scales are decimal places; texts are decimals. */
export interface MarketRules {
  /** `BTC_USDT`. */
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
  readonly baseScale: number;
  readonly quoteScale: number;
  /** Minimum order value in the quote; undefined if there is none. */
  readonly minValue: string | undefined;
}

/** Rules of a market by its name; undefined if it is no longer listed. */
export type RulesOf = (symbolName: string) => MarketRules | undefined;

const MILLION = 1_000_000n;
const MILLION_DIGITS = 6;

/**
 * Value of lots at a price in ticks, in quote atoms: exact, because tick × lot is whole atoms (money §1); otherwise
 * never rounded down.
 */
export function valueOf(ticks: bigint, lots: bigint, rules: MarketRules): bigint {
  return rescaleUp(ticks * lots, rules.tickDecimals + rules.lotDecimals, rules.quoteScale);
}

/** The most lots that `atoms` of the quote can buy at a price in ticks: rounded down to the lot. */
export function lotsFor(atoms: bigint, ticks: bigint, rules: MarketRules): bigint {
  if (ticks <= 0n) return 0n;
  const scale = rules.tickDecimals + rules.lotDecimals;
  return scale >= rules.quoteScale
    ? (atoms * 10n ** BigInt(scale - rules.quoteScale)) / ticks
    : atoms / (ticks * 10n ** BigInt(rules.quoteScale - scale));
}

/** Fee of what is received: ⌈rate × received⌉ in the received coin's atoms (money §2). The rate is a fraction: 0.001. */
export function feeOf(received: bigint, rate: string): bigint {
  const millionths = toUnits(rate, MILLION_DIGITS) ?? 0n;
  return divideUp(received * millionths, MILLION);
}

/** A level of the book, best first: price in ticks, quantity in lots. */
export interface Level {
  readonly ticks: number;
  readonly lots: number;
}

/** The result of filling from a side of the book. */
export interface Walk {
  readonly lots: bigint;
  /** Quote atoms. */
  readonly value: bigint;
  /** Price of the last level touched, ticks. */
  readonly last: bigint;
  /** The book, or the price protection, ended before the order was filled. */
  readonly short: boolean;
}

/** Takes levels in turn until `lots` or `atoms` are used up or a price is beyond `limit` ticks. */
export function walkBook(
  levels: readonly Level[],
  want: { readonly lots: bigint } | { readonly atoms: bigint },
  beyond: (ticks: bigint) => boolean,
  rules: MarketRules,
): Walk {
  let lots = 0n;
  let value = 0n;
  let last = 0n;
  for (const level of levels) {
    const ticks = BigInt(level.ticks);
    if (beyond(ticks)) break;
    const left = 'lots' in want ? want.lots - lots : lotsFor(want.atoms - value, ticks, rules);
    const here = BigInt(level.lots);
    const take = left < here ? left : here;
    if (take <= 0n) return { lots, value, last, short: false };
    lots += take;
    value += valueOf(ticks, take, rules);
    last = ticks;
    if (take < here) return { lots, value, last, short: false };
  }
  const done = 'lots' in want ? lots >= want.lots : false;
  return { lots, value, last, short: !done };
}
