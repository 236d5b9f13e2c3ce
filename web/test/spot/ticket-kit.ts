// An order ticket with its market, balances and conditions.

import {
  emptyTicket,
  reduceTicket,
  type TicketAction,
  type TicketFacts,
  type TicketState,
} from '../../src/features/spot/form.ts';
import type { MarketRules } from '../../src/features/spot/calculate.ts';
import type { MarketFacts } from '../../src/features/spot/summary.ts';

export const rules: MarketRules = {
  symbol: 'BTC_USDT',
  base: 'BTC',
  quote: 'USDT',
  tickDecimals: 1,
  lotDecimals: 5,
  baseScale: 8,
  quoteScale: 6,
  minValue: '5',
};

export const facts: MarketFacts = {
  rules,
  availableBase: '0.37100000',
  availableQuote: '12388.150000',
  totalBase: '0.42100000',
  totalQuote: '12388.150000',
  reference: '114129.8',
  makerRate: '0.001',
  takerRate: '0.001',
  index: undefined,
  bids: [
    { ticks: 1_141_296, lots: 27_224 },
    { ticks: 1_141_294, lots: 60_926 },
  ],
  asks: [
    { ticks: 1_141_298, lots: 1_218 },
    { ticks: 1_141_301, lots: 21_892 },
  ],
};

export const run = (
  actions: TicketAction[],
  from: TicketState = emptyTicket,
  with_: TicketFacts = facts,
): TicketState => actions.reduce((state, action) => reduceTicket(state, action, with_), from);

export const edit = (field: 'price' | 'amount' | 'total' | 'trigger', text: string): TicketAction => ({
  type: 'edit',
  field,
  text,
});
