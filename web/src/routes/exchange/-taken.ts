// Choices in one market's book, reset for the next market: the price taken, the price grouping.
import { useCallback, useState } from 'react';

/** A price taken from a market's book; a new object each time. Reset for another market. */
export function useTaken(symbol: string): readonly [{ readonly price: string } | undefined, (price: string) => void] {
  const [taken, setTaken] = useState<{ readonly symbol: string; readonly price: string }>();
  const take = useCallback((price: string) => setTaken({ symbol, price }), [symbol]);
  return [taken?.symbol === symbol ? taken : undefined, take];
}

/** The price grouping in ticks; each market starts at one. */
export function useGroup(symbol: string): readonly [number, (group: number) => void] {
  const [group, setGroup] = useState({ symbol, ticks: 1 });
  const choose = useCallback((ticks: number) => setGroup({ symbol, ticks }), [symbol]);
  return [group.symbol === symbol ? group.ticks : 1, choose];
}
