// The exchange's side of the picture process: numbered requests, one answer each.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CODE } from '@vitrine/contract';
import type { Drawn } from './draw.ts';

export interface PictureOrder {
  readonly id: number;
  readonly file: Uint8Array;
  /** Most pixels per side of the result. */
  readonly side: number;
}

export type PictureAnswer = Drawn & { readonly id: number };

export interface PictureProcess {
  /**
   * Draws a picture. When the process ends meanwhile, the picture counts as one that cannot be decoded. 503: no process could
   * be started (too many open files or processes); nothing was done.
   */
  draw(file: Buffer, side: number): Promise<Drawn | { readonly code: (typeof CODE)['server.notTaking'] }>;
  /** Processes started so far. */
  started(): number;
  /** Ends the process; the next picture starts a new one. */
  stop(): void;
}

/** JavaScript heap limit, MiB; files are outside of it. */
const HEAP = 128;

/**
 * A process for pictures; it starts with the first one and ends with this process.
 * @param node the program that runs it.
 */
export function createPictureProcess(node: () => string = () => process.execPath): PictureProcess {
  const waiting = new Map<number, (answer: Drawn) => void>();
  let child: ChildProcess | undefined;
  let started = 0;
  let last = 0;

  function answer(id: number, drawn: Drawn): void {
    waiting.get(id)?.(drawn);
    waiting.delete(id);
    // Only pending work keeps this process alive.
    if (waiting.size === 0) child?.channel?.unref();
  }

  /** Undefined when it could not be started. */
  function start(): ChildProcess | undefined {
    started += 1;
    const fresh = fork(fileURLToPath(new URL('./picture-child.ts', import.meta.url)), [], {
      execPath: node(),
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAP}`],
      // It gets nothing of our environment, and its output may contain parts of a file.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    fresh.on('error', () => undefined);
    // Without a process there is no exit either: it would be kept for ever.
    if (fresh.pid === undefined) return undefined;
    fresh.unref();
    fresh.on('message', (message: unknown) => {
      const { id, ...drawn } = message as PictureAnswer;
      answer(id, 'drawn' in drawn ? { drawn: Buffer.from(drawn.drawn) } : drawn);
    });
    fresh.once('exit', () => {
      if (child !== fresh) return;
      child = undefined;
      for (const id of waiting.keys()) answer(id, { code: CODE['upload.damaged'] });
    });
    return fresh;
  }

  return {
    async draw(file, side) {
      child ??= start();
      if (child === undefined) return { code: CODE['server.notTaking'] };
      child.channel?.ref();
      const order: PictureOrder = { id: (last += 1), file, side };
      const { id } = order;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        child?.send(order, (error) => {
          if (error !== null) answer(id, { code: CODE['upload.damaged'] });
        });
      });
    },
    started: () => started,
    stop: () => child?.kill('SIGKILL'),
  };
}
