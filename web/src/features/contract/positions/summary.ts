// The effects of the contract ticket: required margin, and position and wallet before and after.

import { averagePrice, breakEvenPrice, realisedProfit, releasedCost, wholeFee } from '@vitrine/core/formula';
import { DOWN, mulDiv, printDecimal } from '@vitrine/core/number';
import { hasPrice, hasTrigger } from '../../../ticket/index.ts';
import { buys, type Own, ownOf, sideNumber, type TicketFacts, type TicketState } from '../ticket/form.ts';
import { type Opening, openingOf, takeLimit, touchOf, usedTicks } from '../ticket/most.ts';
import {
  crossTrigger,
  type Holding,
  inRange,
  isolatedTrigger,
  type Need,
  nothing,
  valueAtTicks,
  walkBook,
} from '../calculate.ts';
import { type ContractTerms, whole } from '../terms.ts';

/** How the order would match against the book. */
export type Meeting = 'waits' | 'takes' | 'partly' | 'trigger';

/** A position's figures as decimals; undefined: none, or unknown. */
export interface Shape {
  readonly size: string;
  readonly margin: string | undefined;
  readonly entry: string | undefined;
  readonly liquidation: string | undefined;
  readonly breakEven: string | undefined;
}

export interface TicketSummary {
  /** Lots, and the quantity as text; undefined while the ticket is incomplete. */
  readonly lots: number | undefined;
  readonly quantity: string | undefined;
  readonly opening: Opening | undefined;
  readonly need: Need | undefined;
  /** Settle atoms: value of the whole order at its price, or from the book. */
  readonly value: number | undefined;
  /** Decimals of the settle coin: total required, of it the margin, fee, opening loss. */
  readonly cost: string | undefined;
  readonly fee: string | undefined;
  readonly loss: string | undefined;
  readonly feeRate: string;
  readonly availableNow: string | undefined;
  readonly availableAfter: string | undefined;
  readonly now: Shape;
  readonly after: Shape | undefined;
  /** For a close: the realised PnL by price, and including the fee. */
  readonly realised: string | undefined;
  readonly net: string | undefined;
  readonly meeting: Meeting | undefined;
  /** Distance of the limit from the best opposite price, for an order that enters the book. */
  readonly distance: string | undefined;
  readonly averagePrice: string | undefined;
  /** The book within the price protection does not fill the whole order. */
  readonly short: boolean;
  /** Liquidation price after the fill, cents; 0: none. Used for the risk check. */
  readonly liquidationCents: number;
}

const RATE_DECIMALS = 6;

/** The exact effects of the ticket; unknown parts are undefined. */
export function summariseTicket(state: TicketState, facts: TicketFacts): TicketSummary {
  const { terms } = facts;
  const typed = whole(state.amount, terms.lotDecimals);
  const ticks = usedTicks(state, facts);
  const lots =
    typed === undefined || typed === 0 || ticks === undefined || !inRange(terms, typed, ticks) ? undefined : typed;
  const own = ownOf(state, facts);
  const met = meetingOf(state, facts, lots);
  const rate = met.meeting === 'waits' ? terms.maker : terms.taker;
  const money = (atoms: number): string => printDecimal(atoms, terms.settleScale);
  const shared = {
    lots,
    quantity: lots === undefined ? undefined : printDecimal(lots, terms.lotDecimals),
    feeRate: printDecimal(rate, RATE_DECIMALS),
    availableNow: facts.available === undefined ? undefined : money(facts.available),
    now: shapeOf(state, facts, own, own.realised, own.leverage).shape,
    ...met,
  };
  const empty = {
    opening: undefined,
    need: undefined,
    value: undefined,
    cost: undefined,
    fee: undefined,
    loss: undefined,
    availableAfter: undefined,
    after: undefined,
    realised: undefined,
    net: undefined,
    liquidationCents: 0,
  };
  if (lots === undefined || ticks === undefined) return { ...shared, ...empty };
  if (state.intent === 'close') return { ...shared, ...empty, ...closing(state, facts, own, lots, ticks, rate) };
  const opening = openingOf(state, facts, lots);
  if (!opening || opening.flaw === 'range') return { ...shared, ...empty, opening };
  const { need, value } = opening;
  const fee = wholeFee(value, rate);
  const holding: Holding = {
    lots: own.lots + opening.lots,
    cost: own.cost + value,
    margin: facts.marginMode === 'fixed' ? own.margin + need.margin : 0,
  };
  const next = shapeOf(state, facts, holding, own.realised - fee, own.lots > 0 ? own.leverage : facts.leverage, fee);
  return {
    ...shared,
    ...empty,
    opening,
    need,
    value,
    cost: money(need.need),
    fee: money(fee),
    loss: money(need.loss),
    availableAfter: facts.available === undefined ? undefined : money(facts.available - need.need),
    after: next.shape,
    liquidationCents: next.trigger,
  };
}

