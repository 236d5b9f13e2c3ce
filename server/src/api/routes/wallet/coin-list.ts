// The entries of the coin list: spot markets, contracts, second contracts, each with what its ticket needs.

import type { Coin, Decimal } from '@vitrine/contract';
import { MARKET_STATE, MARKET_TYPE } from '@vitrine/core/enum';
import type { Contract, Market, SecondMarket } from '../../../projection/handlers/index.ts';
import type { Live } from '../../../projection/live/index.ts';
import { type Listing, listingAt, listings } from '../../../markets/index.ts';
import { decimalText, priceOf } from '../../wire/index.ts';

const ONE = '1' as Decimal;

/** 24 h turnover of a market in its settle or quote coin; null without a book. */
export function turnoverOf(live: Live, market: Market | undefined): Decimal | null {
  const ticker = market && live.ticker(market.market);
  const quote = market && live.asset(market.quote);
  if (!ticker || !quote) return null;
  const atoms = BigInt(ticker.turnover24) * 10n ** BigInt(quote.scale) + BigInt(ticker.turnoverRest24);
  return decimalText(atoms, quote.scale);
}

type Terms = Pick<Coin, 'id' | 'type' | 'tick' | 'lot' | 'minValue' | 'baseScale' | 'quoteScale' | 'maxLeverage'>;

/** The common fields of an entry from its instrument, with the terms of its market. */
function entryOf(live: Live, listing: Listing, market: Market | undefined, terms: Terms): Coin {
  const price = priceOf(live, listing.instrument, market);
  const state = live.priceState(listing.instrument);
  return {
    ...terms,
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
    state: price.state,
    opensAt: price.state === 'closed' && state && state.opensAt > 0 ? state.opensAt : null,
  };
}

/** Maximum borrowing leverage for a spot market; 1 if nothing can be borrowed. */
export function spotLeverage(live: Live, market: Market): { readonly isolated: number; readonly cross: number } {
  const isolated = live.marginMarkets().find((one) => one.market === market.market)?.leverage ?? 0;
  const lent = live.marginAssets().some(({ asset }) => asset === market.base);
  const cross = lent ? (live.marginTerms()?.cross ?? 0) : 0;
  return { isolated: Math.max(isolated, 1), cross: Math.max(cross, 1) };
}

function spotEntry(live: Live, listing: Listing, market: Market): Coin {
  const base = live.asset(market.base);
  const quote = live.asset(market.quote);
  return entryOf(live, listing, market, {
    id: String(market.market),
    type: 1,
    tick: decimalText(1, market.tickDecimals),
    lot: decimalText(1, market.lotDecimals),
    minValue: quote ? decimalText(market.minValue, quote.scale) : null,
    baseScale: base?.scale ?? null,
    quoteScale: quote?.scale ?? null,
    maxLeverage: spotLeverage(live, market).isolated,
  });
}

/** Whether a contract settles in its own coin. */
export function isInverse(contract: Pick<Contract, 'type'>): boolean {
  return contract.type === 3;
}

function contractEntry(live: Live, listing: Listing, contract: Contract): Coin {
  const settle = live.asset(contract.settle);
  const inverse = isInverse(contract);
  return entryOf(live, listing, live.market(contract.market), {
    id: String(contract.market),
    type: inverse ? 3 : 2,
    tick: decimalText(1, contract.tickDecimals),
    lot: inverse ? ONE : decimalText(1, contract.lotDecimals),
    minValue: valueText(live, contract, contract.minValue),
    baseScale: live.assetByCode(listing.base)?.scale ?? null,
    quoteScale: inverse ? null : (settle?.scale ?? null),
    maxLeverage: live.greatestLeverage(contract.market),
  });
}

/** A contract's value as text: linear in the settle coin, inverse in whole USD. */
export function valueText(live: Live, contract: Contract, value: number): Decimal {
  return isInverse(contract) ? decimalText(value, 0) : decimalText(value, live.asset(contract.settle)?.scale ?? 0);
}

/** Whether second contracts of a market are offered. */
export function onSale(second: SecondMarket | undefined): second is SecondMarket {
  return second !== undefined && second.state === MARKET_STATE.trading && second.periods.length > 0;
}

function secondEntry(live: Live, listing: Listing, second: SecondMarket): Coin {
  const asset = live.asset(second.asset);
  const least = Math.min(...second.periods.map(({ min }) => min));
  return entryOf(live, listing, undefined, {
    id: String(second.market),
    type: MARKET_TYPE.second,
    tick: decimalText(1, live.instrument(listing.instrument)?.tickDecimals ?? 0),
    lot: null,
    minValue: asset ? decimalText(least, asset.scale) : null,
    baseScale: null,
    quoteScale: null,
    maxLeverage: 1,
  });
}

/** Every entry: offered second contracts, spot markets, USDT-margined and then coin-margined contracts. */
export function coinEntries(live: Live): {
  readonly coinList: Coin[];
  readonly currencyList: Coin[];
  readonly contractList: Coin[];
} {
  return {
    coinList: listings.flatMap((listing) => {
      const second = live.secondMarketOf(listing.instrument);
      return onSale(second) ? [secondEntry(live, listing, second)] : [];
    }),
    currencyList: listings.flatMap((listing) => {
      const market = listing.market > 0 ? live.market(listing.market) : undefined;
      return market ? [spotEntry(live, listing, market)] : [];
    }),
    contractList: live.contracts().flatMap((contract) => {
      const listing = listingAt(contract.instrument);
      return listing ? [contractEntry(live, listing, contract)] : [];
    }),
  };
}
