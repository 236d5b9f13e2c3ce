// Finds recordings of listed instruments in a folder and reads them. Candle times only define the order: a recording is
// played candle by candle, without gaps, and stamped with the current time.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { Candle } from './candle-path.ts';
import { type Listing, listingOf } from '../listing.ts';

/** Names in recordings for our indices and commodities. */
const ALIASES: Readonly<Record<string, string>> = {
  SPX: 'US500USD',
  SP500: 'US500USD',
  NDX: 'US100USD',
  DJI: 'US30USD',
  DAX: 'DE40USD',
  FTSE: 'UK100USD',
  NI225: 'JP225USD',
  HSI: 'HK50USD',
  CSI300: 'CN300USD',
  WTI: 'WTIUSD',
  BRENT: 'BRENTUSD',
};
const MINUTE = 60_000;
const INTERVALS: Readonly<Record<string, number>> = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '30m': 30 * MINUTE,
  '1h': 60 * MINUTE,
  '4h': 240 * MINUTE,
  '1d': 1_440 * MINUTE,
};
/** Limits on a folder, so that a wrong folder is rejected rather than read. */
const MOST_FILES = 2_000;
const MOST_DEPTH = 4;
const MOST_BYTES = 256 * 2 ** 20;

export interface CandleRecording {
  readonly kind: 'candles';
  readonly file: string;
  /** Length of one candle, ms. */
  readonly interval: number;
  readonly candles: readonly Candle[];
}

export interface TradeRecording {
  readonly kind: 'trades';
  readonly file: string;
  /** ms since the first trade, ascending. */
  readonly times: readonly number[];
  readonly prices: readonly number[];
}

export type Recording = CandleRecording | TradeRecording;

interface Found {
  readonly path: string;
  readonly name: string;
  readonly listing: Listing;
  /** ms; 0 for trades. */
  readonly interval: number;
}

function filesUnder(folder: string, depth: number, out: string[]): string[] {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < MOST_DEPTH) filesUnder(path, depth + 1, out);
    else if (/\.csv(\.gz)?$/.test(entry.name)) out.push(path);
    if (out.length > MOST_FILES)
      throw new Error(`${folder} holds more than ${MOST_FILES} recordings: choose a smaller folder`);
  }
  return out;
}

function recognise(path: string): Found | undefined {
  const name = basename(path);
  // A future's price is not the spot price, and funding rates are not prices.
  if (/-(perp|funding)-/.test(name)) return undefined;
  const parts = /^([A-Z0-9]+)-(?:.*?-)?(1m|5m|15m|30m|1h|4h|1d|trades|aggTrades)(?:-|\.)/.exec(name);
  const symbol = parts?.[1];
  const step = parts?.[2];
  if (symbol === undefined || step === undefined) return undefined;
  const listing = listingOf(ALIASES[symbol] ?? symbol);
  if (listing === undefined) return undefined;
  return { path, name, listing, interval: INTERVALS[step] ?? 0 };
}

/** Finer candles first, then the later recording; trades, which are short, only if there is nothing else. */
function better(a: Found, b: Found): number {
  const rank = (one: Found) => (one.interval === 0 ? Number.POSITIVE_INFINITY : one.interval);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  return a.name < b.name ? 1 : -1;
}

function foundIn(folder: string): Found[] {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isDirectory())
    throw new Error(`expected a folder of recordings at ${folder}: there is none`);
  return filesUnder(folder, 0, [])
    .map(recognise)
    .filter((one) => one !== undefined);
}

/** Instruments that the folder has a recording of; reads names only. @throws if the folder cannot be read. */
export function recordedIn(folder: string): ReadonlySet<number> {
  return new Set(foundIn(folder).map(({ listing }) => listing.instrument));
}

/**
 * The best recording in the folder for each instrument, by instrument number.
 * @throws if the folder cannot be read, has no recording of a listed instrument, or a recording is damaged.
 */
export function recordingsIn(folder: string): ReadonlyMap<number, Recording> {
  const found = foundIn(folder);
  const out = new Map<number, Recording>();
  for (const one of found.toSorted(better)) {
    if (!out.has(one.listing.instrument)) out.set(one.listing.instrument, read(one));
  }
  if (out.size === 0) {
    throw new Error(
      `${folder} holds no recording of a listed instrument: expected files such as BTCUSDT-1m-2021-05-07..13.csv.gz`,
    );
  }
  return out;
}

