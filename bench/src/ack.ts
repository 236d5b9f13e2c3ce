// The latency of one order: from the edge's thread through the core's thread and the disk and back.
// Compared with a raw write and fdatasync of as many bytes.

import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, decodeCommand, DONE } from '@vitrine/core';
import { testDatabase } from '@vitrine/server/app/postgres';
import { startSequencer } from '@vitrine/server/engine/sequencer';
import { worldCommands } from './core/core-world.ts';
import { median, type Row } from './part.ts';
import { makeStream } from './sockets/stream.ts';

export const name = 'ack';
export const goal = 'acknowledgement p50 at most 3 times a raw write and fdatasync';

const SHAPE = { markets: 1, users: 10, depth: 10, commands: 10, seed: 7 } as const;
const SAMPLES = 2_000;
const ROUNDS = 3;
/** The approximate size of a packed order with its row. */
const BYTES = 200;
const USER = 2;

/** Milliseconds that each of `SAMPLES` runs took, sorted. */
async function timed(act: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const from = performance.now();
    await act();
    times.push(performance.now() - from);
  }
  return times.toSorted((a, b) => a - b);
}

function at(times: readonly number[], share: number): number {
  return times[Math.min(Math.trunc(times.length * share), times.length - 1)] ?? 0;
}

export async function run(): Promise<Row[]> {
  const database = await testDatabase();
  const dataFolder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const world = worldCommands(makeStream(SHAPE));
  const [genesis] = world;
  if (genesis === undefined) throw new Error('Expected the world to begin with genesis.');
  const core = await startSequencer({
    address: database.address,
    dataFolder,
    genesis: decodeCommand(genesis, 0) as Command,
    log: () => undefined,
    fatal: (error) => {
      throw error;
    },
  });
  const file = await open(join(dataFolder, 'raw'), 'a');
  try {
    const { link } = core;
    const opened = await link.submit({ name: 'user.open', referrer: 0 } as unknown as Command);
    if (opened.code !== DONE) throw new Error(`Expected a user to be opened, got ${opened.code}.`);
    // Cancels all open orders: keyed and journalled like an order, and identical each time.
    const order = (): Command => {
      const key = { keyTime: Date.now(), keyHigh: Math.trunc(Math.random() * 2 ** 40), keyLow: 1, bodyHash: 1 };
      return { name: 'order.cancelAll', user: USER, ...key, market: 0 } as unknown as Command;
    };
    const bytes = Buffer.alloc(BYTES, 1);
    const raw = async () => {
      await file.write(bytes);
      await file.datasync();
    };
    const ours: number[] = [];
    const theirs: number[] = [];
    const late: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const own = await timed(() => link.submit(order(), USER));
      ours.push(at(own, 0.5));
      late.push(at(own, 0.99));
      theirs.push(at(await timed(raw), 0.5));
    }
    const value = median(ours);
    const beside = median(theirs);
    return [
      {
        what: 'acknowledgement p50',
        value,
        unit: 'ms',
        beside: { what: 'write + fdatasync p50', value: beside },
        ratio: value / beside,
        goal: { is: 'at most', value: 3 },
        note: `one at a time, p99 ${median(late).toFixed(2)} ms; medians of ${ROUNDS}, measured in turn`,
      },
    ];
  } finally {
    await file.close();
    await core.stop();
    await database.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}
