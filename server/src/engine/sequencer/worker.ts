// The core's thread: sequencer, core and journal connection. Started by `start.ts`, reachable only through ports.

import { type MessagePort, parentPort } from 'node:worker_threads';
import type { Command } from '@vitrine/core';
import { buildName } from '../../shared/build/index.ts';
import { clockOf, type SharedAhead } from '../../shared/clock/index.ts';
import type { DatabaseAddress } from '../../app/postgres/index.ts';
import { ordersOf } from '../../shared/thread/index.ts';
import { timeOf } from './clock.ts';
import { coreKit } from './core.ts';
import { type Log, openSequencer } from './open.ts';
import { serveLink } from './port.ts';
import type { SnapshotLimits } from './snapshots.ts';

/** Start parameters of the thread. */
export interface CoreOrders {
  readonly address: DatabaseAddress;
  readonly dataFolder: string;
  readonly genesis: Command;
  readonly setup?: readonly Command[];
  readonly snapshots?: SnapshotLimits;
  /** How far a test has moved the clock. */
  readonly ahead?: SharedAhead;
}

export type CoreRequest = { readonly kind: 'attach'; readonly port: MessagePort } | { readonly kind: 'stop' };

export type CoreReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'fatal'; readonly message: string }
  | { readonly kind: 'stopped' }
  | {
      readonly kind: 'log';
      readonly level: 'info' | 'warn' | 'error';
      readonly message: string;
      readonly detail: Readonly<Record<string, unknown>>;
    };

function tell(report: CoreReport): void {
  parentPort?.postMessage(report);
}

const log: Log = (level, message, detail = {}) => tell({ kind: 'log', level, message, detail });

async function run({ ahead, ...orders }: CoreOrders): Promise<void> {
  const { sequencer, close } = await openSequencer({
    ...orders,
    kit: coreKit,
    log,
    time: timeOf(clockOf(ahead)),
    fatal: (error) => tell({ kind: 'fatal', message: error.message }),
  });
  const ends: (() => void)[] = [];
  parentPort?.on('message', (request: CoreRequest) => {
    if (request.kind === 'attach') {
      ends.push(serveLink(sequencer, request.port));
      return;
    }
    void close().then(() => {
      for (const end of ends) end();
      tell({ kind: 'stopped' });
      parentPort?.close();
    });
  });
  tell({ kind: 'ready' });
}

const orders = ordersOf<CoreOrders>();
// Runs git before the orders arrive; the rows need the build name.
buildName();
orders.then(run).catch((error: unknown) => {
  tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  parentPort?.close();
});
