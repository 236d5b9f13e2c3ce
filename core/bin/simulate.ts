// npm run simulate -- --seed N --commands N: seeded users of all products, faults between any two steps, and an auditor
// that sees only events. Exit 1 with the finding when there is one, or when a command never succeeded.

import { parseArgs } from 'node:util';
import { RECORDINGS } from '../sim/candles.ts';
import { describeFinding } from '../sim/finding.ts';
import { report } from '../sim/report.ts';
import { MOST_WORLDS, runWorlds, usualWorlds } from '../sim/worlds.ts';

const USAGE = `Usage: npm run simulate -- [--seed N] [--commands N] [--worlds N] [--users N] [--data FOLDER] [--tries N] [--quiet]
  --seed      what chance begins with; drawn and printed when not given
  --commands  how many commands to send, 100000 by default
  --worlds    how many exchanges share the commands side by side; one a processor when not given
  --users     how many customers, 36 by default
  --data      folder of recorded candles; prices are made up where it has none
  --tries     how many tries a shrinking may take, 400 by default; 0: none`;

function whole(text: string | undefined, name: string, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`Expected a whole number for --${name}, got '${text}'.`);
  return value;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      commands: { type: 'string' },
      worlds: { type: 'string' },
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
  const worlds = whole(values.worlds, 'worlds', usualWorlds(commands));
  if (worlds < 1 || worlds > MOST_WORLDS) throw new Error(`Expected 1 to ${MOST_WORLDS} for --worlds, got ${worlds}.`);
  const rest = values.users === undefined ? '' : ` --users ${values.users}`;
  console.log(`npm run simulate -- --seed ${seed} --commands ${commands} --worlds ${worlds}${rest}`);
  const outcome = await runWorlds(
    { seed, commands, data: values.data ?? RECORDINGS, ...users },
    { tries, milliseconds: 120_000 },
    worlds,
    values.quiet === true ? undefined : (sent) => process.stderr.write(`\r${sent} commands`),
  );
  if (values.quiet !== true) process.stderr.write('\n');
  const { text, holes } = report(outcome);
  console.log(text);
  if (outcome.finding !== undefined) {
    const { finding } = outcome;
    const each = Math.ceil(commands / worlds);
    const again = `npm run simulate -- --seed ${finding.seed} --commands ${each} --worlds 1${rest}`;
    console.log(describeFinding(finding, again));
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
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(USAGE);
  process.exitCode = 1;
}
