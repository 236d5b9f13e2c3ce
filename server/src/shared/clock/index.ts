// Face of the clock: one for the whole exchange, which only a test can move.

export { clockOf, type ExchangeClock, type SharedAhead } from './clock.ts';
export { type ClockControl, openClockControl } from './control.ts';
export { createTestClock, LONGEST_MS, type TestClock, UNTIL_WALK_MS, WALK_MS } from './test-clock.ts';
