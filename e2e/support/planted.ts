// Prices that move at known moments: every 20 minutes of the exchange's clock BTC falls from 100,000 to 70,000 and ETH
// rises from 4,000 to 5,200. They stay there and return (`server/src/markets/prices/planted.ts`). This file moves the
// clock there.

import type { TestClock } from './clock.ts';

/** Delay after a move until the sources of the index follow, ms. */
const LAG_MS = 1_000;
/** Default calm time, ms: it elapses in real time while the journey works. */
const LEAST_CALM_MS = 300_000;

/** Phases of one turn in ms, counted from each third of an hour UTC. */
export interface Turn {
  readonly calm: number;
  readonly away: number;
  readonly far: number;
  readonly back: number;
}

export interface Planted {
  /**
   * Moves the clock to a time where prices stay calm for `least` to `most` ms; without `most`, for at least `least`.
   */
  calm(least?: number, most?: number): Promise<void>;
  /** Moves the clock through the whole move to the far prices; they stay for minutes. */
  far(): Promise<void>;
}

/** Planted prices that follow this clock. */
export function plantedBy(clock: TestClock, turn: Turn): Planted {
  const whole = turn.calm + turn.away + turn.far + turn.back;
  const farFrom = turn.calm + turn.away;
  /** Moves the clock until the position in the turn is at least `from` and below `to`. */
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
