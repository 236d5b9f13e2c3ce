// A thread that writes one snapshot: the last one, replayed up to a committed row, compared row by row, saved.

import { parentPort, workerData } from 'node:worker_threads';
import { JournalError, readHead } from '../journal/index.ts';
import { connect } from '../postgres/index.ts';
import { coreKit } from './core.ts';
import { catchUp, nearestStart } from './replay.ts';
import { snapshotFolder, writeSnapshot } from './snapshot-file.ts';
import type { SnapshotOrder, SnapshotReport } from './snapshots.ts';

async function write(order: SnapshotOrder): Promise<void> {
  const begun = performance.now();
  const folder = snapshotFolder(order.dataFolder);
  const client = await connect(order.address, 'snapshot');
  try {
    const from = await nearestStart({
      kit: coreKit,
      client,
      folder,
      notAfterRow: order.row,
      head: await readHead(client),
      skipped: (file, reason) => tell({ kind: 'skipped', file, reason }),
    });
    const { exchange, row, rowHash } = await catchUp(coreKit, client, from, order.row);
    const head = { row, rowHash, rules: exchange.rules, digest: exchange.digest(), keyDigest: exchange.keyDigest() };
    const file = await writeSnapshot(folder, head, exchange.save());
    tell({ kind: 'written', file, row, ms: Math.round(performance.now() - begun) });
  } finally {
    await client.end();
  }
}

function tell(report: SnapshotReport): void {
  parentPort?.postMessage(report);
}

write(workerData as SnapshotOrder).catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  tell({ kind: 'failed', proof: error instanceof JournalError, message });
});
