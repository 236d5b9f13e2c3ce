// Like `attacks`, with floods: connections, slow requests, sockets, and keys, guesses and orders without end (docs: `bench.md`).
// FLOODS (parts of names, separated by commas) selects floods.

import { FLOOD_ATTACKS } from './attack-names.ts';
import { underAttack } from './attacks.ts';
import type { Row } from '../part.ts';

export const name = 'floods';
export { goal, required } from './attacks.ts';

export function run(): Promise<Row[]> {
  const asked = process.env['FLOODS']?.split(',').map((part) => part.trim());
  const floods = FLOOD_ATTACKS.filter((one) => asked === undefined || asked.some((part) => one.includes(part)));
  if (floods.length === 0) throw new Error(`Expected parts of names in FLOODS: ${FLOOD_ATTACKS.join(', ')}.`);
  return underAttack(floods);
}
