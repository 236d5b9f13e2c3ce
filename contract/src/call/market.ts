// Calls about markets: lists, favourites, prices, candles, depth, trades.

import * as z from 'zod/mini';
import { CONTRACT_TYPE, INTERVALS } from '../enumeration.ts';
import { candle, depth, practiceShare, price, publicTrade, row } from '../shape/index.ts';
import { decimal, id, oneOf, seq, symbolInput, time, whole } from '../text.ts';
import { call } from './define.ts';

/** Most candles per answer. */
export const MAX_CANDLES = 1_000;
/** Most public trades per answer. */
export const MAX_TRADES = 500;
/** Most levels per side in one depth answer. */
export const MAX_DEPTH = 2_000;

const coin = '/api/{requestHead}/coin';

/** 1 spot, 2 USDT-margined, 3 coin-margined contracts, `index`, `mark`. */
const kindInput = z.pipe(
  z.pipe(z.union([z.string(), z.int()]), z.transform(String)),
  z.enum(['1', '2', '3', 'index', 'mark']),
);
const bookKindInput = z.pipe(z.pipe(z.union([z.string(), z.int()]), z.transform(String)), z.enum(['1', '2', '3']));
const plateInput = z.optional(z.string().check(z.regex(/^[0-9]{1,4}$/)));

export const marketCalls = {
  'quotes.getOptional': call({
    method: 'GET',
    path: `${coin}/quotes/getOptional`,
    about: "One's favourites, in one's own order.",
    who: 'user',
    by: 'query',
    answer: z.array(row),
  }),
  'quotes.addOptional': call({
    method: 'GET',
    path: `${coin}/quotes/addOptional/{a}/{b}`,
    about: 'Adds the row a to the favourites; b is always 1. Twice changes nothing.',
    who: 'user',
    writes: true,
    by: 'query',
    input: z.object({ a: id, b: z.literal('1') }),
    answer: z.object({ c_id: z.nullable(id) }),
  }),
  'quotes.cancelOptional': call({
    method: 'GET',
    path: `${coin}/quotes/cancelOptional/{a}/{b}`,
    about: 'Takes the row a out of the favourites; b is always 1. Twice changes nothing.',
    who: 'user',
    writes: true,
    by: 'query',
    input: z.object({ a: id, b: z.literal('1') }),
    answer: z.object({ c_id: z.nullable(id) }),
  }),
  'open.getSpotGoods': call({
    method: 'GET',
    path: `${coin}/open/getSpotGoods`,
    about: 'Spot markets as rows, of one plate when named.',
    by: 'query',
    input: z.object({ plate: plateInput }),
    answer: z.array(row),
  }),
  'open.getContract': call({
    method: 'GET',
    path: `${coin}/open/getContract`,
    about: 'U contracts as rows of type hy, of one plate when named.',
    by: 'query',
    input: z.object({ plate: plateInput }),
    answer: z.array(row),
  }),
  'open.market.initData': call({
    method: 'GET',
    path: `${coin}/open/market/initData`,
    about: 'All prices of a kind, and 24 hourly closes a symbol.',
    by: 'query',
    input: z.object({ type: z._default(oneOf([1, 2, 3, 6]), 1) }),
    answer: z.object({
      prices: z.array(price),
      /** By symbol: closes of the last 24 hours, oldest first. */
      klineTicker: z.record(z.string(), z.array(decimal)),
    }),
  }),
  'open.kline': call({
    method: 'GET',
    path: `${coin}/open/kline`,
    about:
      'Candles, oldest first; from and to in ms UTC, to not included. The last one may still be open. In practice mode the index has candles from before the first tick, with an origin.',
    by: 'query',
    input: z.object({
      symbol: symbolInput,
      kind: z._default(kindInput, '1'),
      /** For a mark: its contract. */
      contractType: z._default(z.enum(CONTRACT_TYPE), 'u'),
      interval: z.enum(INTERVALS),
      from: z.optional(whole(0, 2 ** 52)),
      to: z.optional(whole(0, 2 ** 52)),
      limit: z._default(whole(1, MAX_CANDLES), 500),
    }),
    answer: z.array(candle),
  }),
  'open.depth': call({
    method: 'GET',
    path: `${coin}/open/depth`,
    about: 'A snapshot of a book.',
    by: 'query',
    input: z.object({
      symbol: symbolInput,
      kind: z._default(bookKindInput, '1'),
      limit: z._default(whole(1, MAX_DEPTH), 100),
    }),
    answer: depth,
  }),
  'open.transaction': call({
    method: 'GET',
    path: `${coin}/open/transaction/{a}/{b}`,
    about: 'The last public trades of the symbol a, newest first, b of them at most; of its contracts with a kind.',
    by: 'query',
    input: z.object({ a: symbolInput, b: whole(1, MAX_TRADES), kind: z._default(bookKindInput, '1') }),
    answer: z.array(publicTrade),
  }),
  'open.getPracticeShare': call({
    method: 'GET',
    path: `${coin}/open/getPracticeShare`,
    about:
      "How much of each market's volume, turnover and open interest is of practice traders (simulated customers). Empty in live mode.",
    by: 'query',
    input: z.object({}),
    answer: practiceShare,
  }),
  'open.getPriceComparison': call({
    method: 'GET',
    path: `${coin}/open/getPriceComparison/{x}`,
    about: 'The index of a coin or symbol, each of its sources, and its price in every currency.',
    by: 'query',
    input: z.object({ x: symbolInput }),
    answer: z.object({
      symbolName: z.string(),
      index: z.nullable(z.object({ price: decimal, seq, time, spread: decimal })),
      sources: z.array(
        z.object({
          source: z.string(),
          price: z.nullable(decimal),
          age: z.int(),
          use: z.enum(['used', 'tooOld', 'tooFar', 'notPrice']),
        }),
      ),
      currencies: z.array(
        z.object({
          exchange_code: z.string(),
          rate: z.nullable(decimal),
          exchange_value: z.nullable(decimal),
          quote_currency: z.string(),
        }),
      ),
    }),
  }),
} as const;
