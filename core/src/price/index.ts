// Exports of prices.

export { AGING_AFTER, DISPUTE_MOST, Prices, STALE_AFTER } from './prices.ts';
export { RING } from './ring.ts';
export { AGING, allows, CLOSED, LIMITS, NO, STALE, USE, type Use, VALID, VALIDITY, whyNot, YES } from './validity.ts';
