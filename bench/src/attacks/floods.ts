// Like `attacks`, with floods: idle connections, slow requests, and endless keys, guesses and orders.
// FLOODS (parts of names, separated by commas) selects floods.

import { FLOOD_ATTACKS } from './attack-names.ts';
import { underAttack } from './attacks.ts';
import type { Row } from '../part.ts';

export const name = 'floods';
export { goal, required } from './attacks.ts';

export function run(): Promise<Row[]> {
  const asked = process.env['FLOODS']?.split(',');
  return underAttack(FLOOD_ATTACKS.filter((one) => asked === undefined || asked.includes(one)));
}
