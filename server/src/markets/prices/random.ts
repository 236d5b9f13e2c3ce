// Reproducible random numbers: each is a pure function of the seed and of what it is drawn for. Algorithm: the key
// (stream and place) is mixed into the seed's words with MurmurHash3's 32-bit body and finaliser.

/** A seed as words, and draws from it. Draws at the same place are equal, at different places independent. */
export interface Draws {
  /** In [0, 1), with 32 bits of resolution. */
  uniform(stream: number, place: number, salt?: number): number;
  /** Standard normal, |z| < 6.7. */
  normal(stream: number, place: number, salt?: number): number;
}

function mixIn(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = (k << 15) | (k >>> 17);
  let h = hash ^ Math.imul(k, 0x1b873593);
  h = (h << 13) | (h >>> 19);
  return (Math.imul(h, 5) + 0xe6546b64) | 0;
}

function finish(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * Draws from a seed of any text (the server keeps 64 hex digits). `stream` and `salt` are small integers, `place` any
 * safe integer.
 */
export function drawsOf(seed: string): Draws {
  let low = 0x2545f491;
  let high = 0x9e3779b9 | 0;
  for (let at = 0; at < seed.length; at += 1) {
    low = mixIn(low, seed.charCodeAt(at));
    high = mixIn(high ^ low, seed.charCodeAt(at) + 0x100);
  }
  const word = (stream: number, place: number, salt: number): number => {
    const top = Math.floor(place / 2 ** 32);
    let hash = mixIn(low, stream);
    hash = mixIn(hash, salt);
    hash = mixIn(hash, place - top * 2 ** 32);
    hash = mixIn(hash, top);
    return finish(mixIn(hash, high));
  };
  return {
    uniform: (stream, place, salt = 0) => word(stream, place, salt) / 2 ** 32,
    normal(stream, place, salt = 0) {
      // Box–Muller; the first draw is kept above 0 so that the logarithm is finite.
      const radius = Math.sqrt(-2 * Math.log((word(stream, place, salt * 2 + 1_000_001) + 0.5) / 2 ** 32));
      return radius * Math.cos((2 * Math.PI * word(stream, place, salt * 2 + 1_000_002)) / 2 ** 32);
    },
  };
}

/** Streams of draws, so that no two uses share a place. */
export const STREAMS = {
  /** Factors of the simulated processes: + number of the factor. */
  factor: 1_000,
  /** Jumps of a factor. */
  jump: 2_000,
  /** A source's noise, outages and outliers: + 16 × instrument + source. */
  source: 10_000,
  /** Path inside a recorded candle: + instrument. */
  path: 40_000,
  /** The market maker's quotes: + 2 × market + side. */
  quotes: 50_000,
  /** Practice history inside an hour: + instrument. */
  past: 55_000,
  /** Candles made for tests. */
  made: 60_000,
  /** Practice traders: + number of the trader; 0: the crowd as a whole. */
  crowd: 70_000,
} as const;
