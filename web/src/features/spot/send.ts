// The call of a ticket: canonical decimals and the API's values.

import type { InputOf } from '@vitrine/contract';
import { ORDER_TYPE, SPOT_DIRECTION } from '@vitrine/contract';
import { hasPrice, hasTrigger, toText, toUnits } from '../../ticket/index.ts';
import type { TicketState } from './form.ts';
import type { MarketRules } from './calculate.ts';

export type OrderInput = InputOf<'currency.order.submit'>;

/** The call's input of a valid ticket. A market buy by total sends the amount, every other order the quantity. */
export function orderInput(state: TicketState, rules: MarketRules): OrderInput {
  const byTotal = state.kind === 'market' && state.side === 'buy' && state.meant === 'total';
  return {
    symbol: rules.symbol,
    direction: SPOT_DIRECTION[state.side],
    type: ORDER_TYPE[state.kind],
    ...(hasPrice(state.kind) && {
      price: canonical(state.price, rules.tickDecimals),
      timeInForce: state.postOnly ? ('POST_ONLY' as const) : state.timeInForce,
    }),
    ...(hasTrigger(state.kind) && {
      triggerPrice: canonical(state.trigger, rules.tickDecimals),
      triggerBy: state.triggerBy,
    }),
    ...(byTotal
      ? { amount: canonical(state.total, rules.quoteScale) }
      : { quantity: canonical(state.amount, rules.lotDecimals) }),
  };
}

/** A typed decimal without a trailing point, at its full scale. Throws on text that validation refuses. */
function canonical(text: string, scale: number): string {
  const units = toUnits(text, scale);
  if (units === undefined)
    throw new RangeError(`expected a decimal of at most ${scale} digits behind the point, got '${text}'`);
  return toText(units, scale);
}
