// What a reader chose for the chart, kept in this browser: interval, basis, indicators.

import { type Interval, isInterval } from '../../live/index.ts';
import { readStored, writeStored } from '../../preference/index.ts';

/** What is drawn: trades, the index, or the depth of the book. */
export type ChartBasis = 'last' | 'index' | 'depth';

const BASES: readonly ChartBasis[] = ['last', 'index', 'depth'];

export interface ChartChoice {
  readonly interval: Interval;
  readonly basis: ChartBasis;
  readonly indicators: readonly string[];
}

const NAME = 'chart';
const VERSION = 1;

/** The indicators offered; klinecharts computes them. Their names are the same in every language. */
export const INDICATORS = [
  'MA',
  'EMA',
  'SMA',
  'BOLL',
  'SAR',
  'BBI',
  'AVP',
  'VOL',
  'MACD',
  'RSI',
  'KDJ',
  'OBV',
  'CCI',
  'DMI',
  'ROC',
  'WR',
  'MTM',
  'TRIX',
  'DMA',
  'VR',
  'BRAR',
  'BIAS',
  'PSY',
  'CR',
  'EMV',
  'PVT',
  'AO',
] as const;

export const defaultChoice: ChartChoice = { interval: '5m', basis: 'last', indicators: ['EMA', 'VOL'] };

/** Reads the kept choice; anything of another form gives the default. */
export function readChoice(): ChartChoice {
  const text = readStored(NAME);
  if (text === undefined) return defaultChoice;
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return defaultChoice;
    throw error;
  }
  if (typeof stored !== 'object' || stored === null) return defaultChoice;
  const { version, interval, basis, indicators } = stored as Record<string, unknown>;
  if (version !== VERSION) return defaultChoice;
  return {
    interval: typeof interval === 'string' && isInterval(interval) ? interval : defaultChoice.interval,
    basis: BASES.find((known) => known === basis) ?? defaultChoice.basis,
    indicators: Array.isArray(indicators)
      ? INDICATORS.filter((name) => indicators.includes(name))
      : defaultChoice.indicators,
  };
}

export function keepChoice(choice: ChartChoice): void {
  writeStored(NAME, JSON.stringify({ version: VERSION, ...choice }));
}

/**
 * What is drawn for a choice: a market that never traded has no last price, so its index stands in until the first trade.
 * @param asked whether the reader asked for the last price of this very market all the same
 */
export function drawnBasis(chosen: ChartBasis, traded: boolean | undefined, asked: boolean): ChartBasis {
  return chosen === 'last' && traded === false && !asked ? 'index' : chosen;
}
