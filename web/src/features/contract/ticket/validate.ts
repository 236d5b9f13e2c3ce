// Why the contract ticket cannot be sent: the first missing item, in the order of the user's decisions.

import { MARKET_TYPE } from '@vitrine/core/enum';
import { CENTS_A_TICK, highestSell, highestTake, lowestBuy, lowestTake, MOST_TICKS } from '@vitrine/core/formula';
import { groupLots } from './group.ts';
import { printDecimal } from '@vitrine/core/number';
import { hasPrice, hasTrigger, type TradingState } from '../../../ticket/index.ts';
import { buys, ownOf, sideNumber, type TicketFacts, type TicketField, type TicketState } from './form.ts';
import { type GuardKind, guardSide, hitAtOnce } from '../dialogs/tpsl.ts';
import { usedTicks } from './most.ts';
import { sizeOf } from '../calculate.ts';
import type { TicketSummary } from '../positions/summary.ts';
import { whole } from '../terms.ts';

export interface Conditions {
  readonly signedIn: boolean;
  /** Balances, positions and leverage are loaded. */
  readonly known: boolean;
  readonly trading: TradingState;
  /** The market accepts only reduce-only orders. */
  readonly reduceOnly: boolean;
  /** ms UTC of the next opening, where known. */
  readonly opensAt: number | null;
}

type TpslFieldName = 'stopProfit' | 'stopLoss';
export type ProblemField = TicketField | TpslFieldName;

/** What is missing; amounts as decimal text. `field`: the field that shows it. */
export type Problem =
  | {
      readonly kind: 'signIn' | 'cut' | 'loading' | 'suspended' | 'reduceOnly' | 'staleOpen' | 'noBook';
      readonly field?: undefined;
    }
  | {
      readonly kind: 'closed';
      readonly opensAt: number | null;
      readonly restsOnly: boolean;
      readonly field?: undefined;
    }
  | { readonly kind: 'noPosition'; readonly field?: undefined }
  | { readonly kind: 'missing'; readonly field: TicketField }
  | { readonly kind: 'tick' | 'lot'; readonly step: string; readonly field: ProblemField }
  | {
      readonly kind: 'band' | 'far';
      readonly side: 'above' | 'below';
      readonly limit: string;
      readonly field: 'price' | 'trigger';
    }
  | {
      readonly kind: 'triggerSide';
      readonly side: 'above' | 'below';
      readonly price: string;
      readonly field: ProblemField;
    }
  | { readonly kind: 'tooSmall'; readonly least: string; readonly field: 'amount' | 'value' }
  | { readonly kind: 'tooLarge'; readonly most: string; readonly field: 'amount' | 'value' }
  | { readonly kind: 'moreThanHeld'; readonly most: string; readonly field: 'amount' | 'value' }
  | { readonly kind: 'leverage'; readonly most: string; readonly field: 'amount' | 'value' }
  /** Linked accounts leave less; `most` is a quantity. */
  | { readonly kind: 'group'; readonly most: string; readonly field: 'amount' | 'value' }
  | { readonly kind: 'otherMode' | 'endangered'; readonly field?: undefined }
  | { readonly kind: 'wouldTake'; readonly field: 'price' }
  /** No price gives the typed value: a loss beyond the position’s value, a price of 0. */
  | { readonly kind: 'noPrice'; readonly field: TpslFieldName }
  | { readonly kind: 'funds'; readonly missing: string; readonly field: 'amount' | 'value' };

/** The first reason that the ticket cannot be sent; undefined when it can. */
export function validateTicket(
  state: TicketState,
  facts: TicketFacts,
  summary: TicketSummary,
  conditions: Conditions,
): Problem | undefined {
  return (
    tradable(state, conditions) ??
    holds(state, facts, conditions) ??
    prices(state, facts) ??
    quantities(state, facts) ??
    (state.postOnly && summary.meeting !== 'waits' ? { kind: 'wouldTake', field: 'price' } : undefined) ??
    (state.kind === 'market' && summary.averagePrice === undefined ? { kind: 'noBook' } : undefined) ??
    money(state, facts, summary) ??
    guards(state, facts)
  );
}

