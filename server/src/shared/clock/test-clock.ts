// A test clock: ahead of the machine's, moved only forward and only by the test. Practice mode only (`settings`): an
// exchange with real money uses the machine's clock.

import { clockOf, type ExchangeClock, type SharedAhead } from './clock.ts';

/** Instruments tick at full seconds; after two, a price is too old for a settlement. */
const STEP_MS = 1_000;
/**
 * A longer move leaps to this long before its end, ms. From there prices tick again before anything depends on them.
 */
export const WALK_MS = 300_000;
/** The same for a move to a time, ms: journeys use it to reach a price, not for what happens on the way. */
export const UNTIL_WALK_MS = 60_000;
/** The longest move, ms: a request's idempotency key must not be older than a day. */
export const LONGEST_MS = 86_400_000;

export interface TestClock extends ExchangeClock {
  readonly shared: SharedAhead;
  /** Offset from the machine's clock, ms. */
  ahead(): number;
  /**
   * Moves the clock forward by `ms`, second by second: each `step` makes the prices of that second. At the end `done`
   * runs what follows the clock by separate timers. The duration of the move itself is added.
   */
  advance(ms: number): Promise<void>;
  /**
   * Moves the clock to `time`, ms UTC, in the same way, and less than a second past it: the duration of the move itself
   * is included. Does not move it back.
   */
  until(time: number): Promise<void>;
  /** From now on `step` runs after each second and `done` after each move. */
  follow(step: () => Promise<void>, done: () => Promise<void>): void;
}

/** @param ahead initial offset, ms: that of a previous exchange process. */
export function createTestClock(ahead: number): TestClock {
  const shared = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const cell = new BigInt64Array(shared);
  Atomics.store(cell, 0, BigInt(ahead));
  const clock = clockOf(shared);
  let step = async (): Promise<void> => undefined;
  let done = async (): Promise<void> => undefined;
  let turn: Promise<void> = Promise.resolve();

  const add = (ms: number): void => void Atomics.add(cell, 0, BigInt(ms));

  /** Moves until `left` returns 0 or less; it is called again after each step. */
  async function move(left: () => number, walk: number): Promise<void> {
    add(Math.max(0, left() - walk));
    for (let rest = left(); rest > 0; rest = left()) {
      add(Math.min(rest, STEP_MS - (clock.now() % STEP_MS)));
      await step();
    }
    await done();
  }

  /** Runs a move after all earlier ones. */
  function queue(makeMove: () => Promise<void>): Promise<void> {
    const moved = turn.then(makeMove);
    turn = moved.catch(() => undefined);
    return moved;
  }

  function refusal(ms: number): RangeError | undefined {
    if (Number.isSafeInteger(ms) && ms >= 0 && ms <= LONGEST_MS) return undefined;
    return new RangeError(`expected 0 to ${LONGEST_MS} ms, got ${ms}: the clock only goes on`);
  }

  const aheadNow = (): number => Number(Atomics.load(cell, 0));
  return {
    ...clock,
    shared,
    ahead: aheadNow,
    async advance(ms) {
      const wrong = refusal(ms);
      if (wrong !== undefined) throw wrong;
      await queue(() => {
        const end = aheadNow() + ms;
        return move(() => end - aheadNow(), WALK_MS);
      });
    },
    async until(time) {
      const wrong = refusal(Math.max(0, time - clock.now()));
      if (wrong !== undefined) throw wrong;
      await queue(() => move(() => time - clock.now(), UNTIL_WALK_MS));
    },
    follow(onStep, onDone) {
      step = onStep;
      done = onDone;
    },
  };
}
