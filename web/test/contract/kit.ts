// A world of contracts for tests: terms as the first setup has them, books, facts.

import type { ContractTerms } from '../../src/features/contract/terms.ts';
import {
  emptyTicket,
  noPosition,
  reduceTicket,
  type TicketAction,
  type TicketFacts,
  type TicketState,
} from '../../src/features/contract/ticket/form.ts';

const MILLION = 1_000_000;

/** BTC/USDT settled in USDT: tick 0.1, lot 0.00001, three steps. */
export const linear: ContractTerms = {
  type: 2,
  perLot: 1,
  face: 0,
  tiers: {
    cap: [500_000 * MILLION, 2_000_000 * MILLION, 10_000_000 * MILLION],
    rate: [4_000, 10_000, 25_000],
    leverage: [125, 50, 20],
    amount: [0, 3_000 * MILLION, 33_000 * MILLION],
  },
  first: 0,
  count: 3,
  symbol: 'BTC_USDT',
  name: 'BTC/USDT',
  contractType: 'u',
  kind: 2,
  base: 'BTC',
  quote: 'USDT',
  settle: 'USDT',
  settleScale: 6,
  tickDecimals: 1,
  lotDecimals: 5,
  minValue: 5 * MILLION,
  maxValue: 1_000_000 * MILLION,
  maker: 200,
  taker: 500,
  fundingHours: 8,
  tradeState: 'trading',
  hours: false,
  closing: undefined,
  closingRate: 0,
  coveredRate: 0,
};

/** BTC/USDT settled in BTC: contracts of 100 USD. */
export const inverse: ContractTerms = {
  ...linear,
  type: 3,
  perLot: 100 * 10 ** 9,
  face: 100,
  tiers: {
    cap: [500_000, 2_000_000, 10_000_000],
    rate: [4_000, 10_000, 25_000],
    leverage: [125, 50, 20],
    amount: [0, 3_000, 33_000],
  },
  contractType: 'coin',
  kind: 3,
  settle: 'BTC',
  settleScale: 8,
  lotDecimals: 0,
  minValue: 100,
  maxValue: 1_000_000,
};

export const facts: TicketFacts = {
  terms: linear,
  mark: 100_000_00,
  risk: 100_000_00,
  last: 100_000,
  bids: [
    { ticks: 99_990, lots: 50_000 },
    { ticks: 99_950, lots: 400_000 },
  ],
  asks: [
    { ticks: 100_010, lots: 50_000 },
    { ticks: 100_050, lots: 400_000 },
  ],
  leverage: 20,
  marginMode: 'fixed',
  available: 1_000 * MILLION,
  long: noPosition,
  short: noPosition,
  ordered: { long: 0, short: 0 },
  crossFree: 1_000 * MILLION,
};

/** The same market settled in the coin: one BTC in the wallet. */
export const coinFacts: TicketFacts = {
  ...facts,
  terms: inverse,
  bids: [{ ticks: 99_990, lots: 5_000 }],
  asks: [{ ticks: 100_010, lots: 5_000 }],
  available: 100_000_000,
  crossFree: 100_000_000,
};

export function run(
  actions: readonly TicketAction[],
  with_: TicketFacts = facts,
  from: TicketState = emptyTicket,
): TicketState {
  return actions.reduce((state, action) => reduceTicket(state, action, with_), from);
}

export const edit = (field: 'price' | 'amount' | 'value' | 'trigger', text: string): TicketAction => ({
  type: 'edit',
  field,
  text,
});
