// Gathers the contract ticket's live data: wallet, positions, open orders, leverage, book and mark.

import type { GroupLimits, MarginMode, Order } from '@vitrine/contract';
import { useQuery } from '@tanstack/react-query';
import { MARGIN_MODE } from '@vitrine/core/enum';
import { initialMargin, valueAt } from '@vitrine/core/formula';
import { UP } from '@vitrine/core/number';
import { useMemo } from 'react';
import { queryOf, useSession } from '../../api/index.ts';
import {
  type BookStore,
  type LivePrice,
  type LineStatus,
  useLineStatus,
  useOpenOrdersOf,
  useSelected,
} from '../../live/index.ts';
import type { ContractMarket } from '../../market/index.ts';
import { ESTIMATE_CADENCE_MS, tradingState, type TradingState } from '../../ticket/index.ts';
import type { TicketFacts, TicketGroup } from './ticket/form.ts';
import { crossWalletOf, type Held, ownIn } from './positions/held.ts';
import { needOf, unrealisedOf, valueAtTicks } from './calculate.ts';
import { type ContractTerms, modesOf, termsOf, whole } from './terms.ts';
import { useHeld } from './positions/use-held.ts';
import { useMinute } from './use-minute.ts';
import type { Conditions } from './ticket/validate.ts';

/** Polling interval for what linked accounts leave. */
const GROUP_CADENCE_MS = 5_000;
/** Maximum levels of an estimate. */
const LEVELS = 500;
/** Default until the user's own is loaded (money §3, first values). */
const USUAL_LEVERAGE = 20;

export interface Surroundings {
  /** Undefined until the contract's terms are loaded. */
  readonly facts: TicketFacts | undefined;
  readonly conditions: Conditions;
  readonly held: readonly Held[];
  /** The wallet's equity: balance and unrealised PnL; settle atoms. */
  readonly equity: number;
  readonly leverages: { readonly all: number; readonly fixed: number } | undefined;
  readonly suggested: MarginMode | undefined;
  readonly refreshLeverage: () => void;
}

/** All data of the ticket; `chosen`: the margin mode selected on the page, if any. */
export function useSurroundings(
  market: ContractMarket,
  book: BookStore,
  price: LivePrice | undefined,
  side: 'long' | 'short',
  chosen: MarginMode | undefined,
): Surroundings {
  const session = useSession();
  const signedIn = session.state === 'user';
  const line = useLineStatus();
  const { contractType, symbol } = market.rules;
  const minute = useMinute();
  const terms = useMemo(() => termsOf(market, minute), [market, minute]);
  const { held, loaded, balanceOf, termsOf: termsNamed } = useHeld(contractType);
  const { orders, loaded: ordersLoaded } = useOpenOrdersOf(contractType);
  const leverage = useQuery({
    ...queryOf('wallet.contract.leverage', { symbol, contractType }, 'lazy'),
    enabled: signedIn,
    // The limit changes with the trades of linked accounts.
    refetchInterval: ({ state }) => (state.data?.group ? GROUP_CADENCE_MS : false),
  });
  const version = useSelected(book, readVersion, 0, ESTIMATE_CADENCE_MS);
  const levels = useMemo(
    () => ({ version, bids: book.bids.slice(0, LEVELS), asks: book.asks.slice(0, LEVELS) }),
    [book, version],
  );
  const balance = terms && balanceOf(terms);
  const facts = useMemo(() => {
    if (!terms) return undefined;
    const long = ownIn(held, terms, 1);
    const short = ownIn(held, terms, 2);
    const mine = side === 'long' ? long : short;
    const marginMode = (mine.lots > 0 ? mine.marginMode : undefined) ?? pick(terms, chosen ?? leverage.data?.suggested);
    return {
      terms,
      mark: whole(price?.markPrice, terms.tickDecimals + 2),
      risk: whole(price?.riskPrice ?? price?.markPrice, terms.tickDecimals + 2),
      last: whole(price?.close, terms.tickDecimals),
      bids: levels.bids,
      asks: levels.asks,
      leverage: leverage.data?.[marginMode] ?? Math.min(USUAL_LEVERAGE, market.rules.maxLeverage),
      marginMode,
      available: balance === undefined ? undefined : leftOf(balance, held, orders, terms.settle, termsNamed),
      long,
      short,
      ordered: orderedLots(orders, terms),
      group: groupIn(leverage.data?.group?.[marginMode], terms),
      crossFree: balance === undefined ? undefined : othersFree(balance, held, terms),
    };
  }, [
    terms,
    held,
    side,
    chosen,
    leverage.data,
    market.rules.maxLeverage,
    price?.markPrice,
    price?.riskPrice,
    price?.close,
    levels,
    balance,
    orders,
    termsNamed,
  ]);
  return {
    facts,
    conditions: {
      signedIn,
      known: balance !== undefined && loaded && ordersLoaded,
      trading: tradingOf(market, price, line),
      reduceOnly: market.detail.tradeState === 'reduceOnly',
      opensAt: price?.opensAt ?? market.opensAt,
    },
    held,
    equity: terms && balance !== undefined ? equityOf(balance, held, terms.settle) : 0,
    leverages: leverage.data,
    suggested: leverage.data?.suggested,
    refreshLeverage: () => void leverage.refetch(),
  };
}

