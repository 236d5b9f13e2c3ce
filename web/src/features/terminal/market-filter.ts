// Filters and sorts a list of markets: group, base coin, search, sorting. Pure.

import { symbolKey } from '@vitrine/contract';
import { compareDecimal } from '@vitrine/ui';
import type { Market, MarketPrice } from '../../market/index.ts';

export const FAVOURITES = 'favourites';
export const ALL = 'all';

export interface MarketFilter {
  /** `favourites`, `all`, or the number of a coin plate. */
  readonly tab: string;
  /** The markets' pricing coin (the spec's base coin); undefined: all. */
  readonly baseCoin: string | undefined;
  readonly search: string;
}

export const everyMarket: MarketFilter = { tab: ALL, baseCoin: undefined, search: '' };

/** The sorted column and its direction; undefined: the exchange's own order. */
export type Sorting = { readonly by: 'name' | 'price' | 'change'; readonly falls: boolean } | undefined;

/** A search covers all markets, whatever the tab; without one, tab and base coin filter. */
export function marketsShown<M extends Market>(
  markets: readonly M[],
  { tab, baseCoin, search }: MarketFilter,
  favourites: ReadonlySet<string>,
): readonly M[] {
  const wanted = symbolKey(search.trim().replace(/\s/g, ''));
  return markets.filter((market) => {
    if (wanted !== '') return symbolKey(market.name).includes(wanted) || symbolKey(market.shown).includes(wanted);
    if (baseCoin !== undefined && market.quote !== baseCoin) return false;
    if (tab === FAVOURITES) return favourites.has(symbolKey(market.symbol));
    return tab === ALL || market.plates.map(String).includes(tab);
  });
}

/** The pricing coins of the markets, in order of first occurrence. */
export function baseCoinsOf(markets: readonly Market[]): readonly string[] {
  return [...new Set(markets.map(({ quote }) => quote))];
}

/**
 * Cycles a column's sorting: ascending, descending, the exchange's order. Figures start descending, because users look
 * for the largest.
 */
export function nextSorting(now: Sorting, by: NonNullable<Sorting>['by']): Sorting {
  const first = by !== 'name';
  if (now?.by !== by) return { by, falls: first };
  return now.falls === first ? { by, falls: !first } : undefined;
}

/** Sorted; rows without a figure are last in either direction. */
export function sortMarkets<M extends Market>(
  markets: readonly M[],
  sorting: Sorting,
  priceOf: (market: M) => MarketPrice,
): readonly M[] {
  if (!sorting) return markets;
  const { by, falls } = sorting;
  const sign = falls ? -1 : 1;
  if (by === 'name') return markets.toSorted((a, b) => sign * a.shown.localeCompare(b.shown, 'en'));
  const figure = (market: M): string | undefined =>
    (by === 'price' ? priceOf(market).index : priceOf(market).percent) ?? undefined;
  return markets.toSorted((a, b) => {
    const [left, right] = [figure(a), figure(b)];
    if (left === undefined || right === undefined) return left === right ? 0 : left === undefined ? 1 : -1;
    return sign * compareDecimal(left, right);
  });
}
