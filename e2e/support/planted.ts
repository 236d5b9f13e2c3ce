// Prices that move at known moments: every second minute of the exchange's clock BTC falls from 100,000 to 70,000 and ETH
// rises from 4,000 to 5,200, stay there and come back (`server/src/markets/planted.ts`). Here the clock is moved there.

import type { TestClock } from './clock.ts';

/** What a move adds, so that the sources of the index are there too, ms. */
const LAG_MS = 1_000;
/** A move so short that hardly any time passes meanwhile, ms. */
const SHORT_MS = 4_000;

/** ms of one turn, from an even minute UTC on. */
export interface Turn {
  readonly calm: number;
  readonly away: number;
  readonly far: number;
  readonly back: number;
}

export interface Planted {
  /** Moves the clock to where the prices are calm and stay so for `least` ms of it. */
  calm(least: number): Promise<void>;
  /** Moves the clock to where the prices are at their far end, through all the way there. */
  far(): Promise<void>;
}

/** Prices that go by this clock. */
export function plantedBy(clock: TestClock, turn: Turn): Planted {
  const whole = turn.calm + turn.away + turn.far + turn.back;
  const farFrom = turn.calm + turn.away;
  /** Moves the clock until the place in the turn is from `from` on and `to` is not reached. */
  const within = async (from: number, to: number): Promise<void> => {
    for (;;) {
      const place = clock.now() % whole;
      if (place >= from && place < to) return;
      const left = (from - place + whole) % whole;
      // Time passes while the clock is moved, much of it on a busy machine: the end is approached in ever shorter steps.
      await clock.advance(left > SHORT_MS ? left / 2 : left);
    }
  };
  return {
    calm(least) {
      const most = turn.calm - LAG_MS;
      if (least > most) throw new RangeError(`expected at most ${most} ms of calm, got ${least}`);
      return within(LAG_MS, turn.calm - least + 1);
    },
    far: () => within(farFrom + LAG_MS, farFrom + turn.far / 2),
  };
}
