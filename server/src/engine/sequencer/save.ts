// Writes one snapshot: replays the last one up to a committed row, compares row by row, saves.

import type pg from 'pg';
import { readHead } from '../journal/index.ts';
import { coreKit } from './core.ts';
import { catchUp, nearestStart } from './replay.ts';
import { type Skipped, snapshotFolder, writeSnapshot } from './snapshot-file.ts';

/** What to save. */
export interface ToSave {
  readonly client: pg.Client;
  readonly dataFolder: string;
  /** The committed row whose state is written; default: the journal's last. */
  readonly row?: number;
  /** Called for a snapshot that could not be used as a start. */
  readonly skipped: Skipped;
}

/**
 * Writes the snapshot of a row and returns its row and file.
 * @throws {JournalError} if the replay gives something other than what was recorded.
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
