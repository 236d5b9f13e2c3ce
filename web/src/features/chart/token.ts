// Tokens as the chart's figures read them: many times a paint, so kept until theme or palette change.

import { readToken } from '@vitrine/ui';

const kept = new Map<string, string>();
globalThis.addEventListener?.('vitrine:theme', () => kept.clear());

/** The present plain value of a token, without asking the browser's styles each time. */
export function token(name: string): string {
  let value = kept.get(name);
  if (value === undefined) kept.set(name, (value = readToken(name)));
  return value;
}
