// The effects of the ticket: hold, amounts received and paid, balances before and after, and how it matches against the
// book.

import { marketLimit } from '@vitrine/core/formula';
import { hasPrice, hasTrigger, rescaleDown, toText, toUnits } from '../../ticket/index.ts';
import { holdOfBuy, type TicketFacts, type TicketState } from './form.ts';
import { feeOf, type Level, valueOf, type Walk, walkBook } from './calculate.ts';

/** Data that the summary needs besides the form's. */
export interface MarketFacts extends TicketFacts {
  readonly totalBase: string | undefined;
  readonly totalQuote: string | undefined;
  /** Fee rates as fractions. */
  readonly makerRate: string;
  readonly takerRate: string;
  /** Index price, decimal text. */
  readonly index: string | undefined;
  /** Best first. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** How the order would match against the book. */
export type Meeting = 'waits' | 'takes' | 'partly' | 'trigger';

export interface TicketSummary {
  /** Quantity in lots and its text; undefined while the ticket is incomplete. */
  readonly lots: bigint | undefined;
  readonly quantity: string | undefined;
  /** Value in quote atoms at the limit, or from the book. */
  readonly value: bigint | undefined;
  /** Coin and amount of the hold until filled or cancelled. */
  readonly heldCoin: string;
  readonly held: string | undefined;
  readonly heldUnits: bigint | undefined;
  /** The spent coin: available before and after. */
  readonly spendCoin: string;
  readonly spendNow: string | undefined;
  readonly spendAfter: string | undefined;
  /** The received coin: total before and after, net of the fee. */
  readonly getCoin: string;
  readonly getNow: string | undefined;
  readonly getAfter: string | undefined;
  readonly fee: string | undefined;
  readonly feeCoin: string;
  readonly feeRate: string;
  /** The fee's value in the quote coin, if it is paid in the base. */
  readonly feeWorth: string | undefined;
  readonly meeting: Meeting | undefined;
  /** Distance of the limit from the best opposite price, for an order that enters the book. */
  readonly distance: string | undefined;
  readonly averagePrice: string | undefined;
  /** The book within the price protection does not fill the whole order. */
  readonly short: boolean;
}

/** The exact effects of the ticket; unknown parts are undefined. */
export function summariseTicket(state: TicketState, facts: MarketFacts): TicketSummary {
  const { rules } = facts;
  const buy = state.side === 'buy';
  const walk = walkOf(state, facts);
  const byAmount = state.kind === 'market' && buy && state.meant === 'total';
  const typed = byAmount ? walk?.lots : toUnits(state.amount, rules.lotDecimals);
  const lots = typed === undefined || typed === 0n ? undefined : typed;
  const limit = hasPrice(state.kind) ? toUnits(state.price, rules.tickDecimals) : undefined;
  const value = valueAt(state, facts, lots, limit, walk);
  const heldUnits = holdOf(state, facts, lots, value);
  const meeting = lots === undefined ? undefined : meetingOf(state, facts, lots, limit, walk);
  const feeRate = meeting === 'waits' ? facts.makerRate : facts.takerRate;
  const lotsInBase = lots === undefined ? undefined : rescaleDown(lots, rules.lotDecimals, rules.baseScale);
  const received = buy ? lotsInBase : value;
  const spent = buy ? value : lotsInBase;
  const fee = received === undefined ? undefined : feeOf(received, feeRate);
  const [spendScale, getScale] = buy ? [rules.quoteScale, rules.baseScale] : [rules.baseScale, rules.quoteScale];
  const spendNow = buy ? facts.availableQuote : facts.availableBase;
  const getNow = buy ? facts.totalBase : facts.totalQuote;
  const price = limit ?? (walk && walk.lots > 0n ? walk.last : undefined);
  return {
    lots,
    quantity: lots === undefined ? undefined : toText(lots, rules.lotDecimals),
    value,
    heldCoin: buy ? rules.quote : rules.base,
    heldUnits,
    held: heldUnits === undefined ? undefined : toText(heldUnits, spendScale),
    spendCoin: buy ? rules.quote : rules.base,
    spendNow,
    spendAfter: moved(spendNow, spent === undefined ? undefined : -spent, spendScale),
    getCoin: buy ? rules.base : rules.quote,
    getNow,
    getAfter: moved(getNow, received === undefined || fee === undefined ? undefined : received - fee, getScale),
    fee: fee === undefined ? undefined : toText(fee, getScale),
    feeCoin: buy ? rules.base : rules.quote,
    feeRate,
    feeWorth: buy ? worthOf(fee, price, facts) : undefined,
    meeting,
    distance: distanceOf(state, facts, limit),
    averagePrice: averageOf(walk, facts),
    short: walk?.short === true && state.kind === 'market',
  };
}

/** The fills from the book, for a market order or a limit that crosses it. */
function walkOf(state: TicketState, facts: MarketFacts): Walk | undefined {
  if (hasTrigger(state.kind)) return undefined;
  const { rules } = facts;
  const buy = state.side === 'buy';
  const levels = buy ? facts.asks : facts.bids;
  const best = levels[0];
  if (!best) return undefined;
  const want = wanted(state, facts);
  if (!want) return undefined;
  const bound = hasPrice(state.kind)
    ? toUnits(state.price, rules.tickDecimals)
    : marketBound(buy ? 1 : 2, best.ticks, facts);
  if (bound === undefined) return undefined;
  return walkBook(levels, want, (ticks) => (buy ? ticks > bound : ticks < bound), rules);
}

/**
 * The price limit of a market order: 5 % beyond the best price, or the band around the index, whichever is nearer
 * (money §2).
 */
function marketBound(side: 1 | 2, touch: number, facts: MarketFacts): bigint {
  const cents = toUnits(facts.index, facts.rules.tickDecimals + 2);
  // Without an index only the best price limits it, as if the index were there.
  return BigInt(marketLimit(side, touch, cents === undefined ? touch * 100 : Number(cents)));
}

function wanted(state: TicketState, facts: MarketFacts): { lots: bigint } | { atoms: bigint } | undefined {
  if (state.kind === 'market' && state.side === 'buy' && state.meant === 'total') {
    const atoms = toUnits(state.total, facts.rules.quoteScale);
    return atoms === undefined ? undefined : { atoms };
  }
  const lots = toUnits(state.amount, facts.rules.lotDecimals);
  return lots === undefined ? undefined : { lots };
}

/** Value in quote atoms: at the limit (for an estimate), at the trigger, or from the book. */
function valueAt(
  state: TicketState,
  facts: MarketFacts,
  lots: bigint | undefined,
  limit: bigint | undefined,
  walk: Walk | undefined,
): bigint | undefined {
  if (lots === undefined) return undefined;
  if (hasPrice(state.kind)) return limit === undefined ? undefined : valueOf(limit, lots, facts.rules);
  if (hasTrigger(state.kind)) {
    const trigger = toUnits(state.trigger, facts.rules.tickDecimals);
    return trigger === undefined ? undefined : valueOf(trigger, lots, facts.rules);
  }
  return walk && walk.lots > 0n ? walk.value : undefined;
}

function holdOf(
  state: TicketState,
  facts: MarketFacts,
  lots: bigint | undefined,
  value: bigint | undefined,
): bigint | undefined {
  const { rules } = facts;
  if (state.side === 'sell')
    return lots === undefined ? undefined : rescaleDown(lots, rules.lotDecimals, rules.baseScale);
  if (state.kind === 'market') {
    return state.meant === 'total' ? toUnits(state.total, rules.quoteScale) : value;
  }
  return lots === undefined ? undefined : holdOfBuy(state, lots, facts);
}

function meetingOf(
  state: TicketState,
  facts: MarketFacts,
  lots: bigint,
  limit: bigint | undefined,
  walk: Walk | undefined,
): Meeting | undefined {
  if (hasTrigger(state.kind)) return 'trigger';
  if (state.kind === 'market') return 'takes';
  if (limit === undefined) return undefined;
  const best = (state.side === 'buy' ? facts.asks : facts.bids)[0];
  if (!best) return 'waits';
  const reaches = state.side === 'buy' ? limit >= BigInt(best.ticks) : limit <= BigInt(best.ticks);
  if (!reaches) return 'waits';
  return walk && walk.lots >= lots ? 'takes' : 'partly';
}

function distanceOf(state: TicketState, facts: MarketFacts, limit: bigint | undefined): string | undefined {
  const best = (state.side === 'buy' ? facts.asks : facts.bids)[0];
  if (!best || limit === undefined || hasTrigger(state.kind)) return undefined;
  const steps = state.side === 'buy' ? BigInt(best.ticks) - limit : limit - BigInt(best.ticks);
  return steps > 0n ? toText(steps, facts.rules.tickDecimals) : undefined;
}

/** Average price of the fills, one decimal finer than the tick; for display. */
function averageOf(walk: Walk | undefined, facts: MarketFacts): string | undefined {
  if (!walk || walk.lots === 0n) return undefined;
  const { tickDecimals, lotDecimals, quoteScale } = facts.rules;
  const scale = tickDecimals + 1;
  const shift = scale + lotDecimals - quoteScale;
  const units =
    shift >= 0 ? (walk.value * 10n ** BigInt(shift)) / walk.lots : walk.value / (walk.lots * 10n ** BigInt(-shift));
  return toText(units, scale);
}

/** A base coin fee's value in the quote at a price; rounded up, for display. */
function worthOf(fee: bigint | undefined, ticks: bigint | undefined, facts: MarketFacts): string | undefined {
  if (fee === undefined || ticks === undefined) return undefined;
  const { baseScale, tickDecimals } = facts.rules;
  const units = fee * ticks;
  const scale = baseScale + tickDecimals;
  const cents =
    scale > 2 ? (units + 10n ** BigInt(scale - 2) - 1n) / 10n ** BigInt(scale - 2) : units * 10n ** BigInt(2 - scale);
  return toText(cents, 2);
}

function moved(now: string | undefined, by: bigint | undefined, scale: number): string | undefined {
  const units = toUnits(now, scale);
  return units === undefined || by === undefined ? undefined : toText(units + by, scale);
}
