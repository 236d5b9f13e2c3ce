export { createPast, type Past, type PastAsked, type PastCandle, pastOf } from './past.ts';
export type { LastDay } from './last-day.ts';
