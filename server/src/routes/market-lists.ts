// Coin list, market rows, favourites, initial prices, whether a symbol may be traded.

import { type Coin, CONTRACT_ROW, type Decimal, type Row } from '@vitrine/contract';
import { type HandlersOf, refuse } from '../call/index.ts';
import type { Market, Subject } from '../fold/index.ts';
import type { Live } from '../live/index.ts';
import { type Listing, listingOf, listings } from '../markets/index.ts';
import { candleOf, decimalText, priceOf, stateWord, tickOf } from '../wire/index.ts';
import type { RouteParts } from './parts.ts';

type Names =
  | 'common.getCoinList'
  | 'common.checkTrade'
  | 'common.getMt5Amount'
  | 'quotes.getOptional'
  | 'quotes.addOptional'
  | 'quotes.cancelOptional'
  | 'open.getSpotGoods'
  | 'open.getContract'
  | 'open.market.initData';

const SPOT = 1;
const CRYPTO = 1;
/** Hourly closes of a sparkline. */
const SPARK_HOURS = 24;
/** Market states of the exchange. */
const TRADING = 1;
/** Prefix of a contract row's id: rows of contracts are named by their instrument. */
const CONTRACT_ID = 'u';

/** The spot market of a listing, where it has one. */
function spotOf(live: Live, listing: Listing): Market | undefined {
  return listing.market > 0 ? live.market(listing.market) : undefined;
}

/** 24 h turnover of a market in its quote coin; null where there is no book of ours. */
function turnoverOf(live: Live, market: Market | undefined): Decimal | null {
  const ticker = market && live.ticker(market.market);
  const quote = market && live.asset(market.quote);
  if (!ticker || !quote) return null;
  const atoms = BigInt(ticker.turnover24) * 10n ** BigInt(quote.scale) + BigInt(ticker.turnoverRest24);
  return decimalText(atoms, quote.scale);
}

function coinOf(live: Live, listing: Listing, market: Market | undefined): Coin {
  const price = priceOf(live, listing.instrument, market);
  const state = live.priceState(listing.instrument);
  const base = market && live.asset(market.base);
  const quote = market && live.asset(market.quote);
  const decimals = live.instrument(listing.instrument)?.tickDecimals ?? 0;
  return {
    id: market ? String(market.market) : `${CONTRACT_ID}${listing.instrument}`,
    baseCoin: listing.quote,
    coin: listing.base,
    symbol: listing.symbol,
    showSymbol: listing.showSymbol,
    customizeFlag: listing.customizeFlag,
    market: listing.venue,
    coinType: listing.coinType,
    amount: turnoverOf(live, market),
    open: price.open,
    plate: listing.plates.join(','),
    tick: decimalText(1, market?.tickDecimals ?? decimals),
    lot: market ? decimalText(1, market.lotDecimals) : null,
    minValue: market && quote ? decimalText(market.minValue, quote.scale) : null,
    baseScale: base?.scale ?? null,
    quoteScale: quote?.scale ?? null,
    maxLeverage: listing.maxLeverage.isolated,
    state: price.state,
    opensAt: price.state === 'closed' && state && state.opensAt > 0 ? state.opensAt : null,
  };
}

function rowOf(live: Live, listing: Listing, market: Market | undefined, favourites: ReadonlySet<string>): Row {
  const price = priceOf(live, listing.instrument, market);
  const id = market ? String(market.market) : `${CONTRACT_ID}${listing.instrument}`;
  const collect = favourites.has(id);
  return {
    id,
    symbol_name: listing.name,
    base_symbol: listing.base,
    close: price.close,
    amount: turnoverOf(live, market),
    zdf: price.priceChangePercent,
    part_cou: listing.maxLeverage.isolated,
    full_cou: listing.maxLeverage.cross,
    plate: listing.plates.join(','),
    collect,
    c_id: collect ? id : null,
    ...(market ? {} : { type: CONTRACT_ROW }),
  };
}

/** The last hourly closes: of the market's trades, or of its index while that reaches further back. */
function sparkline(live: Live, listing: Listing, market: Market | undefined): Decimal[] {
  const closes = (subject: Subject) =>
    live.candles(subject, '1h', SPARK_HOURS).map((candle) => candleOf(live, subject, candle).close);
  const index = closes({ kind: 'index', id: listing.instrument });
  const traded = market ? closes({ kind: 1, id: market.market }) : [];
  return traded.length >= index.length ? traded : index;
}

