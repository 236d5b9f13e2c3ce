// Follows the exchange from any row without gaps: past rows by replay from the nearest snapshot, then live batches.

import { type DatabaseAddress, connect } from '../../app/postgres/index.ts';
import { JournalError, readHead } from '../journal/index.ts';
import type { CoreKit } from './kit.ts';
import type { Batch, ExchangeLink } from './link.ts';
import { nearestStart, replayRows } from './replay.ts';
import { type Skipped, snapshotFolder } from './snapshot-file.ts';

export interface FollowOptions {
  readonly kit: CoreKit;
  readonly link: Pick<ExchangeLink, 'onBatch'>;
  /** Address of the journal. */
  readonly address: DatabaseAddress;
  readonly dataFolder: string;
  /** Last row the follower has (0: none). */
  readonly afterRow: number;
  /** Called for each batch after that row, in order. During catch-up each call is awaited before the next. */
  readonly listener: (batch: Batch) => void | Promise<void>;
  readonly skipped?: Skipped;
}

/**
 * Resolves once the follower has caught up; later batches arrive as they are committed. Returns a function that stops
 * following.
 * @throws {JournalError} if the follower is ahead of the journal, or a row differs from what was recorded.
 */
export async function followBatches(options: FollowOptions): Promise<() => void> {
  const { kit, link, address, afterRow, listener } = options;
  const waiting: Batch[] = [];
  let live = false;
  let last = afterRow;
  const tell = (batch: Batch): void | Promise<void> => {
    if (batch.row <= last) return;
    if (batch.row !== last + 1) throw new JournalError('missing', last + 1, `after batch ${last} came ${batch.row}`);
    last = batch.row;
    return listener(batch);
  };
  const stop = link.onBatch((batch) => {
    if (!live) waiting.push(batch);
    else void tell(batch);
  });
  const client = await connect(address, 'follower');
  try {
    const head = await readHead(client);
    if (afterRow > head.row) {
      throw new JournalError(
        'missing',
        head.row + 1,
        `The views are at row ${afterRow}, ahead of the journal, which ends at row ${head.row}. Journal row ${head.row + 1} is` +
          ' missing: restore the journal from a backup; docs/operate/recovery.md says how.',
      );
    }
    if (afterRow < head.row) {
      const folder = snapshotFolder(options.dataFolder);
      const skipped = options.skipped ?? (() => undefined);
      const from = await nearestStart({ kit, client, folder, notAfterRow: afterRow, head, skipped });
      for await (const batch of replayRows(kit, client, from, head.row)) await tell(batch);
    }
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) await tell(batch);
    live = true;
    return stop;
  } catch (error) {
    stop();
    throw error;
  } finally {
    await client.end();
  }
}

export interface ReplayBetweenOptions extends Pick<FollowOptions, 'kit' | 'address' | 'dataFolder' | 'skipped'> {
  /** Batches after this row … */
  readonly afterRow: number;
  /** … up to and including this one, which is committed. */
  readonly upToRow: number;
}

/**
 * Replays past committed batches from the nearest snapshot.
 * @throws {JournalError} if a row differs from what was recorded.
 */
export async function* replayBetween(options: ReplayBetweenOptions): AsyncGenerator<Batch> {
  const { kit, address, dataFolder, afterRow, upToRow } = options;
  const client = await connect(address, 'follower');
  try {
    const head = await readHead(client);
    const folder = snapshotFolder(dataFolder);
    const skipped = options.skipped ?? (() => undefined);
    const from = await nearestStart({ kit, client, folder, notAfterRow: afterRow, head, skipped });
    for await (const batch of replayRows(kit, client, from, upToRow)) if (batch.row > afterRow) yield batch;
  } finally {
    await client.end();
  }
}
