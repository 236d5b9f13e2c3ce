// The user's open positions of a contract kind with terms and newest marks, subscribed while mounted.

import { useCallback, useEffect, useMemo } from 'react';
import type { Position } from '@vitrine/contract';
import {
  type BalancesStore,
  type TickerStore,
  useLive,
  usePositions,
  useSelected,
  useUserFeed,
} from '../../../live/index.ts';
import { type ContractMarket, type ContractMarkets, useContractMarkets } from '../../../market/index.ts';
import { type Held, wordsOf } from './held.ts';
import { type ContractKind, type ContractTerms, termsOf, walletOf, whole } from '../terms.ts';
import { useMinute } from '../use-minute.ts';

export interface HeldPositions {
  readonly held: readonly Held[];
  readonly loaded: boolean;
  readonly markets: ContractMarkets;
  /** Terms of a market by its name; undefined until loaded. */
  readonly termsOf: (symbolName: string) => ContractTerms | undefined;
  /** The wallet balance of a settle coin, atoms; undefined while unknown. */
  readonly balanceOf: (terms: Pick<ContractTerms, 'settle' | 'settleScale'>) => number | undefined;
}

/** Terms of all markets of a kind, by name. */
export function useTerms(
  markets: readonly ContractMarket[] | undefined,
): (symbolName: string) => ContractTerms | undefined {
  const minute = useMinute();
  const byName = useMemo(() => {
    const map = new Map<string, ContractTerms>();
    for (const market of markets ?? []) {
      const terms = termsOf(market, minute);
      if (terms) map.set(market.name, terms);
    }
    return map;
  }, [markets, minute]);
  return useCallback((symbolName: string) => byName.get(symbolName), [byName]);
}

/** All open positions of a kind; marks repaint at the user's chosen rate. */
export function useHeld(kind: ContractKind): HeldPositions {
  const { feed, tickers } = useLive();
  const user = useUserFeed();
  const { positions, loaded } = usePositions(kind);
  const markets = useContractMarkets(kind);
  const terms = useTerms(markets.markets);
  const wallet = walletOf(kind);
  const stream = kind === 'u' ? 2 : 3;
  useEffect(() => user?.holdWallet(wallet), [user, wallet]);
  const symbols = [...new Set(positions.map(({ symbolName }) => symbolName.replace('/', '_')))].sort().join(' ');
  useEffect(() => {
    const ends = symbols === '' ? [] : symbols.split(' ').map((symbol) => feed.holdDetail(symbol, stream));
    return () => {
      for (const end of ends) end();
    };
  }, [feed, symbols, stream]);
  const marks = useSelected(
    tickers,
    useCallback((store: TickerStore) => marksOf(store, positions, stream), [positions, stream]),
    '',
  );
  const held = useMemo(() => {
    const parts = marks.split(' ');
    return positions.flatMap((position, at): Held[] => {
      const of = terms(position.symbolName);
      const words = of && wordsOf(position, of);
      if (!of || !words) return [];
      const [mark = 0, risk = mark] = (parts[at] ?? '').split('/').map((text) => whole(text, of.tickDecimals + 2));
      return [{ position, terms: of, words, mark, risk }];
    });
  }, [positions, terms, marks]);
  const balances = useSelected(
    user?.balances,
    useCallback((store: BalancesStore) => (store.loaded(wallet) ? balancesOf(store, wallet) : undefined), [wallet]),
    undefined,
  );
  const balanceOf = useCallback(
    ({ settle, settleScale }: Pick<ContractTerms, 'settle' | 'settleScale'>) => {
      if (balances === undefined) return undefined;
      const found = balances.split(' ').find((entry) => entry.startsWith(`${settle}=`));
      return found === undefined ? 0 : whole(found.slice(settle.length + 1), settleScale);
    },
    [balances],
  );
  return {
    held,
    loaded: loaded && (positions.length === 0 || markets.markets !== undefined),
    markets,
    termsOf: terms,
    balanceOf,
  };
}

/** The newest mark and liquidating price of each position as one text: equal texts cause no repaint. */
function marksOf(store: TickerStore, positions: readonly Position[], stream: number): string {
  return positions
    .map(({ symbolName, markPrice, riskPrice }) => {
      const newest = store.get(symbolName, stream);
      return newest?.markPrice === undefined
        ? `${markPrice ?? ''}/${riskPrice ?? ''}`
        : `${newest.markPrice}/${newest.riskPrice ?? ''}`;
    })
    .join(' ');
}

function balancesOf(store: BalancesStore, wallet: string): string {
  return store
    .of(wallet)
    .map(({ coin, total }) => `${coin}=${total}`)
    .join(' ');
}
