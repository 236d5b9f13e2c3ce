// Opens the sequencer on a journal: takes over, replays and checks it, begins a new epoch, keeps snapshots.

import { activations, type Command, DONE } from '@vitrine/core';
import type pg from 'pg';
import { CODE } from '@vitrine/contract';
import { buildName } from '../../shared/build/index.ts';
import { checkChain, JournalError, JournalWriter } from '../journal/index.ts';
import { connect, type DatabaseAddress } from '../../app/postgres/index.ts';
import { clockOf } from '../../shared/clock/index.ts';
import { progressReporter } from '../../shared/progress/index.ts';
import { BatchClock, type TimeSource, timeOf } from './clock.ts';
import type { CoreKit } from './kit.ts';
import { IntakeError } from './link.ts';
import { put } from './put.ts';
import { catchUp, nearestStart } from './replay.ts';
import { keepRules } from './rules.ts';
import { Sequencer } from './sequencer.ts';
import { snapshotFolder } from './snapshot-file.ts';
import { keepSnapshots, type SnapshotLimits } from './snapshots.ts';

/** How long the start checks rows older than its snapshot before the rest is left to the background check, ms. */
const CHECK_BUDGET = 2_000;
/** Rows per step of the background check, and the pause between steps while orders are accepted, ms. */
const CHECK_STEP = 2_000;
const CHECK_PAUSE = 100;
/** How long a stop waits for the last commit, ms. */
const STOP_PATIENCE = 5_000;

export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  detail?: Readonly<Record<string, unknown>>,
) => void;

export interface OpenOptions {
  readonly kit: CoreKit;
  /** Address of the journal. */
  readonly address: DatabaseAddress;
  readonly dataFolder: string;
  /** The first command of an empty journal. */
  readonly genesis: Command;
  /** Commands after genesis in the same row, so that all or none are written: the products' initial values. */
  readonly setup?: readonly Command[];
  /** Build name recorded in rows; default: the running code's. */
  readonly build?: string;
  readonly log: Log;
  /** Called with an unrecoverable error; the process must end and start again. */
  readonly fatal: (error: Error) => void;
  readonly time?: TimeSource;
  readonly snapshots?: SnapshotLimits;
  /** How long to wait for another writer's lock, ms. */
  readonly lockPatience?: number;
  /** How often the progress of the replay is logged, ms. */
  readonly progressEvery?: number;
}

/** A running sequencer. */
export interface OpenSequencer {
  readonly sequencer: Sequencer;
  /** Commits what has run, then releases the journal. */
  close(): Promise<void>;
}

/**
 * @throws {JournalError} if another writer holds the journal, or a row is missing, changed, damaged or replays
 *   differently. The message names the row.
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
      const onRow = progressReporter(
        (row) => log('info', 'the journal is being replayed', { row, of: head.row }),
        options.progressEvery,
      );
      position = await catchUp(kit, client, from, head.row, onRow);
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
    // Products are set up under the newest rules: with no users yet, no announcement is needed.
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
 * The first commands of a journal, in one row: a process killed here has written all of them or none.
 * @throws if the core rejects one.
 */
async function first(kit: CoreKit, sequencer: Sequencer, commands: readonly Command[]): Promise<void> {
  const outcomes = await put(kit, sequencer, commands);
  for (const [at, { code, expected, got }] of outcomes.entries()) {
    if (code === DONE) continue;
    throw new Error(
      `the exchange refuses its ${commands[at]?.name} with code ${code} (expected ${expected}, got ${got})`,
    );
  }
}

/** Records in the journal that a new writer has taken over, as soon as orders are accepted. */
function announceEpoch(kit: CoreKit, sequencer: Sequencer, epoch: number, fatal: (error: Error) => void): void {
  const announce = () => {
    put(kit, sequencer, [{ name: 'epoch', epoch }]).then(
      ([outcome]) => {
        const code = outcome?.code;
        if (code !== DONE) fatal(new Error(`the exchange refuses epoch ${epoch} with code ${code}`));
      },
      (error: unknown) => {
        if (!(error instanceof IntakeError)) fatal(error instanceof Error ? error : new Error(String(error)));
        else if (error.code === CODE['server.notTaking']) again();
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
 * Checks rows up to `to` from the newest backwards until the time `until`. Returns the last row still unchecked.
 * @throws {JournalError} naming the bad row.
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

/** Checks the rows that the start left, step by step, while orders are accepted. A bad row is fatal. */
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
      // The writer handles a lost database; the next start repeats this check.
      if (error instanceof JournalError && !stopped) fatal(error);
    });
  }
  return { stop: () => void (stopped = true) };
}
