// Recordings whose prices move at known times, for tests that wait for a liquidation or a settlement: every twenty
// minutes of the clock BTC falls by 30 % and ETH rises by as much, and both come back.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One cycle, ms from each third of an hour UTC: calm, away, far, and back. The sources of an index lag by up to 0.3 s.
 * The moves are slow enough to keep the sources within 1 % of each other, so that the price is always good. Calm and
 * far last longer than a journey takes on the slowest machine, whose clock keeps running.
 */
export const TURN = { calm: 600_000, away: 20_000, far: 560_000, back: 20_000 } as const;
export const TURN_MS = TURN.calm + TURN.away + TURN.far + TURN.back;
const FAR_FROM = TURN.calm + TURN.away;
const BACK_FROM = FAR_FROM + TURN.far;
/** Moves consist of steps this long, ms. */
const STEP_MS = 250;
/** Decimals of a written price. */
const DECIMALS = 4;

export interface PlantedPrice {
  readonly symbol: string;
  /** Price while calm, and price at the far end. */
  readonly calm: number;
  readonly far: number;
}

export const plantedPrices: readonly PlantedPrice[] = [
  { symbol: 'BTCUSDT', calm: 100_000, far: 70_000 },
  { symbol: 'ETHUSDT', calm: 4_000, far: 5_200 },
];

/** The price at a time, ms UTC. */
export function plantedAt({ calm, far }: PlantedPrice, time: number): number {
  const place = time % TURN_MS;
  if (place < TURN.calm) return calm;
  if (place < FAR_FROM) return calm * (far / calm) ** (stepped(place - TURN.calm) / TURN.away);
  if (place < BACK_FROM) return far;
  return far * (calm / far) ** (stepped(place - BACK_FROM) / TURN.back);
}

function stepped(ms: number): number {
  return ms - (ms % STEP_MS);
}

/** Writes the recordings into a folder, for replay at speed 1. */
export function writePlanted(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const price of plantedPrices) {
    const rows = ['time_ms,price'];
    for (let time = 0; time < TURN_MS; time += STEP_MS)
      rows.push(`${time},${plantedAt(price, time).toFixed(DECIMALS)}`);
    // The last row defines the recording's length before it repeats.
    rows.push(`${TURN_MS - 1},${plantedAt(price, TURN_MS - 1).toFixed(DECIMALS)}`);
    writeFileSync(join(folder, `${price.symbol}-trades-planted.csv`), `${rows.join('\n')}\n`);
  }
}
