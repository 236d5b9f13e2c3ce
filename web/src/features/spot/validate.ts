// Why the button is disabled: the first missing item, in the order of the user's decisions.

import { highestBuy, highestSell, lowestBuy, lowestSell, MOST_TICKS } from '@vitrine/core/formula';
import { hasPrice, hasTrigger, toText, toUnits, type TradingState } from '../../ticket/index.ts';
import { hasTotal, type TicketField, type TicketState } from './form.ts';
import type { MarketFacts, TicketSummary } from './summary.ts';

export interface Conditions {
  readonly signedIn: boolean;
  readonly balancesKnown: boolean;
  readonly trading: TradingState;
  /** ms UTC of the next opening, where known. */
  readonly opensAt: number | null;
  /** Index price, decimal text. */
  readonly index: string | undefined;
  /** Last trade, decimal text. */
  readonly last: string | undefined;
}

/** What is missing; amounts as decimal text. `field`: the field that shows it. */
export type Problem =
  | { readonly kind: 'signIn' | 'cut' | 'loading' | 'suspended' | 'staleMarket'; readonly field?: undefined }
  | { readonly kind: 'closed'; readonly opensAt: number | null; readonly field?: undefined }
  | { readonly kind: 'missing'; readonly field: TicketField }
  | { readonly kind: 'tick' | 'lot'; readonly step: string; readonly field: TicketField }
  | { readonly kind: 'band'; readonly side: 'above' | 'below'; readonly limit: string; readonly field: 'price' }
  | { readonly kind: 'far'; readonly side: 'above' | 'below'; readonly limit: string; readonly field: 'price' }
  | {
      readonly kind: 'triggerSide';
      readonly side: 'above' | 'below';
      readonly price: string;
      readonly field: 'trigger';
    }
  | { readonly kind: 'tooSmall'; readonly least: string; readonly coin: string; readonly field: 'amount' | 'total' }
  | { readonly kind: 'wouldTake'; readonly field: 'price' }
  | { readonly kind: 'noBook'; readonly field?: undefined }
  | { readonly kind: 'funds'; readonly missing: string; readonly coin: string; readonly field: 'amount' | 'total' };

/** The first reason that the ticket cannot be sent; undefined when it can. */
export function validateTicket(
  state: TicketState,
  facts: MarketFacts,
  summary: TicketSummary,
  conditions: Conditions,
): Problem | undefined {
  return (
    tradable(state, conditions) ??
    prices(state, facts, conditions) ??
    quantities(state, facts, summary) ??
    (state.postOnly && summary.meeting !== 'waits' ? { kind: 'wouldTake', field: 'price' } : undefined) ??
    (state.kind === 'market' && summary.value === undefined ? { kind: 'noBook' } : undefined) ??
    funds(state, facts, summary, conditions)
  );
}

function tradable(state: TicketState, { signedIn, trading, opensAt }: Conditions): Problem | undefined {
  if (!signedIn) return { kind: 'signIn' };
  if (trading === 'cut') return { kind: 'cut' };
  if (trading === 'unknown') return { kind: 'loading' };
  if (trading === 'closed') return { kind: 'closed', opensAt };
  if (trading === 'suspended') return { kind: 'suspended' };
  // A stale index permits limit orders only; a later market order would be refused at its trigger.
  if (trading === 'stale' && state.kind !== 'limit') return { kind: 'staleMarket' };
  return undefined;
}

function prices(state: TicketState, { rules }: MarketFacts, conditions: Conditions): Problem | undefined {
  if (hasTrigger(state.kind)) {
    const trigger = toUnits(state.trigger, rules.tickDecimals);
    if (state.trigger === '' || trigger === 0n) return { kind: 'missing', field: 'trigger' };
    if (trigger === undefined) return { kind: 'tick', step: stepText(rules.tickDecimals), field: 'trigger' };
    const wrong = wrongSide(state, trigger, conditions, rules.tickDecimals);
    if (wrong) return wrong;
  }
  if (!hasPrice(state.kind)) return undefined;
  const price = toUnits(state.price, rules.tickDecimals);
  if (state.price === '' || price === 0n) return { kind: 'missing', field: 'price' };
  if (price === undefined) return { kind: 'tick', step: stepText(rules.tickDecimals), field: 'price' };
  return band(state, price, conditions.index, rules.tickDecimals);
}

