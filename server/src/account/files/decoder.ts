// Decodes pictures in a separate process, so that no picture takes the exchange's memory or time.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface DecodeOrder {
  readonly file: Uint8Array;
  /** Most pixels per side of the result. */
  readonly side: number;
  readonly maxPixels: number;
  /** Most bytes besides those of its pixels. */
  readonly memory: number;
  readonly seconds: number;
}

/** The JPEG; undefined for a file that cannot be decoded. */
export interface DecodeAnswer {
  readonly drawn: Uint8Array | undefined;
}

export interface DecoderOptions {
  /** Bytes that a picture may take besides those of its pixels. */
  readonly memory?: number;
  /** Time limit from the request to the answer, ms; then the process is killed. */
  readonly patience?: number;
  /** How long an idle process is kept, ms. */
  readonly idle?: number;
}

export interface Decoder {
  /** The picture as a JPEG; undefined if it cannot be decoded, takes too much memory or too long. */
  draw(file: Buffer, side: number, maxPixels: number): Promise<Buffer | undefined>;
  /** Processes started so far. */
  started(): number;
  /** Ends the idle processes. */
  stop(): void;
}

/** 128 MiB: a decoder's own tables and rows. */
const MEMORY = 128 * 1_024 * 1_024;
/** Time limit per picture, seconds, enforced by the decoder. */
const DECODE_SECONDS = 30;
/** Time limit including the start of a process on a busy machine, ms. */
const PATIENCE = (DECODE_SECONDS + 15) * 1_000;
/** Most processes; further pictures wait for one. `files.ts` admits as many. */
export const DECODERS = 2;
/** Pictures per process: an exploit in one of them reaches few others. */
const PICTURES_EACH = 20;
/** An idle process ends after this, ms. */
const IDLE = 20_000;
/** JavaScript heap limit, MiB; pictures are outside of it. */
const HEAP = 64;

interface Worker {
  readonly child: ChildProcess;
  pictures: number;
  idle: NodeJS.Timeout | undefined;
}

/** A decoder; its processes start with the first picture and end by themselves. */
export function createDecoder({ memory = MEMORY, patience = PATIENCE, idle = IDLE }: DecoderOptions = {}): Decoder {
  const free: Worker[] = [];
  const line: (() => void)[] = [];
  let working = 0;
  let started = 0;

  function start(): Worker {
    started += 1;
    const child = fork(fileURLToPath(new URL('./decode-child.ts', import.meta.url)), [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAP}`],
      // It gets nothing of our environment, and its output may contain parts of a file.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // It does not keep this process alive; this process ends it.
    child.unref();
    child.channel?.unref();
    const worker: Worker = { child, pictures: 0, idle: undefined };
    child.on('error', () => undefined);
    child.once('exit', () => {
      clearTimeout(worker.idle);
      leave(worker);
    });
    return worker;
  }

  function leave(worker: Worker): void {
    const at = free.indexOf(worker);
    if (at >= 0) free.splice(at, 1);
  }

  /** Ends a process that has nothing to do. It takes no picture meanwhile: its exit is heard later. */
  function end(worker: Worker): void {
    leave(worker);
    worker.child.kill('SIGKILL');
  }

  function giveBack(worker: Worker): void {
    if (worker.pictures >= PICTURES_EACH || !worker.child.connected) {
      worker.child.kill('SIGKILL');
      return;
    }
    worker.idle = setTimeout(() => end(worker), idle);
    worker.idle.unref();
    free.push(worker);
  }

  function ask(worker: Worker, order: DecodeOrder): Promise<Buffer | undefined> {
    const { child } = worker;
    return new Promise((resolve) => {
      const finish = (drawn: Uint8Array | undefined, healthy: boolean) => {
        clearTimeout(timer);
        child.off('message', answered);
        child.off('exit', ended);
        child.channel?.unref();
        if (healthy) giveBack(worker);
        else child.kill('SIGKILL');
        resolve(drawn === undefined ? undefined : Buffer.from(drawn));
      };
      const answered = (message: unknown) => finish((message as DecodeAnswer).drawn, true);
      const ended = () => finish(undefined, false);
      const timer = setTimeout(ended, patience);
      child.on('message', answered);
      child.on('exit', ended);
      child.channel?.ref();
      worker.pictures += 1;
      child.send(order, (error) => {
        if (error !== null) ended();
      });
    });
  }

  return {
    async draw(file, side, maxPixels) {
      // A finishing caller hands over its slot, so `working` stays the same.
      if (working >= DECODERS) await new Promise<void>((resolve) => line.push(resolve));
      else working += 1;
      try {
        const worker = free.pop() ?? start();
        clearTimeout(worker.idle);
        return await ask(worker, { file, side, maxPixels, memory, seconds: DECODE_SECONDS });
      } finally {
        const next = line.shift();
        if (next) next();
        else working -= 1;
      }
    },
    started: () => started,
    stop() {
      for (const worker of free.slice()) end(worker);
    },
  };
}
