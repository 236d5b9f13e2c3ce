// The index of the coins on margin: the last one that counted, whether a coin may be traded and borrowed against, and
// whether it has just come back (rules `marginStale`, `marginForced`; money §4, §11).

import { NO, STALE_AFTER, USE } from '../price/index.ts';
import { RULE } from '../rules.ts';
import type { MarginContext } from './context.ts';

/** The index that a coin is measured by, cents (0: USDT, or none yet). Since rules `marginStale` the last that counted. */
export function centsOf(context: MarginContext, asset: number): number {
  const { assets } = context.tables;
  if (context.clock.rules >= RULE.marginStale) return assets.cents[asset] as number;
  return context.prices.cents(assets.instrument[asset] as number);
}

/** Whether a coin's price is stale, disputed or closed: nothing is borrowed, moved out or risked beside it. USDT's never. */
export function isStale(context: MarginContext, asset: number): boolean {
  const instrument = context.tables.assets.instrument[asset] as number;
  return instrument !== 0 && context.prices.allows(instrument, USE.leverage) === NO;
}

/** Whether a tick of an instrument counts for the levels of wallets: since rules `marginStale` also a long dispute's median. */
export function tickCounts(context: MarginContext, instrument: number): boolean {
  const { prices, clock } = context;
  return clock.rules >= RULE.marginStale ? prices.counts(instrument) : prices.allows(instrument, USE.settle) !== NO;
}

/** Whether forced orders deal in a coin now: its price counts, and its last tick is not the first after a silence. */
export function dealsForced(context: MarginContext, asset: number): boolean {
  const { assets } = context.tables;
  return tickCounts(context, assets.instrument[asset] as number) && assets.returned[asset] === 0;
}

/** Notes a tick of a coin. Since rules `marginStale`; before, its columns stay empty. */
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

/** A coin is measured by its instrument's last index from now on: it is new, another's, or the rules are. */
export function beginIndex(context: MarginContext, asset: number): void {
  const { tables, prices, clock } = context;
  const { assets } = tables;
  const instrument = assets.instrument[asset] as number;
  if (clock.rules < RULE.marginStale || instrument === 0) return;
  assets.cents[asset] = prices.cents(instrument);
  assets.counted[asset] = prices.counts(instrument) ? (prices.rows.time[instrument] as number) : 0;
}
