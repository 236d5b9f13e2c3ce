// What was chosen in one market's book, forgotten in the next: the price taken, the group of prices.
import { useCallback, useState } from 'react';

/** A price taken from the book of a market; a new object each time. Another market has taken none. */
export function useTaken(symbol: string): readonly [{ readonly price: string } | undefined, (price: string) => void] {
  const [taken, setTaken] = useState<{ readonly symbol: string; readonly price: string }>();
  const take = useCallback((price: string) => setTaken({ symbol, price }), [symbol]);
  return [taken?.symbol === symbol ? taken : undefined, take];
}

/** The group of prices in ticks; each market begins at one. */
export function useGroup(symbol: string): readonly [number, (group: number) => void] {
  const [group, setGroup] = useState({ symbol, ticks: 1 });
  const choose = useCallback((ticks: number) => setGroup({ symbol, ticks }), [symbol]);
  return [group.symbol === symbol ? group.ticks : 1, choose];
}
