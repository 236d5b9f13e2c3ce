// Prices that move at known moments: every 20 minutes of the exchange's clock BTC falls from 100,000 to 70,000 and ETH rises
// from 4,000 to 5,200, stay there and come back (`server/src/markets/prices/planted.ts`). Here the clock is moved there.

import type { TestClock } from './clock.ts';

/** What a move adds, so that the sources of the index are there too, ms. */
const LAG_MS = 1_000;
/** Of calm, where a journey does not say how much: it goes on in real time while the journey works, ms. */
const LEAST_CALM_MS = 300_000;

/** ms of one turn, from each third of an hour UTC on. */
export interface Turn {
  readonly calm: number;
  readonly away: number;
  readonly far: number;
  readonly back: number;
}

export interface Planted {
  /** Moves the clock to where the prices are calm and stay so for `least` to `most` ms of it; without `most` any longer. */
  calm(least?: number, most?: number): Promise<void>;
  /** Moves the clock to where the prices are at their far end, through all the way there; they stay for minutes. */
  far(): Promise<void>;
}

/** Prices that go by this clock. */
export function plantedBy(clock: TestClock, turn: Turn): Planted {
  const whole = turn.calm + turn.away + turn.far + turn.back;
  const farFrom = turn.calm + turn.away;
  /** Moves the clock until the place in the turn is from `from` on and `to` is not reached. */
  const within = async (from: number, to: number): Promise<void> => {
    for (;;) {
      const now = clock.now();
      const place = now % whole;
      if (place >= from && place < to) return;
      await clock.until(now + ((from - place + whole) % whole));
    }
  };
  return {
    async calm(least = LEAST_CALM_MS, most = turn.calm - LAG_MS) {
      if (least >= most || most > turn.calm - LAG_MS)
        throw new RangeError(`expected ${least} < ${most} <= ${turn.calm - LAG_MS} ms of calm`);
      await within(turn.calm - most, turn.calm - least);
    },
    far: () => within(farFrom + LAG_MS, farFrom + turn.far / 2),
  };
}
