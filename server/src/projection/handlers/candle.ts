// A candle under construction, from trades (prices in ticks) or from index ticks (prices in cents).

import type { Atoms, Millis, WholeQuote } from '@vitrine/core';
import type { Candle } from './shape.ts';

export interface OpenCandle {
  time: Millis;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  turnover: WholeQuote;
  turnoverRest: Atoms;
}

/** A candle that opens at `price` without volume. */
export function openCandle(time: Millis, price: number): OpenCandle {
  return {
    time,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 0,
    turnover: 0 as WholeQuote,
    turnoverRest: 0 as Atoms,
  };
}

/**
 * Adds one trade or tick. `volume` in lots (ticks: 1), `value` in quote atoms (ticks: 0), `unit` the atoms of one whole
 * quote unit. Turnover is kept as whole units and a remainder, exact, so that it cannot leave the safe integer range.
 */
export function growCandle(candle: OpenCandle, price: number, volume: number, value: number, unit: number): void {
  if (price > candle.high) candle.high = price;
  if (price < candle.low) candle.low = price;
  candle.close = price;
  candle.volume += volume;
  addTurnover(candle, value, unit);
}

/** Adds quote atoms to a turnover of whole units and remainder. */
export function addTurnover(sum: { turnover: WholeQuote; turnoverRest: Atoms }, value: number, unit: number): void {
  const atoms = sum.turnoverRest + (value % unit);
  const rest = atoms % unit;
  sum.turnover = (sum.turnover + (value - (value % unit)) / unit + (atoms - rest) / unit) as WholeQuote;
  sum.turnoverRest = rest as Atoms;
}

/** A copy that later trades do not change. */
export function candleCopy(candle: Candle): Candle {
  return { ...candle };
}
