// Our core compared with nodejs-order-book on the stream of bench/stream.md, and the memory per live order.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median, type Row } from '../part.ts';
import type { Pass } from '../peer-run.ts';
import type { StreamShape } from '../sockets/stream.ts';

export const name = 'core';
export const goal =
  'at least 15× nodejs-order-book on one market, 10× on 100, with funds, fees, keys and ledger on; at most 96 bytes a live order';

const SHAPES: readonly { readonly shape: StreamShape; readonly goal: number }[] = [
  { shape: { markets: 1, users: 1_000, depth: 10_000, commands: 1_000_000, seed: 20_261_121 }, goal: 15 },
  { shape: { markets: 100, users: 1_000, depth: 1_000, commands: 1_000_000, seed: 20_261_121 }, goal: 10 },
];
const ROUNDS = 5;
const BYTES_GOAL = 96;
/** A pass takes seconds; one that takes minutes hangs. */
const PASS_LIMIT_MS = 300_000;

const execute = promisify(execFile);

async function child(file: string, ...args: string[]): Promise<string> {
  const path = join(import.meta.dirname, file);
  const { stdout } = await execute(process.execPath, ['--expose-gc', path, ...args], { timeout: PASS_LIMIT_MS });
  return stdout;
}

/** Commands a second of one pass. */
async function speed(who: 'ours' | 'theirs', shape: StreamShape): Promise<number> {
  const pass: Pass = JSON.parse(await child('core-pass.ts', who, JSON.stringify(shape)));
  return pass.commands / pass.seconds;
}

async function beside(shape: StreamShape, least: number): Promise<Row> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    theirs.push(await speed('theirs', shape));
    ours.push(await speed('ours', shape));
  }
  const value = median(ours);
  const other = median(theirs);
  const spread = (list: number[]): string => `${Math.round(Math.min(...list))} to ${Math.round(Math.max(...list))}`;
  return {
    what: `core, ${shape.markets} market${shape.markets === 1 ? '' : 's'}`,
    value,
    unit: 'commands/s',
    beside: { what: 'nodejs-order-book', value: other },
    ratio: value / other,
    goal: { is: 'at least', value: least },
    note: `${ROUNDS} rounds: ours ${spread(ours)}, theirs ${spread(theirs)}`,
  };
}

async function memory(): Promise<Row> {
  const { bytes, orders }: { bytes: number; orders: number } = JSON.parse(await child('core-memory.ts'));
  return {
    what: 'memory of a live order',
    value: bytes / orders,
    unit: 'bytes',
    goal: { is: 'at most', value: BYTES_GOAL },
    note: `${orders} live orders, tables and price pages with what they keep in reserve`,
  };
}

export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { shape, goal: least } of SHAPES) rows.push(await beside(shape, least));
  rows.push(await memory());
  return rows;
}
