// A recording through the fast book: rows that must agree, and a changed row that must not pass.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRows, replay, type Rows } from '../../bin/lobster.ts';

const root = join(import.meta.dirname, '../../..');
const made = join(import.meta.dirname, '../fixtures');
const madeMessages = join(made, 'MADE_34200000_34220000_message_5.csv');
const madeBook = join(made, 'MADE_34200000_34220000_orderbook_5_best-level-only.csv');
const shared = join(root, '../shared/data/lobster');
const day = join(shared, 'AAPL_2012-06-21_34200000_37800000');
const PROGRAM_LIMIT_MS = 60_000;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-replay-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the program; gives its exit code and all it printed. */
function program(...args: string[]): { code: number; text: string } {
  try {
    const options = { cwd: root, encoding: 'utf8', timeout: PROGRAM_LIMIT_MS, stdio: 'pipe' } as const;
    return { code: 0, text: execFileSync(process.execPath, ['core/bin/replay.ts', ...args], options) };
  } catch (error) {
    const failed = error as { status: number | null; stdout: string; stderr: string };
    if (failed.status === null) throw error;
    return { code: failed.status, text: failed.stdout + failed.stderr };
  }
}

/** A copy of a file of the made recording with one line changed. */
function changed(file: string, line: number, change: (cells: string[]) => string[]): string {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  lines[line - 1] = change(lines[line - 1]!.split(',')).join(',');
  const copy = join(folder, file.slice(made.length + 1));
  writeFileSync(copy, `${lines.join('\n')}\n`);
  return copy;
}

/** The first row (from 0) after `from` whose message adds an order at the best ask. */
function addedAtBestAsk(messages: Rows, best: Rows, from: number): number {
  let row = from;
  while (messages.words[row * 6 + 1] !== 1 || messages.words[row * 6 + 4] !== best.words[row * 4]) row += 1;
  return row;
}

describe('§9 design: replay of a recording', () => {
  it('every row of the made recording agrees, and all executions hit the front of their queue', () => {
    const { code, text } = program('--messages', madeMessages, '--book', madeBook);
    expect(text).toMatch(/^rows +400$/m);
    expect(text).toMatch(/^equal +400 \(100\.00 %\)$/m);
    expect(text).toMatch(/^orders a second +[1-9]\d*$/m);
    const [, front, all] = /^at the front +(\d+) of (\d+) executions$/m.exec(text)!;
    expect(Number(all)).toBeGreaterThan(20);
    expect(front).toBe(all);
    expect(code).toBe(0);
  });

  it('a message of another size at the best level is noticed, and the program exits 1 and says what it found', () => {
    const rows = readRows(madeMessages);
    const best = readRows(madeBook);
    const row = addedAtBestAsk(rows, best, 10);
    const messages = changed(madeMessages, row + 1, (cells) => [
      ...cells.slice(0, 3),
      String(Number(cells[3]) + 1),
      ...cells.slice(4),
    ]);
    const { code, text } = program(
      '--messages',
      messages,
      '--book',
      madeBook,
      '--start',
      `${made}/MADE_34200000_34220000_orderbook_5_first-row.csv`,
    );
    expect(code).toBe(1);
    expect(text).toMatch(new RegExp(`^first difference +row ${row + 1}$`, 'm'));
    expect(text).toMatch(/^Expected 400 equal rows, found \d+\.$/m);
  });

  it('one changed row of the recorded best level is one row less, and passes with --expect of one less only', () => {
    const book = changed(madeBook, 200, ([ask, size, ...rest]) => [ask!, String(Number(size) + 1), ...rest]);
    const start = ['--start', join(made, 'MADE_34200000_34220000_orderbook_5_first-row.csv')];
    expect(program('--messages', madeMessages, '--book', book, ...start).text).toMatch(/^equal +399 /m);
    expect(program('--messages', madeMessages, '--book', book, ...start, '--expect', '399').code).toBe(0);
    expect(program('--messages', madeMessages, '--book', book, ...start, '--expect', '400').code).toBe(1);
  });

  it('a broken file is named with its line, and missing options with the usage', () => {
    const messages = changed(madeMessages, 7, (cells) => [...cells.slice(0, 3), 'many', ...cells.slice(4)]);
    const broken = program('--messages', messages, '--book', madeBook);
    expect([broken.code, broken.text.includes(":7: expected a number in column 4, found 'many'.")]).toEqual([1, true]);
    const nothing = program();
    expect([nothing.code, nothing.text.includes('Usage: npm run replay')]).toEqual([1, true]);
  });

  describe.skipIf(!existsSync(shared))('the AAPL recording of ../shared (skipped where it is not)', () => {
    it('91,907 of 91,997 rows agree, uncorrected, and 4,043 of 4,067 executions hit the front', () => {
      const files = ['--messages', `${day}_message_50.csv.gz`, '--book', `${day}_orderbook_50_best-level-only.csv.gz`];
      const { code, text } = program(...files, '--expect', '91907');
      expect(text).toMatch(/^rows +91997$/m);
      expect(text).toMatch(/^equal +91907 /m);
      expect(text).toMatch(/^first difference +row 54607$/m);
      expect(text).toMatch(/^at the front +4043 of 4067 /m);
      expect(code).toBe(0);
    });

    it('changing one row that moves the best level is noticed', () => {
      const messages = readRows(`${day}_message_50.csv.gz`);
      const best = readRows(`${day}_orderbook_50_best-level-only.csv.gz`);
      const start = readRows(`${day}_orderbook_50_first-672-rows.csv.gz`);
      const untouched = replay(messages, best, start).equal;
      const row = addedAtBestAsk(messages, best, 1_000);
      messages.words[row * 6 + 3]! += 1;
      const outcome = replay(messages, best, start);
      expect(outcome.firstDifference).toBe(row + 1);
      expect(outcome.equal).toBeLessThan(untouched);
    });
  });
});
