// The index of coins on margin: the last usable one, whether a coin may be traded and borrowed against, and whether its
// price has just returned (rules `marginStale`, `marginForced`; money §4, §11).

import { NO, STALE_AFTER, USE } from '../price/index.ts';
import { RULE } from '../rules.ts';
import type { MarginContext } from './context.ts';

/** The index that values a coin, cents (0: USDT, or none yet). Since rules `marginStale` the last usable one. */
export function centsOf(context: MarginContext, asset: number): number {
  const { assets } = context.tables;
  if (context.clock.rules >= RULE.marginStale) return assets.cents[asset] as number;
  return context.prices.cents(assets.instrument[asset] as number);
}

/**
 * Whether a coin's price is stale, disputed or closed, which stops borrowing, transfers out and new risk. USDT's never
 * is.
 */
export function isStale(context: MarginContext, asset: number): boolean {
  const instrument = context.tables.assets.instrument[asset] as number;
  return instrument !== 0 && context.prices.allows(instrument, USE.leverage) === NO;
}

/**
 * Whether an instrument's tick is usable for wallet levels. Since rules `marginStale` the median of a long dispute is
 * too.
 */
export function tickCounts(context: MarginContext, instrument: number): boolean {
  const { prices, clock } = context;
  return clock.rules >= RULE.marginStale ? prices.counts(instrument) : prices.allows(instrument, USE.settle) !== NO;
}

/** Whether forced orders may trade a coin now: its price is usable, and its last tick is not the first after a gap. */
export function dealsForced(context: MarginContext, asset: number): boolean {
  const { assets } = context.tables;
  return tickCounts(context, assets.instrument[asset] as number) && assets.returned[asset] === 0;
}

/** Records a tick of a coin. Since rules `marginStale`; before, its columns stay empty. */
export function noteTick(context: MarginContext, asset: number, counts: boolean): void {
  const { tables, prices, clock } = context;
  const { assets } = tables;
  if (clock.rules < RULE.marginStale) return;
  if (!counts) {
    assets.counted[asset] = 0;
    return;
  }
  assets.returned[asset] = clock.now - (assets.counted[asset] as number) > STALE_AFTER ? 1 : 0;
  assets.cents[asset] = prices.cents(assets.instrument[asset] as number);
  assets.counted[asset] = clock.now;
}

/** Starts valuing a coin at its instrument's last index: the coin is new, its instrument changed, or the rules did. */
export function beginIndex(context: MarginContext, asset: number): void {
  const { tables, prices, clock } = context;
  const { assets } = tables;
  const instrument = assets.instrument[asset] as number;
  if (clock.rules < RULE.marginStale || instrument === 0) return;
  assets.cents[asset] = prices.cents(instrument);
  assets.counted[asset] = prices.counts(instrument) ? (prices.rows.time[instrument] as number) : 0;
}
