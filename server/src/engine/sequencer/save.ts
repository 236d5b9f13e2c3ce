// Writes one snapshot: the last one, replayed up to a committed row, compared row by row, saved.

import type pg from 'pg';
import { readHead } from '../journal/index.ts';
import { coreKit } from './core.ts';
import { catchUp, nearestStart } from './replay.ts';
import { type Skipped, snapshotFolder, writeSnapshot } from './snapshot-file.ts';

/** What is to be saved. */
export interface ToSave {
  readonly client: pg.Client;
  readonly dataFolder: string;
  /** The committed row whose state is written; without one, the journal's last. */
  readonly row?: number;
  /** Hears of a snapshot that could not be used as a start. */
  readonly skipped: Skipped;
}

/**
 * Writes the snapshot of a row and gives its row and file.
 * @throws {JournalError} when the replay gives something else than was recorded.
 */
export async function saveSnapshot({ client, dataFolder, row: wanted, skipped }: ToSave): Promise<{
  readonly row: number;
  readonly file: string;
}> {
  const folder = snapshotFolder(dataFolder);
  const head = await readHead(client);
  const notAfterRow = wanted ?? head.row;
  const from = await nearestStart({ kit: coreKit, client, folder, notAfterRow, head, skipped });
  const { exchange, row, rowHash } = await catchUp(coreKit, client, from, notAfterRow);
  const header = { row, rowHash, rules: exchange.rules, digest: exchange.digest(), keyDigest: exchange.keyDigest() };
  return { row, file: await writeSnapshot(folder, header, exchange.save()) };
}
