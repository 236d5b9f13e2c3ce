// The running views in one thread: at the start rejected, rebuilt or resumed; then following the exchange.

import { JournalError, readHead, readRow } from '../../engine/journal/index.ts';
import { connect, type DatabaseAddress, poolConfig } from '../../app/postgres/index.ts';
import { progressReporter } from '../../shared/progress/index.ts';
import type { Batch } from '../../engine/sequencer/index.ts';
import { viewsDatabase, viewsPool, VIEWS_SCHEMA } from './database.ts';
import { type FoldedRow, type LostRows, openFolder, type ViewsFolder, ViewsRefused } from './folder.ts';
import { migrateViews } from './migrate.ts';
import { dropViews } from './rebuild.ts';
import { dropOldTrades, pruneTicks } from './retention.ts';
import type { FoldBatch } from './rows/rows.ts';

/** How often old ticks are deleted, ms. */
const PRUNE_EVERY = 600_000;
/** Batches pushed ahead of SQL during catch-up. */
const AHEAD = 1_000;

export type ViewsLog = (
  level: 'info' | 'warn' | 'error',
  message: string,
  detail?: Readonly<Record<string, unknown>>,
) => void;

export interface RunViewsOptions {
  /** Address of the journal, and of the views unless `views` is given. */
  readonly address: DatabaseAddress;
  readonly views?: DatabaseAddress;
  /**
   * Passes every batch after a row to the listener, in order, without end. Resolves once caught up with a function that
   * stops it. During catch-up each call is awaited.
   */
  readonly follow: (afterRow: number, listener: (batch: Batch) => void | Promise<void>) => Promise<() => void>;
  /** Replays committed batches of the journal: those after a row up to and including another. */
  readonly refill: (afterRow: number, upToRow: number) => AsyncIterable<FoldBatch>;
  readonly log: ViewsLog;
  readonly fatal: (error: Error) => void;
  /** Whole months of public trades kept besides the current one; 0 or absent: all. */
  readonly tradeMonths?: number;
  /** How often the progress of the catch-up is logged, ms. */
  readonly progressEvery?: number;
}

/** Health of the views, for operators. */
export interface ViewsHealth {
  /** The last row written. */
  readonly row: number;
  /** Rows committed but not written yet. */
  readonly behind: number;
  /** Rows that the database lost after they were written, since the start. All of them are written again. */
  readonly lost: number;
  /** 1 if the start found a gap and rebuilt the views. */
  readonly rebuilt: number;
}

export interface RunningFold {
  folded(): FoldedRow;
  health(): ViewsHealth;
  /** Resolves once SQL has `row`. */
  reached(row: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Migrates, opens and follows; resolves once the views have caught up with the journal.
 * @throws ViewsRefused if they are ahead of the journal or belong to another one.
 */
export async function runViews(options: RunViewsOptions): Promise<RunningFold> {
  const { log } = options;
  const connection = poolConfig(options.views ?? options.address, 'views');
  await migrateViews(connection);
  const count = { lost: 0, rebuilt: 0 };
  const { folder, journalRow } = await open(options, connection, count);
  let pruning: Promise<void> | undefined;
  const pruner = viewsDatabase(viewsPool(connection, { use: 'fold', most: 1 }));
  const prune = async (): Promise<void> => {
    try {
      const now = folder.folded().time;
      while (await pruneTicks(pruner, now)) log('info', 'old index ticks were deleted');
      const dropped = await dropOldTrades(pruner, options.tradeMonths ?? 0, now);
      if (dropped.length > 0) log('info', 'old months of trades were dropped', { dropped });
    } catch (error) {
      log('warn', 'old index ticks or trades could not be deleted; tried again later', { error: String(error) });
    } finally {
      pruning = undefined;
    }
  };
  const timer = setInterval(() => {
    pruning ??= prune();
  }, PRUNE_EVERY);
  timer.unref();

  let following = true;
  let stopFollowing: () => void = () => undefined;
  const stop = async (): Promise<void> => {
    following = false;
    stopFollowing();
    clearInterval(timer);
    await pruning;
    await folder.stop();
    await pruner.destroy();
  };
  try {
    let behind = 0;
    let catchingUp = true;
    const onRow = progressReporter(
      () => log('info', 'the views are being written', { row: folder.folded().row, of: journalRow }),
      options.progressEvery,
    );
    stopFollowing = await options.follow(folder.folded().row, async (batch) => {
      if (!following) return;
      try {
        folder.push(batch);
      } catch (error) {
        following = false;
        options.fatal(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      behind = batch.row - folder.folded().row;
      if (behind > AHEAD) await folder.reached(batch.row - AHEAD / 2);
      if (catchingUp) onRow(batch.row);
    });
    await folder.reached(folder.next() - 1);
    catchingUp = false;
  } catch (error) {
    await stop();
    throw error;
  }
  const health = (): ViewsHealth => {
    const { row } = folder.folded();
    return { row, behind: folder.next() - 1 - row, ...count };
  };
  return { folded: folder.folded, health, reached: folder.reached, stop };
}

async function open(
  options: RunViewsOptions,
  connection: ReturnType<typeof poolConfig>,
  count: { lost: number; rebuilt: number },
): Promise<{ readonly folder: ViewsFolder; readonly journalRow: number }> {
  const { log } = options;
  const client = await connect(options.address, 'views start');
  try {
    const journal = {
      row: (await readHead(client)).row,
      rowHash: async (row: number) => (await readRow(client, row))?.rowHash,
    };
    const own = {
      ...{ connection, journal },
      refill: (afterRow: number, upToRow: number) => refill(options, afterRow, upToRow),
      onTrouble: (error: Error): void =>
        log('error', 'the views could not be written; tried again until it works', { error: error.message }),
      onLost: ({ from, to }: LostRows): void => {
        count.lost += to - from + 1;
        log('error', 'the database lost rows of the views; they are written again from the journal', { from, to });
      },
    };
    try {
      return { folder: await openFolder(own), journalRow: journal.row };
    } catch (error) {
      if (!(error instanceof ViewsRefused) || (error.why !== 'version' && error.why !== 'gap')) throw error;
      if (error.why === 'gap') count.rebuilt = 1;
      const level = error.why === 'gap' ? 'error' : 'warn';
      log(level, 'the views are rebuilt from the journal', { why: error.message });
      await dropViews(connection, VIEWS_SCHEMA);
      await migrateViews(connection);
      return { folder: await openFolder(own), journalRow: journal.row };
    }
  } finally {
    await client.end();
  }
}

/** A journal that cannot be read back ends the process, as at a start; an unavailable database does not. */
async function* refill(options: RunViewsOptions, afterRow: number, upToRow: number): AsyncGenerator<FoldBatch> {
  try {
    yield* options.refill(afterRow, upToRow);
  } catch (error) {
    if (error instanceof JournalError) options.fatal(error);
    throw error;
  }
}
