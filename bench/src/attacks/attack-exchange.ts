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
  /** Answers 500 to 599 but 503 since its start, to anybody: 503 says that nothing was done. */
  faults(): Promise<number>;
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
    const { port, desk } = await listening(child);
    const { pid } = child;
    if (pid === undefined) throw new Error('Expected a running exchange, it has no process.');
    return { port, memory: () => residentOf(pid), faults: () => faultsAt(desk), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Ports {
  readonly port: number;
  readonly desk: number;
}

/** The ports that it prints when it is ready. */
async function listening(child: ChildProcess): Promise<Ports> {
  const lines: string[] = [];
  const ports = await new Promise<Ports>((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`Not ready in time:\n${lines.join('\n')}`)), READY_WITHIN);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8');
      stream?.on('data', (text: string) => {
        lines.push(text);
        lines.splice(0, lines.length - LINES_KEPT);
        const said = lines.join('');
        const port = /is open at http:\/\/[^:]+:(\d+)/.exec(said)?.[1];
        const desk = /^Desk: .*http:\/\/[^:]+:(\d+)/m.exec(said)?.[1];
        if (port === undefined || desk === undefined) return;
        clearTimeout(timer);
        done({ port: Number(port), desk: Number(desk) });
      });
    }
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(new Error(`Expected the exchange to start, it ended with ${code}:\n${lines.join('\n')}`));
    });
  });
  for (const until = Date.now() + READY_WITHIN; ;) {
    if ((await fetch(`http://127.0.0.1:${ports.port}/readyz`)).ok) return ports;
    if (Date.now() > until) throw new Error(`Expected a ready exchange:\n${lines.join('\n')}`);
    await new Promise((again) => setTimeout(again, 100));
  }
}

/** Answers 500 to 599 but 503, as its metrics count them. */
async function faultsAt(desk: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${desk}/metrics`)).text();
  const counts = text.matchAll(/^vitrine_requests_total\{[^}]*status="5(?!03)\d\d"[^}]*\} (\d+)/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
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
