// Like `attacks`, with floods: connections, slow requests, sockets, and keys, guesses and orders without end (docs: `bench.md`).
// FLOODS (parts of names, separated by commas) selects floods, ROUNDS (default 3) says how often all are run, each time on an
// exchange of its own. A flood is held when each of its rounds reaches every goal.

import { FLOOD_ATTACKS, type FloodName } from './attack-names.ts';
import { underAttack } from './attacks.ts';
import { reached, type Row } from '../part.ts';

export const name = 'floods';
export { goal, required } from './attacks.ts';

const ROUNDS = 3;

/** The floods that are asked for by parts of their names; all by default. @throws where there is none. */
export function floodsOf(asked: string | undefined): readonly FloodName[] {
  const parts = asked?.split(',').map((part) => part.trim());
  const floods = FLOOD_ATTACKS.filter((one) => parts === undefined || parts.some((part) => one.includes(part)));
  if (floods.length === 0) throw new Error(`Expected parts of names in FLOODS: ${FLOOD_ATTACKS.join(', ')}.`);
  return floods;
}

/** @throws for anything but a number from 1. */
export function roundsOf(asked: string | undefined): number {
  const rounds = asked === undefined ? ROUNDS : Number(asked);
  if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error(`Expected ROUNDS from 1, got '${asked}'.`);
  return rounds;
}

/** What a goal is compared with: the ratio, or the value. */
const figureOf = (row: Row): string => (row.ratio ?? row.value).toLocaleString('en', { maximumFractionDigits: 1 });

/** One line of a flood: whether all rounds that were asked for reached every goal, and its figures round by round. */
export function verdictOf(flood: string, rounds: readonly (readonly Row[])[], asked: number): string {
  const held = rounds.filter((rows) => rows.every((row) => reached(row) !== false)).length;
  const figures = (rounds[0] ?? []).map(({ what }, at) => {
    const all = rounds.map((rows) => rows[at]).filter((row) => row !== undefined);
    const missed = all.some((row) => reached(row) === false) ? ' MISSED' : '';
    return `${what.slice(flood.length + 2)} ${all.map(figureOf).join(', ')}${missed}`;
  });
  const word = held === asked ? 'HELD' : 'MISSED';
  return `${word.padEnd(7)}${flood}: ${held} of ${asked} rounds; ${figures.join('; ')}`;
}

/** The rows of each flood, round by round, of the last run. */
let seen: ReadonlyMap<string, (readonly Row[])[]> = new Map();
let asked = ROUNDS;

export async function run(): Promise<Row[]> {
  const floods = floodsOf(process.env['FLOODS']);
  const rounds = roundsOf(process.env['ROUNDS']);
  asked = rounds;
  seen = new Map(floods.map((flood) => [flood, []]));
  const all: Row[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const rows = await underAttack(floods, (flood, found) => {
      seen.get(flood)?.push(found);
      // A long run that is cut off has said what it saw.
      console.log(`  round ${round} of ${rounds}: ${verdictOf(flood, [found], 1)}`);
    });
    all.push(...rows.map((row) => ({ ...row, what: `${row.what} (${round})` })));
  }
  return all;
}

export const verdicts = (): readonly string[] => [...seen].map(([flood, rounds]) => verdictOf(flood, rounds, asked));