function tradingOf({ detail }: ContractMarket, price: LivePrice | undefined, line: LineStatus): TradingState {
  const trading = tradingState(price, line);
  return detail.tradeState === 'suspended' && trading !== 'cut' ? 'suspended' : trading;
}

const readVersion = (store: BookStore): number => store.version;

function groupIn(limits: GroupLimits | undefined, terms: ContractTerms): TicketGroup | undefined {
  if (limits === undefined) return undefined;
  const lots = (text: string | null): number | undefined => whole(text ?? undefined, terms.lotDecimals);
  return { long: lots(limits.long), short: lots(limits.short), mostLeverage: limits.mostLeverage };
}

function pick(terms: ContractTerms, mode: MarginMode | undefined): MarginMode {
  return mode !== undefined && modesOf(terms).includes(mode) ? mode : 'fixed';
}

/** The equity of a settle coin: balance, isolated margins and unrealised PnL; negative counts as 0. */
function equityOf(balance: number, held: readonly Held[], settle: string): number {
  let sum = balance;
  for (const { terms, words, mark } of held) {
    if (terms.settle === settle) sum += words.margin + unrealisedOf(terms, words.side, words, mark);
  }
  return Math.max(0, sum);
}

/**
 * The wallet's balance for openings: balance − cross initial margins − unrealised losses − margin of open orders, at
 * marks or indexes, whichever leaves less. The API does not report an order's margin at placement, so it is calculated
 * at the order's price.
 */
export function leftOf(
  balance: number,
  held: readonly Held[],
  orders: readonly Order[],
  settle: string,
  termsNamed: (symbolName: string) => ContractTerms | undefined,
): number {
  const leaves = (priceOf: (one: Held) => number): number => balance - required(held, settle, priceOf);
  let left = Math.min(
    leaves(({ mark }) => mark),
    leaves(({ risk }) => risk),
  );
  for (const order of orders) {
    const terms = termsNamed(order.symbolName);
    if (terms?.settle === settle) left -= requirementOf(order, terms);
  }
  return left;
}

/** Initial margins and losses of the cross positions of a settle coin; without a price, the margin of their cost. */
function required(held: readonly Held[], settle: string, priceOf: (one: Held) => number): number {
  let sum = 0;
  for (const one of held) {
    const { terms, words } = one;
    if (terms.settle !== settle || words.marginMode !== MARGIN_MODE.cross || words.lots === 0) continue;
    const price = priceOf(one);
    const value = price > 0 ? valueAt(terms.type, terms.perLot, words.lots, price, UP) : words.cost;
    sum += initialMargin(value, words.leverage);
    if (price > 0) sum -= Math.min(0, unrealisedOf(terms, words.side, words, price));
  }
  return sum;
}

/** The margin of an open opening order; 0 for closing orders. */
export function requirementOf(order: Order, terms: ContractTerms): number {
  if (order.direction > 2) return 0;
  const rest = restOf(order, terms);
  const ticks = whole(order.entrustPrice ?? order.triggerPrice, terms.tickDecimals);
  if (rest === 0 || ticks === undefined || ticks === 0) return 0;
  const rate = Math.max(terms.maker, terms.taker);
  // No opening loss at its own price: an order in the book is on the better side of the mark.
  const value = valueAtTicks(terms, rest, ticks);
  return needOf(terms, order.direction, rest, value, order.leverageRadio ?? 1, rate, [ticks * 100]).need;
}

function restOf(order: Order, terms: ContractTerms): number {
  const all = whole(order.entrustQuantity, terms.lotDecimals) ?? 0;
  return all - (whole(order.dealtQuantity, terms.lotDecimals) ?? 0);
}

function orderedLots(
  orders: readonly Order[],
  terms: ContractTerms,
): { readonly long: number; readonly short: number } {
  const of = (direction: number): number =>
    orders
      .filter((order) => order.direction === direction && order.symbolName === terms.name)
      .reduce((sum, order) => sum + restOf(order, terms), 0);
  return { long: of(1), short: of(2) };
}

/** The wallet balance plus PnL minus maintenance of the other markets' cross positions. */
function othersFree(balance: number, held: readonly Held[], terms: ContractTerms): number {
  const others = held.filter(({ terms: of }) => of.symbol !== terms.symbol);
  const wallet = crossWalletOf(others, terms.settle, balance);
  return wallet.balance + wallet.unrealised - wallet.maintenance;
}
