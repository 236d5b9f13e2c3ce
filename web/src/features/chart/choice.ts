// What a reader chose for the chart, kept in this browser: interval, basis, indicators.

import { type Interval, isInterval } from '../../live/index.ts';
import { readStored, writeStored } from '../../preference/index.ts';

/** What is drawn: trades, the index, or the depth of the book. */
export type ChartBasis = 'last' | 'index' | 'depth';

export interface ChartChoice {
  readonly interval: Interval;
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

export const defaultChoice: ChartChoice = { interval: '5m', indicators: ['EMA', 'VOL'] };

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
  const { version, interval, indicators } = stored as Record<string, unknown>;
  if (version !== VERSION) return defaultChoice;
  return {
    interval: typeof interval === 'string' && isInterval(interval) ? interval : defaultChoice.interval,
    indicators: Array.isArray(indicators)
      ? INDICATORS.filter((name) => indicators.includes(name))
      : defaultChoice.indicators,
  };
}

export function keepChoice(choice: ChartChoice): void {
  writeStored(NAME, JSON.stringify({ version: VERSION, ...choice }));
}
