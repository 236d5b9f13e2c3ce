// The work budget of a batch, beside its commands.

/** Most work steps (triggered orders, margin checks, liquidations) in one batch. The rest runs in later batches. */
export const WORK_STEPS = 1_000;
