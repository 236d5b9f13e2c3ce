// Swaps: waiting orders and their outcomes; before rules swapSpread, swaps executed at once from a quote.

import type { Atoms, EventOf, ExchangeEvent, Millis, Seq } from '@vitrine/core';
import type { Moment } from './context.ts';
import type { SwapLegFacts, SwapOrder } from './product.ts';
import type { ProjectionHandler } from './handler.ts';
import type { FoldState } from './state.ts';
import { DONE } from '@vitrine/core';

const UNPRICED: SwapLegFacts = { tick: 0 as Seq, price: 0 as SwapLegFacts['price'], flow: 0, range: 0, half: 0 };

/** Applies an event; returns false if it is not for this handler. */
export function takeSwap(
  event: ExchangeEvent,
  { swaps }: FoldState,
  handler: ProjectionHandler,
  moment: Moment,
): boolean {
  const order = orderOf(event, moment);
  if (order === undefined) return false;
  if (order.code === 0) swaps.set(order.user, order);
  else swaps.delete(order.user);
  handler.swap(order);
  return true;
}

function orderOf(event: ExchangeEvent, { seq, time }: Moment): SwapOrder | undefined {
  switch (event.name) {
    case 'swap.waiting': {
      const { name: _name, time: created, ...facts } = event;
      const open = { receive: 0 as Atoms, code: 0, worth: 0, fromLeg: UNPRICED, toLeg: UNPRICED, ended: 0 as Millis };
      return { ...facts, ...open, created, seq };
    }
    case 'swap.ended':
      return endedOf(event, seq, time);
    case 'swapped': {
      const { user, from, to, amount, receive, fromTick, toTick, fromPrice, toPrice } = event;
      return {
        ...{ swap: -seq, user, from, to, amount, least: receive, receive, code: DONE, worth: 0 },
        fromLeg: { ...UNPRICED, tick: fromTick, price: fromPrice },
        toLeg: { ...UNPRICED, tick: toTick, price: toPrice },
        ...{ created: time, ended: time, seq },
      };
    }
    default:
      return undefined;
  }
}

function endedOf(event: EventOf<'swap.ended'>, seq: Seq, ended: Millis): SwapOrder {
  const { swap, user, from, to, amount, least, receive, code, worth, time: created } = event;
  return {
    ...{ swap, user, from, to, amount, least, receive, code, worth },
    fromLeg: {
      ...{ tick: event.fromTick, price: event.fromPrice, flow: event.fromFlow },
      ...{ range: event.fromRange, half: event.fromHalf },
    },
    toLeg: {
      ...{ tick: event.toTick, price: event.toPrice, flow: event.toFlow },
      ...{ range: event.toRange, half: event.toHalf },
    },
    ...{ created, ended, seq },
  };
}
