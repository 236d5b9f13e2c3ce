// Coin list, market rows, favourites, initial prices, whether a symbol may be traded.

import { CONTRACT_ROW, type Decimal, type Row } from '@vitrine/contract';
import { CATEGORY, MARKET_TYPE } from '@vitrine/core/enum';
import { type HandlersOf, refuse } from '../../call/index.ts';
import type { Market, Subject } from '../../../projection/handlers/index.ts';
import type { Live } from '../../../projection/live/index.ts';
import { type Listing, listingOf, listings } from '../../../markets/index.ts';
import { candleDecimals, decimalText, priceOf, tickOf } from '../../wire/index.ts';
import { coinEntries, onSale, spotLeverage, turnoverOf } from '../wallet/coin-list.ts';
import type { RouteParts } from '../parts.ts';
import { tradable } from './tradable.ts';

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

/** Hourly closes of a sparkline. */
const SPARK_HOURS = 24;
const HOUR = 3_600_000;
/** Prefix of a contract row's id: contract rows are identified by their instrument. */
const CONTRACT_ID = 'u';

function contractId(listing: Listing): string {
  return `${CONTRACT_ID}${listing.instrument}`;
}

/** The favourite id of a listing. Contract rows are excluded (spec §3) if there is a spot row. */
function favouriteId(listing: Listing): string {
  return listing.market > 0 ? String(listing.market) : contractId(listing);
}

/** The spot market of a listing, if any. */
function spotOf(live: Live, listing: Listing): Market | undefined {
  return listing.market > 0 ? live.market(listing.market) : undefined;
}

function rowOf(live: Live, listing: Listing, market: Market | undefined, favourites: ReadonlySet<string>): Row {
  const price = priceOf(live, listing.instrument, market);
  const id = market ? String(market.market) : contractId(listing);
  const collect = favourites.has(id);
  const leverage = market?.type === MARKET_TYPE.spot ? spotLeverage(live, market) : listing.maxLeverage;
  return {
    id,
    symbol_name: listing.name,
    base_symbol: listing.base,
    close: price.close,
    amount: turnoverOf(live, market),
    zdf: price.priceChangePercent,
    part_cou: leverage.isolated,
    full_cou: leverage.cross,
    plate: listing.plates.join(','),
    collect,
    c_id: collect ? id : null,
  };
}

/**
 * The last hourly closes of the index. Lists show the index; switching the line to trades after the first one would be
 * misleading.
 */
function sparkline({ live, past }: Pick<RouteParts, 'live' | 'past'>, { instrument }: Listing): Decimal[] {
  const subject: Subject = { kind: 'index', id: instrument };
  const hours = live.candles(subject, '1h', SPARK_HOURS);
  const opening = live.opening(instrument);
  const young = opening !== undefined && live.head().time - opening.time < SPARK_HOURS * HOUR;
  const before = young ? (past?.lastDay(instrument, opening)?.hours ?? []) : [];
  const decimals = candleDecimals(live, subject).price;
  return [...before.filter(({ time }) => time < (hours[0]?.time ?? Infinity)), ...hours]
    .slice(-SPARK_HOURS)
    .map(({ close }) => decimalText(close, decimals));
}

/**
 * A listing as one kind (1 spot, 2 USDT-margined, 3 coin-margined contract, 6 second contract); undefined if it is not
 * offered.
 */
function shownAs(live: Live, listing: Listing, type: number): { readonly market: Market | undefined } | undefined {
  if (type === MARKET_TYPE.second)
    return onSale(live.secondMarketOf(listing.instrument)) ? { market: undefined } : undefined;
  const market =
    type === MARKET_TYPE.spot
      ? spotOf(live, listing)
      : live.market(live.contractOf(type, listing.instrument)?.market ?? 0);
  return market && { market };
}

/** The handlers of market lists and favourites. */
export function marketLists({ live, past, people: { identity } }: RouteParts): HandlersOf<Names> {
  const none: ReadonlySet<string> = new Set();
  const favouritesOf = async (userId: string | undefined): Promise<ReadonlySet<string>> =>
    userId === undefined ? none : new Set(await identity.favourites.list(userId));
  /** The row of a listing's USDT-margined contract; empty if it has none. */
  function contractRow(listing: Listing, favourites: ReadonlySet<string>): Row[] {
    const contract = live.contractOf(MARKET_TYPE.linear, listing.instrument);
    if (!contract) return [];
    const id = contractId(listing);
    const collect = favourites.has(id);
    const most = contract.tiers[0]?.leverage ?? 0;
    // A market with trading hours is isolated only (money §3).
    const cross = listing.calendar === 0 ? most : 0;
    const row = rowOf(live, listing, live.market(contract.market), none);
    return [{ ...row, id, collect, c_id: collect ? id : null, part_cou: most, full_cou: cross, type: CONTRACT_ROW }];
  }
  const onPlate = (listing: Listing, plate: string | undefined): boolean =>
    plate === undefined || listing.plates.map(String).includes(plate);

  /** The listing of a favourite: its spot row, or without a spot market its contract's. @throws {Refusal} 2002 */
  function favourite(id: string): Listing {
    const found = listings.find((listing) => favouriteId(listing) === id);
    if (!found) throw refuse('market.unknown', { symbol: id });
    return found;
  }

  return {
    'common.getCoinList': () => coinEntries(live),
    'common.checkTrade'({ symbol, type }) {
      const listing = listingOf(symbol);
      if (!listing) throw refuse('market.unknown', { symbol });
      return tradable(live, listing, type);
    },
    'common.getMt5Amount'({ coin }) {
      const listing =
        listingOf(coin) ?? listings.find((one) => one.base === coin.toUpperCase() && one.category !== CATEGORY.crypto);
      if (!listing || listing.market > 0) throw refuse('market.unknown', { symbol: coin });
      // Sources that report no turnover have none: it is not made up.
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
        const listing = listings.find((one) => favouriteId(one) === id);
        if (!listing) return [];
        return listing.market > 0
          ? [rowOf(live, listing, spotOf(live, listing), favourites)]
          : contractRow(listing, favourites);
      });
    },
    async 'quotes.addOptional'({ a }, { session }) {
      favourite(a);
      await identity.favourites.add(session.userId, a);
      return { c_id: a };
    },
    async 'quotes.cancelOptional'({ a }, { session }) {
      favourite(a);
      await identity.favourites.remove(session.userId, a);
      return { c_id: null };
    },
    async 'open.getSpotGoods'({ plate }, { session }) {
      const favourites = await favouritesOf(session?.userId);
      return listings
        .filter((listing) => listing.market > 0 && onPlate(listing, plate))
        .map((listing) => rowOf(live, listing, spotOf(live, listing), favourites));
    },
    'open.getContract': ({ plate }) =>
      listings.filter((listing) => onPlate(listing, plate)).flatMap((listing) => contractRow(listing, none)),
    'open.market.initData'({ type }) {
      const klineTicker: Record<string, Decimal[]> = {};
      const prices = listings.flatMap((listing) => {
        const shown = shownAs(live, listing, type);
        if (!shown) return [];
        klineTicker[listing.symbol] = sparkline({ live, past }, listing);
        return [priceOf(live, listing.instrument, shown.market)];
      });
      return { prices, klineTicker };
    },
  };
}
