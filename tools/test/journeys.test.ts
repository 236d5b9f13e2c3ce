// What the journeys stand on: ports, prepared folders, folders of runs, the way to planted prices.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
// oxlint-disable vitrine/workspace-imports -- The journeys have no tests beside themselves, and no other package uses these parts.
import type { TestClock } from '../../e2e/support/clock.ts';
import { plantedBy } from '../../e2e/support/planted.ts';
import { freePorts } from '../../e2e/support/ports.ts';
import { sweep, usable } from '../../e2e/support/prepared.ts';
import { sweepRuns } from '../../e2e/support/runs.ts';

const HOUR = 3_600_000;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (let close = closing.pop(); close !== undefined; close = closing.pop()) await close();
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'vitrine-journeys-'));
  closing.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function of(worker: string): void {
  const before = process.env['TEST_PARALLEL_INDEX'];
  process.env['TEST_PARALLEL_INDEX'] = worker;
  closing.push(() => {
    if (before === undefined) delete process.env['TEST_PARALLEL_INDEX'];
    else process.env['TEST_PARALLEL_INDEX'] = before;
  });
}

async function listen(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => new Promise((done) => server.close(done)));
  return server;
}

it('an exchange has two different ports, which nothing else on the machine is given; each worker draws from its own', async () => {
  for (const worker of ['0', '3']) {
    of(worker);
    const first = 20_000 + Number(worker) * 1_000;
    for (let round = 0; round < 200; round += 1) {
      const { port, deskPort } = await freePorts();
      expect(port).not.toBe(deskPort);
      for (const one of [port, deskPort]) expect(one >= first && one < first + 1_000).toBe(true);
    }
  }
});

it('a port that somebody listens on is not drawn', async () => {
  of('4');
  const { port } = await freePorts();
  await listen(port);
  for (let round = 0; round < 200; round += 1) expect(Object.values(await freePorts())).not.toContain(port);
});

it('a prepared folder is taken while it is young and not from the future, and kept while it is used', () => {
  const shelf = folder();
  const now = Date.now();
  const name = (age: number): string => `abc.${now - age}`;
  const put = (path: string, used: number): void => {
    mkdirSync(join(shelf, path));
    utimesSync(join(shelf, path), new Date(now - used), new Date(now - used));
  };
  put(name(4 * HOUR), 0);
  put(name(-HOUR), 0);
  expect(usable(shelf, 'abc')).toBeUndefined();
  put(name(2 * HOUR), HOUR);
  put(name(HOUR), HOUR);
  put(`abd.${now}`, 0);
  expect(usable(shelf, 'abc')).toBe(join(shelf, name(HOUR)));
  expect(statSync(join(shelf, name(HOUR))).mtimeMs).toBeGreaterThanOrEqual(now - 1);
  put('making-1', 4 * HOUR);
  sweep(shelf);
  expect(readdirSync(shelf).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
    [name(4 * HOUR), name(2 * HOUR), name(HOUR), name(-HOUR), `abd.${now}`].toSorted((a, b) => (a < b ? -1 : 1)),
  );
});

it('a run leaves the folder of another that goes on, and removes what ended runs left', () => {
  const runs = folder();
  const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
  for (const name of [String(process.pid), String(ended), 'left-by-an-older-one']) mkdirSync(join(runs, name));
  sweepRuns(runs);
  expect(readdirSync(runs)).toEqual([String(process.pid)]);
  expect(existsSync(runs)).toBe(true);
});

it('the way to planted prices ends inside them, however long it takes', async () => {
  const turn = { calm: 600_000, away: 20_000, far: 560_000, back: 20_000 };
  let time = 0;
  let late = 0;
  const clock = {
    now: () => time,
    // Time goes on while the clock is moved and until it is looked at again.
    until: async (to: number) => void (time = Math.max(time, to) + late),
  } as TestClock;
  const planted = plantedBy(clock, turn);
  const place = (): number => time % 1_200_000;
  for (late of [0, 5_000, 60_000, 120_000])
    for (let from = 0; from < 1_200_000; from += 17_000) {
      time = from;
      await planted.far();
      expect(place() >= 621_000 && place() < 900_000).toBe(true);
      await planted.calm();
      expect(place() >= 1_000 && place() <= 300_000).toBe(true);
      await planted.calm(150_000, 290_000);
      expect(place() >= 310_000 && place() <= 450_000).toBe(true);
    }
  await expect(planted.calm(600_000)).rejects.toThrow('of calm');
});
