// Staking and finance: yields that are funded before they are sold.
//
// What it is   A principal for a term at a rate; the whole promised yield is reserved from the treasury at the sale.
// Commands     earn.buy, earn.redeem (names the price it was shown); by two operators earn.set.
// Events       earn.opened, earn.paid, earn.closed, earn.product.
// Refused      4001 product, 4002 amount, 4003 sold out, 4004 often enough, 4005 not funded, 4006 members, 4007 locked,
//              4008 other terms or another price than shown.
// States       three payment plans × in progress, completed, redeemed: `states.ts`, tested cell by cell.
// Money        Principal spot → wallet 7 and back; reserve holds Σ promised and unpaid; after day n exactly ⌊principal
//              × rate × n⌋ is paid; what rounding leaves was never reserved and stays in the treasury.
// Timers       a day of a stake, the end of a term.
// Tables       products, terms (versions), stakes, buyers.
// Read         buy.ts → run.ts (days, ends, redemption) → products.ts → stakes.ts.
// More         docs/products/{staking,finance}.md.

export { Earn } from './domain.ts';
export { EarnContext } from './context.ts';
export { MAX_OPEN, MAX_STAKES } from './stakes.ts';
export { INPUT, NEXT, NONE, PLAN, STATE } from './states.ts';
