// The views at work in one thread: refused, rebuilt or gone on with at the start, then following the exchange.

import { readHead, readRow } from '../journal/index.ts';
import { connect, type DatabaseAddress, poolConfig } from '../postgres/index.ts';
import type { Batch } from '../sequencer/index.ts';
import { viewsDatabase, viewsPool, VIEWS_SCHEMA } from './database.ts';
import { type FoldedRow, openFolder, type ViewsFolder, ViewsRefused } from './folder.ts';
import { migrateViews } from './migrate.ts';
import { dropViews } from './rebuild.ts';
import { pruneTicks } from './retention.ts';

/** How often old ticks are deleted, ms. */
const PRUNE_EVERY = 600_000;
/** Batches pushed ahead of SQL while catching up. */
const AHEAD = 1_000;

export type ViewsLog = (
  level: 'info' | 'warn' | 'error',
  message: string,
  detail?: Readonly<Record<string, unknown>>,
) => void;

export interface RunViewsOptions {
  /** Of the journal, and of the views unless `views` says otherwise. */
  readonly address: DatabaseAddress;
  readonly views?: DatabaseAddress;
  /**
   * Tells every batch after a row, in order, for ever; resolves once caught up, and gives back how to stop. While it catches
   * up it awaits each call.
   */
  readonly follow: (afterRow: number, listener: (batch: Batch) => void | Promise<void>) => Promise<() => void>;
  readonly log: ViewsLog;
  readonly fatal: (error: Error) => void;
}

export interface RunningFold {
  folded(): FoldedRow;
  /** Resolves once SQL shows `row`. */
  reached(row: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Migrates, opens and follows; resolves once the views have all that the journal has.
 * @throws ViewsRefused when they are ahead of the journal or of another one.
 */
export async function runViews(options: RunViewsOptions): Promise<RunningFold> {
  const { log } = options;
  const connection = poolConfig(options.views ?? options.address, 'views');
  await migrateViews(connection);
  const folder = await open(options, connection);
  let pruning: Promise<void> | undefined;
  const pruner = viewsDatabase(viewsPool(connection, { use: 'fold', most: 1 }));
  const prune = async (): Promise<void> => {
    try {
      while (await pruneTicks(pruner, folder.folded().time)) log('info', 'old index ticks were deleted');
    } catch (error) {
      log('warn', 'old index ticks could not be deleted; tried again later', { error: String(error) });
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
    });
    await folder.reached(folder.next() - 1);
  } catch (error) {
    await stop();
    throw error;
  }
  return { folded: folder.folded, reached: folder.reached, stop };
}

async function open(options: RunViewsOptions, connection: ReturnType<typeof poolConfig>): Promise<ViewsFolder> {
  const client = await connect(options.address, 'views start');
  try {
    const journal = {
      row: (await readHead(client)).row,
      rowHash: async (row: number) => (await readRow(client, row))?.rowHash,
    };
    const onTrouble = (error: Error): void =>
      options.log('error', 'the views could not be written; tried again until it works', { error: error.message });
    try {
      return await openFolder({ connection, journal, onTrouble });
    } catch (error) {
      if (!(error instanceof ViewsRefused) || error.why !== 'version') throw error;
      options.log('warn', 'the views are rebuilt from the journal', { why: error.message });
      await dropViews(connection, VIEWS_SCHEMA);
      await migrateViews(connection);
      return await openFolder({ connection, journal, onTrouble });
    }
  } finally {
    await client.end();
  }
}
