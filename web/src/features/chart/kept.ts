// What the chart keeps market by market: records in the browser's storage, for a bounded number of markets.

import { readStored, writeStored } from '../../preference/index.ts';

/** Markets that things are kept for; of one more, the market longest untouched is forgotten. */
export const MAX_MARKETS_KEPT = 40;
/** Longer text than any of ours is not read. */
const MAX_TEXT = 200_000;

/** Stored text as a record; undefined for none, or for anything else. */
export function readRecord(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined || text.length > MAX_TEXT) return undefined;
  try {
    const stored: unknown = JSON.parse(text);
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored)
      ? (stored as Record<string, unknown>)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Notes that `name:market` was just kept, and forgets the oldest beyond MAX_MARKETS_KEPT. */
export function forgetOldest(name: string, market: string): void {
  const list = readRecord(readStored(`${name}-markets`))?.['markets'];
  const known = Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : [];
  const kept = [...known.filter((one) => one !== market), market];
  for (const old of kept.splice(0, Math.max(0, kept.length - MAX_MARKETS_KEPT)))
    writeStored(`${name}:${old}`, undefined);
  writeStored(`${name}-markets`, JSON.stringify({ markets: kept }));
}
