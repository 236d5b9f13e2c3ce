// The running projection: takes committed batches in order, writes waiting ones in one transaction, and resumes where
// it stopped.

import { packWords } from '@vitrine/core';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { findGap } from './continuity.ts';
import { viewsDatabase, viewsPool } from './database.ts';
import { Months } from './months.ts';
import { FOLD_VERSION, readMemory, readViewsState } from './rows/memory.ts';
import { type FoldBatch, ViewsFold } from './rows/rows.ts';
import type { ViewsDatabase, ViewsStateRow } from './tables/tables.ts';
import { writeChanges } from './write.ts';

/** Batches and rows per transaction. */
const BATCHES_A_WRITE = 512;
const ROWS_A_WRITE = 20_000;
/** Most batches that may wait. More means that SQL cannot keep up; the source then has to offer them again later. */
export const BATCHES_WAITING = 20_000;
/** Pause after a failed write, ms: the first and the longest. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/** Progress of the projection. */
export interface FoldedRow {
  readonly row: number;
  readonly seq: number;
  readonly time: number;
  readonly rowHash: string;
}

/** End of the journal, for the comparison at the start. */
export interface JournalHead {
  readonly row: number;
  /** Hash of a journal row; undefined if there is no such row. */
  readonly rowHash: (row: number) => Promise<string | undefined>;
}

const NOTHING: FoldedRow = { row: 0, seq: 0, time: 0, rowHash: '' };

function foldedOf(stands: ViewsStateRow): FoldedRow {
  return { row: stands.row, seq: stands.seq, time: stands.time, rowHash: stands.row_hash };
}

export interface ViewsFolder {
  /** The last row written. */
  folded(): FoldedRow;
  /** The row that the next `push` must have. */
  next(): number;
  /**
   * Takes the next batch; drops rows at or before the last one taken (a replay, a duplicate).
   * @throws at a gap, and when too many are waiting.
   */
  push(batch: FoldBatch): void;
  /** Resolves once `row` is written. */
  reached(row: number): Promise<void>;
  /** Writes waiting batches, then closes. */
  stop(): Promise<void>;
}

export interface FolderOptions {
  readonly connection: pg.PoolConfig;
  readonly schema?: string;
  /** If given, views ahead of it or of another journal are rejected. */
  readonly journal?: JournalHead;
  /** Called for each failed write; the projection retries by itself. */
  readonly onTrouble?: (error: Error) => void;
  /**
   * Provides committed batches again from the journal: those after a row up to and including another. SQL commits
   * without waiting for the disk, so a database crash can lose the last writes. Without `refill` such a loss is an
   * error that persists.
   */
  readonly refill?: (afterRow: number, upToRow: number) => AsyncIterable<FoldBatch>;
  /** Called when SQL has lost written rows, before they are written again. */
  readonly onLost?: (lost: LostRows) => void;
}

/** Rows that were written to SQL and are missing now. */
export interface LostRows {
  readonly from: number;
  readonly to: number;
}

/**
 * Opens the projection on migrated tables.
 * @throws ViewsRefused if the tables are ahead of the journal, of another journal, of another fold version, or lack a
 *   row.
 */
