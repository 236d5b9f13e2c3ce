// The views' thread: follows the exchange over a port and projects it into SQL. Started by `start.ts`.

import { type MessagePort, parentPort } from 'node:worker_threads';
import type { DatabaseAddress } from '../../app/postgres/index.ts';
import { coreKit, followBatches, openLink, replayBetween } from '../../engine/sequencer/index.ts';
import { ordersOf } from '../../shared/thread/index.ts';
import { runViews, type ViewsHealth } from './run.ts';

/** How often the thread reports its health, ms. */
const HEALTH_EVERY = 1_000;

/** Start parameters of the thread. */
export interface ViewsOrders {
  readonly address: DatabaseAddress;
  readonly views?: DatabaseAddress;
  readonly dataFolder: string;
  readonly tradeMonths?: number;
  /** A port of the core's thread, transferred. */
  readonly port: MessagePort;
}

export type ViewsReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'fatal'; readonly message: string }
  | { readonly kind: 'health'; readonly health: ViewsHealth }
  | { readonly kind: 'stopped' }
  | {
      readonly kind: 'log';
      readonly level: 'info' | 'warn' | 'error';
      readonly message: string;
      readonly detail: Readonly<Record<string, unknown>>;
    };

function tell(report: ViewsReport): void {
  parentPort?.postMessage(report);
}

async function run(orders: ViewsOrders): Promise<void> {
  const { address, views, dataFolder, tradeMonths, port } = orders;
  const link = openLink(port);
  const running = await runViews({
    address,
    ...(views === undefined ? {} : { views }),
    ...(tradeMonths === undefined ? {} : { tradeMonths }),
    follow: (afterRow, listener) => followBatches({ kit: coreKit, link, address, dataFolder, afterRow, listener }),
    refill: (afterRow, upToRow) => replayBetween({ kit: coreKit, address, dataFolder, afterRow, upToRow }),
    log: (level, message, detail = {}) => tell({ kind: 'log', level, message, detail }),
    fatal: (error) => tell({ kind: 'fatal', message: error.message }),
  });
  const tellHealth = (): void => tell({ kind: 'health', health: running.health() });
  const timer = setInterval(tellHealth, HEALTH_EVERY);
  timer.unref();
  parentPort?.on('message', () => {
    clearInterval(timer);
    void running.stop().then(() => {
      tell({ kind: 'stopped' });
      port.close();
      parentPort?.close();
    });
  });
  tellHealth();
  tell({ kind: 'ready' });
}

ordersOf<ViewsOrders>()
  .then(run)
  .catch((error: unknown) => {
    tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    parentPort?.close();
  });
