// Public interface of the clock: one for the whole exchange; only a test can move it.

export { clockOf, type ExchangeClock, type SharedAhead } from './clock.ts';
export { type ClockControl, openClockControl } from './control.ts';
export { createTestClock, LONGEST_MS, type TestClock, UNTIL_WALK_MS, WALK_MS } from './test-clock.ts';
