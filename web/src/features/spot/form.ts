// The spot ticket as pure functions: each input changes its state. No React, no clock; money is decimal text.

import { STOP_HOLD } from '@vitrine/core/formula';
import {
  divideUp,
  hasPrice,
  hasTrigger,
  type OrderKind,
  partOf,
  percentOf,
  rescaleDown,
  type TimeInForce,
  toShortText,
  toText,
  toUnits,
  type TriggerBy,
} from '../../ticket/index.ts';
import { lotsFor, type MarketRules, valueOf } from './calculate.ts';

export type Side = 'buy' | 'sell';
export type TicketField = 'price' | 'amount' | 'total' | 'trigger';

/** The content of the ticket. Texts are plain decimals as typed, perhaps empty or ending in a point. */
export interface TicketState {
  readonly side: Side;
  readonly kind: OrderKind;
  readonly price: string;
  /** Quantity in the base coin. */
  readonly amount: string;
  /** Value in the quote coin. */
  readonly total: string;
  readonly trigger: string;
  readonly triggerBy: TriggerBy;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  /** Which of amount and total the user set; the other follows it. */
  readonly meant: 'amount' | 'total';
  /** The price was typed or taken from the book; a suggestion never replaces it. */
  readonly priceTouched: boolean;
}

/** The ticket's data. Texts are decimals; undefined: unknown (yet). */
export interface TicketFacts {
  readonly rules: MarketRules;
  readonly availableBase: string | undefined;
  readonly availableQuote: string | undefined;
  /** The price of a market order without a book: best opposite price, else last. */
  readonly reference: string | undefined;
}

export type TicketAction =
  | { readonly type: 'side'; readonly side: Side }
  | { readonly type: 'kind'; readonly kind: OrderKind }
  | { readonly type: 'edit'; readonly field: TicketField; readonly text: string }
  | { readonly type: 'percent'; readonly percent: number }
  /** A price taken from the book; treated as typed. */
  | { readonly type: 'take'; readonly price: string }
  /** An initial price for an untouched, empty field. */
  | { readonly type: 'suggest'; readonly price: string }
  | { readonly type: 'timeInForce'; readonly value: TimeInForce }
  | { readonly type: 'postOnly'; readonly value: boolean }
  | { readonly type: 'triggerBy'; readonly value: TriggerBy }
  /** One tick or lot up or down. */
  | { readonly type: 'step'; readonly field: TicketField; readonly direction: 1 | -1 }
  /** Esc, and after an order was accepted: clears amounts, keeps the price. */
  | { readonly type: 'clear' }
  /** Another market: clears everything. */
  | { readonly type: 'market' };

/** An empty ticket. */
export const emptyTicket: TicketState = {
  side: 'buy',
  kind: 'limit',
  price: '',
  amount: '',
  total: '',
  trigger: '',
  triggerBy: 'last',
  timeInForce: 'GTC',
  postOnly: false,
  meant: 'amount',
  priceTouched: false,
};

/** Whether the user may enter a total instead of an amount: with a limit price, or for a market buy. */
export function hasTotal(kind: OrderKind, side: Side): boolean {
  return hasPrice(kind) || (kind === 'market' && side === 'buy');
}

/** The ticket after an action. Changes typed text only where the action says so. */
export function reduceTicket(state: TicketState, action: TicketAction, facts: TicketFacts): TicketState {
  switch (action.type) {
    case 'side':
      return action.side === state.side ? state : withMeaning({ ...state, side: action.side }, facts);
    case 'kind':
      return withMeaning({ ...state, kind: action.kind, postOnly: state.postOnly && action.kind === 'limit' }, facts);
    case 'edit':
      return edited(state, action.field, action.text, facts);
    case 'percent':
      return ofPercent(state, action.percent, facts);
    case 'take':
      return hasPrice(state.kind)
        ? linked({ ...state, price: action.price, priceTouched: true }, facts)
        : hasTrigger(state.kind)
          ? { ...state, trigger: action.price }
          : state;
    case 'suggest':
      return state.priceTouched || state.price !== '' ? state : linked({ ...state, price: action.price }, facts);
    case 'timeInForce':
      return { ...state, timeInForce: action.value, postOnly: false };
    case 'postOnly':
      return { ...state, postOnly: action.value, timeInForce: action.value ? 'GTC' : state.timeInForce };
    case 'triggerBy':
      return { ...state, triggerBy: action.value };
    case 'step':
      return stepped(state, action.field, action.direction, facts);
    case 'clear':
      return { ...state, amount: '', total: '', trigger: '' };
    case 'market':
      return { ...emptyTicket, side: state.side, kind: state.kind, timeInForce: state.timeInForce };
  }
}

function edited(state: TicketState, field: TicketField, text: string, facts: TicketFacts): TicketState {
  if (field === 'price') return linked({ ...state, price: text, priceTouched: true }, facts);
  if (field === 'trigger') return { ...state, trigger: text };
  return linked({ ...state, [field]: text, meant: field }, facts);
}

