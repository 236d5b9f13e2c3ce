// The beat of the slots on clocks that misbehave.

import { expect, it } from 'vitest';

import { beat, type Clock } from '../../src/markets/beat.ts';

/** A clock whose time is set from outside; `ring` calls back what waits, as a timer would. */
function clockAt(start: number): Clock & { set(to: number): void; ring(): void; waits(): boolean } {
  let now = start;
  let waiting: (() => void) | undefined;
  return {
    now: () => now,
    at(_time, call) {
      waiting = call;
      return () => (waiting = undefined);
    },
    set: (to) => (now = to),
    ring() {
      const call = waiting;
      waiting = undefined;
      call?.();
    },
    waits: () => waiting !== undefined,
  };
}

it('gives every slot once, leaves out those a sleeping machine missed, and waits when the clock is set back (design §4)', () => {
  const clock = clockAt(1_000_010);
  const slots: number[] = [];
  const { stop } = beat(clock, (slot) => slots.push(slot));
  const at = (time: number) => {
    clock.set(time);
    clock.ring();
  };
  at(1_000_250);
  at(1_000_499);
  at(1_000_500);
  at(1_060_100);
  at(1_000_700);
  at(1_060_250);
  expect(slots).toEqual([1_000_250, 1_000_500, 1_060_000, 1_060_250]);
  stop();
  expect(clock.waits()).toBe(false);
});

it('goes on at once after a clock that was far ahead is set back (issue 14, 7)', () => {
  const clock = clockAt(1_000_010);
  const slots: number[] = [];
  const waits: number[] = [];
  const { stop } = beat(
    { ...clock, at: (time, call) => (waits.push(time - clock.now()), clock.at(time, call)) },
    (slot) => slots.push(slot),
  );
  const at = (time: number) => {
    clock.set(time);
    clock.ring();
  };
  at(90_000_000);
  at(1_000_400);
  at(1_000_600);
  at(1_000_800);
  expect(slots).toEqual([90_000_000, 1_000_500, 1_000_750]);
  expect(Math.max(...waits), 'it looks again soon, however far ahead the clock was').toBeLessThanOrEqual(250);
  stop();
});

it('a clock that was moved on has its slot at once, and once (design §4)', () => {
  const clock = clockAt(1_000_010);
  const slots: number[] = [];
  const { look, stop } = beat(clock, (slot) => slots.push(slot));
  look();
  clock.set(1_061_001);
  look();
  look();
  clock.ring();
  expect(slots).toEqual([1_061_000]);
  stop();
});
