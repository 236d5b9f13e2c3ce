// What a reader chose for the chart, kept in this browser: for all markets, or for one alone.

import { type Interval, isInterval, symbolKey } from '../../live/index.ts';
import { readStored, writeStored } from '../../preference/index.ts';
import { readShown, type ShownIndicator } from './indicators/indicator.ts';
import { forgetOldest, readRecord } from './kept.ts';

/** What is drawn: trades, the index, the mark of a contract, or the depth of the book. */
export type ChartBasis = 'last' | 'index' | 'mark' | 'depth';

const BASES: readonly ChartBasis[] = ['last', 'index', 'mark', 'depth'];

export interface ChartChoice {
  readonly interval: Interval;
  readonly basis: ChartBasis;
  readonly indicators: readonly ShownIndicator[];
}

const NAME = 'chart';
/** 1 kept the indicators' names only; both are read. */
const VERSION = 2;

export const defaultChoice: ChartChoice = {
  interval: '5m',
  basis: 'last',
  indicators: [
    { name: 'EMA', periods: [20] },
    { name: 'VOL', periods: [] },
  ],
};

/** A market as storage names it: its kind and symbol. */
export function marketKey(kind: 1 | 2 | 3, symbol: string): string {
  return `${kind}-${symbolKey(symbol)}`;
}

/** Reads the kept choice; anything of another form gives the default. `own`: it is this market's alone. */
export function readChoice(market: string): ChartChoice & { readonly own: boolean } {
  const own = readRecord(readStored(`${NAME}:${market}`));
  const stored = own ?? readRecord(readStored(NAME));
  if (!stored || (stored['version'] !== VERSION && stored['version'] !== 1)) return { ...defaultChoice, own: false };
  const { interval, basis, indicators } = stored;
  return {
    interval: typeof interval === 'string' && isInterval(interval) ? interval : defaultChoice.interval,
    basis: BASES.find((known) => known === basis) ?? defaultChoice.basis,
    indicators: readShown(indicators) ?? defaultChoice.indicators,
    own: own !== undefined,
  };
}

/** Keeps a choice for the market alone (`own`), or for all that have none of their own. */
export function keepChoice({ interval, basis, indicators }: ChartChoice, market: string, own: boolean): void {
  const text = JSON.stringify({ version: VERSION, interval, basis, indicators });
  if (own) {
    writeStored(`${NAME}:${market}`, text);
    forgetOldest(NAME, market);
  } else {
    writeStored(`${NAME}:${market}`, undefined);
    writeStored(NAME, text);
  }
}

/** With fewer candles than this the last price tells less than the index does. */
const FEW_CANDLES = 12;
/** Of these a young market has few whichever price is drawn. */
const LONG: readonly Interval[] = ['1d', '1w', '1M'];

/** Whether so many candles of an interval are too few to read. None at all is for `traded` to tell. */
export function fewCandles(count: number, interval: Interval): boolean {
  return count > 0 && count < FEW_CANDLES && !LONG.includes(interval);
}

/** What is known of a market's last price. */
export interface LastPrice {
  /** Whether the market ever traded; undefined while nobody has told. */
  readonly traded: boolean | undefined;
  /** Whether the chart found only a few candles (`fewCandles`) when it opened. */
  readonly few: boolean;
  /** Whether the reader asked for the last price of this very market all the same. */
  readonly asked: boolean;
}

/**
 * What is drawn for a choice: the index stands in for the last price of a market that never traded or hardly did; a
 * market without a mark shows its last price.
 */
export function drawnBasis(chosen: ChartBasis, { traded, few, asked }: LastPrice, marked = false): ChartBasis {
  const basis = chosen === 'mark' && !marked ? 'last' : chosen;
  return basis === 'last' && (traded === false || few) && !asked ? 'index' : basis;
}
