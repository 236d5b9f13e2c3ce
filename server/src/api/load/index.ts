// Public interface of load control: a source's use of a rate allowance, and its share of a resource.

export { lastAnswer } from './last-answer.ts';
export { Largest } from './largest.ts';
export { Meter } from './meter.ts';
export { nowFor, ownerNow, runFor } from './owner.ts';
export { Shares } from './shares.ts';
