// Spot trading: the ticket, one's orders, trades and balances.
export { useSettings } from './facts.ts';
export type { Side } from './form.ts';
export { FeeTier, Holdings } from './holdings.tsx';
export { useOrderNotices } from './notices.tsx';
export type { RulesOf } from './order-columns.tsx';
export { EntrustPage, type EntrustSearch } from './entrust-page.tsx';
export { OrdersPanel, useOpenOrders } from './orders-panel.tsx';
export type { MarketRules } from './reckon.ts';
export { Ticket, type TicketProps } from './ticket.tsx';
