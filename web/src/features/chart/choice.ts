// The user's chart settings, stored in this browser: for all markets, or for one.

import { type Interval, isInterval, symbolKey } from '../../live/index.ts';
import { readStored, writeStored } from '../../preference/index.ts';
import { readShown, type ShownIndicator } from './indicators/indicator.ts';
import { forgetOldest, readRecord } from './kept.ts';

/** The data shown: trades, the index, a contract's mark price, or the depth of the book. */
export type ChartBasis = 'last' | 'index' | 'mark' | 'depth';

const BASES: readonly ChartBasis[] = ['last', 'index', 'mark', 'depth'];

export interface ChartChoice {
  readonly interval: Interval;
  readonly basis: ChartBasis;
  readonly indicators: readonly ShownIndicator[];
}

const NAME = 'chart';
/** Version 1 stored only the indicators' names; both versions are read. */
const VERSION = 2;

export const defaultChoice: ChartChoice = {
  interval: '5m',
  basis: 'last',
  indicators: [
    { name: 'EMA', periods: [20] },
    { name: 'VOL', periods: [] },
  ],
};

/** A market's name in storage: its kind and symbol. */
export function marketKey(kind: 1 | 2 | 3, symbol: string): string {
  return `${kind}-${symbolKey(symbol)}`;
}

/** Reads the stored settings; invalid values give the default. `own`: they belong to this market only. */
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

/** Stores settings for this market (`own`), or for all markets without their own. */
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

/** With fewer candles than this, the index is more informative than the last price. */
const FEW_CANDLES = 12;
/** A young market has few of these, whichever price is drawn. */
const LONG: readonly Interval[] = ['1d', '1w', '1M'];

/** Whether there are too few candles of an interval to read. `traded` covers the case of none at all. */
export function fewCandles(count: number, interval: Interval): boolean {
  return count > 0 && count < FEW_CANDLES && !LONG.includes(interval);
}

/** What is known about a market's last price. */
export interface LastPrice {
  /** Whether the market ever traded; undefined while unknown. */
  readonly traded: boolean | undefined;
  /** Whether the chart had only a few candles (`fewCandles`) when it opened. */
  readonly few: boolean;
  /** Whether the user explicitly chose the last price of this market. */
  readonly asked: boolean;
}

/**
 * The data drawn for a choice. The index replaces the last price of a market with no or few trades; a market without a
 * mark price shows its last price.
 */
export function drawnBasis(chosen: ChartBasis, { traded, few, asked }: LastPrice, marked = false): ChartBasis {
  const basis = chosen === 'mark' && !marked ? 'last' : chosen;
  return basis === 'last' && (traded === false || few) && !asked ? 'index' : basis;
}
