// Starts the core's thread and hands out links to it. Tests and tools can run the same in the caller's thread.

import type { Command } from '@vitrine/core';
import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { SharedAhead } from '../../shared/clock/index.ts';
import type { DatabaseAddress } from '../../app/postgres/index.ts';
import { type LoadedThread, loadThread } from '../../shared/thread/index.ts';
import { coreKit } from './core.ts';
import type { CoreKit } from './kit.ts';
import type { ExchangeLink } from './link.ts';
import { type Log, openSequencer, type OpenOptions } from './open.ts';
import { connectLink, localLink } from './port.ts';
import type { Sequencer } from './sequencer.ts';
import type { SnapshotLimits } from './snapshots.ts';
import type { CoreOrders, CoreReport, CoreRequest } from './worker.ts';

/** How long a stop may take before the thread is terminated, ms. */
const STOP_TIMEOUT = 10_000;

export interface StartOptions {
  /** Address of the journal. */
  readonly address: DatabaseAddress;
  readonly dataFolder: string;
  /** The first command of an empty journal. */
  readonly genesis: Command;
  /** Commands after genesis in the same row: the products' initial values. */
  readonly setup?: readonly Command[];
  readonly log: Log;
  /** Called with an unrecoverable error; the process must end and start again. */
  readonly fatal: (error: Error) => void;
  readonly snapshots?: SnapshotLimits;
  /** How far a test has moved the clock. */
  readonly ahead?: SharedAhead;
}

/** The core's thread. */
export interface RunningCore {
  /** The link for this thread. */
  readonly link: ExchangeLink;
  /** A transferable port for another thread; `openLink` makes a link of it there. */
  port(): MessagePort;
  /** Commits what has run, releases the journal, ends the thread. */
  stop(): Promise<void>;
}

/** Loads the core's thread ahead of its start. */
export function loadSequencer(): LoadedThread {
  return loadThread(new URL('./worker.ts', import.meta.url), 'core');
}

/**
 * Starts the core's thread; resolves once the journal is replayed.
 * @throws with the message of the error that stopped it; a bad row is named.
 */
export async function startSequencer(options: StartOptions, thread = loadSequencer()): Promise<RunningCore> {
  const { log, fatal, ...orders } = options;
  const worker = thread.begin(orders satisfies CoreOrders);
  let stopping = false;
  let tellStopped: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => (tellStopped = resolve));
  const send = (request: CoreRequest, transfer: readonly MessagePort[] = []) => worker.postMessage(request, transfer);

  await new Promise<void>((resolve, reject) => {
    worker.on('message', (report: CoreReport) => {
      if (report.kind === 'ready') resolve();
      else if (report.kind === 'failed') reject(new Error(report.message));
      else if (report.kind === 'fatal') fatal(new Error(report.message));
      else if (report.kind === 'stopped') tellStopped();
      else log(report.level, report.message, report.detail);
    });
    worker.on('error', (error) => {
      reject(error);
      fatal(error);
    });
    worker.on('exit', () => {
      tellStopped();
      if (!stopping) fatal(new Error("the core's thread ended"));
    });
  });

  const port = () => {
    const { port1, port2 } = new MessageChannel();
    send({ kind: 'attach', port: port1 }, [port1]);
    return port2;
  };
  return {
    link: openLink(port()),
    port,
    async stop() {
      stopping = true;
      send({ kind: 'stop' });
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, STOP_TIMEOUT)));
      await Promise.race([stopped, patience]);
      clearTimeout(timer);
      const ended = once(worker, 'exit');
      await Promise.all([worker.terminate(), Promise.race([ended, worker.terminate()])]);
    },
  };
}

/** The link at the end of a port from `RunningCore.port`. */
export function openLink(port: MessagePort): ExchangeLink {
  return connectLink(coreKit, port);
}

/** Runs everything in this thread, for tests and tools. `kit`: another machine with the core's interface. */
export async function startLocal(
  options: Omit<OpenOptions, 'kit' | 'log' | 'fatal'> &
    Partial<Pick<OpenOptions, 'log' | 'fatal'>> & { readonly kit?: CoreKit },
): Promise<{ readonly link: ExchangeLink; readonly sequencer: Sequencer; stop(): Promise<void> }> {
  const kit = options.kit ?? coreKit;
  const { sequencer, close } = await openSequencer({
    log: () => undefined,
    fatal: (error) => {
      throw error;
    },
    ...options,
    kit,
  });
  return { link: localLink(kit, sequencer), sequencer, stop: close };
}
