// npm run simulate -- --seed N --commands N: seeded users over all products, faults between any two steps, and an
// auditor that sees only events. Exit 1 with the finding when there is one, or when a command was never done.

import { parseArgs } from 'node:util';
import { RECORDINGS } from '../sim/candles.ts';
import { tellFinding } from '../sim/finding.ts';
import { report } from '../sim/report.ts';
import { simulate } from '../sim/simulate.ts';

const USAGE = `Usage: npm run simulate -- [--seed N] [--commands N] [--users N] [--data FOLDER] [--tries N] [--quiet]
  --seed      what chance begins with; drawn and printed when not given
  --commands  how many commands to send, 100000 by default
  --users     how many customers, 36 by default
  --data      folder of recorded candles; prices are made up where it has none
  --tries     how many tries a shrinking may take, 400 by default; 0: none`;

function whole(text: string | undefined, name: string, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`Expected a whole number for --${name}, got '${text}'.`);
  return value;
}

function main(): number {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      commands: { type: 'string' },
      users: { type: 'string' },
      data: { type: 'string' },
      tries: { type: 'string' },
      quiet: { type: 'boolean' },
    },
  });
  const seed = whole(values.seed, 'seed', Date.now() % 2 ** 31);
  const commands = whole(values.commands, 'commands', 100_000);
  const tries = whole(values.tries, 'tries', 400);
  const users = values.users === undefined ? {} : { users: whole(values.users, 'users', 0) };
  const line = `npm run simulate -- --seed ${seed} --commands ${commands}${values.users === undefined ? '' : ` --users ${values.users}`}`;
  console.log(line);
  const outcome = simulate(
    { seed, commands, data: values.data ?? RECORDINGS, ...users },
    { tries, milliseconds: 120_000 },
    values.quiet === true ? undefined : (run) => process.stderr.write(`\r${run.sent} commands`),
  );
  if (values.quiet !== true) process.stderr.write('\n');
  const { text, holes } = report(outcome);
  console.log(text);
  if (outcome.finding !== undefined) {
    console.log(tellFinding(outcome.finding, line));
    return 1;
  }
  if (holes.length > 0 && commands >= 100_000) {
    console.log(`HOLE  never done in ${commands} commands: ${holes.join(', ')}`);
    return 1;
  }
  console.log('No finding.');
  return 0;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(USAGE);
  process.exitCode = 1;
}
