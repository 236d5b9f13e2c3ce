// Public interface of the dead man's switch: each customer arms it; it cancels their orders unless it is armed again.

export { createCancelAfter, type CancelAfter, type CancelAfterOptions } from './cancel-after.ts';
export type { CancelAfterTables } from './tables.ts';
