// A practice exchange in its own processes, as users reach it: its port, and the memory it uses.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const READY_WITHIN = 180_000;
const STOP_WITHIN = 30_000;
const LINES_KEPT = 50;
const KIB = 1_024;

export interface AttackedExchange {
  readonly port: number;
  /** Memory of its processes without the database, bytes. */
  memory(): number;
  stop(): Promise<void>;
}

/** Starts one on free loopback ports, with its own data folder. */
export async function startExchange(): Promise<AttackedExchange> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('VITRINE_'));
  const child = spawn(process.execPath, ['--max-semi-space-size=4', 'server/src/main.ts'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(inherited),
      PORT: '0',
      DESK_PORT: '0',
      VITRINE_HOST: '127.0.0.1',
      VITRINE_DATA: folder,
      VITRINE_LOG: 'warn',
      VITRINE_PRACTICE_TRADERS: 'off',
      VITRINE_END_WITH_STDIN: '1',
    },
  });
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const port = await listening(child);
    const { pid } = child;
    if (pid === undefined) throw new Error('Expected a running exchange, it has no process.');
    return { port, memory: () => residentOf(pid), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The port that it prints when it is ready. */
async function listening(child: ChildProcess): Promise<number> {
  const lines: string[] = [];
  const port = await new Promise<number>((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`Not ready in time:\n${lines.join('\n')}`)), READY_WITHIN);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8');
      stream?.on('data', (text: string) => {
        lines.push(text);
        lines.splice(0, lines.length - LINES_KEPT);
        const open = /is open at http:\/\/[^:]+:(\d+)/.exec(text)?.[1];
        if (open === undefined) return;
        clearTimeout(timer);
        done(Number(open));
      });
    }
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(new Error(`Expected the exchange to start, it ended with ${code}:\n${lines.join('\n')}`));
    });
  });
  for (const until = Date.now() + READY_WITHIN; ;) {
    if ((await fetch(`http://127.0.0.1:${port}/readyz`)).ok) return port;
    if (Date.now() > until) throw new Error(`Expected a ready exchange:\n${lines.join('\n')}`);
    await new Promise((again) => setTimeout(again, 100));
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN);
  await gone;
  clearTimeout(late);
}

/** Resident bytes of a process and its children, without PostgreSQL. */
function residentOf(pid: number): number {
  const parents = new Map<number, number>();
  const resident = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = statusOf(name);
    if (status === undefined || status.includes('Name:\tpostgres')) continue;
    parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0));
    resident.set(Number(name), Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * KIB);
  }
  let sum = 0;
  for (const [one, bytes] of resident) {
    let at = one;
    while (at !== pid && at > 1) at = parents.get(at) ?? 0;
    if (at === pid) sum += bytes;
  }
  return sum;
}

/** Undefined for a process that has ended in the meantime. */
function statusOf(name: string): string | undefined {
  try {
    return readFileSync(`/proc/${name}/status`, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined;
    throw error;
  }
}
