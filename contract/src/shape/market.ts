// Shapes of markets and prices: Coin, Price, Row, candles, depth, ticks.

import * as z from 'zod/mini';
import { COIN_MARKET, PRICE_STATE } from '../enumeration.ts';
import { decimal, id, seq, time } from '../text.ts';

export const priceState = z.enum(PRICE_STATE);

/** A coin entry of the coin list. */
export const coin = z.object({
  id,
  /** Of the wallet it is traded in: 1 spot, 2 U contract, 3 coin contract, 6 second contract. */
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
  /** 24 h turnover in the quote; null where there is no book of ours. */
  amount: z.nullable(decimal),
  /** First price of the UTC day; null before the first. */
  open: z.nullable(decimal),
  /** Comma-separated codes. */
  plate: z.string(),
  tick: decimal,
  lot: z.nullable(decimal),
  /** In the quote (coin contracts: USD): the least an order may be worth; of a second contract its least stake. */
  minValue: z.nullable(decimal),
  /** Digits of the smallest unit of `coin`; null where it is no coin of ours. */
  baseScale: z.nullable(z.int()),
  /** Digits of the smallest unit of what it is paid in, where that is the quote (spot, U contracts); else null. */
  quoteScale: z.nullable(z.int()),
  maxLeverage: z.int(),
  state: priceState,
  /** ms UTC of the next opening; null: open, or always open. */
  opensAt: z.nullable(time),
});
export type Coin = z.output<typeof coin>;

/** The price information of one symbol. What is not known yet is null. */
export const price = z.object({
  symbol: z.string(),
  close: z.nullable(decimal),
  /** 24 hours ago. */
  openPrice: z.nullable(decimal),
  change: z.nullable(decimal),
  priceChangePercent: z.nullable(decimal),
  volume24: z.nullable(decimal),
  high24: z.nullable(decimal),
  low24: z.nullable(decimal),
  /** Of the UTC day. */
  open: z.nullable(decimal),
  high: z.nullable(decimal),
  low: z.nullable(decimal),
  volume: z.nullable(decimal),
  seq,
  time,
  state: priceState,
  /** When `close` was traded; null while nothing was. */
  tradeTime: z.nullable(time),
  /** The index with its own time and its own 24 hours: those above are of trades once there is one. */
  indexPrice: z.nullable(decimal),
  indexTime: z.nullable(time),
  indexChange: z.nullable(decimal),
  indexChangePercent: z.nullable(decimal),
  indexHigh24: z.nullable(decimal),
  indexLow24: z.nullable(decimal),
  markPrice: z.nullable(decimal),
  /** The price that liquidates: the index that the mark was made of; before rules 15 the mark. */
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
  /** Greatest isolated and cross leverage; 0: none. */
  part_cou: z.int(),
  full_cou: z.int(),
  plate: z.string(),
  collect: z.boolean(),
  /** Id of the favourite; null: not one. */
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
});
export type Candle = z.output<typeof candle>;

/** Price, quantity, and the house maker's part of it. */
export const depthLevel = z.tuple([decimal, decimal, decimal]);

/** A snapshot of a book, best first. */
export const depth = z.object({
  symbol: z.string(),
  seq,
  time,
  bids: z.array(depthLevel),
  asks: z.array(depthLevel),
  /** CRC-32 over the best 25 a side. */
  checksum: z.int(),
});
export type Depth = z.output<typeof depth>;

export const publicTrade = z.object({
  id,
  price: decimal,
  quantity: decimal,
  /** The taker's: 1 buy, 2 sell. */
  direction: z.int(),
  /** The house maker was on one side. */
  house: z.boolean(),
  time,
  seq,
});
export type PublicTrade = z.output<typeof publicTrade>;

/** One index tick with what it was made of. */
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
      /** ms at the time of the tick. */
      age: z.int(),
      use: z.enum(['used', 'tooOld', 'tooFar', 'notPrice']),
    }),
  ),
});
export type Tick = z.output<typeof tick>;
