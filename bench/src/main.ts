// npm run bench [-- PART …]: every part (or those named), printed as a table and written to bench/last.json.

import { existsSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type Part, reached, type Row } from './part.ts';

/** In this order; a part stands in `bench/src/NAME.ts`. */
const PARTS = ['core', 'durable', 'ack', 'fold', 'http', 'recovery'];

function isPart(module: unknown): module is Part {
  return typeof module === 'object' && module !== null && 'name' in module && 'goal' in module && 'run' in module;
}

async function load(name: string): Promise<Part> {
  const file = join(import.meta.dirname, `${name}.ts`);
  if (!PARTS.includes(name) || !existsSync(file)) {
    const known = PARTS.filter((other) => existsSync(join(import.meta.dirname, `${other}.ts`)));
    throw new Error(`Expected parts among ${known.join(', ')}, got '${name}'.`);
  }
  const module: unknown = await import(file);
  if (!isPart(module)) throw new Error(`Expected ${file} to export name, goal and run.`);
  return module;
}

function figure(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });
}

/** One line of the table. */
function line(row: Row): string {
  const cells = [row.what.padEnd(34), `${figure(row.value)} ${row.unit}`.padStart(24)];
  cells.push((row.beside === undefined ? '' : `${row.beside.what} ${figure(row.beside.value)}`).padStart(36));
  cells.push((row.ratio === undefined ? '' : `×${figure(row.ratio)}`).padStart(9));
  const done = reached(row);
  if (done !== undefined && row.goal !== undefined)
    cells.push(`  ${done ? 'reached' : 'MISSED '} (${row.goal.is} ${figure(row.goal.value)})`);
  if (row.note !== undefined) cells.push(`\n    ${row.note}`);
  return cells.join('');
}

async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  const names = asked.length > 0 ? asked : PARTS.filter((name) => existsSync(join(import.meta.dirname, `${name}.ts`)));
  const parts: Part[] = [];
  for (const name of names) parts.push(await load(name));

  const machine = `${cpus()[0]?.model.trim() ?? 'unknown processor'} × ${cpus().length}, Node ${process.version}`;
  console.log(machine);
  const results = [];
  for (const part of parts) {
    console.log(`\n${part.name}: ${part.goal}`);
    const rows = await part.run();
    for (const row of rows) console.log(line(row));
    results.push({ part: part.name, goal: part.goal, rows: rows.map((row) => ({ ...row, reached: reached(row) })) });
  }
  const file = join(import.meta.dirname, '../last.json');
  writeFileSync(file, `${JSON.stringify({ measured: new Date().toISOString(), machine, results }, undefined, 2)}\n`);
  console.log('\nwritten to bench/last.json');
}

await main();
