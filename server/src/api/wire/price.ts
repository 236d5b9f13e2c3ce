// Prices, candles, trades, book levels and ticks in the API's format.

import {
  type Candle as WireCandle,
  type Decimal,
  type KlineData,
  type Price,
  PRICE_STATE,
  type PublicTrade,
  type Tick as WireTick,
} from '@vitrine/contract';
import type { Candle, Market, Subject, Tick, Trade } from '../../projection/handlers/index.ts';
import { type Level, type Live, printChangePercent, type Ticker } from '../../projection/live/index.ts';
import { listingAt, sourceNames } from '../../markets/index.ts';
import { asText, decimalText } from './decimal.ts';

/** Decimals of an index, a mark and a receipt below the market's tick. */
const CENTS = 2;
/** Decimals of a funding rate. */
const FUNDING_DECIMALS = 9;
const SOURCE_USE = ['used', 'tooOld', 'tooFar', 'notPrice'] as const;

const ZERO = '0' as Decimal;

const none = {
  close: null,
  openPrice: null,
  change: null,
  priceChangePercent: null,
  volume24: null,
  high24: null,
  low24: null,
};
const noDay = { open: null, high: null, low: null, volume: null };

type Figures = Pick<Price, keyof typeof none | keyof typeof noDay>;

function figures(ticker: Ticker | undefined, decimals: number, lotDecimals: number | undefined): Figures {
  if (ticker === undefined || ticker.last === 0) return { ...none, ...noDay };
  const text = (value: number) => (value === 0 ? null : decimalText(value, decimals));
  const volume = (lots: number) => (lotDecimals === undefined ? null : decimalText(lots, lotDecimals));
  return {
    close: text(ticker.last),
    openPrice: text(ticker.open24),
    change: ticker.open24 === 0 ? null : decimalText(ticker.last - ticker.open24, decimals),
    priceChangePercent: asText(printChangePercent(ticker.last, ticker.open24)),
    volume24: volume(ticker.volume24),
    high24: text(ticker.high24),
    low24: text(ticker.low24),
    open: text(ticker.dayOpen),
    high: text(ticker.dayHigh),
    low: text(ticker.dayLow),
    volume: volume(ticker.dayVolume),
  };
}

/** The state name of an instrument's price; `stale` before its first tick. */
export function stateWord(live: Live, instrument: number): Price['state'] {
  return PRICE_STATE[(live.priceState(instrument)?.state ?? 3) - 1] ?? 'stale';
}

/** The index price of an instrument with all decimals, or null before the first tick. */
export function indexText(live: Live, instrument: number): Decimal | null {
  const tick = live.tick(instrument);
  const decimals = live.instrument(instrument)?.tickDecimals ?? 0;
  return tick ? decimalText(tick.price, decimals + CENTS) : null;
}

/** An index ticker in a market's ticks, rounded toward zero: the reference of a market without trades. */
function inTicks(index: Ticker): Ticker {
  const down = (cents: number) => (cents - (cents % 100)) / 100;
  return {
    ...index,
    last: down(index.last),
    open24: down(index.open24),
    high24: down(index.high24),
    low24: down(index.low24),
    dayOpen: down(index.dayOpen),
    dayHigh: down(index.dayHigh),
    dayLow: down(index.dayLow),
    volume24: 0,
    dayVolume: 0,
  };
}

/** A ticker of trades that do not reach back 24 hours: what they lack is that of the index, except volumes. */
function completed(ticker: Ticker, index: Ticker | undefined): Ticker {
  if (ticker.whole24 || index?.whole24 !== true) return ticker;
  const reference = inTicks(index);
  return {
    ...ticker,
    open24: reference.open24,
    high24: Math.max(ticker.high24, reference.high24),
    low24: Math.min(ticker.low24, reference.low24),
    dayOpen: reference.dayOpen,
    dayHigh: Math.max(ticker.dayHigh, reference.dayHigh),
    dayLow: Math.min(ticker.dayLow, reference.dayLow),
  };
}

/**
 * The figures of a market: from its trades, and what is older than the first one from its index. `close` is a trade
 * price and stays null until there is one.
 */
function marketFigures(market: Market, ticker: Ticker | undefined, index: Ticker | undefined): Figures {
  if (ticker !== undefined && ticker.last > 0) {
    return figures(completed(ticker, index), market.tickDecimals, market.lotDecimals);
  }
  const shown = figures(index && inTicks(index), market.tickDecimals, market.lotDecimals);
  return { ...shown, close: null };
}

type IndexFigures = Pick<
  Price,
  'indexPrice' | 'indexTime' | 'indexChange' | 'indexChangePercent' | 'indexHigh24' | 'indexLow24'
>;

/** The index of an instrument with its own time and 24 hours; each null before the first tick. */
function indexFigures(live: Live, instrument: number, index: Ticker | undefined): IndexFigures {
  const decimals = (live.instrument(instrument)?.tickDecimals ?? 0) + CENTS;
  const { change, priceChangePercent, high24, low24 } = figures(index, decimals, undefined);
  return {
    indexPrice: indexText(live, instrument),
    indexTime: live.tick(instrument)?.time ?? null,
    indexChange: change,
    indexChangePercent: priceChangePercent,
    indexHigh24: high24,
    indexLow24: low24,
  };
}

