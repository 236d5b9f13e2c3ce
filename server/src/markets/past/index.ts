export { createPast, type Past, type PastAsked, type PastCandle, pastOf, type ReadRecorded } from './past.ts';
export { recordedMinutes, type Replayed } from './recorded.ts';
export type { LastDay } from './last-day.ts';
