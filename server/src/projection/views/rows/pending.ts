// Row changes collected since the last write; replaced rows by key.

import type { OpenCandle, Order } from '../../handlers/index.ts';
import type { RowOf } from '../tables/tables.ts';

/** No pending rows. */
export function emptyRows() {
  return {
    assets: new Map<number, RowOf<'assets'>>(),
    instruments: new Map<number, RowOf<'instruments'>>(),
    markets: new Map<number, RowOf<'markets'>>(),
    tiers: new Map<number, RowOf<'tiers'>>(),
    users: new Map<number, RowOf<'users_core'>>(),
    priceStates: new Map<number, RowOf<'price_states'>>(),
    balances: new Map<
      number,
      {
        account: number;
        class: number;
        user: number;
        wallet: number;
        asset: number;
        market: number;
        available: number;
        held: number;
      }
    >(),
    orders: new Map<number, Order>(),
    orderMarkets: new Map<string, RowOf<'order_markets'>>(),
    makerOrders: new Map<number, RowOf<'orders'>>(),
    trades: [] as RowOf<'trades'>[],
    fills: [] as RowOf<'fills'>[],
    shares: new Map<string, RowOf<'fee_shares'>>(),
    bills: [] as RowOf<'bills'>[],
    accountDays: new Map<string, RowOf<'account_days'>>(),
    billDays: new Map<string, RowOf<'bill_days'>>(),
    candles: new Map<string, { kind: number; subject: number; width: number; candle: OpenCandle }>(),
    tickers: new Map<number, RowOf<'tickers'>>(),
    ticks: [] as RowOf<'ticks'>[],
    terms: new Map<string, RowOf<'terms'>>(),
    marks: new Map<number, RowOf<'marks'>>(),
    positions: new Map<number, RowOf<'positions'>>(),
    positionDays: new Map<string, RowOf<'position_days'>>(),
    steps: [] as RowOf<'position_steps'>[],
    openings: new Map<number, RowOf<'position_openings'>>(),
    fundingRates: [] as RowOf<'funding_rates'>[],
    payments: [] as RowOf<'funding_payments'>[],
    debts: new Map<string, RowOf<'debts'>>(),
    debtDays: new Map<string, RowOf<'debt_days'>>(),
    records: [] as RowOf<'debt_records'>[],
    /** The last record of each debt, and the cleared debts whose last record is still to come. */
    lastRecord: new Map<string, RowOf<'debt_records'>>(),
    ending: new Set<string>(),
    seconds: new Map<number, RowOf<'seconds'>>(),
    secondNets: new Map<string, RowOf<'second_nets'>>(),
    earnTerms: [] as RowOf<'earn_terms'>[],
    earnTotals: new Map<number, RowOf<'earn_totals'>>(),
    earnBuyers: new Map<string, RowOf<'earn_buyers'>>(),
    stakes: new Map<number, RowOf<'stakes'>>(),
    swaps: new Map<number, RowOf<'swaps'>>(),
    links: [] as RowOf<'links'>[],
    fundSlices: [] as RowOf<'fund_slices'>[],
    /** Emitted take-profit and stop-loss orders: all, those for the whole position, and those triggered. */
    guards: new Set<number>(),
    whole: new Set<number>(),
    fired: new Set<number>(),
  };
}

export type PendingRows = ReturnType<typeof emptyRows>;
