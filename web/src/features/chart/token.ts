// Cached tokens for the chart: they are read many times per paint, so they are kept until the theme or price colours
// change.

import { readToken } from '@vitrine/ui';

const kept = new Map<string, string>();
globalThis.addEventListener?.('vitrine:theme', () => kept.clear());

/** The current plain value of a token, from the cache. */
export function token(name: string): string {
  let value = kept.get(name);
  if (value === undefined) kept.set(name, (value = readToken(name)));
  return value;
}
