// Chart data stored per market in the browser, for a limited number of markets.

import { readStored, writeStored } from '../../preference/index.ts';

/** Maximum markets with stored data; beyond it the least recently used market is removed. */
export const MAX_MARKETS_KEPT = 40;
/** Longer text is invalid and not parsed. */
const MAX_TEXT = 200_000;

/** Parses stored text as a record; undefined if missing or invalid. */
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

/** Marks `name:market` as just stored, and removes the oldest beyond MAX_MARKETS_KEPT. */
export function forgetOldest(name: string, market: string): void {
  const list = readRecord(readStored(`${name}-markets`))?.['markets'];
  const known = Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : [];
  const kept = [...known.filter((one) => one !== market), market];
  for (const old of kept.splice(0, Math.max(0, kept.length - MAX_MARKETS_KEPT)))
    writeStored(`${name}:${old}`, undefined);
  writeStored(`${name}-markets`, JSON.stringify({ markets: kept }));
}