/** A close: cost, realised PnL and released margin pro rata, as the exchange settles it. */
function closing(
  state: TicketState,
  facts: TicketFacts,
  own: Own,
  lots: number,
  ticks: number,
  rate: number,
): Partial<TicketSummary> {
  const { terms } = facts;
  const side = sideNumber(state.side);
  if (own.lots === 0 || lots > own.lots) return {};
  const limit = takeLimit(state, facts);
  const atMarket = !hasPrice(state.kind) && !hasTrigger(state.kind);
  const walk =
    limit === undefined ? undefined : walkBook(terms, buys(state) ? facts.asks : facts.bids, lots, limit, buys(state));
  const counted = atMarket ? (walk?.lots ?? 0) : lots;
  if (counted === 0) return {};
  const value = atMarket ? (walk?.value ?? 0) : valueAtTicks(terms, lots, ticks);
  const released = releasedCost(terms.type, side, own.cost, counted, own.lots);
  const profit = realisedProfit(terms.type, side, value, released);
  const fee = wholeFee(value, rate);
  const share = own.margin === 0 ? 0 : counted === own.lots ? own.margin : mulDiv(own.margin, counted, own.lots, DOWN);
  const rest: Holding = {
    lots: own.lots - counted,
    cost: own.cost - released,
    margin: own.margin - share + Math.min(0, share + profit - fee),
  };
  const next = shapeOf(state, facts, rest, own.realised + profit - fee, own.leverage, 0 - (profit - fee));
  const money = (atoms: number): string => printDecimal(atoms, terms.settleScale);
  return {
    value,
    fee: money(fee),
    realised: money(profit),
    net: money(profit - fee),
    after: next.shape,
    liquidationCents: next.trigger,
    availableAfter: undefined,
  };
}

/** The figures of a position, real or expected; `spent`: the reduction of the wallet by then. */
function shapeOf(
  state: TicketState,
  facts: TicketFacts,
  holding: Holding,
  realised: number,
  leverage: number,
  spent = 0,
): { readonly shape: Shape; readonly trigger: number } {
  const { terms, risk } = facts;
  const size = printDecimal(holding.lots, terms.lotDecimals);
  if (holding.lots === 0)
    return {
      shape: { size, margin: undefined, entry: undefined, liquidation: undefined, breakEven: undefined },
      trigger: 0,
    };
  const side = sideNumber(state.side);
  const isolated = (ownOf(state, facts).marginMode ?? facts.marginMode) === 'fixed';
  const other = state.side === 'long' ? facts.short : facts.long;
  const trigger = isolated
    ? isolatedTrigger(terms, side, holding)
    : risk === undefined || facts.crossFree === undefined
      ? 0
      : crossTrigger(
          terms,
          side,
          holding,
          { free: facts.crossFree - spent, other: other.marginMode === 'all' ? other : nothing },
          risk,
        );
  const price = (cents: number): string | undefined => (cents === 0 ? undefined : priceText(terms, cents));
  const margin = isolated ? holding.margin : Math.ceil(holding.cost / Math.max(1, leverage));
  return {
    shape: {
      size,
      margin: printDecimal(margin, terms.settleScale),
      entry: price(averagePrice(terms.type, terms.perLot, side, holding.lots, holding.cost)),
      liquidation: price(trigger),
      breakEven: price(
        breakEvenPrice(
          terms,
          { side, lots: holding.lots, cost: holding.cost, priceProfit: realised, feeProfit: 0, fundingProfit: 0 },
          terms.taker,
        ),
      ),
    },
    trigger,
  };
}

/** Cents as a price with the two extra decimals of marks. */
export function priceText(terms: Pick<ContractTerms, 'tickDecimals'>, cents: number): string {
  return printDecimal(cents, terms.tickDecimals + 2);
}

function meetingOf(
  state: TicketState,
  facts: TicketFacts,
  lots: number | undefined,
): Pick<TicketSummary, 'meeting' | 'distance' | 'averagePrice' | 'short'> {
  const none = { meeting: undefined, distance: undefined, averagePrice: undefined, short: false };
  if (lots === undefined) return none;
  if (hasTrigger(state.kind)) return { ...none, meeting: 'trigger' };
  const { terms } = facts;
  const limit = takeLimit(state, facts);
  const touch = touchOf(state, facts);
  if (limit === undefined || touch === undefined) return hasPrice(state.kind) ? { ...none, meeting: 'waits' } : none;
  const walk = walkBook(terms, buys(state) ? facts.asks : facts.bids, lots, limit, buys(state));
  const average =
    walk.lots === 0
      ? undefined
      : printDecimal(
          averagePrice(terms.type, terms.perLot, buys(state) ? 1 : 2, walk.lots, walk.value),
          terms.tickDecimals + 2,
        );
  if (!hasPrice(state.kind)) return { ...none, meeting: 'takes', averagePrice: average, short: walk.lots < lots };
  if (walk.lots === 0) {
    const steps = buys(state) ? touch - limit : limit - touch;
    return { ...none, meeting: 'waits', distance: steps > 0 ? printDecimal(steps, terms.tickDecimals) : undefined };
  }
  return { ...none, meeting: walk.lots >= lots ? 'takes' : 'partly', averagePrice: average };
}
