// Derives several sources from one true price: each with its own lag, bias and noise, and occasional outages, frozen or
// wild prices, so that the index rules are exercised. All drawn from the seed and the time.

import { type Draws, STREAMS } from './random.ts';
import { type Origin, type PriceFeed, sourceNumbers, type SourceQuote } from './source.ts';

/** The true price at a time, ms UTC; NaN if there is none. */
export type Truth = (time: number) => number;

/** A source's lag: a constant part and a varying part. */
const LEAST_LAG = 20;
const OWN_LAG = 180;
const VARYING_LAG = 120;
/** A source's bias drifts from one draw to the next over this time. */
const BIAS_MS = 20_000;
/** An outage: at most one per window; the last price and its time stay. */
const OUTAGE_WINDOW = 600_000;
const OUTAGE_CHANCE = 0.012;
const OUTAGE_LEAST = 8_000;
const OUTAGE_MORE = 40_000;
/** A frozen price: the last price stays, but its time advances as if it were new. */
const FROZEN_WINDOW = 3_600_000;
const FROZEN_CHANCE = 0.02;
const FROZEN_LENGTH = 45_000;
/** A wild price during one slot of 250 ms. */
const WILD_SLOT = 250;
const WILD_CHANCE = 1 / 20_000;

/** The start of a fault of one kind that is active at `time`; else undefined. */
function faultAt(
  draws: Draws,
  stream: number,
  salt: number,
  time: number,
  window: number,
  chance: number,
  least: number,
  more: number,
): number | undefined {
  const place = Math.floor(time / window);
  if (draws.uniform(stream, place, salt) >= chance) return undefined;
  const length = least + draws.uniform(stream, place, salt + 1) * more;
  const start = Math.floor(place * window + draws.uniform(stream, place, salt + 2) * (window - length));
  return time >= start && time < start + length ? start : undefined;
}

/** A wild price of a source. */
function wild(draws: Draws, stream: number, slot: number, price: number): number {
  const kind = draws.uniform(stream, slot, 21);
  if (kind < 0.15) return 0;
  if (kind < 0.3) return Number.NaN;
  if (kind < 0.35) return price * 1_000;
  return price * (1 + (kind < 0.7 ? 1 : -1) * (0.015 + 0.1 * draws.uniform(stream, slot, 22)));
}

/** The quote of one source at a time. */
function quoteOf(draws: Draws, stream: number, source: number, noise: number, truth: Truth, now: number): SourceQuote {
  const slot = Math.floor(now / WILD_SLOT);
  const lag = LEAST_LAG + OWN_LAG * draws.uniform(stream, 0, 30) + VARYING_LAG * draws.uniform(stream, slot, 31);
  let time = Math.floor(now - lag);
  const out = faultAt(draws, stream, 1, now, OUTAGE_WINDOW, OUTAGE_CHANCE, OUTAGE_LEAST, OUTAGE_MORE);
  if (out !== undefined) time = Math.min(time, out);
  const frozen = faultAt(draws, stream, 11, time, FROZEN_WINDOW, FROZEN_CHANCE, FROZEN_LENGTH, 0);
  const at = frozen ?? time;
  const bucket = Math.floor(at / BIAS_MS);
  const part = at / BIAS_MS - bucket;
  const bias = draws.normal(stream, bucket, 41) * (1 - part) + draws.normal(stream, bucket + 1, 41) * part;
  const own = draws.normal(stream, Math.floor(at / WILD_SLOT), 42);
  const price = truth(at) * (1 + noise * (0.5 * bias + 0.25 * own));
  const mad = out === undefined && draws.uniform(stream, slot, 20) < WILD_CHANCE;
  return { source, time, price: mad ? wild(draws, stream, slot, price) : price };
}

/**
 * A feed of `count` sources around a true price.
 * `noise`: usual deviation of a source, as a fraction of the price.
 */
export function spreadOver(
  draws: Draws,
  instrument: number,
  label: Origin,
  count: number,
  noise: number,
  truth: Truth,
): PriceFeed {
  const sources = sourceNumbers(label, count);
  return {
    label,
    sources,
    quotes: (now) =>
      sources.map((source) =>
        quoteOf(draws, STREAMS.source + instrument * 16 + (source % 10), source, noise, truth, now),
      ),
  };
}
