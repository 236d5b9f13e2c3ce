// The spot ticket as pure functions: what a keystroke makes of it. No React, no clock, no money but decimal text.

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

/** What is in the ticket. Texts are plain decimals as typed, perhaps empty or ending in a point. */
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
  /** Which of amount and total was meant; the other follows it. */
  readonly meant: 'amount' | 'total';
  /** The price was typed or taken; a suggestion never replaces it. */
  readonly priceTouched: boolean;
}

/** What the ticket reckons with. Texts are decimals; undefined: not known (yet). */
export interface TicketFacts {
  readonly rules: MarketRules;
  readonly availableBase: string | undefined;
  readonly availableQuote: string | undefined;
  /** The price a market order is reckoned at where no book is there: best of the other side, else last. */
  readonly reference: string | undefined;
}

export type TicketAction =
  | { readonly type: 'side'; readonly side: Side }
  | { readonly type: 'kind'; readonly kind: OrderKind }
  | { readonly type: 'edit'; readonly field: TicketField; readonly text: string }
  | { readonly type: 'percent'; readonly percent: number }
  /** A price taken from the book: it is as if typed. */
  | { readonly type: 'take'; readonly price: string }
  /** A first price for an untouched, empty field. */
  | { readonly type: 'suggest'; readonly price: string }
  | { readonly type: 'timeInForce'; readonly value: TimeInForce }
  | { readonly type: 'postOnly'; readonly value: boolean }
  | { readonly type: 'triggerBy'; readonly value: TriggerBy }
  /** A tick or lot up or down. */
  | { readonly type: 'step'; readonly field: TicketField; readonly direction: 1 | -1 }
  /** Esc, and after an order was taken: amounts go, the price stays. */
  | { readonly type: 'clear' }
  /** Another market: everything typed goes. */
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

/** Whether the total may be given instead of the amount: with a limit price, or a market buy. */
export function hasTotal(kind: OrderKind, side: Side): boolean {
  return hasPrice(kind) || (kind === 'market' && side === 'buy');
}

/** The ticket after an action. Never changes what was typed but where the action says so. */
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

/** A change of side or type may take the total away; then the amount is what is meant. */
function withMeaning(state: TicketState, facts: TicketFacts): TicketState {
  if (state.meant === 'total' && !hasTotal(state.kind, state.side)) return { ...state, meant: 'amount' };
  return linked(state, facts);
}

/** Lets the one of amount and total that was not meant follow the other. */
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
  // A market buy by amount has no quantity of its own: what it gets, the book decides.
  if (ticks === undefined || atoms === undefined || !hasPrice(state.kind)) return { ...state, amount: '' };
  return { ...state, amount: toShortText(lotsFor(atoms, ticks, rules), rules.lotDecimals) };
}

/** Part of what is available, floored to the lot (a market buy: to a cent), so that it never is more than there is. */
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

/** The most lots the available money allows. The fee is taken from what is received, so it needs nothing more. */
export function mostLots(state: TicketState, facts: TicketFacts): bigint {
  const { rules } = facts;
  if (state.side === 'sell') {
    return rescaleDown(toUnits(facts.availableBase, rules.baseScale) ?? 0n, rules.baseScale, rules.lotDecimals);
  }
  const ticks = holdTicks(state, facts);
  const atoms = toUnits(facts.availableQuote, rules.quoteScale) ?? 0n;
  if (ticks === undefined) return 0n;
  // A market type sets aside more than its price: what is left of the money for the price alone.
  return lotsFor(hasPrice(state.kind) ? atoms : (atoms * 100n) / BigInt(STOP_HOLD), ticks, rules);
}

/** How far the slider stands, in whole percent of the most. */
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

/** The limit price, or what stands in for it, in ticks. */
function priceTicks(state: TicketState, facts: TicketFacts): bigint | undefined {
  const text = hasPrice(state.kind) ? state.price : facts.reference;
  const ticks = toUnits(text, facts.rules.tickDecimals);
  return ticks === undefined || ticks === 0n ? undefined : ticks;
}

/** The price by which a buy is held, in ticks: the limit; the trigger or the reference for market types. */
function holdTicks(state: TicketState, facts: TicketFacts): bigint | undefined {
  if (hasPrice(state.kind)) return priceTicks(state, facts);
  const text = hasTrigger(state.kind) ? state.trigger : facts.reference;
  const ticks = toUnits(text, facts.rules.tickDecimals);
  return ticks === undefined || ticks === 0n ? undefined : ticks;
}

/** What a buy by quantity sets aside, in quote atoms: its value; for a stop-market the trigger's and 5 % more (money §2). */
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
