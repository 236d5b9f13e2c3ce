// The server's programs that are kept beside the sources (decision 382): those used last.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hold, isWhole, keepNewest, seal } from '../ensure.mjs';

test('keeps the programs that were used last and removes the others', () => {
  const shelf = mkdtempSync(join(tmpdir(), 'vitrine-programs-'));
  try {
    for (const [age, name] of ['e', 'a', 'd', 'c', 'b'].entries()) {
      mkdirSync(join(shelf, name, 'parts'), { recursive: true });
      utimesSync(join(shelf, name), 1_000 - age, 1_000 - age);
    }
    keepNewest(shelf, 3);
    expect(readdirSync(shelf).toSorted()).toEqual(['a', 'd', 'e']);
    keepNewest(shelf, 3);
    expect(readdirSync(shelf).length).toBe(3);
  } finally {
    rmSync(shelf, { recursive: true });
  }
});

test('keeps what a living process runs, however many newer ones there are', async () => {
  const shelf = mkdtempSync(join(tmpdir(), 'vitrine-programs-'));
  const running = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = spawnSync(process.execPath, ['-e', '']);
  try {
    for (const [age, name] of ['newest', 'newer', 'new', 'running', 'ended'].entries()) {
      mkdirSync(join(shelf, name));
      writeFileSync(join(shelf, name, 'main.js'), '');
      seal(join(shelf, name));
      if (name === 'running') hold(join(shelf, name), running.pid ?? 0);
      if (name !== 'newest') hold(join(shelf, name), ended.pid);
      utimesSync(join(shelf, name), 1_000 - age, 1_000 - age);
    }
    keepNewest(shelf, 1);
    expect(readdirSync(shelf).toSorted()).toEqual(['newest', 'running']);
    expect(isWhole(join(shelf, 'running'))).toBe(true);
    hold(join(shelf, 'newest'), ended.pid);
    hold(join(shelf, 'newest'), process.pid);
    expect(readdirSync(join(shelf, 'newest')).filter((name) => name.startsWith('held-'))).toEqual([
      `held-${process.pid}`,
    ]);
    running.stdin.end();
    await once(running, 'exit');
    utimesSync(join(shelf, 'running'), 1, 1);
    keepNewest(shelf, 1);
    expect(readdirSync(shelf)).toEqual(['newest']);
  } finally {
    running.kill();
    rmSync(shelf, { recursive: true });
  }
});

test('builds that were cut off count for nothing, and are removed after an hour', () => {
  const shelf = mkdtempSync(join(tmpdir(), 'vitrine-programs-'));
  try {
    for (const name of ['making-a', 'making-b', 'program']) mkdirSync(join(shelf, name));
    utimesSync(join(shelf, 'program'), 1_000, 1_000);
    keepNewest(shelf, 1);
    expect(readdirSync(shelf).toSorted()).toEqual(['making-a', 'making-b', 'program']);
    keepNewest(shelf, 1, Date.now() + 3_700_000);
    expect(readdirSync(shelf)).toEqual(['program']);
  } finally {
    rmSync(shelf, { recursive: true });
  }
});

test('a program is whole only with every file at its length', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-program-'));
  try {
    expect(isWhole(join(folder, 'none'))).toBe(false);
    for (const name of ['main.js', 'part-1.js']) writeFileSync(join(folder, name), 'export {};\n');
    expect(isWhole(folder), 'never sealed').toBe(false);
    seal(folder);
    expect(isWhole(folder)).toBe(true);
    writeFileSync(join(folder, 'main.js'), '');
    expect(isWhole(folder), 'emptied').toBe(false);
    rmSync(join(folder, 'main.js'));
    expect(isWhole(folder), 'a file is gone').toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a program that one user built is run by another', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-program-'));
  try {
    writeFileSync(join(folder, 'main.js'), '', { mode: 0o600 });
    seal(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o755);
    for (const name of readdirSync(folder))
      expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o644]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
