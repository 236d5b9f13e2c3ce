// Gathers the ticket's live data: balances, fee rates, the book, the index.

import { type AllSetting } from '@vitrine/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { queryOf, useSession } from '../../api/index.ts';
import {
  type BalancesStore,
  type BookStore,
  fromSteps,
  type LiveBalance,
  type LivePrice,
  useLineStatus,
  useSelected,
  useUserFeed,
} from '../../live/index.ts';
import { ESTIMATE_CADENCE_MS, tradingState } from '../../ticket/index.ts';
import { type AccountChoice, accountWallet, ownMoney, spendable, type SpotAccount, useBorrowable } from './account.tsx';
import type { MarketRules } from './calculate.ts';
import type { MarketFacts } from './summary.ts';
import type { Conditions } from './validate.ts';

/** Maximum levels of an estimate. */
const LEVELS = 500;
/** Fee rates until the server's are loaded. */
const DEFAULT_RATE = '0.001';

type Tier = AllSetting['fees']['tiers'][number];

/** The user's fee tier: the one of their level, else the first. */
export function tierOf(tiers: readonly Tier[] | undefined, vip: number): Tier | undefined {
  return tiers?.find(({ tier }) => tier === vip) ?? tiers?.[0];
}

/** The settings of the exchange, read once. */
export function useSettings(): AllSetting | undefined {
  return useQuery(queryOf('common.getAllSetting', {}, 'constant')).data;
}

/** The two balances of a market in the spot wallet or a margin account's wallet; subscribed while mounted. */
export function useSpotBalances(
  rules: MarketRules,
  account: SpotAccount = 'spot',
): {
  readonly base: LiveBalance | undefined;
  readonly quote: LiveBalance | undefined;
  readonly known: boolean;
} {
  const user = useUserFeed();
  const wallet = accountWallet[account];
  useEffect(() => user?.holdWallet(wallet), [user, wallet]);
  const { base: baseCoin, quote: quoteCoin } = rules;
  const market = account === 'fixed' ? `${baseCoin}/${quoteCoin}` : null;
  const base = useSelected(
    user?.balances,
    useCallback((store: BalancesStore) => store.get(wallet, baseCoin, market), [wallet, baseCoin, market]),
    undefined,
  );
  const quote = useSelected(
    user?.balances,
    useCallback((store: BalancesStore) => store.get(wallet, quoteCoin, market), [wallet, quoteCoin, market]),
    undefined,
  );
  const known = useSelected(
    user?.balances,
    useCallback((store: BalancesStore) => store.loaded(wallet), [wallet]),
    false,
  );
  return { base, quote, known };
}

export interface TicketSurroundings {
  readonly facts: MarketFacts;
  readonly conditions: Conditions;
  readonly baseBalance: LiveBalance | undefined;
  readonly quoteBalance: LiveBalance | undefined;
  readonly tier: Tier | undefined;
}

/** All data of the ticket. */
export function useSurroundings(
  rules: MarketRules,
  book: BookStore,
  price: LivePrice | undefined,
  side: 'buy' | 'sell',
  choice: AccountChoice = ownMoney,
): TicketSurroundings {
  const session = useSession();
  const line = useLineStatus();
  const settings = useSettings();
  const { base, quote, known } = useSpotBalances(rules, choice.account);
  const borrowable = useBorrowable(choice, rules, side === 'buy' ? rules.quote : rules.base);
  const version = useSelected(book, readVersion, 0, ESTIMATE_CADENCE_MS);
  const levels = useMemo(
    () => ({ version, bids: book.bids.slice(0, LEVELS), asks: book.asks.slice(0, LEVELS) }),
    [book, version],
  );
  const tier = tierOf(settings?.fees.tiers, session.user?.vip ?? 0);
  const best = side === 'buy' ? levels.asks[0] : levels.bids[0];
  const facts: MarketFacts = {
    rules,
    availableBase: spendable(base?.available ?? (known ? '0' : undefined), side === 'sell' ? borrowable : undefined),
    availableQuote: spendable(quote?.available ?? (known ? '0' : undefined), side === 'buy' ? borrowable : undefined),
    totalBase: base?.total ?? (known ? '0' : undefined),
    totalQuote: quote?.total ?? (known ? '0' : undefined),
    reference: best ? fromSteps(best.ticks, rules.tickDecimals) : price?.close,
    makerRate: tier?.spotMaker ?? DEFAULT_RATE,
    takerRate: tier?.spotTaker ?? DEFAULT_RATE,
    index: price?.indexPrice,
    bids: levels.bids,
    asks: levels.asks,
  };
  const conditions: Conditions = {
    signedIn: session.state === 'user',
    balancesKnown: known,
    trading: tradingState(price, line),
    opensAt: price?.opensAt ?? null,
    index: price?.indexPrice,
    last: price?.close,
  };
  return { facts, conditions, baseBalance: base, quoteBalance: quote, tier };
}

const readVersion = (store: BookStore): number => store.version;
