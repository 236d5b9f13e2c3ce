// Opens the sequencer on a journal: takes it over, replays it, checks it, begins a new epoch, keeps snapshots.

import { activations, type Command } from '@vitrine/core';
import type pg from 'pg';
import { buildName } from '../../shared/build/index.ts';
import { checkChain, JournalError, JournalWriter } from '../journal/index.ts';
import { connect, type DatabaseAddress } from '../../app/postgres/index.ts';
import { clockOf } from '../../shared/clock/index.ts';
import { BatchClock, type TimeSource, timeOf } from './clock.ts';
import type { CoreKit } from './kit.ts';
import { IntakeError } from './link.ts';
import { put } from './put.ts';
import { catchUp, nearestStart } from './replay.ts';
import { keepRules } from './rules.ts';
import { Sequencer } from './sequencer.ts';
import { snapshotFolder } from './snapshot-file.ts';
import { keepSnapshots, type SnapshotLimits } from './snapshots.ts';

/** How long the start checks rows older than its snapshot before it lets the rest be checked behind it, ms. */
const CHECK_BUDGET = 2_000;
/** Rows of one such step, and the pause between steps once orders are taken, ms. */
const CHECK_STEP = 2_000;
const CHECK_PAUSE = 100;
/** How long a stop waits for the last commit, ms. */
const STOP_PATIENCE = 5_000;
const OK = 200;

export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  detail?: Readonly<Record<string, unknown>>,
) => void;

export interface OpenOptions {
  readonly kit: CoreKit;
  /** Of the journal. */
  readonly address: DatabaseAddress;
  readonly dataFolder: string;
  /** The first command of an empty journal. */
  readonly genesis: Command;
  /** What follows it in the same row, so that it is there whole or not at all: the products' first values. */
  readonly setup?: readonly Command[];
  /** Name of this build, for the rows; by default that of the code that runs. */
  readonly build?: string;
  readonly log: Log;
  /** Something that cannot go on: the process is to end and start again. */
  readonly fatal: (error: Error) => void;
  readonly time?: TimeSource;
  readonly snapshots?: SnapshotLimits;
  /** How long another writer's lock is waited for, ms. */
  readonly lockPatience?: number;
}

/** A sequencer at work. */
export interface OpenSequencer {
  readonly sequencer: Sequencer;
  /** Commits what was run, then lets go of the journal. */
  close(): Promise<void>;
}

/**
 * @throws {JournalError} when the journal is held by another, or one of its rows is missing, changed, damaged or replays
 * differently; the message names the row.
 */
export async function openSequencer(options: OpenOptions): Promise<OpenSequencer> {
  const { kit, address, dataFolder, log } = options;
  const begun = performance.now();
  let sequencer: Sequencer | undefined;
  const writer = await JournalWriter.open(
    address,
    (reason) => {
      if (reason === undefined) log('info', 'the journal commits again');
      else log('error', 'the journal does not commit', { reason });
      sequencer?.journalTrouble(reason);
    },
    options.lockPatience,
  );
  try {
    const client = await connect(address, 'replay');
    let unchecked: number;
    let lastRow: number;
    let position;
    try {
      const skipped = (file: string, reason: string) => log('warn', 'a snapshot was skipped', { file, reason });
      const { head } = writer;
      const from = await nearestStart({
        kit,
        client,
        folder: snapshotFolder(dataFolder),
        notAfterRow: head.row,
        head,
        skipped,
      });
      lastRow = from.row;
      position = await catchUp(kit, client, from, head.row);
      unchecked = await checkBackwards(client, from.row, performance.now() + CHECK_BUDGET);
      log('info', 'the journal is replayed', {
        rows: head.row,
        fromSnapshot: from.row,
        uncheckedYet: unchecked,
        ms: Math.round(performance.now() - begun),
        digest: position.exchange.digest(),
      });
    } finally {
      await client.end();
    }
    const time = options.time ?? timeOf(clockOf());
    const clock = new BatchClock(time, writer.head.time);
    const { exchange, ...at } = position;
    sequencer = new Sequencer({
      kit,
      exchange,
      writer,
      clock,
      position: at,
      build: options.build ?? buildName(),
      fatal: options.fatal,
    });
    const setup = options.setup ?? [];
    // The products are set up under the newest rules; nobody is there yet to be told of them before.
    const rules = activations(exchange.rules, exchange.newestRules);
    if (at.row === 0) await first(kit, sequencer, [options.genesis, ...rules, ...setup]);
    else if (setup.length > 0 && exchange.awaitsSetup()) await first(kit, sequencer, [...rules, ...setup]);
    announceEpoch(kit, sequencer, writer.epoch, options.fatal);
    const upgrade = keepRules({ kit, sequencer, exchange, time, log });
    const rest = checkRest(address, unchecked, options.fatal);
    const snapshots = keepSnapshots(
      { sequencer, address, dataFolder, lastRow, log, fatal: options.fatal },
      options.snapshots,
    );
    const running = sequencer;
    return {
      sequencer: running,
      async close() {
        rest.stop();
        upgrade.stop();
        await snapshots.stop();
        const patience = new Promise<void>((resolve) => setTimeout(resolve, STOP_PATIENCE).unref());
        await Promise.race([running.stop(), patience]);
        await writer.close();
      },
    };
  } catch (error) {
    await writer.close();
    throw error;
  }
}

