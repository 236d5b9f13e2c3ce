// Candles, depth, public trades, index ticks, price comparison, coin rates.

import { bookChecksum, type ContractType } from '@vitrine/contract';
import { type HandlersOf, refuse } from '../../call/index.ts';
import type { Subject } from '../../../projection/handlers/index.ts';
import { type Listing, listingOf, listings } from '../../../markets/index.ts';
import { decimalText, levelOf, rateOf, ratio, stateWord, tickOf, tradeOf, VALUE_ASSET } from '../../wire/index.ts';
import { contractNamed, typeOf } from './contract-markets.ts';
import { readKlines } from './klines.ts';
import { currencyRates } from '../reference/currencies.ts';
import type { RouteParts } from '../parts.ts';

type Names =
  | 'open.kline'
  | 'open.depth'
  | 'open.transaction'
  | 'open.getPriceComparison'
  | 'assets.getCoinRate'
  | 'common.ticks';

/** 1 spot, 2 USDT-margined, 3 coin-margined contract, or their index or mark. */
type Kind = '1' | '2' | '3' | 'index' | 'mark';

/** Numbers from here on are times in ms UTC, smaller ones are command numbers. */
const FIRST_TIME = 1_000_000_000_000;
/** Decimals of a coin's rate. */
const RATE_DECIMALS = 10;
/** Decimals of a price in another currency. */
const VALUE_DECIMALS = 8;

/** The handlers of market data. */
export function marketData({ live, reads, past }: RouteParts): HandlersOf<Names> {
  /** @throws {Refusal} 2002 */
  function listed(symbol: string): Listing {
    const listing = listingOf(symbol);
    if (!listing) throw refuse('market.unknown', { symbol });
    return listing;
  }

  /** The candle subject of a symbol and kind. @throws {Refusal} 2002 if there is no such market (yet). */
  function subjectOf(symbol: string, kind: Kind, contractType: ContractType = 'u'): Subject {
    const { instrument, market } = listed(symbol);
    if (kind === 'index') return { kind, id: instrument };
    if (kind === '1') {
      if (!live.market(market)) throw refuse('market.unknown', { symbol });
      return { kind: 1, id: market };
    }
    const type = kind === 'mark' ? typeOf(contractType) : kind === '2' ? 2 : 3;
    const { contract } = contractNamed(live, symbol, type);
    return { kind: kind === 'mark' ? kind : type === 2 ? 2 : 3, id: contract.market };
  }

  return {
    async 'open.kline'({ symbol, kind, contractType, interval, from, to, limit }) {
      const subject = subjectOf(symbol, kind, contractType);
      return readKlines({ live, reads, past }, subject, { interval, from, to, limit });
    },
    'open.depth'({ symbol, kind, limit }) {
      const subject = subjectOf(symbol, kind);
      const market = live.market(subject.id);
      if (!market) throw refuse('market.unknown', { symbol });
      const book = live.book(market.market, limit);
      const bids = book.bids.map((level) => levelOf(market, level));
      const asks = book.asks.map((level) => levelOf(market, level));
      return {
        symbol: listed(symbol).symbol,
        seq: book.seq,
        time: book.time,
        bids,
        asks,
        checksum: bookChecksum(bids, asks),
      };
    },
    'open.transaction'({ a, b, kind }) {
      const { id } = subjectOf(a, kind);
      return live.lastTrades(id, b).map((trade) => tradeOf(live, trade));
    },
    async 'common.ticks'({ symbol, from, to, size }) {
      const { instrument } = listed(symbol);
      const bounds = {
        ...(from === undefined ? {} : from >= FIRST_TIME ? { fromTime: from } : { fromSeq: from }),
        ...(to === undefined ? {} : to >= FIRST_TIME ? { toTime: to } : { toSeq: to }),
      };
      const kept = live.ticks(instrument);
      const oldest = kept[0];
      const inMemory =
        from === undefined || (oldest !== undefined && (from >= FIRST_TIME ? oldest.time <= from : oldest.seq <= from));
      const found = inMemory
        ? live.ticks(instrument, bounds)
        : await reads.ticks({ instrument, limit: size, ...bounds });
      const cut = from === undefined ? found.slice(-size) : found.slice(0, size);
      return cut.map((tick) => tickOf(live, tick));
    },
    'open.getPriceComparison'({ x }) {
      const listing =
        listingOf(x) ?? listingOf(`${x}${VALUE_ASSET}`) ?? listings.find((one) => one.base === x.toUpperCase());
      if (!listing) throw refuse('market.unknown', { symbol: x });
      const tick = live.tick(listing.instrument);
      const shown = tick && tickOf(live, tick);
      const decimals = (live.instrument(listing.instrument)?.tickDecimals ?? 0) + 2;
      return {
        symbolName: listing.name,
        index: shown ? { price: shown.price, seq: shown.seq, time: shown.time, spread: shown.spread } : null,
        sources: shown ? shown.sources : [],
        currencies: currencyRates(live).map((currency) => ({
          exchange_code: currency.code,
          quote_currency: currency.code,
          rate: currency.text,
          exchange_value:
            tick && currency.rate
              ? decimalText(
                  ratio(
                    BigInt(tick.price) * currency.rate.num,
                    10n ** BigInt(VALUE_DECIMALS),
                    currency.rate.den * 10n ** BigInt(decimals),
                  ),
                  VALUE_DECIMALS,
                )
              : null,
        })),
      };
    },
    'assets.getCoinRate'() {
      return live.assets().map((asset) => {
        const rate = rateOf(live, asset);
        const usdt = live.assetByCode(VALUE_ASSET);
        const instrument = live.instrumentByName(asset.code, VALUE_ASSET);
        const tick = instrument && live.tick(instrument.instrument);
        // Atoms to whole coins: × 10^scale of the coin ÷ 10^scale of USDT.
        const text =
          rate && usdt
            ? decimalText(
                ratio(10n ** BigInt(asset.scale + RATE_DECIMALS), rate.num, rate.den * 10n ** BigInt(usdt.scale)),
                RATE_DECIMALS,
              )
            : null;
        const state = instrument ? stateWord(live, instrument.instrument) : 'valid';
        return { coin: asset.code, rate: text, time: tick?.time ?? (rate ? live.head().time : null), state };
      });
    },
  };
}
