// When the next slot begins. A clock of one's own makes tests run without waiting.

import { SLOT_MS } from './slots.ts';

export interface Clock {
  /** ms UTC. */
  now(): number;
  /** Calls back once `now()` has reached a time; gives back how to cancel. */
  at(time: number, then: () => void): () => void;
}

/** The machine's clock. */
export const machineClock: Clock = {
  now: () => Date.now(),
  at(time, then) {
    const timer = setTimeout(then, Math.max(0, time - Date.now()));
    return () => clearTimeout(timer);
  },
};

/**
 * Calls `each` at the beginning of every slot until stopped, with the slot's time, a multiple of `SLOT_MS` that always
 * rises: slots that a sleeping machine missed are left out, and after a clock was set back it waits.
 */
export function beat(clock: Clock, each: (slot: number) => void): () => void {
  let last = Math.floor(clock.now() / SLOT_MS) * SLOT_MS;
  let cancel: () => void = () => undefined;
  const next = () => {
    cancel = clock.at(last + SLOT_MS, () => {
      const now = Math.floor(clock.now() / SLOT_MS) * SLOT_MS;
      if (now > last) {
        last = now;
        each(now);
      }
      next();
    });
  };
  next();
  return () => cancel();
}
