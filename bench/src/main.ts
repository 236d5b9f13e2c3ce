// npm run bench [-- PART …]: runs every part (or the named ones), prints one table and writes bench/last.json.
// Exits with 0 when all parts were measured, even with missed goals. Exits with 1 when a part failed or missed a
// required goal.

import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type Part, reached, type Row } from './part.ts';
import { loadPart, PARTS } from './parts.ts';

function figure(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });
}

/** A line of the table: what, ours, compared, ratio, goal. */
function cells(what: string, ours: string, beside: string, ratio: string, goal: string): string {
  return `${what.padEnd(34)}${ours.padStart(24)}${beside.padStart(36)}${ratio.padStart(9)}  ${goal}`.trimEnd();
}

/** One row of the table with its note. */
function line(row: Row): string {
  const done = reached(row);
  const text = cells(
    row.what,
    `${figure(row.value)} ${row.unit}`,
    row.beside === undefined ? '' : `${row.beside.what} ${figure(row.beside.value)}`,
    row.ratio === undefined ? '' : `×${figure(row.ratio)}`,
    row.goal === undefined ? '' : `${row.goal.is} ${figure(row.goal.value)}: ${done === true ? 'reached' : 'MISSED'}`,
  );
  return row.note === undefined ? text : `${text}\n    ${row.note}`;
}

async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  const names = asked.length > 0 ? asked : Object.keys(PARTS);
  const parts: Part[] = [];
  for (const name of names) parts.push(await loadPart(name));

  const machine = `${cpus()[0]?.model.trim() ?? 'unknown processor'} × ${cpus().length}, Node ${process.version}`;
  console.log(`${machine}\n\n${cells('what', 'ours', 'beside', 'ratio', 'goal')}`);
  const results = [];
  const rowsOfAll: Row[] = [];
  const failed: string[] = [];
  const broken: string[] = [];
  for (const part of parts) {
    console.log(`\n${part.name}: ${part.goal}`);
    try {
      const rows = await part.run();
      for (const row of rows) console.log(line(row));
      rowsOfAll.push(...rows);
      if (part.required === true && rows.some((row) => reached(row) === false)) broken.push(part.name);
      results.push({ part: part.name, goal: part.goal, rows: rows.map((row) => ({ ...row, reached: reached(row) })) });
    } catch (error) {
      // A failing part does not stop the others.
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      console.log(`    FAILED: ${reason}`);
      failed.push(part.name);
      results.push({ part: part.name, goal: part.goal, failed: reason });
    }
  }
  const file = join(import.meta.dirname, '../last.json');
  writeFileSync(file, `${JSON.stringify({ measured: new Date().toISOString(), machine, results }, undefined, 2)}\n`);
  const missed = rowsOfAll.filter((row) => reached(row) === false).map(({ what }) => what);
  const goals = rowsOfAll.filter((row) => row.goal !== undefined).length;
  console.log(
    `\n${goals - missed.length} of ${goals} goals reached${missed.length > 0 ? `; missed: ${missed.join(', ')}` : ''}`,
  );
  if (failed.length > 0) console.log(`not measured: ${failed.join(', ')}`);
  console.log('written to bench/last.json');
  for (const part of parts) for (const verdict of part.verdicts?.() ?? []) console.log(verdict);
  if (broken.length > 0) console.log(`required goals missed: ${broken.join(', ')}`);
  if (failed.length > 0 || broken.length > 0) process.exitCode = 1;
}

await main();
