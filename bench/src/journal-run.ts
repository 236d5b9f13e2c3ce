// The stream of bench/stream.md through the sequencer into a real journal, for the parts that measure the disk.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, decodeCommand, DONE } from '@vitrine/core';
import { testDatabase, type TestDatabase } from '@vitrine/server/app/postgres';
import { type Outcomes, startLocal } from '@vitrine/server/engine/sequencer';
import { type Encoded, encodeStream } from './core/core-run.ts';
import { BEGIN_MS } from './core/core-world.ts';
import { makeStream } from './sockets/stream.ts';

/** Commands in flight: enough that one row syncs while the next one fills. */
const WINDOW = 4_096;
/** Commands between two index ticks. */
const TICK_EVERY = 5_000;
const SHAPE = { markets: 1, users: 1_000, depth: 1_000, seed: 7 } as const;

/** What was journalled, and how fast. */
export interface Journalled {
  readonly database: TestDatabase;
  readonly dataFolder: string;
  /** Commands of the timed part, and the rows before it. */
  readonly commands: number;
  readonly rowsBefore: number;
  readonly seconds: number;
  /** CPU time of this process in that time (all its threads, without the database), seconds. */
  readonly processor: number;
  /** Drops the database and the folder. */
  stop(): Promise<void>;
}

/** Journals a stream: first fills the books, untimed, then sends `commands` as fast as they are acknowledged. */
export async function journalStream(commands: number): Promise<Journalled> {
  const encoded = encodeStream(makeStream({ ...SHAPE, commands }));
  const database = await testDatabase();
  const dataFolder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const [genesis, ...setup] = encoded.world;
  if (genesis === undefined) throw new Error('Expected the world to begin with genesis.');
  // The start activates the newest rules itself.
  const world = setup.filter((words) => decodeCommand(words, 0).name !== 'rules.activate');
  const begun = performance.now();
  const local = await startLocal({
    address: database.address,
    dataFolder,
    genesis: decodeCommand(genesis, 0) as Command,
    // The stream's keys use the stream's time.
    time: { utc: () => BEGIN_MS + performance.now() - begun, monotonic: () => performance.now() },
  });
  try {
    const put = (words: readonly Float64Array[]) => putAll(local.sequencer, words);
    await put(world);
    const { filling, count } = encoded.stream;
    await put(records(encoded, 0, filling));
    const measured = records(encoded, filling, count);
    const rowsBefore = local.sequencer.committed;
    const used = process.cpuUsage();
    const from = performance.now();
    await put(measured);
    const seconds = (performance.now() - from) / 1000;
    const { user, system } = process.cpuUsage(used);
    await local.stop();
    const stop = async () => {
      await database.stop();
      await rm(dataFolder, { recursive: true, force: true });
    };
    return {
      database,
      dataFolder,
      commands: measured.length,
      rowsBefore,
      seconds,
      processor: (user + system) / 1e6,
      stop,
    };
  } catch (error) {
    await local.stop();
    await database.stop();
    throw error;
  }
}

/** A section of the stream, one command per record, with the ticks it needs. */
function records({ words, offsets, tick, stream }: Encoded, from: number, to: number): Float64Array[] {
  const out: Float64Array[] = [];
  for (let at = from; at < to; at += 1) {
    if ((at - from) % TICK_EVERY === 0) out.push(tick);
    const begin = offsets[at] ?? 0;
    out.push(words.subarray(begin, at + 1 < stream.count ? offsets[at + 1] : begin + (words[begin + 1] ?? 0)));
  }
  return out;
}

/** Submits commands in order, a window of them in flight. Resolves when the last is acknowledged. */
function putAll(
  sequencer: Awaited<ReturnType<typeof startLocal>>['sequencer'],
  all: readonly Float64Array[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let answered = 0;
    const settle = (outcomes: Outcomes, first: number) => {
      answered += 1;
      const code = outcomes.code(first);
      if (code !== DONE) reject(new Error(`Expected every command to be done, got ${code}.`));
      else if (answered === all.length) resolve();
      else next();
    };
    const next = () => {
      while (sent < all.length && sent - answered < WINDOW) {
        const words = all[sent];
        sent += 1;
        if (words === undefined) return;
        // Each has its own queue, so that they are served in order of arrival.
        sequencer.submit({ words, from: 0, to: words.length, count: 1, user: sent, settle, fail: reject });
      }
    };
    if (all.length === 0) resolve();
    else next();
  });
}
