// What a batch may do beside its commands.

/** Most work steps (triggered orders, wallet examinations, liquidations) of one batch; the rest runs in later batches. */
export const WORK_STEPS = 1_000;
