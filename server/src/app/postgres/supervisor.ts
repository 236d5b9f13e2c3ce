// A small process that keeps one PostgreSQL running while its parent lives and stops it when the parent ends, even by a
// kill. The end of the parent closes this process's standard input. Started by `embedded.ts`.

import { type ChildProcess, spawn } from 'node:child_process';
import { close, openSync } from 'node:fs';
import { open, rm, stat, truncate } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isCode } from './system-error.ts';
import { findKeeper, findPostmaster, isAlive, removeStaleLocks, stopPostmaster } from './postmaster.ts';
import type { Start } from './rights.ts';

/** Parameters from the parent as JSON, after the parent's process id. */
export interface Orders {
  readonly start: Start;
  /** The cluster's folder. */
  readonly data: string;
  readonly log: string;
  readonly sockets: string;
  /** Folder to remove after the end (tests). */
  readonly remove?: string;
}

/** Reports to the parent on standard output, one JSON line each. */
export type Report =
  | { readonly state: 'ready'; readonly pid: number; readonly found: boolean }
  | { readonly state: 'lost' }
  | { readonly state: 'failed'; readonly reason: string };

/** How long a start may fail over the remains of a killed server ("postmaster.pid already exists"), ms. */
const REMAINS_PATIENCE = 10_000;
/** How long a server may take to be ready, ms; crash recovery replays its log first. */
const READY_PATIENCE = 120_000;
const LOOK_EVERY = 10;
const WATCH_EVERY = 100;
const RESTART_PAUSE = 100;
/** A start truncates a log larger than this, bytes. */
const LOG_LIMIT = 16 * 2 ** 20;
const REMAINS = /postmaster\.pid" already exists|pre-existing shared memory block|is still in use/;

const [, , , ordersText = '{}'] = process.argv;
const orders = JSON.parse(ordersText) as Orders;
const parentGone = new AbortController();
let stopping = false;

/** The parent closed its end: it stopped or was killed. */
function onParentGone(): void {
  stopping = true;
  parentGone.abort();
}

/** Waits this long, or until the parent ends. */
async function pause(duration: number): Promise<void> {
  await sleep(duration, undefined, { signal: parentGone.signal }).catch((error: unknown) => {
    if (!stopping) throw error;
  });
}

function report(message: Report): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** Starts a server and waits until it is ready. Returns its process id, or why it ended. */
async function startServer(): Promise<{ pid: number } | { ended: string }> {
  const before = await logSize();
  const child = spawnServer();
  let ended = false;
  child.once('exit', () => (ended = true));
  child.once('error', () => (ended = true));
  const until = performance.now() + READY_PATIENCE;
  while (!ended) {
    const found = await findPostmaster(orders.data);
    if (found !== undefined && found.pid === child.pid && found.status === 'ready') return { pid: found.pid };
    if (performance.now() > until || (stopping && child.pid !== undefined && found === undefined)) {
      if (child.pid !== undefined) await stopPostmaster(child.pid);
      return { ended: stopping ? 'stopped while it started' : `not ready after ${READY_PATIENCE} ms` };
    }
    await sleep(LOOK_EVERY);
  }
  return { ended: await lastWords(before) };
}

function spawnServer(): ChildProcess {
  const { start } = orders;
  const log = openSync(orders.log, 'a', 0o600);
  const child = spawn(start.file, start.args, {
    stdio: ['ignore', log, log],
    cwd: '/',
    detached: true,
    ...(start.uid === undefined ? {} : { uid: start.uid, gid: start.gid }),
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
  });
  close(log, (error) => {
    if (error !== null) process.stderr.write(`${String(error)}\n`);
  });
  return child;
}

/**
 * Ensures a running server. Adopts one that runs and waits for one that is stopping. Ends one whose owner has ended
 * (its supervisor is about to do so). Retries over the remains of a killed one.
 */
async function ensureServer(): Promise<number | undefined> {
  const until = performance.now() + REMAINS_PATIENCE;
  for (;;) {
    if (stopping) return undefined;
    const found = await findPostmaster(orders.data);
    if (found?.status === 'ready') {
      if ((await findKeeper(found.pid))?.abandoned === true) {
        await stopPostmaster(found.pid);
        continue;
      }
      report({ state: 'ready', pid: found.pid, found: true });
      return found.pid;
    }
    if (found === undefined) {
      await removeStaleLocks(orders.data, orders.sockets);
      const outcome = await startServer();
      if ('pid' in outcome) {
        report({ state: 'ready', pid: outcome.pid, found: false });
        return outcome.pid;
      }
      if (stopping) return undefined;
      if (!REMAINS.test(outcome.ended) || performance.now() > until) {
        report({ state: 'failed', reason: outcome.ended });
        await pause(WATCH_EVERY * 10);
      }
    }
    await sleep(LOOK_EVERY * 2);
  }
}

async function main(): Promise<void> {
  process.stdin.resume();
  process.stdin.once('end', onParentGone).once('close', onParentGone).once('error', onParentGone);
  // The parent handles the terminal's Ctrl-C: it closes our input once it is done with the database.
  process.on('SIGINT', () => undefined).on('SIGHUP', () => undefined);
  process.on('SIGTERM', onParentGone);
  process.stdout.on('error', onParentGone);
  await shortenLog();

  while (!stopping) {
    const pid = await ensureServer();
    if (pid === undefined) break;
    while (!stopping && isAlive(pid)) await pause(WATCH_EVERY);
    if (!stopping) {
      report({ state: 'lost' });
      await pause(RESTART_PAUSE);
    }
  }
  const last = await findPostmaster(orders.data);
  // A server kept by another supervisor must be ended by that one (a second start on the folder of a running exchange).
  if (last !== undefined) {
    const keeper = await findKeeper(last.pid);
    if (keeper === undefined || keeper.pid === process.pid || keeper.abandoned) await stopPostmaster(last.pid);
  }
  if (orders.remove !== undefined) {
    await rm(orders.remove, { recursive: true, force: true });
    await rm(orders.sockets, { recursive: true, force: true });
  }
}

async function logSize(): Promise<number> {
  return await stat(orders.log).then(
    (found) => found.size,
    (error: unknown) => {
      if (isCode(error, 'ENOENT')) return 0;
      throw error;
    },
  );
}

async function shortenLog(): Promise<void> {
  if ((await logSize()) > LOG_LIMIT) await truncate(orders.log);
}

/** What the server wrote to its log since `from`, at most the last 2,000 characters. */
async function lastWords(from: number): Promise<string> {
  const file = await open(orders.log, 'r');
  try {
    const size = (await file.stat()).size;
    const start = Math.max(from, size - 2_000);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    return buffer.subarray(0, bytesRead).toString().trim() || 'it ended without a word';
  } finally {
    await file.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    report({ state: 'failed', reason: String(error) });
    process.exit(1);
  },
);
