// The contract ticket as pure functions: each input changes its state. No React, no clock; money is decimal text.

import type { MarginMode } from '@vitrine/contract';
import { MARKET_TYPE } from '@vitrine/core/enum';
import { printDecimal, printShort, quotient } from '@vitrine/core/number';
import { hasPrice, hasTrigger, type OrderKind, type TimeInForce, type TriggerBy } from '../../../ticket/index.ts';
import { type TpslField, type GuardKind, type TpslText, linkedGuard, noTpsl, typedTpsl } from '../dialogs/tpsl.ts';
import { mostOffered, usedTicks } from './most.ts';
import { type Holding, inRange, type Level, valueAtTicks } from '../calculate.ts';
import { type ContractTerms, whole } from '../terms.ts';
import { tpslBasis } from './would-be.ts';

export type Intent = 'open' | 'close';
export type Side = 'long' | 'short';
export type TicketField = 'price' | 'amount' | 'value' | 'trigger';

/** The content of the ticket. Texts are plain decimals as typed, perhaps empty or ending in a point. */
export interface TicketState {
  readonly intent: Intent;
  readonly side: Side;
  readonly kind: OrderKind;
  readonly price: string;
  /** Quantity: in the base coin (USDT) or in contracts (coin). */
  readonly amount: string;
  /** Value: in USDT (USDT) or in USD (coin). */
  readonly value: string;
  readonly trigger: string;
  readonly triggerBy: TriggerBy;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  /** Which of amount and value the user set; the other follows it. */
  readonly meant: 'amount' | 'value';
  /** The price was typed or taken from the book; a suggestion never replaces it. */
  readonly priceTouched: boolean;
  /** Take profit and stop loss are part of the opening order. */
  readonly guarded: boolean;
  readonly profit: TpslText;
  readonly loss: TpslText;
}

/** The user's position on a side of the market; lots 0: none. */
export interface Own extends Holding {
  readonly id: string | undefined;
  readonly marginMode: MarginMode | undefined;
  readonly leverage: number;
  /** Lots that no closing order has reserved. */
  readonly canClose: number;
  /** Its realised PnL so far: price, fees, funding; settle atoms. */
  readonly realised: number;
}

export const noPosition: Own = {
  lots: 0,
  cost: 0,
  margin: 0,
  id: undefined,
  marginMode: undefined,
  leverage: 0,
  canClose: 0,
  realised: 0,
};

/** What the ticket reckons with; undefined: not known (yet). Whole units by the terms. */
/**
 * What linked accounts leave of a market: lots of each side (undefined: another limit applies first), and the leverage
 * to raise to.
 */
export interface TicketGroup {
  readonly long: number | undefined;
  readonly short: number | undefined;
  readonly mostLeverage: number;
}

export interface TicketFacts {
  readonly terms: ContractTerms;
  /** Mark, cents. */
  readonly mark: number | undefined;
  /** The price that liquidates, cents: the index; under earlier rules the mark. */
  readonly risk: number | undefined;
  /** Last trade, ticks. */
  readonly last: number | undefined;
  /** Best first. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly leverage: number;
  readonly marginMode: MarginMode;
  /** The wallet's balance for openings, settle atoms; may be negative. */
  readonly available: number | undefined;
  readonly long: Own;
  readonly short: Own;
  /** Lots of open opening orders of each side. */
  readonly ordered: { readonly long: number; readonly short: number };
  /** What linked accounts leave; undefined: there are none. */
  readonly group?: TicketGroup | undefined;
  /** The wallet balance plus PnL minus maintenance of its cross positions in other markets. */
  readonly crossFree: number | undefined;
}

export type TicketAction =
  | { readonly type: 'intent'; readonly intent: Intent }
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
  | { readonly type: 'guarded'; readonly value: boolean }
  | { readonly type: 'guard'; readonly kind: GuardKind; readonly field: TpslField; readonly text: string }
  /** One tick or lot up or down. */
  | { readonly type: 'step'; readonly field: TicketField; readonly direction: 1 | -1 }
  /** Esc, or after an order was accepted: clears amounts, keeps the price. */
  | { readonly type: 'clear' }
  /** Another market: clears everything. */
  | { readonly type: 'market' };

/** An empty ticket. */
export const emptyTicket: TicketState = {
  intent: 'open',
  side: 'long',
  kind: 'limit',
  price: '',
  amount: '',
  value: '',
  trigger: '',
  triggerBy: 'mark',
  timeInForce: 'GTC',
  postOnly: false,
  meant: 'amount',
  priceTouched: false,
  guarded: false,
  profit: noTpsl,
  loss: noTpsl,
};

/** Direction of calls §9: 1 open long, 2 open short, 3 close long, 4 close short. */
export function directionOf({ intent, side }: Pick<TicketState, 'intent' | 'side'>): 1 | 2 | 3 | 4 {
  if (intent === 'open') return side === 'long' ? 1 : 2;
  return side === 'long' ? 3 : 4;
}

/** 1 long, 2 short, as the formulas have it. */
export function sideNumber(side: Side): 1 | 2 {
  return side === 'long' ? 1 : 2;
}

/** Whether it buys: to open a long or close a short. */
export function buys({ intent, side }: Pick<TicketState, 'intent' | 'side'>): boolean {
  return (intent === 'open') === (side === 'long');
}

/** The user's position that the ticket refers to. */
export function ownOf(state: Pick<TicketState, 'side'>, facts: TicketFacts): Own {
  return state.side === 'long' ? facts.long : facts.short;
}

