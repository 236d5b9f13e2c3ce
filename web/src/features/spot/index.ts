// Spot trading: the ticket, and the user's orders, trades and balances.
export { useSettings } from './facts.ts';
export type { Side } from './form.ts';
export { FeeTier, Holdings } from './holdings.tsx';
export { setAside } from './set-aside.ts';
export type { MarketRules, RulesOf } from './calculate.ts';
export { Ticket, type TicketProps } from './ticket.tsx';
