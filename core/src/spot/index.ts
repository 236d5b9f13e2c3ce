// Spot trading: coins for coins, settled at once.
//
// What it is   Orders of two assets in a book by price and time; each fill moves both assets and two fees in one step.
// Commands     order.place; amend, cancel, cancelAll, clear and triggers belong to the order books (`order/`), for
//              every product; maker.quote sends the market maker's quotes (`quote.ts`), expanded into ordinary orders.
// Events       order.opened, order.changed, order.closed, fill, and the entries of the ledger behind each.
// Refused      2001–2005 prices and states, 2101–2111 the order itself, 3001 money, 2303 a margin wallet's level.
// States       waiting, partly filled, filled, cancelled, waiting for its trigger (`schema/event.ts` names the
//              reasons).
// Money        A buyer's quote, a seller's base are held when placed (`place.ts`), to the atom of the worst case, fee
//              included; a fill pays by `settle.ts`; what the fill did not need is released with it. Fees round up and are
//              split by the order books: safety fund, referrers, treasury.
// Timers       none. Tables: the order books's orders, order accounts, triggers; snapshot and digest walk them.
// Read         place.ts (decide) → take.ts (match) → settle.ts (money) → whole.ts (fill or kill) → change.ts (amend).
// More         docs/concepts/money.md §2, docs/concepts/architecture.md (core §6).

export { Spot } from './domain.ts';
export { MAX_OPEN } from './place.ts';
export { commitQuote, decideQuote } from './quote.ts';
export { type MarginGate, SpotContext } from './context.ts';
