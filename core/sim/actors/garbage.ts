// The clumsy user: commands with words set to wrong values.

import { type CommandName, commands, type CommandShape } from '../../src/index.ts';
import { Random } from '../random.ts';
import type { Act, Scenario } from '../scenario.ts';
import { isList, write } from '../words.ts';

const EDGES = [0, 1, 2, 3, -1, 0.5, 2 ** 24 - 1, 2 ** 50, 2 ** 52, 2 ** 53, Number.NaN, 1_900_000_000_000] as const;
const own = Object.entries<CommandShape>(commands).filter(([, shape]) => shape.sender === 'user');
/** Commands of setup and desk, sent by a user who may not. */
const others = Object.entries<CommandShape>(commands).filter(
  ([, shape]) => shape.sender === 'setup' || shape.sender === 'desk' || shape.sender === 'custody',
);

function wordOf(random: Random, min: number, max: number): number {
  if (random.once(9)) return random.of(EDGES);
  const small = random.below(40);
  return Math.min(max, Math.max(min, random.once(4) ? max - small : min + small));
}

/** A command with any words within or beyond the bounds of its fields. */
export function garbage(scenario: Scenario, user: number, name: CommandName): Float64Array {
  const { random } = scenario;
  const given: { [field: string]: number | { [column: string]: number }[] } = {};
  for (const [field, shape] of Object.entries((commands[name] as CommandShape).fields)) {
    if (!isList(shape)) {
      given[field] = wordOf(random, shape.min, shape.max);
      continue;
    }
    given[field] = [];
    for (let row = random.below(4); row > 0; row -= 1)
      given[field].push(
        Object.fromEntries(Object.entries(shape.rows).map(([column, of]) => [column, wordOf(random, of.min, of.max)])),
      );
  }
  if ('user' in given) given['user'] = user;
  if ('keyTime' in given && random.below(4) > 0) given['keyTime'] = 0;
  const words = write(name, given as never);
  if (random.once(30)) words[1] = random.of([0, 1, words.length + 1, words.length - 1, -1, 0.5]);
  if (random.once(30)) words[0] = random.of([0, 99, 100, 111, 300, 511, 512, 2 ** 40, 0.5]);
  return words;
}

export const garbageActs: readonly Act[] = [
  {
    name: 'garbage',
    weights: { clumsy: 12, attacker: 4 },
    make: (scenario, user) => {
      const [name] = scenario.random.of(scenario.random.once(8) ? others : own);
      return garbage(scenario, user, name as CommandName);
    },
  },
];