/** The handlers of market lists and favourites. */
export function marketLists({ live, people: { identity } }: RouteParts): HandlersOf<Names> {
  const none: ReadonlySet<string> = new Set();
  const favouritesOf = async (userId: string | undefined): Promise<ReadonlySet<string>> =>
    userId === undefined ? none : new Set(await identity.favourites.list(userId));
  const onPlate = (listing: Listing, plate: string | undefined): boolean =>
    plate === undefined || listing.plates.map(String).includes(plate);

  /** The spot listing behind a row's id. @throws {Refusal} 2002 */
  function spotRow(id: string): Listing {
    const found = listings.find((listing) => listing.market > 0 && String(listing.market) === id);
    if (!found) throw refuse(2002, { symbol: id });
    return found;
  }

  return {
    'common.getCoinList'() {
      // Second and U contracts are listed in all four categories; spot has books of crypto only.
      const quoted = listings.map((listing) => coinOf(live, listing, undefined));
      const spot = listings.flatMap((listing) => {
        const market = spotOf(live, listing);
        return market ? [coinOf(live, listing, market)] : [];
      });
      return { coinList: quoted, currencyList: spot, contractList: quoted };
    },
    'common.checkTrade'({ symbol, type }) {
      const listing = listingOf(symbol);
      if (!listing) throw refuse(2002, { symbol });
      const state = stateWord(live, listing.instrument);
      const hours = live.priceState(listing.instrument);
      const market = live.marketOf(type, listing.base, listing.quote);
      const code = market === undefined ? 2002 : market.state !== TRADING ? 2003 : state === 'closed' ? 2001 : 200;
      return {
        canOpen: code === 200,
        canReduce: code === 200,
        state,
        code,
        opensAt: hours && hours.opensAt > 0 ? hours.opensAt : null,
        closesAt: hours && hours.closesAt > 0 ? hours.closesAt : null,
      };
    },
    'common.getMt5Amount'({ coin }) {
      const listing =
        listingOf(coin) ?? listings.find((one) => one.base === coin.toUpperCase() && one.category !== CRYPTO);
      if (!listing || listing.market > 0) throw refuse(2002, { symbol: coin });
      // Sources that report no turnover give none: it is not made up.
      const tick = live.tick(listing.instrument);
      return {
        coin: listing.base,
        market: listing.venue,
        amount: null,
        time: tick?.time ?? null,
        source:
          tick === undefined
            ? ''
            : tickOf(live, tick)
                .sources.map((one) => one.source)
                .join(', '),
      };
    },
    async 'quotes.getOptional'(_, { session }) {
      const ids = await identity.favourites.list(session.userId);
      const favourites = new Set(ids);
      return ids.flatMap((id) => {
        const listing = listings.find((one) => one.market > 0 && String(one.market) === id);
        return listing ? [rowOf(live, listing, spotOf(live, listing), favourites)] : [];
      });
    },
    async 'quotes.addOptional'({ a }, { session }) {
      spotRow(a);
      await identity.favourites.add(session.userId, a);
      return { c_id: a };
    },
    async 'quotes.cancelOptional'({ a }, { session }) {
      spotRow(a);
      await identity.favourites.remove(session.userId, a);
      return { c_id: null };
    },
    async 'open.getSpotGoods'({ plate }, { session }) {
      const favourites = await favouritesOf(session?.userId);
      return listings
        .filter((listing) => listing.market > 0 && onPlate(listing, plate))
        .map((listing) => rowOf(live, listing, spotOf(live, listing), favourites));
    },
    'open.getContract'({ plate }) {
      return listings
        .filter((listing) => onPlate(listing, plate))
        .map((listing) => rowOf(live, listing, undefined, none));
    },
    'open.market.initData'({ type }) {
      const spot = type === SPOT;
      const shown = listings.filter((listing) => !spot || listing.market > 0);
      const klineTicker: Record<string, Decimal[]> = {};
      const prices = shown.map((listing) => {
        const market = spot ? spotOf(live, listing) : undefined;
        klineTicker[listing.symbol] = sparkline(live, listing, market);
        return priceOf(live, listing.instrument, market);
      });
      return { prices, klineTicker };
    },
  };
}
