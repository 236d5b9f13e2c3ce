// Batch time: monotonic, slewed to UTC, never back; steps as design §2 says.

import { expect, test } from 'vitest';
import { BatchClock } from '../../../src/engine/sequencer/clock.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const YEAR = 365 * 86_400_000;

/** A clock whose UTC and monotonic hands are set by hand. */
function world(last = 0) {
  const hands = { utc: NOON, monotonic: 1_000 };
  const clock = new BatchClock({ utc: () => hands.utc, monotonic: () => hands.monotonic }, last);
  return {
    ...{ hands, clock },
    /** Lets time pass, with UTC stepping by `step` besides, and reads. */
    pass(ms: number, step = 0) {
      hands.monotonic += ms;
      hands.utc += ms + step;
      return clock.read();
    },
  };
}

test('time follows UTC (design §2 time)', () => {
  const { pass } = world();
  expect(pass(0)).toEqual({ time: NOON });
  expect(pass(250)).toEqual({ time: NOON + 250 });
});

test('a small step is worked off slowly, and time never goes back (design §2 time)', () => {
  for (const step of [400, -400]) {
    const { pass, hands } = world();
    pass(1_000);
    let last = NOON + 1_000;
    let first = true;
    for (let tick = 0; tick < 1_000; tick += 1) {
      const reading = pass(100, first ? step : 0);
      first = false;
      if (!('time' in reading)) throw new Error('blocked');
      expect(reading.time).toBeGreaterThanOrEqual(last);
      expect(reading.time - last).toBeLessThanOrEqual(106);
      last = reading.time;
    }
    expect(last).toBe(hands.utc);
  }
});

test('a step back over 500 ms stops intake with a clear error, and it goes on by itself (design §2 time)', () => {
  const { pass } = world();
  pass(1_000);
  const reading = pass(100, -5_000);
  expect('blocked' in reading && reading.blocked).toContain('behind the last batch');
  expect('blocked' in pass(1_000)).toBe(true);
  const again = pass(4_000);
  expect('time' in again && again.time).toBeGreaterThanOrEqual(NOON + 1_000);
});

test('a step forward of up to a minute is taken at once by one batch (design §2 time)', () => {
  const { pass } = world();
  pass(1_000);
  expect(pass(100, 60_000)).toEqual({ time: NOON + 61_100 });
});

test('a step forward beyond a minute stops intake until the clock goes back (design §2 time)', () => {
  const { pass } = world();
  pass(1_000);
  const reading = pass(100, YEAR);
  expect('blocked' in reading && reading.blocked).toContain('two people');
  expect('blocked' in reading && reading.leap).toEqual({ ours: NOON + 1_100, machine: NOON + 1_100 + YEAR });
  expect('blocked' in pass(1_000)).toBe(true);
  expect(pass(1_000, -YEAR)).toEqual({ time: NOON + 3_100 });
  expect(pass(1_000)).toEqual({ time: NOON + 4_100 });
});

test('or until it is confirmed as of about now; time that passes is no step (design §2 time)', () => {
  const { clock, pass } = world();
  pass(1_000);
  expect(clock.confirm(0), 'nothing to confirm').toBe(false);
  pass(100, YEAR);
  for (const another of [0, YEAR - 60_002, YEAR + 60_002]) expect(clock.confirm(another), 'another step').toBe(false);
  expect(clock.confirm(YEAR)).toBe(true);
  expect(pass(1_000)).toEqual({ time: NOON + YEAR + 2_100 });
  expect(pass(YEAR)).toEqual({ time: NOON + 2 * YEAR + 2_100 });
});

test('a restart more than 60 s behind the journal takes nothing; up to that it goes on, not back (design §2 time)', () => {
  expect('blocked' in world(NOON + 60_001).pass(10)).toBe(true);
  const { pass } = world(NOON + 59_000);
  const first = pass(0);
  expect(first).toEqual({ time: NOON + 59_000 });
  expect(pass(1_000)).toEqual({ time: NOON + 59_950 });
});
