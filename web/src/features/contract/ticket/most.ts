// How much the wallet can open: Max is the most lots that pass all checks, found by binary search (money §3).

import { MARKET_TYPE } from '@vitrine/core/enum';
import { highestTake, lowestTake, marketReach } from '@vitrine/core/formula';
import { MILLION, quotient } from '@vitrine/core/number';
import { hasPrice, hasTrigger } from '../../../ticket/index.ts';
import type { TicketFacts, TicketState } from './form.ts';
import { groupLots } from './group.ts';
import {
  inRange,
  leverageFor,
  maintenanceOf,
  type Need,
  needOf,
  openPrices,
  type Prices,
  sizeOf,
  unrealisedOf,
  valueAtTicks,
  walkBook,
} from '../calculate.ts';
import { whole } from '../terms.ts';

/** The limit, the trigger, or for a market order the best opposite price (else the mark), in ticks. */
export function usedTicks(state: TicketState, facts: TicketFacts): number | undefined {
  const { terms } = facts;
  if (hasPrice(state.kind)) return positive(whole(state.price, terms.tickDecimals));
  if (hasTrigger(state.kind)) return positive(whole(state.trigger, terms.tickDecimals));
  return touchOf(state, facts) ?? positive(facts.mark === undefined ? undefined : Math.trunc(facts.mark / 100) + 1);
}

function positive(units: number | undefined): number | undefined {
  return units === undefined || units === 0 ? undefined : units;
}

/** Whether the ticket buys. */
function buysNow({ intent, side }: TicketState): boolean {
  return (intent === 'open') === (side === 'long');
}

/** Best price of the opposite side of the book, ticks. */
export function touchOf(state: TicketState, facts: TicketFacts): number | undefined {
  return (buysNow(state) ? facts.asks : facts.bids)[0]?.ticks;
}

/** The price limit of matching, ticks; undefined if the order does not match or the limit is unknown. */
export function takeLimit(state: TicketState, facts: TicketFacts): number | undefined {
  if (hasTrigger(state.kind)) return undefined;
  if (hasPrice(state.kind)) return positive(whole(state.price, facts.terms.tickDecimals));
  const touch = touchOf(state, facts);
  return touch === undefined || facts.mark === undefined
    ? undefined
    : marketReach(buysNow(state) ? 1 : 2, touch, facts.mark);
}

/** The limit price bounds that follow from the mark, in ticks; the far band sets the other bound. */
export function takeBounds(mark: number): { readonly highest: number; readonly lowest: number } {
  return { highest: highestTake(mark), lowest: lowestTake(mark) };
}

/** Why lots cannot be opened, in the order of the exchange's checks. */
export type OpeningFlaw = 'range' | 'tooLarge' | 'leverage' | 'group' | 'funds' | 'maintenance';

export interface Opening {
  readonly need: Need;
  /** Lots and value that the requirement is for; a market order's come from the book. */
  readonly lots: number;
  readonly value: number;
  /** What would fill immediately. */
  readonly takes: { readonly lots: number; readonly value: number };
  readonly flaw: OpeningFlaw | undefined;
}

