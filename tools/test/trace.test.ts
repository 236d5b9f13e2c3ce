import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newestTrace } from '../trace.mjs';

it('finds the newest trace', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-trace-'));
  expect(newestTrace(folder)).toBeUndefined();
  expect(newestTrace(join(folder, 'none'))).toBeUndefined();
  for (const [name, time] of [
    ['old', 1],
    ['newest', 3],
    ['newer', 2],
  ] as const) {
    mkdirSync(join(folder, name));
    const file = join(folder, name, 'trace.zip');
    writeFileSync(file, '');
    utimesSync(file, time, time);
  }
  expect(newestTrace(folder)).toBe(join(folder, 'newest/trace.zip'));
  rmSync(folder, { recursive: true });
});
