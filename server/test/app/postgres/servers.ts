// Servers of the tests, each in a folder of its own or in one that several share: ended and removed afterwards.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { clusterOf } from '../../../src/app/postgres/cluster.ts';
import { connect, isAlive, type Postgres, startPostgres } from '../../../src/app/postgres/index.ts';
import type { Report } from '../../../src/app/postgres/supervisor.ts';

export const SMALL = { shared_buffers: '16MB' };
const PATIENCE = 600_000;
const folders: string[] = [];
const running: Postgres[] = [];
const children: ChildProcess[] = [];

/** An empty data folder, removed at the end. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pg-'));
  folders.push(folder);
  return folder;
}

/** Starts a server that ends after the test. */
export async function start(
  dataFolder: string,
  options: Record<string, string> = {},
  onReport: (report: Report) => void = () => undefined,
): Promise<Postgres> {
  const postgres = await startPostgres({ dataFolder, options: { ...SMALL, ...options }, onReport });
  running.push(postgres);
  return postgres;
}

/** The first field of what a statement gives, as text. Waits for a server that starts, on a busy machine for minutes. */
export async function ask(postgres: Postgres, statement: string): Promise<string> {
  const client = await connect(postgres.address, 'test', PATIENCE);
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return String(Object.values(rows[0] ?? {})[0]);
  } finally {
    await client.end();
  }
}

/** Waits until a process is gone. */
export async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(10);
}

/** A process of ours that holds a server. */
export interface Holder {
  readonly child: ChildProcess;
  /** The server's and its supervisor's number. */
  readonly pid: number;
  readonly supervisor: number;
}

/** Starts a process of ours that holds a server, and gives both its numbers. */
export async function startHolder(
  dataFolder: string,
  user: { readonly uid?: number; readonly gid?: number } = {},
): Promise<Holder> {
  const file = fileURLToPath(new URL('./holder.ts', import.meta.url));
  const child = spawn(process.execPath, [file, dataFolder], { stdio: ['pipe', 'pipe', 'inherit'], ...user });
  children.push(child);
  const lines = createInterface({ input: child.stdout! });
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
  if (line === undefined) throw new Error('The process ended before its server was ready; its messages are above.');
  return { child, ...(JSON.parse(line) as { pid: number; supervisor: number }) };
}

/** Kills a process and waits until it has ended. */
export async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** After each test. */
export async function endServers(): Promise<void> {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const postgres of running.splice(0)) await postgres.stop();
}

/** After the last one. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) {
    rmSync(clusterOf(folder).sockets, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}
