// The whole program, as `npm start` runs it: nothing of it is left after Ctrl-C, after kill -9, after a fatal error
// (issue 2 §3; design §9). Process ids show what is running.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { clusterOf } from '../../../src/app/postgres/cluster.ts';
import { connect, isAlive } from '../../../src/app/postgres/index.ts';

/** How long a start or an end may take, ms. */
const PATIENCE = 600_000;
const folder = mkdtempSync(join(tmpdir(), 'vitrine-start-'));
const dataFolder = join(folder, 'data');
const started: ChildProcess[] = [];

interface Program {
  readonly child: ChildProcess;
  /** Everything it printed. */
  readonly said: () => string;
  /** Its own number and those of all that it started. */
  readonly pids: readonly number[];
}

/** Numbers of a process and of all under it. */
function family(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'latin1');
      parents.set(Number(name), Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It ended while we looked.
    }
  }
  const found = [root];
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child);
  return found;
}

/** Waits until something is so. @throws with what the program said. */
async function until(what: string, check: () => boolean, said: () => string): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!check()) {
    if (performance.now() > end) throw new Error(`not within ${PATIENCE} ms: ${what}. It said: ${said()}`);
    await sleep(20);
  }
}

const PROGRAM = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
/** Starts the program as a test does, which then is its parent, and passes on what it prints. */
const PARENT = `const { spawn } = require('node:child_process');
const child = spawn(process.execPath, [process.argv[1]], { stdio: ['pipe', 'pipe', 'inherit'] });
child.stdout.pipe(process.stdout);`;

