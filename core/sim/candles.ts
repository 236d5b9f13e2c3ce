// Price paths: recorded minutes where recordings are available, else a generated random walk.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Random } from './random.ts';

/** Where recordings are stored beside a checkout, if any. */
export const RECORDINGS = fileURLToPath(new URL('../../../shared/data', import.meta.url));

/** A series of prices in cents of an instrument's tick, and its origin. */
export interface Path {
  readonly cents: Float64Array;
  readonly recorded: boolean;
}

const MADE_POINTS = 40_000;

/** The file of a folder whose name begins with `begins`; undefined when there is none. */
function found(folder: string, begins: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const name = readdirSync(folder)
    .toSorted()
    .find((file) => file.startsWith(begins) && file.endsWith('.csv.gz'));
  return name === undefined ? undefined : join(folder, name);
}

/** Four points per candle: open, the nearer of low and high, the other, close. */
function points(file: string, columns: readonly [number, number, number, number], perUnit: number): Float64Array {
  const rows = gunzipSync(readFileSync(file)).toString('latin1').trimEnd().split('\n').slice(1);
  const cents = new Float64Array(rows.length * 4);
  for (const [row, line] of rows.entries()) {
    const cells = line.split(',');
    const [open, high, low, close] = columns.map((column) => Math.round(Number(cells[column]) * perUnit)) as [
      number,
      number,
      number,
      number,
    ];
    if (!(open > 0 && high > 0 && low > 0 && close > 0))
      throw new Error(`${file}:${row + 2}: expected four prices above 0, found '${line}'.`);
    const falls = open - low < high - open;
    cents.set([open, falls ? low : high, falls ? high : low, close], row * 4);
  }
  return cents;
}

/** A random walk with small moves most of the time and occasional trends. */
function walk(random: Random, start: number): Float64Array {
  const cents = new Float64Array(MADE_POINTS);
  let price = start;
  let drift = 0;
  for (let at = 0; at < MADE_POINTS; at += 1) {
    if (random.once(400)) drift = (random.part() - 0.5) / 250;
    price *= 1 + drift + (random.part() - 0.5) / 300;
    if (price < start / 3 || price > start * 3) drift = price < start ? 0.002 : -0.002;
    cents[at] = Math.max(1, Math.round(price));
  }
  return cents;
}

/** Source of an instrument's prices: the beginning of a file's name in a folder, its columns open, high, low, close. */
export interface Source {
  readonly folder: string;
  readonly begins: string;
  readonly columns: readonly [number, number, number, number];
  /** Cents of the instrument's tick per unit of the recorded price. */
  readonly perUnit: number;
  /** Cents at which a generated walk starts. */
  readonly made: number;
}

export function pathOf(source: Source, data: string, random: Random): Path {
  const file = source.begins === '' ? undefined : found(join(data, source.folder), source.begins);
  if (file === undefined) return { cents: walk(random, source.made), recorded: false };
  return { cents: points(file, source.columns, source.perUnit), recorded: true };
}
