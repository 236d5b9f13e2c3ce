// One candle while it grows, by trades (prices in ticks) or by index ticks (prices in cents).

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

/** A candle that begins with `price` and has traded nothing yet. */
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
 * quote unit: turnover is kept as whole units and rest, exact, so that it cannot leave the safe range.
 */
export function growCandle(candle: OpenCandle, price: number, volume: number, value: number, unit: number): void {
  if (price > candle.high) candle.high = price;
  if (price < candle.low) candle.low = price;
  candle.close = price;
  candle.volume += volume;
  addTurnover(candle, value, unit);
}

/** Adds quote atoms to a turnover of whole units and rest. */
export function addTurnover(sum: { turnover: WholeQuote; turnoverRest: Atoms }, value: number, unit: number): void {
  const atoms = sum.turnoverRest + (value % unit);
  const rest = atoms % unit;
  sum.turnover = (sum.turnover + (value - (value % unit)) / unit + (atoms - rest) / unit) as WholeQuote;
  sum.turnoverRest = rest as Atoms;
}

/** A copy that no longer grows. */
export function candleCopy(candle: Candle): Candle {
  return { ...candle };
}
