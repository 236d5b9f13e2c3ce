// Perpetual contracts: linear (USDT) and inverse (coin-margined), cross and isolated.
//
// What it is   Positions without expiry, valued at a mark that only the index and a slow, bounded basis move.
// Commands     contract.place, position.close, position.closeMany, position.margin, position.guard, position.guardSide,
//              leverage.set; by two operators contract.list, contract.change, contract.fees; the market maker's quotes
//              by maker.quote (`order/quote.ts`).
// Events       contract.opened, position.changed, leverage.changed, mark, funding, funding.minute, funding.average,
//              funding.rate, funding.pace, funding.realised, liquidation.step, liquidation.waits, deleveraged,
//              fund.takeover, fund.inventory, fund.slice, fund.funding, contract.changed, contract.fee.
// Refused      2201–2207 positions and margin, 2203 leverage, 2107 size, 2108 band, prices by the table of `price/`.
// States       of a market: trading, reduce-only, suspended. Of a position: open, queued for liquidation, waiting for
//              the desk (`liquidation.ts`). Of a funding round: idle, paying, claims (`funding.ts`).
// Money        Realised profit is paid by clearing:MARKET, always Σ cost of shorts − Σ cost of longs; isolated margin
//              has an account of its own; the insurance fund gets a liquidation's surplus and takes over bankrupt
//              positions within bounds (`takeover.ts`, `inventory.ts`, `unwind.ts`); the rest is deleveraged (ADL).
// Timers       premium each minute, funding at the end of its interval. Pending work continues before the next batch.
// Tables       contracts, contractTiers, contractOrders, positions, holdings, contract wallets, liquidations, fundings,
//              …
// Two domains  Perpetual (orders, positions, listing) and Risk (marks, funding, liquidation): trading and supervision.
// Folders      order/ (from contract.place to its fills), position/ (open positions, their value, reserved rows), risk/
//              (marks that reach wallets, liquidation, deleveraging), insurance/ (the fund: takeovers, inventory,
//              unwinding), funding/, closing-hours/ (before a market closes, gaps after it). All meet in `context.ts`;
//              events are written by `events.ts`.
// Read         order/place.ts → take.ts → fill-side.ts → settle.ts; risk/risk.ts → moved-markets.ts → wallet-checks.ts
//              → liquidation-turns.ts → liquidation.ts → insurance/insurance.ts → risk/deleverage.ts.
// More         docs/products/{perpetual,liquidation,funding}.md.

export { MAX_CERTAIN } from './order/fill-or-kill.ts';
export { BeforeClose } from './closing-hours/before-close.ts';
export { Risk } from './risk/risk.ts';
export { Contracts } from './contracts.ts';
export { AT_ONCE as RANKED_AT_ONCE } from './risk/deleverage.ts';
export { LISTED as DELEVERAGE_LISTED, SHARED as DELEVERAGE_KEPT } from './risk/deleverage-orders.ts';
export { CUT_REACH } from './risk/partial-liquidation.ts';
export { GAP_SETTLES } from './closing-hours/gaps.ts';
export { FILL_SHARE, HOUR_SHARE } from './insurance/insurance.ts';
export { HOUR_LOSS } from '../ledger/index.ts';
export { Perpetual } from './domain.ts';
export { MAX_POSITIONS, Positions } from './position/positions.ts';
export { onlyTakes } from './order/quote.ts';
export { PerpetualContext, type Watch } from './context.ts';
