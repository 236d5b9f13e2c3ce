// The prices that browser journeys plant: what comes of them through recordings, sources and index.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexOf } from '../../src/markets/prices/index-price.ts';
import { plantedAt, plantedPrices, TURN, TURN_MS, writePlanted } from '../../src/markets/prices/planted.ts';
import { drawsOf } from '../../src/markets/prices/random.ts';
import { recordingsIn } from '../../src/markets/prices/recordings.ts';
import { replayFeed, truthOf } from '../../src/markets/prices/replay.ts';

const MOST = 2 ** 51;
/** The beginning of a turn, as every whole hour is. */
const START = Date.UTC(2026, 10, 21, 12);
/** What the journeys' exchanges are started with. */
const SEED = '5eed';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-planted-'));
  writePlanted(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('planted prices', () => {
  it('are calm for ten minutes from each third of an hour on, 30 % away for nine after that, and back at the next', () => {
    const draws = drawsOf(SEED);
    const recordings = recordingsIn(folder);
    expect([...recordings.keys()].toSorted((a, b) => a - b)).toEqual([1, 2]);
    for (const [at, price] of plantedPrices.entries()) {
      const instrument = at + 1;
      const truth = truthOf(draws, instrument, recordings.get(instrument)!, 1);
      for (const turn of [0, 1, 7]) {
        const priceAt = (ms: number) => truth(START + turn * TURN_MS + ms);
        expect([priceAt(0), priceAt(TURN.calm - 1), priceAt(620_000), priceAt(1_179_999)]).toEqual([
          ...[price.calm, price.calm, price.far, price.far],
        ]);
        const half = priceAt(610_000);
        expect(Math.min(price.calm, price.far) < half && half < Math.max(price.calm, price.far)).toBe(true);
      }
      for (let ms = 0; ms < TURN_MS; ms += 333) expect(truth(START + ms)).toBeCloseTo(plantedAt(price, START + ms), 3);
    }
  });

  it('make an index that follows within 1 % and stays valid but for the odd fault of a source', () => {
    const draws = drawsOf(SEED);
    const [instrument, unit] = [1, 10 ** 3];
    const [btc] = plantedPrices;
    const feed = replayFeed(draws, instrument, recordingsIn(folder).get(instrument)!, 1, 0);
    let valid = 0;
    let slots = 0;
    for (let now = START; now < START + 2 * TURN_MS; now += 250) {
      const { price, spread, used, total } = indexOf(feed.quotes(now), now, unit, MOST)!;
      slots += 1;
      if (used * 2 >= total && spread * 100 <= price) valid += 1;
      // Sources lag by 0.3 s at most, on a way of 2 % a second.
      expect(Math.abs(price / unit / plantedAt(btc!, now) - 1)).toBeLessThan(0.01);
    }
    expect(valid / slots).toBeGreaterThan(0.97);
  });

  it('stand still to the last digit while it is calm, whatever a source does, so that a second contract ties (§3)', () => {
    const draws = drawsOf(SEED);
    const recordings = recordingsIn(folder);
    const said = new Set<number>();
    for (const [at, { calm }] of plantedPrices.entries()) {
      const feed = replayFeed(draws, at + 1, recordings.get(at + 1)!, 1, 0);
      for (let turn = 0; turn < 3; turn += 1) {
        const begin = START + turn * TURN_MS;
        // A source lags by 0.3 s at most.
        for (let now = begin + 500; now < begin + TURN.calm; now += 250)
          said.add((indexOf(feed.quotes(now), now, 10 ** 3, MOST)?.price ?? Number.NaN) / 10 ** 3 / calm);
      }
    }
    expect([...said]).toEqual([1]);
  });
});
