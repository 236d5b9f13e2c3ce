// Listings in order and by name: an index built once, and again after a listing changes.

import { MARKET_TYPE } from '@vitrine/core/enum';
import type { Asset, Instrument, Market, Tier } from '../handlers/index.ts';

/** The tables it reads, by number. */
interface Listed {
  readonly assets: ReadonlyMap<number, Asset>;
  readonly instruments: ReadonlyMap<number, Instrument>;
  readonly markets: ReadonlyMap<number, Market>;
  readonly tiers: ReadonlyMap<number, Tier>;
}

interface Index {
  readonly assets: readonly Asset[];
  readonly instruments: readonly Instrument[];
  readonly markets: readonly Market[];
  readonly tiers: readonly Tier[];
  readonly assetByCode: ReadonlyMap<string, Asset>;
  readonly instrumentByName: ReadonlyMap<string, Instrument>;
  readonly marketByName: ReadonlyMap<string, Market>;
}

export interface Listings {
  assets(): readonly Asset[];
  assetByCode(code: string): Asset | undefined;
  instruments(): readonly Instrument[];
  instrumentByName(base: string, quote: string): Instrument | undefined;
  markets(): readonly Market[];
  marketOf(type: number, base: string, quote: string): Market | undefined;
  tiers(): readonly Tier[];
  /** Discards the index because a listing changed. */
  forget(): void;
}

function byNumber<T>(map: ReadonlyMap<number, T>): readonly T[] {
  return [...map].sort(([a], [b]) => a - b).map(([, value]) => value);
}

/** The first row of each name, as a search in order would find it. */
function firstOf<T>(rows: readonly T[], nameOf: (row: T) => string): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const row of rows) {
    const name = nameOf(row);
    if (!found.has(name)) found.set(name, row);
  }
  return found;
}

/** Searches the listings of a projection's state. */
export function createListings(state: Listed): Listings {
  let made: Index | undefined;

  /** A spot market is between two assets. A contract is on an instrument; its assets are those it settles in. */
  function pairOf({ type, base, quote, instrument }: Market): string {
    if (type === MARKET_TYPE.spot) return `${state.assets.get(base)?.code}/${state.assets.get(quote)?.code}`;
    const of = state.instruments.get(instrument);
    return `${of?.base}/${of?.quote}`;
  }

  function make(): Index {
    const assets = byNumber(state.assets);
    const instruments = byNumber(state.instruments);
    const markets = byNumber(state.markets);
    return {
      assets,
      instruments,
      markets,
      tiers: byNumber(state.tiers),
      assetByCode: firstOf(assets, (one) => one.code),
      instrumentByName: firstOf(instruments, (one) => `${one.base}/${one.quote}`),
      marketByName: firstOf(markets, (one) => `${one.type}:${pairOf(one)}`),
    };
  }
  const index = (): Index => (made ??= make());

  return {
    assets: () => index().assets,
    assetByCode: (code) => index().assetByCode.get(code),
    instruments: () => index().instruments,
    instrumentByName: (base, quote) => index().instrumentByName.get(`${base}/${quote}`),
    markets: () => index().markets,
    marketOf: (type, base, quote) => index().marketByName.get(`${type}:${base}/${quote}`),
    tiers: () => index().tiers,
    forget() {
      made = undefined;
    },
  };
}
