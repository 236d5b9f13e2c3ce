// Face of load: what one source has used of an allowance, and what it holds of something that all use.

export { lastAnswer } from './last-answer.ts';
export { Largest } from './largest.ts';
export { Meter } from './meter.ts';
export { nowFor, ownerNow, runFor } from './owner.ts';
export { Shares } from './shares.ts';
