// Exports of the clock: time of the state, timers.

export { Clock, DAY, dayOf, MINUTE } from './time.ts';
export { LISTED_TIMERS, MAX_TIMERS, TIMER, Timers } from './timers.ts';