/**
 * A stop waits for an adverse price, a take profit for a better one; on the wrong side it would trigger immediately.
 */
function wrongSide(state: TicketState, trigger: bigint, conditions: Conditions, decimals: number): Problem | undefined {
  const text = state.triggerBy === 'mark' ? conditions.index : conditions.last;
  const now = priceUnits(text, decimals);
  if (text === undefined || now === undefined) return undefined;
  const stop = state.kind === 'stopLimit' || state.kind === 'stopMarket';
  const mustBeAbove = stop === (state.side === 'buy');
  const ahead = trigger * SCALE_UP;
  if (mustBeAbove ? ahead > now : ahead < now) return undefined;
  return { kind: 'triggerSide', side: mustBeAbove ? 'above' : 'below', price: text, field: 'trigger' };
}

/** Index prices have two more decimals than the tick: compared at that scale. */
const SCALE_UP = 100n;
const priceUnits = (text: string | undefined, decimals: number): bigint | undefined => toUnits(text, decimals + 2);

function band(state: TicketState, price: bigint, index: string | undefined, decimals: number): Problem | undefined {
  const at = priceUnits(index, decimals);
  if (at === undefined || hasTrigger(state.kind)) return undefined;
  const cents = Number(at);
  const problem = (kind: 'band' | 'far', side: 'above' | 'below', limit: number): Problem => ({
    kind,
    side,
    limit: toText(BigInt(limit), decimals),
    field: 'price',
  });
  if (state.side === 'buy') {
    if (price > highestBuy(cents)) return problem('band', 'above', highestBuy(cents));
    if (price < lowestBuy(cents)) return problem('far', 'below', lowestBuy(cents));
  } else {
    const most = highestSell(cents, MOST_TICKS);
    if (price < lowestSell(cents)) return problem('band', 'below', lowestSell(cents));
    if (price > most) return problem('far', 'above', most);
  }
  return undefined;
}

function quantities(state: TicketState, { rules }: MarketFacts, summary: TicketSummary): Problem | undefined {
  const byTotal = state.meant === 'total' && hasTotal(state.kind, state.side);
  const field = byTotal ? 'total' : 'amount';
  const scale = byTotal ? rules.quoteScale : rules.lotDecimals;
  const units = toUnits(state[field], scale);
  if (state[field] === '' || units === 0n) return { kind: 'missing', field };
  if (units === undefined) return { kind: byTotal ? 'tick' : 'lot', step: stepText(scale), field };
  const least = toUnits(rules.minValue, rules.quoteScale);
  const value = byTotal && state.kind === 'market' ? units : summary.value;
  if (least !== undefined && value !== undefined && value < least) {
    return { kind: 'tooSmall', least: rules.minValue ?? '', coin: rules.quote, field };
  }
  return undefined;
}

function funds(
  state: TicketState,
  facts: MarketFacts,
  summary: TicketSummary,
  conditions: Conditions,
): Problem | undefined {
  if (!conditions.balancesKnown || summary.heldUnits === undefined) return { kind: 'loading' };
  const { rules } = facts;
  const [text, scale] =
    state.side === 'buy' ? [facts.availableQuote, rules.quoteScale] : [facts.availableBase, rules.baseScale];
  const available = toUnits(text, scale) ?? 0n;
  if (summary.heldUnits <= available) return undefined;
  const byTotal = state.meant === 'total' && hasTotal(state.kind, state.side);
  return {
    kind: 'funds',
    missing: toText(summary.heldUnits - available, scale),
    coin: summary.heldCoin,
    field: byTotal ? 'total' : 'amount',
  };
}

function stepText(decimals: number): string {
  return toText(1n, decimals);
}
