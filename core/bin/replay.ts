// npm run replay -- --messages F --book F [--start F] [--expect N]: runs a LOBSTER recording through the fast book and
// compares each row with the recorded best level. Exit 1 unless the equal rows reach N (default: all of them).

import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readRows, replay, type Rows } from './lobster.ts';

const USAGE = `Usage: npm run replay -- --messages FILE --book FILE [--start FILE] [--expect N]
  --messages  the events, .csv or .csv.gz: time, type, order id, size, price, side
  --book      the book after each event, .csv or .csv.gz: ask price, ask size, bid price, bid size, a level or more
  --start     a file whose first row is the whole book after the first event;
              by default --book itself when it has more than one level, else the deepest file of the same recording beside it
  --expect    how many rows must be equal, all by default`;

/** Among the files beside `best` that record the same book, the one whose first row has most levels. */
function deepest(best: Rows): Rows {
  if (best.columns > 4) return best;
  const recording = /^.*_orderbook_\d+/.exec(basename(best.file))?.[0];
  if (recording === undefined) return best;
  let found = best;
  for (const name of readdirSync(dirname(best.file)).toSorted()) {
    if (!name.startsWith(recording) || !/\.csv(\.gz)?$/.test(name)) continue;
    const other = readRows(join(dirname(best.file), name));
    const same = [0, 1, 2, 3].every((column) => other.words[column] === best.words[column]);
    if (same && other.columns > found.columns) found = other;
  }
  return found;
}

function main(): number {
  const { values } = parseArgs({
    options: {
      messages: { type: 'string' },
      book: { type: 'string' },
      start: { type: 'string' },
      expect: { type: 'string' },
    },
  });
  if (values.messages === undefined || values.book === undefined) throw new Error('Expected --messages and --book.');
  const messages = readRows(values.messages);
  const best = readRows(values.book);
  const start = values.start === undefined ? deepest(best) : readRows(values.start);
  const expected = values.expect === undefined ? messages.count : Number(values.expect);
  if (!Number.isSafeInteger(expected) || expected < 0)
    throw new Error(`Expected a whole number of rows for --expect, got '${values.expect}'.`);

  const outcome = replay(messages, best, start);
  const share = outcome.rows === 0 ? 100 : (100 * outcome.equal) / outcome.rows;
  console.log(`start            ${basename(start.file)}, ${start.columns / 4} levels`);
  console.log(`rows             ${outcome.rows}`);
  console.log(`equal            ${outcome.equal} (${share.toFixed(2)} %)`);
  if (outcome.firstDifference > 0) console.log(`first difference row ${outcome.firstDifference}`);
  console.log(`at the front     ${outcome.atFront} of ${outcome.executions} executions`);
  console.log(`excess ignored   ${outcome.excess} rows`);
  if (outcome.crossed > 0) console.log(`crossed          ${outcome.crossed} new orders`);
  console.log(`orders a second  ${Math.round((outcome.rows * 1000) / outcome.milliseconds)}`);
  if (outcome.equal >= expected) return 0;
  console.error(`Expected ${expected} equal rows, found ${outcome.equal}.`);
  return 1;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(USAGE);
  process.exitCode = 1;
}
