// Public interface of load control: a source's use of a rate allowance, and its share of a resource.

export { lastAnswer } from './last-answer.ts';
export { Largest } from './largest.ts';
export { Meter } from './meter.ts';
export {
  charge,
  chargeRows,
  forOwnerNow,
  nowFor,
  ownerNow,
  ownWork,
  runFor,
  STATEMENT_UNITS,
  UNIT_ROWS,
  workNow,
} from './owner.ts';
export { sharedRead } from './shared-read.ts';
export { Shares } from './shares.ts';
