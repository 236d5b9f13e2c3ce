// Decides when a snapshot is due and starts a worker that writes it. The worker replays from the last one and so proves
// replay = live.

import { Worker } from 'node:worker_threads';
import type { DatabaseAddress } from '../../app/postgres/index.ts';
import type { Log } from './open.ts';
import type { Sequencer } from './sequencer.ts';

/** A snapshot is due after this many rows or commands, whichever comes first. */
export interface SnapshotLimits {
  readonly rows: number;
  readonly commands: number;
}

const STANDARD: SnapshotLimits = { rows: 10_000, commands: 500_000 };

/** Input of the worker. */
export interface SnapshotOrder {
  readonly address: DatabaseAddress;
  readonly dataFolder: string;
  /** The committed row whose state to write. */
  readonly row: number;
}

/** Final report of the worker. `proof`: replay gave something other than what was recorded. */
export type SnapshotReport =
  | { readonly kind: 'written'; readonly file: string; readonly row: number; readonly ms: number }
  | { readonly kind: 'skipped'; readonly file: string; readonly reason: string }
  | { readonly kind: 'failed'; readonly proof: boolean; readonly message: string };

interface Parts {
  readonly sequencer: Sequencer;
  readonly address: DatabaseAddress;
  readonly dataFolder: string;
  /** Row of the snapshot used at the start, 0 if none. */
  readonly lastRow: number;
  readonly log: Log;
  readonly fatal: (error: Error) => void;
}

/** Watches committed batches and starts the worker when a snapshot is due; never two at a time. */
export function keepSnapshots(parts: Parts, limits: SnapshotLimits = STANDARD): { stop(): Promise<void> } {
  const { sequencer, log } = parts;
  let { lastRow } = parts;
  let commands = 0;
  let worker: Worker | undefined;

  const end = sequencer.onBatch((batch) => {
    commands += batch.count;
    if (worker !== undefined || (batch.row - lastRow < limits.rows && commands < limits.commands)) return;
    lastRow = batch.row;
    commands = 0;
    worker = startWorker({ address: parts.address, dataFolder: parts.dataFolder, row: batch.row });
    worker.on('message', (report: SnapshotReport) => hear(report));
    worker.on('error', (error) => log('warn', 'a snapshot was not written', { reason: String(error) }));
    worker.on('exit', () => {
      worker = undefined;
    });
  });
  const hear = (report: SnapshotReport) => {
    if (report.kind === 'written') log('info', 'a snapshot is written', { ...report });
    else if (report.kind === 'skipped') log('warn', 'a snapshot was skipped', { ...report });
    else if (report.proof) parts.fatal(new Error(report.message));
    else log('warn', 'a snapshot was not written', { reason: report.message });
  };
  return {
    async stop() {
      end();
      await worker?.terminate();
    },
  };
}

function startWorker(order: SnapshotOrder): Worker {
  return new Worker(new URL('./snapshot-worker.ts', import.meta.url), { workerData: order, name: 'snapshot' });
}
