// The clock of a test: ahead of the machine's, moved on by the test alone and never back. Practice mode only
// (`settings`): an exchange with real money has the machine's clock.

import { clockOf, type ExchangeClock, type SharedAhead } from './clock.ts';

/** Instruments tick at full seconds; a price is too old for a settlement after two. */
const STEP_MS = 1_000;
/** A longer move is one leap, but for its last part, ms: then prices tick again before anything is judged by them. */
export const WALK_MS = 300_000;
/** The same of a move to a time, which journeys make to reach prices, not what happens on the way, ms. */
export const UNTIL_WALK_MS = 60_000;
/** The longest move, ms: a request's key must not be older than a day. */
export const LONGEST_MS = 86_400_000;

export interface TestClock extends ExchangeClock {
  readonly shared: SharedAhead;
  /** ms that the clock is ahead of the machine's. */
  ahead(): number;
  /**
   * Moves the clock on by `ms`, second by second: after each `step` makes the prices of that second. What follows the
   * clock by timers of its own is called at the end. The time that the move itself takes comes on top.
   */
  advance(ms: number): Promise<void>;
  /**
   * Moves the clock to `time`, ms UTC, in the same way, and less than a second further: the time that the move itself
   * takes is part of it. Does not move it back.
   */
  until(time: number): Promise<void>;
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

  /** Moves until nothing is left, which is asked again after each step. */
  async function move(left: () => number, walk: number): Promise<void> {
    add(Math.max(0, left() - walk));
    for (let rest = left(); rest > 0; rest = left()) {
      add(Math.min(rest, STEP_MS - (clock.now() % STEP_MS)));
      await step();
    }
    await done();
  }

  /** Makes a move behind those asked for before. */
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
