// Contracts: the cost of a tick by the positions it triggers, the time to liquidate all, orders compared with spot,
// memory.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median, type Row } from '../part.ts';
import type { Pass } from '../peer-run.ts';
import type { StreamShape } from '../sockets/stream.ts';

export const name = 'contracts';
export const goal =
  'a tick that hits 100 of 100,000 positions costs at most a tenth of looking at all of them; at most 256 bytes a position';

const SHAPE: StreamShape = { markets: 1, users: 1_000, depth: 10_000, commands: 300_000, seed: 20_261_121 };
const ROUNDS = 3;
const HIT_GOAL = 0.1;
const POSITION_GOAL = 256;
const ORDER_GOAL = 96;
/** A pass takes seconds; one that takes minutes hangs. */
const PASS_LIMIT_MS = 300_000;

const execute = promisify(execFile);

async function child(file: string, ...args: string[]): Promise<string> {
  const path = join(import.meta.dirname, file);
  const { stdout } = await execute(process.execPath, ['--expose-gc', path, ...args], { timeout: PASS_LIMIT_MS });
  return stdout;
}

interface Hits {
  readonly positions: number;
  readonly nothing: number;
  readonly hit: number;
  readonly scan: number;
  readonly all: number;
  readonly batches: number;
  readonly longest: number;
  readonly liquidated: number;
  readonly left: number;
}

async function hits(): Promise<Row[]> {
  const found: Hits = JSON.parse(await child('contracts-hit.ts'));
  return [
    {
      what: 'a tick that hits 100 of 100,000',
      value: found.hit,
      unit: 'ms',
      beside: { what: 'looking at all', value: found.scan },
      ratio: found.hit / found.scan,
      goal: { is: 'at most', value: HIT_GOAL },
      note: `with their liquidation by the book; one that hits nobody: ${(found.nothing * 1_000).toFixed(1)} µs`,
    },
    {
      what: 'all of them liquidated',
      value: found.all,
      unit: 'ms',
      note: `${found.liquidated} of one tick, in ${found.batches} batches, the longest ${found.longest.toFixed(0)} ms; ${found.left} left`,
    },
  ];
}

/** Commands a second of one pass. */
async function speed(who: 'contracts' | 'spot'): Promise<number> {
  const pass: Pass = JSON.parse(await child('contracts-pass.ts', who, JSON.stringify(SHAPE)));
  return pass.commands / pass.seconds;
}

async function throughput(): Promise<Row> {
  const contracts: number[] = [];
  const spot: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    spot.push(await speed('spot'));
    contracts.push(await speed('contracts'));
  }
  return {
    what: 'orders of contracts',
    value: median(contracts),
    unit: 'commands/s',
    beside: { what: 'spot, same stream', value: median(spot) },
    ratio: median(contracts) / median(spot),
    note: `${ROUNDS} rounds; every fill writes positions, margins and triggers, half of the users cross`,
  };
}

interface Memory {
  readonly count: number;
  readonly positions: number;
  readonly orders: number;
}

async function memory(): Promise<Row[]> {
  const cross: Memory = JSON.parse(await child('contracts-memory.ts', 'cross'));
  const isolated: Memory = JSON.parse(await child('contracts-memory.ts', 'isolated'));
  const each = (of: Memory): number => of.positions / of.count;
  return [
    {
      what: 'memory of a position',
      value: (each(cross) + each(isolated)) / 2,
      unit: 'bytes',
      goal: { is: 'at most', value: POSITION_GOAL },
      note: `cross ${each(cross).toFixed(0)}, isolated ${each(isolated).toFixed(0)} with its margin account; ${cross.count} of each, with their places in the index of triggers`,
    },
    {
      what: 'memory of a contract’s order',
      value: cross.orders / cross.count,
      unit: 'bytes',
      goal: { is: 'at most', value: ORDER_GOAL },
      note: `${cross.count} resting orders: an order’s row and the terms of a contract’s`,
    },
  ];
}

export async function run(): Promise<Row[]> {
  return [...(await hits()), await throughput(), ...(await memory())];
}
