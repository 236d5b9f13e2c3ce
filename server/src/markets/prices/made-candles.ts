// Candles made by the simulator in the format of recorded ones, for tests and demonstrations without a recording.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { instruments, priceDecimals } from '@vitrine/core';

import { listingOf } from '../listing.ts';
import { drawsOf } from './random.ts';
import { simulationOf } from './simulated.ts';

const MINUTE = 60_000;
/** Sampling interval of the walk inside a candle. */
const LOOK_MS = 1_000;
/** Most candles of one file: about ten weeks. */
const MOST = 100_000;

export interface MadeCandles {
  readonly seed: string;
  /** In any of the three notations. */
  readonly symbol: string;
  /** Opening time of the first candle, ms UTC, a whole minute. */
  readonly start: number;
  readonly minutes: number;
}

/** One-minute candles as text: open_time_ms, open, high, low, close, volume. The same input gives the same text. */
export function madeCandles({ seed, symbol, start, minutes }: MadeCandles): string {
  const listing = listingOf(symbol);
  if (listing === undefined) throw new Error(`expected a listed symbol, got "${symbol}"`);
  if (minutes < 1 || minutes > MOST || start % MINUTE !== 0) {
    throw new Error(`expected 1 to ${MOST} minutes from a whole minute, got ${minutes} from ${start}`);
  }
  const truth = simulationOf(drawsOf(seed)).truth(listing.instrument);
  const decimals = priceDecimals(instruments[listing.instrument - 1]?.price ?? '1') + 1;
  const lines = ['open_time_ms,open,high,low,close,volume'];
  for (let at = 0; at < minutes; at += 1) {
    const opens = start + at * MINUTE;
    const open = truth(opens);
    let high = open;
    let low = open;
    let way = 0;
    let last = open;
    for (let time = opens + LOOK_MS; time <= opens + MINUTE; time += LOOK_MS) {
      const price = truth(time);
      high = Math.max(high, price);
      low = Math.min(low, price);
      way += Math.abs(price - last);
      last = price;
    }
    // Busy minutes have more volume.
    const volume = ((way / open) * 1_000_000) / open;
    lines.push(
      [opens, ...[open, high, low, last].map((price) => price.toFixed(decimals)), volume.toFixed(3)].join(','),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Writes made candles into a folder as SYMBOL-1m-made.csv.gz and returns the path. */
export function writeMadeCandles(folder: string, wanted: MadeCandles): string {
  const listing = listingOf(wanted.symbol);
  if (listing === undefined) throw new Error(`expected a listed symbol, got "${wanted.symbol}"`);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${listing.symbol.toUpperCase()}-1m-made.csv.gz`);
  writeFileSync(path, gzipSync(madeCandles(wanted)));
  return path;
}
