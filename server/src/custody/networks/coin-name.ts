// What people call a coin that comes and goes. A proper name, not translated.

import { listings } from '../../markets/index.ts';

const names: ReadonlyMap<string, string> = new Map([
  ['USDT', 'Tether'],
  ['USDC', 'USD Coin'],
  ['USD', 'US Dollar'],
  ...listings.filter(({ market }) => market > 0).map(({ base, title }): [string, string] => [base, title]),
]);

/** The name of a coin, or its code. */
export function coinName(code: string): string {
  return names.get(code) ?? code;
}
