// Starts and stops the views' thread.

import type { MessagePort } from 'node:worker_threads';
import type { DatabaseAddress } from '../../app/postgres/index.ts';
import { type LoadedThread, loadThread } from '../../shared/thread/index.ts';
import type { ViewsHealth, ViewsLog } from './run.ts';
import type { ViewsOrders, ViewsReport } from './worker.ts';

/** How long a stop may take before the thread is terminated, ms. The next start projects what was not written. */
const STOP_TIMEOUT = 10_000;

export interface StartViewsOptions {
  /** Address of the journal. */
  readonly address: DatabaseAddress;
  /** Address of the views, if they are in another database. */
  readonly views?: DatabaseAddress;
  readonly dataFolder: string;
  /** Whole months of public trades kept besides the current one; 0 or absent: all. */
  readonly tradeMonths?: number;
  /** From `RunningCore.port()`. */
  readonly port: MessagePort;
  readonly log: ViewsLog;
  /** Called when the projection cannot go on: the process must end and start again. */
  readonly fatal: (error: Error) => void;
}

export interface RunningViews {
  /** Last health report of the thread; it sends one every second. */
  health(): ViewsHealth;
  /** Writes waiting batches and ends the thread. */
  stop(): Promise<void>;
}

/** Loads the views' thread ahead of its start. */
export function loadViews(): LoadedThread {
  return loadThread(new URL('./worker.ts', import.meta.url), 'views');
}

/**
 * Starts the views' thread; resolves once SQL has caught up with the journal.
 * @throws with the message of the error that stopped it: views ahead of the journal or of another one.
 */
export async function startViews(options: StartViewsOptions, thread = loadViews()): Promise<RunningViews> {
  const { log, fatal, port, ...where } = options;
  const worker = thread.begin({ ...where, port } satisfies ViewsOrders, [port]);
  let stopping = false;
  let health: ViewsHealth = { row: 0, behind: 0, lost: 0, rebuilt: 0 };
  let tellStopped: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => (tellStopped = resolve));
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (report: ViewsReport) => {
      if (report.kind === 'ready') resolve();
      else if (report.kind === 'failed') reject(new Error(report.message));
      else if (report.kind === 'fatal') fatal(new Error(report.message));
      else if (report.kind === 'stopped') tellStopped();
      else if (report.kind === 'health') ({ health } = report);
      else log(report.level, report.message, report.detail);
    });
    worker.on('error', (error) => {
      reject(error);
      fatal(error);
    });
    worker.on('exit', () => {
      tellStopped();
      reject(new Error("the views' thread ended before it was ready"));
      if (!stopping) fatal(new Error("the views' thread ended"));
    });
  });
  return {
    health: () => health,
    async stop() {
      stopping = true;
      worker.postMessage('stop');
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, STOP_TIMEOUT)));
      await Promise.race([stopped, patience]);
      clearTimeout(timer);
      await worker.terminate();
    },
  };
}