/** @param args of node; the program ends with us, however we end. */
function launch(args: readonly string[], settings: Record<string, string>): Pick<Program, 'child' | 'said'> {
  const child = spawn(process.execPath, args, {
    env: {
      ...{ ...process.env, PORT: '0', DESK_PORT: '0', VITRINE_HOST: '127.0.0.1', VITRINE_DATA: dataFolder },
      ...{ VITRINE_LOG: 'trace', VITRINE_END_WITH_STDIN: '1', VITRINE_PRACTICE_TRADERS: 'off', ...settings },
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  started.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream!.on('data', (part: Buffer) => (text += part.toString()));
  return { child, said: () => text };
}

/** Starts the program and waits until it is open. */
async function start(args = [PROGRAM], settings: Record<string, string> = {}): Promise<Program> {
  const { child, said } = launch(args, settings);
  await until('it is open', () => /Desk: .*\n/.test(said()) || child.exitCode !== null, said);
  expect(said()).toContain('Vitrine (practice) is open at http://localhost:');
  const pids = family(child.pid!);
  // The program, the supervisor, the database and its own processes.
  expect(pids.length).toBeGreaterThan(3);
  return { child, said, pids };
}

/** Waits until all that a program started is gone. */
async function gone({ pids, said }: Program): Promise<void> {
  await until('nothing of it runs', () => !pids.some(isAlive), said);
}

afterAll(async () => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  rmSync(clusterOf(dataFolder).sockets, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

test.runIf(process.platform === 'linux')(
  'a start prints where to set the desk up, a new link each time, in no log; Ctrl-C and kill -9 leave no process (§9)',
  async () => {
    const program = await start();
    const [, url = '', token = ''] = /Desk: open (http:\/\/localhost:\d+)\/setup#(\S{43}) /.exec(program.said()) ?? [];
    expect(program.said().split(token)).toHaveLength(2);
    const open = (word: string) =>
      fetch(`${url}/desk/api/setup/open`, {
        method: 'POST',
        headers: { origin: url, 'content-type': 'application/json' },
        body: JSON.stringify({ token: word }),
      }).then((answer) => answer.json());
    expect(await open(token)).toMatchObject({ code: 200, data: { kind: 'first', name: null, wordNeeded: false } });
    expect((await fetch(`${url}/metrics`)).status).toBe(200);
    expect((await fetch(`${url}/desk/api/nothing`)).status).toBe(404);
    const stopped = Date.now();
    const ended = once(program.child, 'exit');
    // As a terminal does: the signer is in the same group, the database is not.
    const signer = program.pids.find((pid) => commandOf(pid).includes('custody/signer/main.ts'))!;
    process.kill(signer, 'SIGINT');
    program.child.kill('SIGINT');
    expect((await ended)[0]).toBe(0);
    expect(program.said()).toContain('the exchange has stopped');
    expect(program.said()).not.toContain('"level":"error"');
    await gone(program);
    expect(program.said().split(token)).toHaveLength(2);
    // A copy of the stopped exchange differs from an older one: the stop marked its last row (issue 14, 5).
    const head = JSON.parse(readFileSync(join(dataFolder, 'signer', 'head.json'), 'utf8'));
    const far = JSON.parse(readFileSync(join(dataFolder, 'anchor.log'), 'utf8').trimEnd().split('\n').at(-1) ?? '');
    expect([head.row, far.row]).toEqual([far.row, head.row]);
    expect(head.time).toBeGreaterThanOrEqual(stopped);
    const again = await start();
    const [, , other = ''] = /Desk: open (\S+)\/setup#(\S{43}) /.exec(again.said()) ?? [];
    expect(other).toHaveLength(43);
    expect(other).not.toBe(token);
    // Its supervisor ends its database.
    again.child.kill('SIGKILL');
    await gone(again);
  },
);

test.runIf(process.platform === 'linux')('kill -9 of its parent ends it and its database', async () => {
  const program = await start(['-e', PARENT, PROGRAM]);
  // The parent, the program, and more.
  expect(program.pids.length).toBeGreaterThan(4);
  program.child.kill('SIGKILL');
  await gone(program);
});

/** What a process was started with; empty when it is gone. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It ended while we looked.
    return '';
  }
}

test.runIf(process.platform === 'linux').each(['postgres/supervisor.ts', 'bin/postgres', 'custody/signer/main.ts'])(
  'kill -9 of a program that starts and has just started its %s leaves nothing (issue 12)',
  async (part) => {
    const { child, said } = launch([PROGRAM], {});
    const isThere = () => family(child.pid!).some((pid) => commandOf(pid).includes(part));
    await until(`${part} runs`, isThere, said);
    const pids = family(child.pid!);
    child.kill('SIGKILL');
    await gone({ child, said, pids });
    const others = () => readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && commandOf(+pid).includes(dataFolder));
    await until('nothing works on its folder', () => !others(), said);
  },
);

test.runIf(process.platform === 'linux')(
  'a PostgreSQL that does not start, while the threads load, ends the program with 1 and says why; nothing is left',
  async () => {
    const broken = join(folder, 'broken');
    mkdirSync(join(broken, 'postgres'), { recursive: true, mode: 0o700 });
    writeFileSync(join(broken, 'postgres', 'PG_VERSION'), '1\n');
    const { child, said } = launch([PROGRAM], { VITRINE_DATA: broken });
    const pids = new Set<number>();
    await until(
      'it ended',
      () => {
        for (const pid of family(child.pid!)) pids.add(pid);
        return child.exitCode !== null;
      },
      said,
    );
    expect(child.exitCode).toBe(1);
    expect(said()).toContain('Vitrine does not start. PostgreSQL did not start: ');
    expect(said()).toContain('postgres.log');
    expect(said()).not.toContain('the exchange cannot go on');
    await gone({ child, said, pids: [...pids] });
    rmSync(clusterOf(broken).sockets, { recursive: true, force: true });
  },
);

test.runIf(process.platform === 'linux')(
  'a journal that another takes over ends the program with 1, it says why, nothing is left (design §2 fenced)',
  async () => {
    const program = await start();
    const { sockets } = clusterOf(dataFolder);
    const client = await connect({ kind: 'socket', folder: sockets, user: 'vitrine', database: 'vitrine' }, 'test');
    const ended = once(program.child, 'exit');
    await client.query('UPDATE journal_writer SET epoch = epoch + 1');
    await client.end();
    expect((await ended)[0]).toBe(1);
    expect(program.said()).toContain('the exchange cannot go on');
    expect(program.said()).toContain('Another writer has taken the journal over');
    await gone(program);
  },
);

test.runIf(process.platform === 'linux')(
  'a start before the time of the last batch, which a test moved ahead, says that it takes no orders and why',
  async () => {
    const ahead = { VITRINE_TEST_CLOCK: join(folder, 'clock'), VITRINE_TEST_CLOCK_AHEAD: '3600000' };
    const moved = await start([PROGRAM], ahead);
    expect(moved.said()).not.toContain('Attention:');
    // As a service manager does, to the whole group: the signer is still there for the last head (issue 14, 5).
    for (const pid of moved.pids.filter((one) => commandOf(one).includes('custody/signer/main.ts')))
      process.kill(pid, 'SIGTERM');
    moved.child.kill('SIGTERM');
    await gone(moved);
    expect(moved.said()).toContain('the exchange has stopped');
    expect(moved.said()).not.toContain('"level":"error"');
    const head = JSON.parse(readFileSync(join(dataFolder, 'signer', 'head.json'), 'utf8'));
    const far = JSON.parse(readFileSync(join(dataFolder, 'anchor.log'), 'utf8').trimEnd().split('\n').at(-1) ?? '');
    expect(far.row).toBe(head.row);
    const plain = await start();
    expect(plain.said()).toMatch(/^Attention: orders are not taken: the clock of this machine is \d+ ms behind/m);
    expect(plain.said()).toMatch(/"level":"warn",[^\n]*the clock of this machine[^\n]*"msg":"orders are not taken"/);
    plain.child.kill('SIGINT');
    await gone(plain);
  },
);

test.runIf(process.platform === 'linux')(
  'of two starts at once on one folder one opens; the other names the process that holds it, and ends with 1 (issue 14, 5)',
  async () => {
    const shared = { VITRINE_DATA: join(folder, 'shared') };
    const both = [launch([PROGRAM], shared), launch([PROGRAM], shared)];
    const ended = () => both.filter(({ child }) => child.exitCode !== null);
    const opened = () => both.filter(({ said }) => /Desk: .*\n/.test(said()));
    const said = () => both.map((one) => one.said()).join('\n---\n');
    await until('one is open and one has ended', () => ended().length === 1 && opened().length === 1, said);
    const [winner] = opened();
    const [loser] = ended();
    expect(loser?.child.exitCode).toBe(1);
    expect(loser?.said()).toContain(
      `Vitrine does not start. Another process (${winner?.child.pid}) works on the data folder ${shared.VITRINE_DATA}.`,
    );
    const stopped = once(winner!.child, 'exit');
    winner!.child.kill('SIGINT');
    await stopped;
    rmSync(clusterOf(shared.VITRINE_DATA).sockets, { recursive: true, force: true });
  },
);

test.each([
  ['a device', '/dev/null'],
  ['a file', join(folder, 'file')],
  ['below a file', join(folder, 'file', 'data')],
])('a data folder that is %s is refused by the name of its setting', async (_, place) => {
  writeFileSync(join(folder, 'file'), '');
  const { child, said } = launch([PROGRAM], { VITRINE_DATA: place });
  await until('it ended', () => child.exitCode !== null, said);
  expect(child.exitCode).toBe(1);
  expect(said()).toMatch(/Vitrine does not start\. VITRINE_DATA: expected a folder .*, got \S+, which is no folder/);
});
