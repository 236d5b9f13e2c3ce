// Candles of a subject from memory, from SQL and, for an index in practice mode, from before its first tick.

import type { Candle as WireCandle } from '@vitrine/contract';
import type { PastCandle } from '../../../markets/index.ts';
import { type Candle, type Interval, intervalStart, type Subject } from '../../../projection/handlers/index.ts';
import { candleOf } from '../../wire/index.ts';
import type { RouteParts } from '../parts.ts';

export interface KlinesAsked {
  readonly interval: Interval;
  /** Bounds of candle starts, ms UTC: from is included, to is not. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** The newest within the bounds. */
  readonly limit: number;
}

type Parts = Pick<RouteParts, 'live' | 'reads' | 'past'>;

/** Candles, oldest first; the last may still be open. */
export async function readKlines(parts: Parts, subject: Subject, asked: KlinesAsked): Promise<WireCandle[]> {
  const { live } = parts;
  const recorded = await readRecorded(parts, subject, asked);
  const past = await readPast(parts, subject, asked, recorded);
  const newest = past.at(-1);
  // The candle of the opening has a part before it and a part after it.
  const [first] = recorded;
  const shared = newest !== undefined && newest.time === first?.time;
  const joined = newest === undefined || first === undefined || !shared ? [] : [join(newest, first)];
  const origin = parts.past?.origin(subject.id);
  const made = shared ? past.slice(0, -1).map(noVolume) : past.map(noVolume);
  return [
    ...[...made, ...joined].map((candle) => ({ ...candleOf(live, subject, candle), origin: origin ?? 'simulated' })),
    ...(shared ? recorded.slice(1) : recorded).map((candle) => candleOf(live, subject, candle)),
  ].slice(-asked.limit);
}

async function readRecorded(
  { live, reads }: Parts,
  subject: Subject,
  { interval, from, to, limit }: KlinesAsked,
): Promise<Candle[]> {
  const before = to ?? Number.MAX_SAFE_INTEGER;
  const kept = live.candles(subject, interval);
  const oldest = kept[0]?.time ?? Number.MAX_SAFE_INTEGER;
  const fresh = kept.filter((candle) => candle.time >= (from ?? 0) && candle.time < before).slice(-limit);
  const enough = fresh.length >= limit || (from !== undefined && oldest <= intervalStart(interval, from));
  const older = enough
    ? []
    : await reads.candles({
        subject,
        interval,
        limit: limit - fresh.length,
        to: Math.min(oldest, before) - 1,
        ...(from === undefined ? {} : { from }),
      });
  return [...older, ...fresh];
}

/** Candles that begin before the opening, of which the newest may be the first recorded one's beginning. */
async function readPast(
  { live, past }: Parts,
  { kind, id }: Subject,
  { interval, from, to, limit }: KlinesAsked,
  recorded: readonly Candle[],
): Promise<readonly PastCandle[]> {
  const opening = kind === 'index' ? live.opening(id) : undefined;
  if (past === undefined || opening === undefined) return [];
  const first = recorded[0]?.time;
  const missing = limit - recorded.length;
  if (missing <= 0 && first !== undefined && first > intervalStart(interval, opening.time)) return [];
  return past.candles({
    ...{ instrument: id, opening, interval, from, limit: missing + 1 },
    before: to ?? Number.MAX_SAFE_INTEGER,
  });
}

function noVolume(candle: PastCandle): Pick<Candle, keyof PastCandle | 'volume'> {
  return { ...candle, volume: 0 };
}

function join(before: PastCandle, after: Candle): Pick<Candle, keyof PastCandle | 'volume'> {
  return {
    ...after,
    open: before.open,
    high: Math.max(before.high, after.high),
    low: Math.min(before.low, after.low),
  };
}
