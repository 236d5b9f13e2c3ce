// Shapes of markets and prices: Coin, Price, Row, candles, depth, ticks.

import * as z from 'zod/mini';
import { CANDLE_ORIGIN, COIN_MARKET, PRICE_STATE } from '../enumeration.ts';
import { decimal, id, seq, time } from '../text.ts';

export const priceState = z.enum(PRICE_STATE);

/** A coin entry of the coin list. */
export const coin = z.object({
  id,
  /** Type of its wallet: 1 spot, 2 USDT-margined, 3 coin-margined contract, 6 second contract. */
  type: z.literal([1, 2, 3, 6]),
  baseCoin: z.string(),
  coin: z.string(),
  symbol: z.string(),
  showSymbol: z.string(),
  /** 2: showSymbol is shown. */
  customizeFlag: z.int(),
  market: z.enum(COIN_MARKET),
  /** 1 crypto, 2 stock index, 3 forex, commodities and gold. */
  coinType: z.int(),
  /** 24 h turnover in the quote; null without a book of ours. */
  amount: z.nullable(decimal),
  /** First price of the UTC day; null before the first. */
  open: z.nullable(decimal),
  /** Comma-separated codes. */
  plate: z.string(),
  tick: decimal,
  lot: z.nullable(decimal),
  /** Minimum order value in the quote (coin contracts: USD); for a second contract the minimum stake. */
  minValue: z.nullable(decimal),
  /** Decimals of the smallest unit of `coin`; null if it is not a coin of ours. */
  baseScale: z.nullable(z.int()),
  /** Decimals of the smallest unit of the quote if it is the settle coin (spot, USDT-margined); else null. */
  quoteScale: z.nullable(z.int()),
  maxLeverage: z.int(),
  state: priceState,
  /** Next opening, ms UTC; null: open, or always open. */
  opensAt: z.nullable(time),
});
export type Coin = z.output<typeof coin>;

/** The price information of one symbol. Unknown values are null. */
export const price = z.object({
  symbol: z.string(),
  close: z.nullable(decimal),
  /** Price 24 hours ago. */
  openPrice: z.nullable(decimal),
  change: z.nullable(decimal),
  priceChangePercent: z.nullable(decimal),
  volume24: z.nullable(decimal),
  high24: z.nullable(decimal),
  low24: z.nullable(decimal),
  /** For the UTC day. */
  open: z.nullable(decimal),
  high: z.nullable(decimal),
  low: z.nullable(decimal),
  volume: z.nullable(decimal),
  seq,
  time,
  state: priceState,
  /** Time of the trade in `close`; null without one. */
  tradeTime: z.nullable(time),
  /** The index with its own time and 24 hours: the fields above are from trades once there is one. */
  indexPrice: z.nullable(decimal),
  indexTime: z.nullable(time),
  indexChange: z.nullable(decimal),
  indexChangePercent: z.nullable(decimal),
  indexHigh24: z.nullable(decimal),
  indexLow24: z.nullable(decimal),
  markPrice: z.nullable(decimal),
  /** The price that triggers liquidations: the index that the mark was computed from; before rules 15 the mark. */
  riskPrice: z.nullable(decimal),
  fundingRate: z.nullable(decimal),
  nextFundingTime: z.nullable(time),
});
export type Price = z.output<typeof price>;

/** A row of a market list. */
export const row = z.object({
  id,
  symbol_name: z.string(),
  base_symbol: z.string(),
  close: z.nullable(decimal),
  amount: z.nullable(decimal),
  /** Change over 24 h in percent. */
  zdf: z.nullable(decimal),
  /** Maximum isolated and cross leverage; 0: none. */
  part_cou: z.int(),
  full_cou: z.int(),
  plate: z.string(),
  collect: z.boolean(),
  /** Id of the favourite; null: not a favourite. */
  c_id: z.nullable(id),
  /** `hy` for contracts. */
  type: z.optional(z.string()),
});
export type Row = z.output<typeof row>;

export const candle = z.object({
  time,
  open: decimal,
  high: decimal,
  low: decimal,
  close: decimal,
  volume: decimal,
  /**
   * Practice history: the candle begins before the exchange opened, and its prices until then are made up. `volume`
   * counts only what came after. Absent: all of it is recorded.
   */
  origin: z.optional(z.enum(CANDLE_ORIGIN)),
});
export type Candle = z.output<typeof candle>;

/** Price, quantity, and the market maker's part of it. */
export const depthLevel = z.tuple([decimal, decimal, decimal]);

/** A snapshot of a book, best first. */
export const depth = z.object({
  symbol: z.string(),
  seq,
  time,
  bids: z.array(depthLevel),
  asks: z.array(depthLevel),
  /** CRC-32 over the best 25 levels per side. */
  checksum: z.int(),
});
export type Depth = z.output<typeof depth>;

export const publicTrade = z.object({
  id,
  price: decimal,
  quantity: decimal,
  /** The taker's side: 1 buy, 2 sell. */
  direction: z.int(),
  /** The market maker was one side. */
  house: z.boolean(),
  /** No customer took part: only practice traders, or one and the market maker. Absent: a customer did. */
  practice: z.optional(z.literal(true)),
  time,
  seq,
});
export type PublicTrade = z.output<typeof publicTrade>;

/** How much of a market's figures is of practice traders. */
export const practiceMarket = z.object({
  symbol: z.string(),
  /** 1 spot, 2 USDT-margined, 3 coin-margined. */
  kind: z.enum(['1', '2', '3']),
  /** Volume and turnover of the last 24 hours in which no customer took part, in the units of the market's own. */
  volume24: decimal,
  turnover24: decimal,
  /** Longs of practice traders; null on spot. */
  openInterest: z.nullable(decimal),
});
/** Practice traders are simulated customers of a practice exchange; a live exchange has none. */
export const practiceShare = z.object({ traders: z.int(), markets: z.array(practiceMarket) });
export type PracticeShare = z.output<typeof practiceShare>;

/** One index tick with its sources. */
export const tick = z.object({
  symbol: z.string(),
  seq,
  time,
  price: decimal,
  spread: decimal,
  state: priceState,
  used: z.int(),
  total: z.int(),
  sources: z.array(
    z.object({
      source: z.string(),
      price: z.nullable(decimal),
      /** Age at the tick, ms. */
      age: z.int(),
      use: z.enum(['used', 'tooOld', 'tooFar', 'notPrice']),
    }),
  ),
});
export type Tick = z.output<typeof tick>;
