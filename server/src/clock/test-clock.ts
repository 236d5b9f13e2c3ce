// The clock of a test: ahead of the machine's, moved on by the test alone and never back. Practice mode only
// (`settings`): an exchange with real money has the machine's clock.

import { clockOf, type ExchangeClock, type SharedAhead } from './clock.ts';

/** Instruments tick at full seconds; a price is too old for a settlement after two. */
const STEP_MS = 1_000;
/** A longer move is one leap, but for its last part, ms: then prices tick again before anything is judged by them. */
export const WALK_MS = 300_000;
/** The longest move, ms: a request's key must not be older than a day. */
export const LONGEST_MS = 86_400_000;

export interface TestClock extends ExchangeClock {
  readonly shared: SharedAhead;
  /** ms that the clock is ahead of the machine's. */
  ahead(): number;
  /**
   * Moves the clock on by `ms`, second by second: after each `step` makes the prices of that second. What follows the
   * clock by timers of its own is called at the end.
   */
  advance(ms: number): Promise<void>;
  /** From now on `step` runs after each second, `done` after each move. */
  follow(step: () => Promise<void>, done: () => Promise<void>): void;
}

/** @param ahead ms that it is ahead from the start: those of an exchange that was ended. */
export function createTestClock(ahead: number): TestClock {
  const shared = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const cell = new BigInt64Array(shared);
  Atomics.store(cell, 0, BigInt(ahead));
  const clock = clockOf(shared);
  let step = async (): Promise<void> => undefined;
  let done = async (): Promise<void> => undefined;
  let turn: Promise<void> = Promise.resolve();

  const add = (ms: number): void => void Atomics.add(cell, 0, BigInt(ms));

  async function move(ms: number): Promise<void> {
    let left = ms;
    if (left > WALK_MS) {
      add(left - WALK_MS);
      left = WALK_MS;
    }
    while (left > 0) {
      const next = Math.min(left, STEP_MS - (clock.now() % STEP_MS));
      add(next);
      left -= next;
      await step();
    }
    await done();
  }

  return {
    ...clock,
    shared,
    ahead: () => Number(Atomics.load(cell, 0)),
    advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0 || ms > LONGEST_MS)
        return Promise.reject(new RangeError(`expected 0 to ${LONGEST_MS} ms, got ${ms}: the clock only goes on`));
      const moved = turn.then(() => move(ms));
      turn = moved.catch(() => undefined);
      return moved;
    },
    follow(onStep, onDone) {
      step = onStep;
      done = onDone;
    },
  };
}