function tradable(state: TicketState, { signedIn, trading, reduceOnly, opensAt }: Conditions): Problem | undefined {
  if (!signedIn) return { kind: 'signIn' };
  if (trading === 'cut') return { kind: 'cut' };
  if (trading === 'unknown') return { kind: 'loading' };
  if (trading === 'suspended') return { kind: 'suspended' };
  // A closed market accepts only reduce-only limit orders; they wait until it opens (money §11).
  const rests = state.intent === 'close' && state.kind === 'limit' && (state.timeInForce === 'GTC' || state.postOnly);
  if (trading === 'closed' && !rests) return { kind: 'closed', opensAt, restsOnly: state.intent === 'close' };
  if (state.intent === 'open' && reduceOnly) return { kind: 'reduceOnly' };
  if (state.intent === 'open' && trading === 'stale') return { kind: 'staleOpen' };
  return undefined;
}

function holds(state: TicketState, facts: TicketFacts, { known }: Conditions): Problem | undefined {
  if (!known || facts.mark === undefined) return { kind: 'loading' };
  const own = ownOf(state, facts);
  if (state.intent === 'close') return own.lots === 0 ? { kind: 'noPosition' } : undefined;
  return own.lots > 0 && own.marginMode !== facts.marginMode ? { kind: 'otherMode' } : undefined;
}

function prices(state: TicketState, facts: TicketFacts): Problem | undefined {
  const { tickDecimals } = facts.terms;
  if (hasTrigger(state.kind)) {
    const trigger = whole(state.trigger, tickDecimals);
    if (state.trigger === '' || trigger === 0) return { kind: 'missing', field: 'trigger' };
    if (trigger === undefined) return { kind: 'tick', step: printDecimal(1, tickDecimals), field: 'trigger' };
    const wrong = wrongSide(state, facts, trigger) ?? reach(state, facts, trigger, 'trigger');
    if (wrong) return wrong;
  }
  if (!hasPrice(state.kind)) return undefined;
  const price = whole(state.price, tickDecimals);
  if (state.price === '' || price === 0) return { kind: 'missing', field: 'price' };
  if (price === undefined) return { kind: 'tick', step: printDecimal(1, tickDecimals), field: 'price' };
  return reach(state, facts, price, 'price');
}

/** The price that a trigger observes, cents. */
function seen(facts: TicketFacts, by: TicketState['triggerBy']): number | undefined {
  return by === 'last' && facts.last !== undefined ? facts.last * CENTS_A_TICK : facts.mark;
}

/**
 * A stop waits for an adverse price, a take profit for a better one; on the wrong side it would trigger immediately.
 */
function wrongSide(state: TicketState, facts: TicketFacts, trigger: number): Problem | undefined {
  const now = seen(facts, state.triggerBy);
  if (now === undefined) return undefined;
  const stop = state.kind === 'stopLimit' || state.kind === 'stopMarket';
  const mustBeAbove = stop === buys(state);
  const ahead = trigger * CENTS_A_TICK;
  if (mustBeAbove ? ahead > now : ahead < now) return undefined;
  const price = printDecimal(now, facts.terms.tickDecimals + 2);
  return { kind: 'triggerSide', side: mustBeAbove ? 'above' : 'below', price, field: 'trigger' };
}

/** The permitted distance from the mark: the matching limit, or the far band for triggers. */
function reach(
  state: TicketState,
  { terms, mark }: TicketFacts,
  price: number,
  field: 'price' | 'trigger',
): Problem | undefined {
  if (mark === undefined) return undefined;
  const waits = hasTrigger(state.kind);
  const buy = buys(state);
  const near = (side: boolean): boolean => side && !waits;
  const most = near(buy) ? highestTake(mark) : highestSell(mark, MOST_TICKS);
  const least = near(!buy) ? lowestTake(mark) : lowestBuy(mark);
  const text = (ticks: number): string => printDecimal(ticks, terms.tickDecimals);
  if (price > most) return { kind: near(buy) ? 'band' : 'far', side: 'above', limit: text(most), field };
  if (price < least) return { kind: near(!buy) ? 'band' : 'far', side: 'below', limit: text(least), field };
  return undefined;
}

