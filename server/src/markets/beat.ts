// When the next slot begins. A clock of one's own makes tests run without waiting.

import type { ExchangeClock } from '../shared/clock/index.ts';
import { SLOT_MS } from './slots.ts';

export interface Clock {
  /** ms UTC. */
  now(): number;
  /** Calls back once `now()` has reached a time; gives back how to cancel. */
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

export interface Beat {
  /** Looks at the clock at once: it was moved. */
  look(): void;
  stop(): void;
}

/**
 * Calls `each` at the beginning of every slot until stopped, with the slot's time, a multiple of `SLOT_MS` that always
 * rises: slots that a sleeping machine missed are left out, and after a clock was set back it waits.
 */
export function beat(clock: Clock, each: (slot: number) => void): Beat {
  let last = Math.floor(clock.now() / SLOT_MS) * SLOT_MS;
  let cancel: () => void = () => undefined;
  const look = () => {
    const now = Math.floor(clock.now() / SLOT_MS) * SLOT_MS;
    if (now <= last) return;
    last = now;
    each(now);
  };
  const next = () => {
    cancel = clock.at(last + SLOT_MS, () => {
      look();
      next();
    });
  };
  next();
  return { look, stop: () => cancel() };
}
