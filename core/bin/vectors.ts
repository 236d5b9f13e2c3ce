// npm run vectors -- FILE: computes every worked example of a file with the exchange's formulas. Exit 1 unless all
// agree.

import { readFileSync } from 'node:fs';
import { check } from './vector-check.ts';

const USAGE = `Usage: npm run vectors -- FILE
  FILE  worked examples, .json: a list of { "id", "kind", "in", "out" } with decimal texts`;

function main(): number {
  const files = process.argv.slice(2);
  const [file] = files;
  if (file === undefined || files.length !== 1) throw new Error(`Expected one file.\n${USAGE}`);
  const { lines, failed, cases } = check(readFileSync(file, 'utf8'));
  for (const line of lines) console.log(line);
  console.log(`${cases - failed} of ${cases} as printed`);
  return failed === 0 ? 0 : 1;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
