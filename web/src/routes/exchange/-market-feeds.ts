// The live data of one market's terminal: book, trades, prices and their age, and what the user chose in the book.
import { usePriceAge, usePriceStale } from '../../features/terminal/index.ts';
import { hasTraded, useBook, useHeldDetail, usePricePart, useTicks, useTrades } from '../../live/index.ts';
import { useFavourites } from '../../market/index.ts';
import { useGroup, useTaken } from './-taken.ts';

export type MarketRules = { readonly symbol: string } & Parameters<typeof useBook>[2];

/** `kind`: of the market's streams (calls §8). */
export function useMarketFeeds(rules: MarketRules, kind: Parameters<typeof useBook>[1]) {
  const { symbol } = rules;
  const book = useBook(symbol, kind, rules);
  const trades = useTrades(symbol, kind);
  const ticks = useTicks(symbol);
  useHeldDetail(symbol, kind);
  const traded = usePricePart(symbol, kind, hasTraded);
  const favourites = useFavourites();
  const [taken, setTaken] = useTaken(symbol);
  const [group, setGroup] = useGroup(symbol);
  const priceAge = usePriceAge(ticks);
  const stale = usePriceStale(ticks, symbol, kind);
  return {
    trades,
    /** Whether the market ever traded. */
    traded,
    ticks,
    favourites,
    priceAge,
    taken,
    setTaken,
    group,
    setGroup,
    /** What the terminal's frame needs. */
    frame: { book, stale, priceAt: ticks.last?.time },
  };
}
