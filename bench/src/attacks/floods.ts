// As `attacks`: connections that do nothing, requests that come slowly, keys, guesses and orders without end. Part of the names
// after FLOODS (comma between them) runs only those.

import { FLOOD_ATTACKS } from './attack-names.ts';
import { underAttack } from './attacks.ts';
import type { Row } from '../part.ts';

export const name = 'floods';
export { goal, required } from './attacks.ts';

export function run(): Promise<Row[]> {
  const asked = process.env['FLOODS']?.split(',');
  return underAttack(FLOOD_ATTACKS.filter((one) => asked === undefined || asked.includes(one)));
}