/** The price information of a market, or (without one) of an instrument from its index. */
export function priceOf(live: Live, instrument: number, market: Market | undefined): Price {
  const decimals = live.instrument(instrument)?.tickDecimals ?? 0;
  const index = live.indexTicker(instrument);
  const traded = market && live.ticker(market.market);
  const ticker = market ? traded : index;
  const tick = live.tick(instrument);
  const head = live.head();
  const mark = market && live.mark(market.market);
  return {
    symbol: listingAt(instrument)?.symbol ?? '',
    ...(market ? marketFigures(market, traded, index) : figures(ticker, decimals + CENTS, undefined)),
    seq: Math.max(ticker?.lastSeq ?? 0, tick?.seq ?? 0, mark?.seq ?? 0) || head.seq,
    time: Math.max(ticker?.lastTime ?? 0, tick?.time ?? 0, mark?.time ?? 0) || head.time,
    state: stateWord(live, instrument),
    tradeTime: traded && traded.last > 0 ? traded.lastTime : null,
    ...indexFigures(live, instrument, index),
    ...contractPriceOf(live, market),
  };
}

/** Fields that only a contract's price has; each null for other markets. */
export function contractPriceOf(
  live: Live,
  market: Market | undefined,
): Pick<Price, 'markPrice' | 'riskPrice' | 'fundingRate' | 'nextFundingTime'> {
  const contract = market && live.contract(market.market);
  if (!contract) return { markPrice: null, riskPrice: null, fundingRate: null, nextFundingTime: null };
  const mark = live.mark(contract.market);
  return {
    markPrice: mark ? decimalText(mark.mark, contract.tickDecimals + CENTS) : null,
    riskPrice: mark ? decimalText(live.riskPrice(contract.market), contract.tickDecimals + CENTS) : null,
    fundingRate: fundingText(live, contract.market),
    nextFundingTime: live.nextFunding(contract.market) ?? null,
  };
}

/** The rate of the current interval by its minutes so far, else the last settled one; per 8 h. */
function fundingText(live: Live, market: number): Decimal | null {
  const rate = live.fundingNow(market)?.rate ?? live.fundingRates(market)[0]?.rate;
  return rate === undefined ? null : decimalText(rate, FUNDING_DECIMALS);
}

/** Decimals of a subject's candles: price and volume. */
export function candleDecimals(live: Live, subject: Subject): { price: number; volume: number } {
  if (subject.kind === 'index') return { price: (live.instrument(subject.id)?.tickDecimals ?? 0) + CENTS, volume: 0 };
  const market = live.market(subject.id);
  const decimals = market?.tickDecimals ?? 0;
  if (subject.kind === 'mark') return { price: decimals + CENTS, volume: 0 };
  return { price: decimals, volume: market?.lotDecimals ?? 0 };
}

/** A candle as decimal strings. */
export function candleOf(
  live: Live,
  subject: Subject,
  candle: Pick<Candle, 'time' | 'open' | 'high' | 'low' | 'close' | 'volume'>,
): WireCandle {
  const decimals = candleDecimals(live, subject);
  return {
    time: candle.time,
    open: decimalText(candle.open, decimals.price),
    high: decimalText(candle.high, decimals.price),
    low: decimalText(candle.low, decimals.price),
    close: decimalText(candle.close, decimals.price),
    volume: decimalText(candle.volume, decimals.volume),
  };
}

/** A candle of the KLINE stream; `closed`: a later one has begun. */
export function klineOf(live: Live, subject: Subject, candle: Candle, closed: boolean): KlineData[number] {
  return { ...candleOf(live, subject, candle), closed };
}

/** A public trade. */
export function tradeOf(live: Live, trade: Trade): PublicTrade {
  const market = live.market(trade.market);
  return {
    id: `${trade.market}-${trade.trade}`,
    price: decimalText(trade.price, market?.tickDecimals ?? 0),
    quantity: decimalText(trade.lots, market?.lotDecimals ?? 0),
    direction: trade.side,
    house: trade.house,
    ...(trade.practice === undefined ? {} : { practice: trade.practice }),
    time: trade.time,
    seq: trade.seq,
  };
}

/** A level: price, quantity, and the market maker's part of it. */
export function levelOf(market: Market, level: Pick<Level, 'price' | 'lots' | 'house'>): [Decimal, Decimal, Decimal] {
  return [
    decimalText(level.price, market.tickDecimals),
    level.lots === 0 ? ZERO : decimalText(level.lots, market.lotDecimals),
    level.house === 0 ? ZERO : decimalText(level.house, market.lotDecimals),
  ];
}

/** An index tick with its sources. It is identified by symbol and `seq`, the number of its command. */
export function tickOf(live: Live, tick: Tick): WireTick {
  const decimals = (live.instrument(tick.instrument)?.tickDecimals ?? 0) + CENTS;
  return {
    symbol: listingAt(tick.instrument)?.symbol ?? '',
    seq: tick.seq,
    time: tick.time,
    price: decimalText(tick.price, decimals),
    spread: decimalText(tick.spread, decimals),
    state: PRICE_STATE[tick.state - 1] ?? 'stale',
    used: tick.used,
    total: tick.total,
    sources: tick.sources.map((one) => ({
      source: sourceNames.get(one.source)?.name ?? `#${one.source}`,
      price: one.state === 4 ? null : decimalText(tick.price + one.offset, decimals),
      age: one.age,
      use: SOURCE_USE[one.state - 1] ?? 'notPrice',
    })),
  };
}
