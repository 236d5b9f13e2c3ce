// Row changes gathered since the last write, replaced rows by key.

import type { OpenCandle, Order } from '../fold/index.ts';
import type { RowOf } from './tables.ts';

/** Nothing gathered yet. */
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
    houseOrders: new Map<number, RowOf<'orders'>>(),
    trades: [] as RowOf<'trades'>[],
    fills: [] as RowOf<'fills'>[],
    shares: new Map<string, RowOf<'fee_shares'>>(),
    bills: [] as RowOf<'bills'>[],
    candles: new Map<string, { kind: number; subject: number; width: number; candle: OpenCandle }>(),
    tickers: new Map<number, RowOf<'tickers'>>(),
    ticks: [] as RowOf<'ticks'>[],
  };
}