/**
 * The first commands of a journal, in one row: a process that is killed here has written all of them or none.
 * @throws when the core refuses one.
 */
async function first(kit: CoreKit, sequencer: Sequencer, commands: readonly Command[]): Promise<void> {
  const outcomes = await put(kit, sequencer, commands);
  for (const [at, { code, expected, got }] of outcomes.entries()) {
    if (code === OK) continue;
    throw new Error(
      `the exchange refuses its ${commands[at]?.name} with code ${code} (expected ${expected}, got ${got})`,
    );
  }
}

/** Journals that a new writer has taken over, as soon as orders are taken. */
function announceEpoch(kit: CoreKit, sequencer: Sequencer, epoch: number, fatal: (error: Error) => void): void {
  const announce = () => {
    put(kit, sequencer, [{ name: 'epoch', epoch }]).then(
      ([outcome]) => {
        const code = outcome?.code;
        if (code !== OK) fatal(new Error(`the exchange refuses epoch ${epoch} with code ${code}`));
      },
      (error: unknown) => {
        if (!(error instanceof IntakeError)) fatal(error instanceof Error ? error : new Error(String(error)));
        else if (error.code === 503) again();
      },
    );
  };
  const again = () => {
    const stop = sequencer.onState(({ taking }) => {
      if (!taking) return;
      stop();
      announce();
    });
  };
  if (sequencer.state().taking) announce();
  else again();
}

/**
 * Checks rows up to `to` from the newest backwards, until a moment. Gives the last row that is still unchecked.
 * @throws {JournalError} naming the row at fault.
 */
async function checkBackwards(client: pg.Client, to: number, until: number): Promise<number> {
  let last = to;
  while (last > 0 && performance.now() < until) {
    const from = Math.max(last - CHECK_STEP + 1, 1);
    await checkChain(client, from, last);
    last = from - 1;
  }
  return last;
}

/** Checks what the start left, step by step, while orders are taken; a bad row is fatal. */
function checkRest(address: DatabaseAddress, unchecked: number, fatal: (error: Error) => void): { stop(): void } {
  let stopped = false;
  const run = async () => {
    const client = await connect(address, 'check');
    try {
      for (let last = unchecked; last > 0 && !stopped;) {
        last = await checkBackwards(client, last, performance.now() + 1);
        await new Promise((resolve) => setTimeout(resolve, CHECK_PAUSE));
      }
    } finally {
      await client.end();
    }
  };
  if (unchecked > 0) {
    run().catch((error: unknown) => {
      // A database that went away is the writer's affair; the next start begins this check anew.
      if (error instanceof JournalError && !stopped) fatal(error);
    });
  }
  return { stop: () => void (stopped = true) };
}
