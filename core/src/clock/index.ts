// The clock's face: time of the state, timers.

export { Clock, DAY, dayOf, MINUTE } from './time.ts';
export { TIMER, Timers } from './timers.ts';
