// Exports of prices.

export { AGING_AFTER, DISPUTE_MOST, Prices, STALE_AFTER } from './prices.ts';
export { RING } from './ring.ts';
export { allows, LIMITS, NO, USE, type Use, VALIDITY, whyNot, YES } from './validity.ts';