export async function openFolder(options: FolderOptions): Promise<ViewsFolder> {
  const { schema } = options;
  const pool = viewsPool(options.connection, { use: 'fold', most: 2, ...(schema === undefined ? {} : { schema }) });
  const db = viewsDatabase(pool);
  try {
    const stands = await readViewsState(db);
    if (stands !== undefined) {
      if (stands.version !== FOLD_VERSION) {
        throw new ViewsRefused(
          'version',
          `the views were written by fold version ${stands.version}, this release has ${FOLD_VERSION}; rebuild them`,
        );
      }
      if (options.journal !== undefined) await compareWithJournal(options.journal, stands.row, stands.row_hash);
      const missing = await findGap(db, stands.row);
      if (missing !== undefined) {
        throw new ViewsRefused(
          'gap',
          `the views stand at row ${stands.row} and never folded row ${missing}; rebuild them`,
        );
      }
    }
    const folded = stands === undefined ? NOTHING : foldedOf(stands);
    return follow(db, new ViewsFold(await readMemory(db)), folded, options);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Why the views cannot be used. `version`, `gap`: rebuild them; the others need an operator. */
export class ViewsRefused extends Error {
  readonly why: 'version' | 'gap' | 'ahead' | 'other';

  constructor(why: 'version' | 'gap' | 'ahead' | 'other', message: string) {
    super(message);
    this.name = 'ViewsRefused';
    this.why = why;
  }
}

async function compareWithJournal(journal: JournalHead, row: number, rowHash: string): Promise<void> {
  if (row > journal.row) {
    throw new ViewsRefused(
      'ahead',
      `the views have folded row ${row}, but the journal ends at row ${journal.row}: it lost rows or is another one. ` +
        'Find the journal; if this one is right, rebuild the views from it',
    );
  }
  const expected = await journal.rowHash(row);
  if (expected !== rowHash) {
    throw new ViewsRefused(
      'other',
      `the views folded row ${row} with hash ${rowHash}, the journal's row ${row} has ${expected ?? 'no hash'}: another journal. Rebuild the views from it`,
    );
  }
}

function follow(db: Kysely<ViewsDatabase>, first: ViewsFold, from: FoldedRow, options: FolderOptions): ViewsFolder {
  let fold = first;
  let folded = from;
  let taken = from.row;
  const queue: FoldBatch[] = [];
  let months = new Months();
  const waiting = new Set<{ row: number; resolve: () => void }>();
  let working: Promise<void> | undefined;
  let stopped = false;
  let pause = FIRST_PAUSE;

  /** Applies as many of the next batches as fit and writes them. Returns how many. */
  async function write(source: readonly FoldBatch[]): Promise<number> {
    let count = 0;
    for (const batch of source) {
      if (count >= BATCHES_A_WRITE || fold.waiting >= ROWS_A_WRITE) break;
      const expected = folded.row + count + 1;
      if (batch.row !== expected) throw new Error(`views: expected to fold row ${expected}, got row ${batch.row}`);
      fold.batch(batch, packWords(batch.events));
      count += 1;
    }
    const last = source[count - 1];
    if (last === undefined) return 0;
    const changes = fold.take();
    const to = { row: last.row, seq: last.firstSeq + last.count, time: last.time, rowHash: last.rowHash };
    const made = await db.transaction().execute(async (tx) => {
      const note = await months.make(tx, changes);
      await writeChanges(tx, changes, { ...to, version: FOLD_VERSION, bills: fold.memory.bills }, folded.row);
      return note;
    });
    made();
    folded = to;
    tellReached();
    return count;
  }

  /** Rewrites the rows between the last one in SQL and the first waiting one. */
  async function fillGap(): Promise<void> {
    const first = queue[0];
    if (first === undefined || first.row <= folded.row + 1) return;
    if (options.refill === undefined) {
      throw new Error(
        `views: rows ${folded.row + 1} to ${first.row - 1} are missing, and there is nowhere to read them`,
      );
    }
    const part: FoldBatch[] = [];
    for await (const batch of options.refill(folded.row, first.row - 1)) {
      if (stopped) throw new Error('views: stopped while lost rows were written again; the next start goes on');
      part.push(batch);
      if (part.length >= BATCHES_A_WRITE) part.splice(0, await write(part));
    }
    while (part.length > 0) part.splice(0, await write(part));
  }

  function tellReached(): void {
    for (const waiter of waiting) {
      if (waiter.row > folded.row) continue;
      waiting.delete(waiter);
      waiter.resolve();
    }
  }

  async function work(): Promise<void> {
    while (queue.length > 0) {
      try {
        await fillGap();
        queue.splice(0, await write(queue));
        pause = FIRST_PAUSE;
      } catch (error) {
        options.onTrouble?.(error instanceof Error ? error : new Error(String(error)));
        if (stopped) return;
        await new Promise((resolve) => setTimeout(resolve, pause));
        pause = Math.min(pause * 2, LONGEST_PAUSE);
        await recover();
        if (stopped) return;
      }
    }
  }

  /** The outcome of the write is unknown: reads the position and the memory from SQL again. */
  async function recover(): Promise<void> {
    while (!stopped) {
      try {
        const stands = await readViewsState(db);
        fold = new ViewsFold(await readMemory(db));
        months = new Months();
        const before = folded.row;
        folded = stands === undefined ? NOTHING : foldedOf(stands);
        if (folded.row < before) options.onLost?.({ from: folded.row + 1, to: before });
        while (queue[0] !== undefined && queue[0].row <= folded.row) queue.shift();
        tellReached();
        return;
      } catch (error) {
        options.onTrouble?.(error instanceof Error ? error : new Error(String(error)));
        await new Promise((resolve) => setTimeout(resolve, pause));
        pause = Math.min(pause * 2, LONGEST_PAUSE);
      }
    }
  }

  function start(): void {
    working ??= work().finally(() => {
      working = undefined;
      if (queue.length > 0 && !stopped) start();
    });
  }

  return {
    folded: () => folded,
    next: () => taken + 1,
    push(batch) {
      if (stopped) throw new Error('views: the fold has stopped');
      if (batch.row <= taken) return;
      if (batch.row !== taken + 1)
        throw new Error(`views: expected row ${taken + 1}, got ${batch.row}; a batch was lost`);
      if (queue.length >= BATCHES_WAITING)
        throw new Error(`views: ${queue.length} batches are waiting; SQL does not keep up`);
      taken = batch.row;
      queue.push(batch);
      start();
    },
    reached(row) {
      if (folded.row >= row) return Promise.resolve();
      return new Promise((resolve) => waiting.add({ row, resolve }));
    },
    async stop() {
      stopped = true;
      await working;
      await db.destroy();
    },
  };
}
