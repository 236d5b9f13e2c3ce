// Common name of a coin. A proper name, not translated.

import { listings } from '../../markets/index.ts';

const titles: ReadonlyMap<string, string> = new Map([
  ['USDT', 'Tether'],
  ['USDC', 'USD Coin'],
  ['USD', 'US Dollar'],
  ...listings.filter(({ market }) => market > 0).map(({ base, title }): [string, string] => [base, title]),
]);

/** The name of a coin, or its code. */
export function coinTitle(code: string): string {
  return titles.get(code) ?? code;
}