function textOf(path: string): string {
  const bytes = readFileSync(path);
  const plain = path.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes;
  return plain.toString('utf8');
}

function read(found: Found): Recording {
  const rows = rowsOf(found.path);
  if (found.interval === 0) return trades(found, rows);
  // Bid and ask may be in two files with the same minutes.
  const askPath = found.name.includes('-bid-') ? found.path.replace('-bid-', '-ask-') : undefined;
  const ask =
    askPath !== undefined && statSync(askPath, { throwIfNoEntry: false }) !== undefined ? rowsOf(askPath) : undefined;
  const own = candlesOf(found.name, rows);
  const candles = ask === undefined ? own : middles(own, candlesOf(basename(askPath ?? ''), ask));
  if (candles.length === 0) throw new Error(`${found.name} holds no candle`);
  return { kind: 'candles', file: found.name, interval: found.interval, candles };
}

interface Rows {
  readonly columns: ReadonlyMap<string, number>;
  readonly lines: readonly (readonly string[])[];
}

function rowsOf(path: string): Rows {
  const [head, ...lines] = textOf(path)
    .split(/\r?\n/)
    .filter((line) => line !== '');
  const columns = new Map((head ?? '').split(',').map((name, at) => [name.toLowerCase(), at]));
  return { columns, lines: lines.map((line) => line.split(',')) };
}

function numberAt(file: string, line: readonly string[], at: number, row: number): number {
  const value = Number(line[at] || Number.NaN);
  if (!Number.isFinite(value))
    throw new Error(`${file} row ${row + 2}: expected a number in column ${at + 1}, got "${line[at] ?? ''}"`);
  return value;
}

function candlesOf(file: string, { columns, lines }: Rows): Candle[] {
  const of = (prefix: string) => {
    const at = ['open', 'high', 'low', 'close'].map((name) => columns.get(prefix + name) ?? -1);
    return at.includes(-1) ? undefined : at;
  };
  const plain = of('');
  const bid = of('bid_');
  const ask = of('ask_');
  const price = columns.get('price');
  const candleAt = (line: readonly string[], row: number, at: readonly number[]): Candle => {
    const [open = Number.NaN, high = Number.NaN, low = Number.NaN, close = Number.NaN] = at.map((column) =>
      numberAt(file, line, column, row),
    );
    return around(open, high, low, close);
  };
  let candles: Candle[];
  if (plain !== undefined) candles = lines.map((line, row) => candleAt(line, row, plain));
  else if (bid !== undefined && ask !== undefined) {
    candles = middles(
      lines.map((line, row) => candleAt(line, row, bid)),
      lines.map((line, row) => candleAt(line, row, ask)),
    );
  } else if (price !== undefined) {
    const closes = lines.map((line, row) => numberAt(file, line, price, row));
    candles = closes.map((close, at) => {
      const open = closes[at - 1] ?? close;
      return around(open, Math.max(open, close), Math.min(open, close), close);
    });
  } else
    throw new Error(
      `${file}: expected columns open, high, low, close, or bid_… and ask_…, or Price; got ${[...columns.keys()].join(', ')}`,
    );
  // Oil has traded below zero; an index cannot.
  return candles.filter(({ low }) => low > 0);
}

/** A candle whose extremes include its open and close. */
function around(open: number, high: number, low: number, close: number): Candle {
  return { open, high: Math.max(open, high, low, close), low: Math.min(open, high, low, close), close };
}

function middles(bids: readonly Candle[], asks: readonly Candle[]): Candle[] {
  return bids.slice(0, Math.min(bids.length, asks.length)).map((bid, at) => {
    const ask = asks[at] ?? bid;
    const middle = (name: keyof Candle) => (bid[name] + ask[name]) / 2;
    return around(middle('open'), middle('high'), middle('low'), middle('close'));
  });
}

function trades({ name }: Found, { columns, lines }: Rows): TradeRecording {
  const price = columns.get('price');
  const time = columns.get('time_ms') ?? columns.get('timestamp');
  if (price === undefined || time === undefined) throw new Error(`${name}: expected columns price and time_ms`);
  if (lines.length < 2) throw new Error(`${name} holds fewer than two trades`);
  const first = numberAt(name, lines[0] ?? [], time, 0);
  return {
    kind: 'trades',
    file: name,
    times: lines.map((line, row) => numberAt(name, line, time, row) - first),
    prices: lines.map((line, row) => numberAt(name, line, price, row)),
  };
}
