// Calls back at the beginning of each slot. A custom clock lets tests run without waiting.

import type { ExchangeClock } from '../shared/clock/index.ts';
import { SLOT_MS } from './slots.ts';

export interface Clock {
  /** ms UTC. */
  now(): number;
  /** Calls back once `now()` has reached a time; returns a function that cancels it. */
  at(time: number, then: () => void): () => void;
}

/** The exchange's clock, with timers. */
export function timedClock({ now }: Pick<ExchangeClock, 'now'>): Clock {
  return {
    now,
    at(time, then) {
      const timer = setTimeout(then, Math.max(0, time - now()));
      return () => clearTimeout(timer);
    },
  };
}

/** The sequencer takes no step ahead beyond this, so that slots of such a time had no effect, ms. */
const FAR_MS = 60_000;

export interface Beat {
  /** Checks the clock now, because it was moved. */
  look(): void;
  stop(): void;
}

/**
 * Calls `each` at the beginning of every slot until stopped, with the slot's time, an ascending multiple of `SLOT_MS`.
 * Slots missed by a sleeping machine are skipped. After a clock was set back by a little it waits; by more than
 * `FAR_MS` it goes on from there.
 */
export function beat(clock: Clock, each: (slot: number) => void): Beat {
  let last = Math.floor(clock.now() / SLOT_MS) * SLOT_MS;
  let cancel: () => void = () => undefined;
  const look = () => {
    const now = Math.floor(clock.now() / SLOT_MS) * SLOT_MS;
    if (last - now > FAR_MS) last = now;
    if (now <= last) return;
    last = now;
    each(now);
  };
  const next = () => {
    // Never later: the clock may be set back meanwhile.
    cancel = clock.at(Math.min(last, clock.now()) + SLOT_MS, () => {
      look();
      next();
    });
  };
  next();
  return { look, stop: () => cancel() };
}
