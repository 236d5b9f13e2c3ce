// What people call a coin. A proper name, not translated.

import { listings } from '../markets/index.ts';

const titles: ReadonlyMap<string, string> = new Map([
  ['USDT', 'Tether'],
  ...listings.filter((listing) => listing.market > 0).map((listing): [string, string] => [listing.base, listing.title]),
]);

/** The title of a coin, or its code. */
export function coinTitle(code: string): string {
  return titles.get(code) ?? code;
}
