// Face of "cancel my orders if I am gone": a switch that each customer arms and that acts unless it is armed again.

export { createCancelAfter, type CancelAfter, type CancelAfterOptions } from './cancel-after.ts';
export type { CancelAfterTables } from './tables.ts';
