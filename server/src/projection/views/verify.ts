// Verifies the views: rebuilds them from the journal through the core, beside the live ones, and compares.

import { JournalError, NO_HASH, readHead } from '../../engine/journal/index.ts';
import { connect, type DatabaseAddress, poolConfig } from '../../app/postgres/index.ts';
import { type CoreKit, replayRows } from '../../engine/sequencer/index.ts';
import { VIEWS_SCHEMA, viewsDatabase, viewsPool } from './database.ts';
import { FOLD_VERSION, readViewsState } from './rows/memory.ts';
import { type BatchSource, compareViews, dropViews, rebuildViews, type TableDifference } from './rebuild.ts';

/** Schema of the rebuilt views during the comparison. */
export const CHECK_SCHEMA = 'views_check';

/** The rules version of a journal's first row. */
const FIRST_RULES = 1;

/** A replay of the journal from its first row, as batches. */
export function journalReplay(address: DatabaseAddress, kit: CoreKit): BatchSource {
  return async function* (afterRow) {
    const client = await connect(address, 'views replay');
    try {
      const head = await readHead(client);
      const from = { exchange: kit.open(), row: 0, rowHash: NO_HASH, rules: FIRST_RULES };
      for await (const batch of replayRows(kit, client, from, head.row)) if (batch.row > afterRow) yield batch;
    } finally {
      await client.end();
    }
  };
}

export interface ViewsVerdict {
  /** The row at which both were compared. */
  readonly row: number;
  /** Empty: all tables are equal. */
  readonly differences: readonly TableDifference[];
  /** The views have another fold version: not compared; the next start rebuilds them. */
  readonly outdated: boolean;
}

/**
 * Rebuilds the views from the journal up to the live views' last row, compares table by table, and drops the rebuilt
 * ones. Views of another fold version are left unchanged. No projection may be running. `address`: of the journal;
 * `views`: of the views, if they are elsewhere.
 * @throws {JournalError} if the views are ahead of the journal, or a row differs from what was recorded.
 */
export async function verifyViews(
  address: DatabaseAddress,
  kit: CoreKit,
  views: DatabaseAddress = address,
): Promise<ViewsVerdict> {
  const connection = poolConfig(views, 'views verify');
  const db = viewsDatabase(viewsPool(connection, { use: 'fold', most: 1 }));
  let row: number;
  let outdated: boolean;
  try {
    const stands = await readViewsState(db);
    row = stands?.row ?? 0;
    outdated = stands !== undefined && stands.version !== FOLD_VERSION;
  } finally {
    await db.destroy();
  }
  await expectRow(address, row);
  if (outdated) return { row, differences: [], outdated };
  try {
    await rebuildViews({ connection, schema: CHECK_SCHEMA, source: journalReplay(address, kit), upTo: row });
    return { row, differences: await compareViews(connection, VIEWS_SCHEMA, CHECK_SCHEMA), outdated };
  } finally {
    await dropViews(connection, CHECK_SCHEMA);
  }
}

/** @throws {JournalError} if the journal ends before a row. */
async function expectRow(address: DatabaseAddress, row: number): Promise<void> {
  const client = await connect(address, 'views verify');
  try {
    const head = await readHead(client);
    if (row <= head.row) return;
    throw new JournalError(
      'missing',
      head.row + 1,
      `Journal row ${head.row + 1} is missing: the views hold row ${row}, the journal ends at row ${head.row}.` +
        ' Restore the journal from a backup; docs/operate/recovery.md says how.',
    );
  } finally {
    await client.end();
  }
}
