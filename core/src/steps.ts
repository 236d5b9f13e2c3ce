// What a batch may do beside its commands.

/** Steps of work (triggered orders, examined wallets, liquidations) that a batch does; what is left waits for the next. */
export const WORK_STEPS = 1_000;
