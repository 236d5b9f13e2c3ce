// The prices' face.

export { AGING, AGING_AFTER, CLOSED, Prices, STALE, STALE_AFTER, VALID } from './prices.ts';