function amountField(state: TicketState): 'amount' | 'value' {
  return state.meant === 'value' ? 'value' : 'amount';
}

function quantities(state: TicketState, facts: TicketFacts): Problem | undefined {
  const { terms } = facts;
  const field = amountField(state);
  if (state[field] === '') return { kind: 'missing', field };
  const lots = whole(state.amount, terms.lotDecimals);
  if (lots === 0) {
    return field === 'value' ? { kind: 'tooSmall', least: leastText(facts), field } : { kind: 'missing', field };
  }
  if (lots === undefined) return { kind: 'lot', step: printDecimal(1, terms.lotDecimals), field };
  if (state.intent === 'close') {
    const { canClose } = ownOf(state, facts);
    return lots > canClose
      ? { kind: 'moreThanHeld', most: printDecimal(canClose, terms.lotDecimals), field }
      : undefined;
  }
  const ticks = usedTicks(state, facts);
  if (ticks === undefined) return undefined;
  const size = sizeOf(terms, lots, ticks);
  if (size < terms.minValue) return { kind: 'tooSmall', least: leastText(facts), field };
  return size > terms.maxValue ? { kind: 'tooLarge', most: sizeText(facts, terms.maxValue), field } : undefined;
}

/** A size in its market's unit: USDT, or USD (coin). */
function sizeText({ terms }: TicketFacts, size: number): string {
  return printDecimal(size, terms.type === MARKET_TYPE.linear ? terms.settleScale : 0);
}

function leastText(facts: TicketFacts): string {
  return sizeText(facts, facts.terms.minValue);
}

function money(state: TicketState, facts: TicketFacts, { opening }: TicketSummary): Problem | undefined {
  if (state.intent === 'close') return undefined;
  if (!opening || facts.available === undefined) return { kind: 'loading' };
  const field = amountField(state);
  const { terms, available } = facts;
  switch (opening.flaw) {
    case undefined:
      return undefined;
    case 'range':
    case 'tooLarge':
      return { kind: 'tooLarge', most: sizeText(facts, terms.maxValue), field };
    case 'group':
      return { kind: 'group', most: printDecimal(groupLots(state, facts) ?? 0, terms.lotDecimals), field };
    case 'leverage':
      return { kind: 'leverage', most: String(facts.leverage), field };
    case 'maintenance':
      return { kind: 'endangered' };
    case 'funds':
      return {
        kind: 'funds',
        missing: printDecimal(Math.max(1, opening.need.need - Math.max(0, available)), terms.settleScale),
        field,
      };
  }
}

/** Take profit and stop loss of an opening order must not trigger at its opening price. */
function guards(state: TicketState, facts: TicketFacts): Problem | undefined {
  if (!state.guarded || state.intent === 'close') return undefined;
  for (const kind of ['profit', 'loss'] as const) {
    const problem = tpslProblem(state, facts, kind);
    if (problem) return problem;
  }
  return undefined;
}

function tpslProblem(state: TicketState, facts: TicketFacts, kind: GuardKind): Problem | undefined {
  const { terms } = facts;
  const { price, meant } = state[kind];
  const field = kind === 'profit' ? 'stopProfit' : 'stopLoss';
  if (price === '') return state[kind][meant] === '' ? undefined : { kind: 'noPrice', field };
  const ticks = whole(price, terms.tickDecimals);
  if (ticks === undefined) return { kind: 'tick', step: printDecimal(1, terms.tickDecimals), field };
  if (ticks === 0) return { kind: 'noPrice', field };
  const opens = state.kind === 'market' ? undefined : usedTicks(state, facts);
  const from = opens === undefined ? facts.mark : opens * CENTS_A_TICK;
  const side = sideNumber(state.side);
  if (from === undefined || !hitAtOnce(kind, side, ticks, from)) return undefined;
  return { kind: 'triggerSide', side: guardSide(kind, side), price: printDecimal(from, terms.tickDecimals + 2), field };
}
