// Replays the journal through the core and compares the result with what was recorded, row by row.

import type { Exchange } from '@vitrine/core';
import type pg from 'pg';
import { type Head, JournalError, type JournalRow, NO_HASH, readHead, readRow, readRows } from '../journal/index.ts';
import { type CoreKit, LENGTH } from './kit.ts';
import type { Batch } from './link.ts';
import { newestSnapshot, type Skipped, snapshotRows } from './snapshot-file.ts';

/** An exchange and the row whose state it holds. */
export interface Restart {
  readonly exchange: Exchange;
  readonly row: number;
  readonly rowHash: string;
}

/**
 * The nearest start for a replay: the newest valid snapshot not after a row, else an empty exchange.
 * @throws {JournalError} if a snapshot proves that journal rows are missing or were changed.
 */
export async function nearestStart(parts: {
  readonly kit: CoreKit;
  readonly client: pg.Client;
  readonly folder: string;
  readonly notAfterRow: number;
  readonly head: Head;
  readonly skipped: Skipped;
}): Promise<Restart> {
  const { kit, client, folder, notAfterRow, head, skipped } = parts;
  const newest = (await snapshotRows(folder))[0] ?? 0;
  if (newest > head.row) {
    throw new JournalError(
      'missing',
      head.row + 1,
      `Journal row ${head.row + 1} is missing: the journal ends at row ${head.row}, but there is a snapshot of row ${newest}.` +
        ' Restore the database from a backup; docs/operate/recovery.md says how.',
    );
  }
  const found = await newestSnapshot(kit, folder, Math.min(notAfterRow, head.row), skipped);
  if (found === undefined) return { exchange: kit.open(), row: 0, rowHash: NO_HASH };
  const { row, rowHash } = found.header;
  const recorded = await readRow(client, row);
  if (recorded?.rowHash !== rowHash) {
    throw new JournalError(
      recorded === undefined ? 'missing' : 'damaged',
      row,
      `Journal row ${row} ${recorded === undefined ? 'is missing' : 'was changed or damaged'}: the snapshot of it names another hash.` +
        ' Restore the database from a backup; docs/operate/recovery.md says how.',
    );
  }
  return { exchange: found.exchange, row, rowHash };
}

/**
 * Runs one row through an exchange and returns its event words, valid until the next row.
 * @throws {JournalError} naming the row if anything differs from what was recorded.
 */
export function replayRow(kit: CoreKit, exchange: Exchange, row: JournalRow): Float64Array {
  let count = 0;
  try {
    if (exchange.rules !== row.rules) throw differs(row, `rules ${row.rules}`, String(exchange.rules));
    const words = kit.unpack(row.commands);
    exchange.advance(row.time);
    const firstSeq = exchange.seq;
    if (firstSeq !== row.firstSeq) throw differs(row, `first number ${row.firstSeq}`, String(firstSeq));
    for (let at = 0; at < words.length; count += 1) {
      exchange.apply(words, at);
      const length = words[at + LENGTH] ?? 0;
      if (!(length > LENGTH)) throw differs(row, 'a command', `length ${length} at word ${at}`);
      at += length;
    }
  } catch (error) {
    if (error instanceof JournalError) throw error;
    const said = error instanceof Error ? error.message : String(error);
    throw new JournalError('differs', row.row, `Journal row ${row.row} cannot be replayed: ${said}`, { cause: error });
  }
  const events = exchange.readEvents();
  if (count !== row.count) throw differs(row, `${row.count} commands`, String(count));
  const after = row.written?.rulesAfter;
  if (after !== undefined && after !== exchange.rules)
    throw differs(row, `rules ${after} after it`, String(exchange.rules));
  const hash = exchange.runningHash();
  if (hash !== row.eventHash) throw differs(row, `event hash ${row.eventHash}`, hash);
  return events;
}

/** Replays rows up to `upTo` and yields each as its original batch. */
export async function* replayRows(kit: CoreKit, client: pg.Client, from: Restart, upTo: number): AsyncGenerator<Batch> {
  for await (const row of readRows(client, from, upTo)) {
    const events = replayRow(kit, from.exchange, row).slice();
    const { firstSeq, count, time, eventHash: hash, rowHash } = row;
    yield { row: row.row, firstSeq, count, time, hash, rowHash, events };
  }
}

/** Replays an exchange up to a row; default: the journal's last. `onRow` is called after each. */
export async function catchUp(
  kit: CoreKit,
  client: pg.Client,
  from: Restart,
  upTo?: number,
  onRow?: (row: number) => void,
): Promise<Restart> {
  const end = upTo ?? (await readHead(client)).row;
  const { exchange } = from;
  let { row, rowHash } = from;
  for await (const next of readRows(client, from, end)) {
    replayRow(kit, exchange, next);
    ({ row, rowHash } = next);
    onRow?.(row);
  }
  return { exchange, row, rowHash };
}

function differs(row: JournalRow, expected: string, got: string): JournalError {
  return new JournalError(
    'differs',
    row.row,
    `Journal row ${row.row} replays differently: recorded was ${expected}, replay gives ${got}.` +
      ' Start the release that wrote it, and report this; docs/operate/recovery.md says more.',
  );
}