/** Whether the user may enter a value instead of an amount: with a known price, or for contracts of a fixed face. */
export function hasValue(kind: OrderKind, terms: ContractTerms): boolean {
  return hasPrice(kind) || terms.type !== MARKET_TYPE.linear;
}

/** Decimals of the value field. */
export function valueDecimals(terms: ContractTerms): number {
  return terms.type === MARKET_TYPE.linear ? terms.settleScale : 0;
}

/** The ticket after an action. Changes typed text only where the action says so. */
export function reduceTicket(state: TicketState, action: TicketAction, facts: TicketFacts): TicketState {
  switch (action.type) {
    case 'intent':
      return action.intent === state.intent ? state : guarded({ ...state, intent: action.intent }, facts);
    case 'side':
      return action.side === state.side ? state : guarded({ ...state, side: action.side }, facts);
    case 'kind': {
      const next = { ...state, kind: action.kind, postOnly: state.postOnly && action.kind === 'limit' };
      return linked(
        next.meant === 'value' && !hasValue(next.kind, facts.terms) ? { ...next, meant: 'amount' } : next,
        facts,
      );
    }
    case 'edit':
      return edited(state, action.field, action.text, facts);
    case 'percent': {
      const most = state.intent === 'close' ? ownOf(state, facts).canClose : mostOffered(state, facts);
      const lots = quotient(most * Math.round(action.percent), 100);
      return linked({ ...state, amount: printDecimal(lots, facts.terms.lotDecimals), meant: 'amount' }, facts);
    }
    case 'take':
      return hasPrice(state.kind)
        ? linked({ ...state, price: action.price, priceTouched: true }, facts)
        : hasTrigger(state.kind)
          ? linked({ ...state, trigger: action.price }, facts)
          : state;
    case 'suggest':
      return state.priceTouched || state.price !== '' ? state : linked({ ...state, price: action.price }, facts);
    case 'timeInForce':
      return { ...state, timeInForce: action.value, postOnly: false };
    case 'postOnly':
      return { ...state, postOnly: action.value, timeInForce: action.value ? 'GTC' : state.timeInForce };
    case 'triggerBy':
      return { ...state, triggerBy: action.value };
    case 'guarded':
      return { ...state, guarded: action.value };
    case 'guard':
      return {
        ...state,
        [action.kind]: typedTpsl(state[action.kind], action.field, action.text, action.kind, tpslBasis(state, facts)),
      };
    case 'step':
      return stepped(state, action.field, action.direction, facts);
    case 'clear':
      return { ...state, amount: '', value: '', trigger: '', guarded: false, profit: noTpsl, loss: noTpsl };
    case 'market':
      return {
        ...emptyTicket,
        intent: state.intent,
        side: state.side,
        kind: state.kind,
        timeInForce: state.timeInForce,
      };
  }
}

function edited(state: TicketState, field: TicketField, text: string, facts: TicketFacts): TicketState {
  if (field === 'price') return linked({ ...state, price: text, priceTouched: true }, facts);
  if (field === 'trigger') return linked({ ...state, trigger: text }, facts);
  return linked({ ...state, [field]: text, meant: field }, facts);
}

/** Updates the amount or value from the other, then take profit and stop loss. */
function linked(state: TicketState, facts: TicketFacts): TicketState {
  const { terms } = facts;
  const decimals = valueDecimals(terms);
  const ticks = usedTicks(state, facts);
  const priced = hasValue(state.kind, terms) && (ticks !== undefined || terms.type !== MARKET_TYPE.linear);
  if (state.meant === 'amount') {
    const lots = whole(state.amount, terms.lotDecimals);
    const known = priced && lots !== undefined && inRange(terms, lots, ticks ?? 1);
    return guarded({ ...state, value: known ? printShort(worth(terms, lots, ticks ?? 0), decimals) : '' }, facts);
  }
  const units = whole(state.value, decimals);
  const each = terms.type === MARKET_TYPE.linear ? (ticks ?? 0) * terms.perLot : terms.face;
  const amount =
    !priced || units === undefined || each === 0 ? '' : printShort(quotient(units, each), terms.lotDecimals);
  return guarded({ ...state, amount }, facts);
}

/** Value in the field's unit: settle atoms (USDT), whole USD (coin). */
function worth(terms: ContractTerms, lots: number, ticks: number): number {
  return terms.type === MARKET_TYPE.linear ? valueAtTicks(terms, lots, ticks) : lots * terms.face;
}

/** Updates take profit and stop loss to the expected position. */
function guarded(state: TicketState, facts: TicketFacts): TicketState {
  if (!state.guarded) return state;
  const basis = tpslBasis(state, facts);
  return {
    ...state,
    profit: linkedGuard(state.profit, 'profit', basis),
    loss: linkedGuard(state.loss, 'loss', basis),
  };
}

function stepped(state: TicketState, field: TicketField, direction: 1 | -1, facts: TicketFacts): TicketState {
  const { terms } = facts;
  const decimals =
    field === 'amount' ? terms.lotDecimals : field === 'value' ? valueDecimals(terms) : terms.tickDecimals;
  const empty = state[field] === '' && (field === 'price' || field === 'trigger');
  const from = empty ? (facts.last ?? 0) : (whole(state[field], decimals) ?? 0);
  const units = Math.max(0, from + direction);
  return edited(state, field, printDecimal(units, decimals), facts);
}