/** Checks opening `lots` like the exchange does; undefined while prices or the wallet are unknown. */
export function openingOf(state: TicketState, facts: TicketFacts, lots: number): Opening | undefined {
  const { terms, mark, available } = facts;
  const prices = openPrices(facts);
  const ticks = usedTicks(state, facts);
  if (ticks === undefined || mark === undefined || prices === undefined) return undefined;
  const side = state.side === 'long' ? 1 : 2;
  const own = side === 1 ? facts.long : facts.short;
  const ordered = side === 1 ? facts.ordered.long : facts.ordered.short;
  const rate = Math.max(terms.maker, terms.taker);
  const none = { lots: 0, value: 0 };
  const bad = (flaw: OpeningFlaw): Opening => ({
    need: { margin: 0, fee: 0, loss: 0, need: 0 },
    lots,
    value: 0,
    takes: none,
    flaw,
  });
  const all = own.lots + ordered + lots;
  const markTicks = Math.max(1, Math.trunc(mark / 100) + 1);
  if (!inRange(terms, all, Math.max(ticks, markTicks)) || !inRange(terms, all, Math.min(ticks, markTicks)))
    return bad('range');
  const limit = takeLimit(state, facts);
  const buys = side === 1;
  const takes = limit === undefined ? none : walkBook(terms, buys ? facts.asks : facts.bids, lots, limit, buys);
  const atMarket = !hasPrice(state.kind) && !hasTrigger(state.kind);
  const counted = atMarket ? takes.lots : lots;
  const value = atMarket ? takes.value : valueAtTicks(terms, lots, ticks);
  const trigger = hasTrigger(state.kind) ? (whole(state.trigger, terms.tickDecimals) ?? 0) * 100 : 0;
  const need = needOf(terms, side, counted, value, facts.leverage, rate, trigger === 0 ? prices : [trigger]);
  const flaw = flawOf(prices);
  return { need, lots: counted, value, takes: { lots: takes.lots, value: takes.value }, flaw };

  function flawOf(at: Prices): OpeningFlaw | undefined {
    const reference = atMarket ? markTicks : (ticks ?? 0);
    if (sizeOf(terms, lots, reference) > terms.maxValue) return 'tooLarge';
    const most = leverageFor(terms, all, at);
    if (most === 0) return 'tooLarge';
    if (facts.leverage > most) return 'leverage';
    const left = groupLots(state, facts);
    if (left !== undefined && lots > left) return 'group';
    if (available === undefined) return undefined;
    if (need.need > available) return 'funds';
    if (takes.lots === 0) return undefined;
    const taken = needOf(terms, side, takes.lots, takes.value, facts.leverage, rate, at);
    if (taken.need > available) return 'funds';
    if (facts.marginMode !== 'fixed') return undefined;
    const holding = {
      lots: own.lots + takes.lots,
      cost: own.cost + takes.value,
      margin: own.margin + taken.margin,
    };
    const endangered = (cents: number): boolean =>
      holding.margin + unrealisedOf(terms, side, holding, cents) - maintenanceOf(terms, holding.lots, cents) - 1 < 0;
    return at.some(endangered) ? 'maintenance' : undefined;
  }
}

/** The most lots that can be opened now: the next lot would be refused, or the book has no more. */
export function mostLots(state: TicketState, facts: TicketFacts): number {
  if (facts.available === undefined || facts.available <= 0) return 0;
  const ticks = usedTicks(state, facts);
  if (ticks === undefined) return 0;
  const fits = (lots: number): boolean => {
    const opening = openingOf(state, facts, lots);
    return opening !== undefined && opening.flaw === undefined;
  };
  let most = capOf(state, facts, ticks);
  if (most <= 0 || !fits(1)) return 0;
  if (fits(most)) return most;
  // `least` passes, `most` fails: the search ends at the last lot that passes.
  let least = 1;
  while (most - least > 1) {
    const middle = least + Math.trunc((most - least) / 2);
    if (fits(middle)) least = middle;
    else most = middle;
  }
  return least;
}

/**
 * How far mark and index may move against an order between Max and sending, millionths: a second or two in a lively
 * market.
 */
const DISTANCE = 300;

/**
 * The most lots that Max and percentages offer, with a margin for small adverse moves of mark and index. An order that
 * fills immediately, or enters the book beyond the mark, pays that distance as opening loss; other orders need no
 * margin.
 */
export function mostOffered(state: TicketState, facts: TicketFacts): number {
  const { mark } = facts;
  if (mark === undefined) return 0;
  const worse = (cents: number): number => {
    const distance = quotient(cents * DISTANCE, MILLION) + 1;
    return state.side === 'long' ? cents - distance : cents + distance;
  };
  const moved = { mark: worse(mark), risk: worse(facts.risk ?? mark) };
  return Math.min(mostLots(state, facts), mostLots(state, { ...facts, ...moved }));
}

/** An upper bound of lots: the market's maximum, or for a market order the quantity in the book. */
function capOf(state: TicketState, facts: TicketFacts, ticks: number): number {
  const { terms } = facts;
  const each = terms.type === MARKET_TYPE.linear ? ticks * terms.perLot : terms.face;
  const bySize = Math.trunc(terms.maxValue / each) + 1;
  if (hasPrice(state.kind) || hasTrigger(state.kind)) return bySize;
  const limit = takeLimit(state, facts);
  if (limit === undefined) return 0;
  const buys = buysNow(state);
  const book = walkBook(terms, buys ? facts.asks : facts.bids, bySize, limit, buys);
  return Math.min(bySize, book.lots);
}
