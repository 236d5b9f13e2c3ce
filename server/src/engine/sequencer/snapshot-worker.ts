// A thread that writes one snapshot.

import { parentPort, workerData } from 'node:worker_threads';
import { JournalError } from '../journal/index.ts';
import { connect } from '../../app/postgres/index.ts';
import { saveSnapshot } from './save.ts';
import type { SnapshotOrder, SnapshotReport } from './snapshots.ts';

async function write({ address, dataFolder, row }: SnapshotOrder): Promise<void> {
  const begun = performance.now();
  const client = await connect(address, 'snapshot');
  try {
    const skipped = (file: string, reason: string) => tell({ kind: 'skipped', file, reason });
    const saved = await saveSnapshot({ client, dataFolder, row, skipped });
    tell({ kind: 'written', ...saved, ms: Math.round(performance.now() - begun) });
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