/** A change of side or type may remove the total; then the amount decides. */
function withMeaning(state: TicketState, facts: TicketFacts): TicketState {
  if (state.meant === 'total' && !hasTotal(state.kind, state.side)) return { ...state, meant: 'amount' };
  return linked(state, facts);
}

/** Updates the amount or total from the other. */
function linked(state: TicketState, facts: TicketFacts): TicketState {
  const { rules } = facts;
  if (!hasTotal(state.kind, state.side)) return { ...state, total: '' };
  const ticks = priceTicks(state, facts);
  if (state.meant === 'amount') {
    const lots = toUnits(state.amount, rules.lotDecimals);
    if (ticks === undefined || lots === undefined || !hasPrice(state.kind)) return { ...state, total: '' };
    return { ...state, total: toShortText(valueOf(ticks, lots, rules), rules.quoteScale) };
  }
  const atoms = toUnits(state.total, rules.quoteScale);
  // A market buy by total has no quantity: it depends on the book.
  if (ticks === undefined || atoms === undefined || !hasPrice(state.kind)) return { ...state, amount: '' };
  return { ...state, amount: toShortText(lotsFor(atoms, ticks, rules), rules.lotDecimals) };
}

/**
 * A percentage of the available balance, rounded down to the lot (a market buy: to a cent), so that it never exceeds
 * the balance.
 */
function ofPercent(state: TicketState, percent: number, facts: TicketFacts): TicketState {
  const { rules } = facts;
  if (state.kind === 'market' && state.side === 'buy') {
    const atoms = partOf(toUnits(facts.availableQuote, rules.quoteScale) ?? 0n, percent);
    const cents = rescaleDown(atoms, rules.quoteScale, 2);
    return linked({ ...state, total: toText(cents, 2), meant: 'total' }, facts);
  }
  const lots = partOf(mostLots(state, facts), percent);
  return linked({ ...state, amount: toText(lots, rules.lotDecimals), meant: 'amount' }, facts);
}

/** The most lots that the balance permits. The fee comes from what is received, so it needs no extra balance. */
export function mostLots(state: TicketState, facts: TicketFacts): bigint {
  const { rules } = facts;
  if (state.side === 'sell') {
    return rescaleDown(toUnits(facts.availableBase, rules.baseScale) ?? 0n, rules.baseScale, rules.lotDecimals);
  }
  const ticks = holdTicks(state, facts);
  const atoms = toUnits(facts.availableQuote, rules.quoteScale) ?? 0n;
  if (ticks === undefined) return 0n;
  // Market types reserve more than their price, so only a part of the balance is available for the price.
  return lotsFor(hasPrice(state.kind) ? atoms : (atoms * 100n) / BigInt(STOP_HOLD), ticks, rules);
}

/** The slider's position, in whole percent of the maximum. */
export function ticketPercent(state: TicketState, facts: TicketFacts): number {
  const { rules } = facts;
  if (state.kind === 'market' && state.side === 'buy' && state.meant === 'total') {
    return percentOf(
      toUnits(state.total, rules.quoteScale) ?? 0n,
      toUnits(facts.availableQuote, rules.quoteScale) ?? 0n,
    );
  }
  return percentOf(toUnits(state.amount, rules.lotDecimals) ?? 0n, mostLots(state, facts));
}

/** The limit price, or its substitute, in ticks. */
function priceTicks(state: TicketState, facts: TicketFacts): bigint | undefined {
  const text = hasPrice(state.kind) ? state.price : facts.reference;
  const ticks = toUnits(text, facts.rules.tickDecimals);
  return ticks === undefined || ticks === 0n ? undefined : ticks;
}

/** The price of a buy's hold, in ticks: the limit; for market types the trigger or the reference. */
function holdTicks(state: TicketState, facts: TicketFacts): bigint | undefined {
  if (hasPrice(state.kind)) return priceTicks(state, facts);
  const text = hasTrigger(state.kind) ? state.trigger : facts.reference;
  const ticks = toUnits(text, facts.rules.tickDecimals);
  return ticks === undefined || ticks === 0n ? undefined : ticks;
}

/**
 * The hold of a buy by quantity, in quote atoms: its value; for a stop-market the trigger's value plus 5 % (money §2).
 */
export function holdOfBuy(state: TicketState, lots: bigint, facts: TicketFacts): bigint | undefined {
  const ticks = holdTicks(state, facts);
  if (ticks === undefined) return undefined;
  const value = valueOf(ticks, lots, facts.rules);
  return hasPrice(state.kind) ? value : divideUp(value * BigInt(STOP_HOLD), 100n);
}

function stepped(state: TicketState, field: TicketField, direction: 1 | -1, facts: TicketFacts): TicketState {
  const { rules } = facts;
  const scale = field === 'amount' ? rules.lotDecimals : field === 'total' ? 2 : rules.tickDecimals;
  const text = state[field] === '' && (field === 'price' || field === 'trigger') ? facts.reference : state[field];
  const units = (toUnits(text, scale) ?? 0n) + BigInt(direction);
  return edited(state, field, toText(units < 0n ? 0n : units, scale), facts);
}
