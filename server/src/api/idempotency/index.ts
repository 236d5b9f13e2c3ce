// Public interface of idempotency keys of requests that are not in the journal.

export { createRequestKeys, MAX_KEYS, type RequestKeys, type RequestOutcome, type RequestRun } from './request-keys.ts';
export { NEVER_KNOWN, outcomeAnswer, refusedAnswer } from './outcome.ts';
export type { RequestKeyTables } from './tables.ts';
