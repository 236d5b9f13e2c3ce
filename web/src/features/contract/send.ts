// The call of a contract ticket: canonical decimals and the contract's values.

import type { InputOf, MarginMode } from '@vitrine/contract';
import { ORDER_TYPE } from '@vitrine/contract';
import { printDecimal } from '@vitrine/core/number';
import { hasPrice, hasTrigger } from '../../ticket/index.ts';
import { directionOf, type TicketState } from './ticket/form.ts';
import { type ContractTerms, whole } from './terms.ts';

export type OrderInput = InputOf<'contract.order.submit'>;

/** Margin mode and leverage of an opening order. */
export interface Manner {
  readonly marginMode: MarginMode;
  readonly leverage: number;
}

/** The call's input of a valid ticket. */
export function orderInput(state: TicketState, terms: ContractTerms, { marginMode, leverage }: Manner): OrderInput {
  const opens = state.intent === 'open';
  const price = (text: string): string => canonical(text, terms.tickDecimals);
  return {
    symbol: terms.symbol,
    contractType: terms.contractType,
    direction: directionOf(state),
    type: ORDER_TYPE[state.kind],
    quantity: canonical(state.amount, terms.lotDecimals),
    marginMode,
    ...(opens && { leverageRadio: leverage }),
    ...(hasPrice(state.kind) && {
      price: price(state.price),
      timeInForce: state.postOnly ? ('POST_ONLY' as const) : state.timeInForce,
    }),
    ...(hasTrigger(state.kind) && { triggerPrice: price(state.trigger), triggerBy: state.triggerBy }),
    ...(opens && state.guarded && state.profit.price !== '' && { stopProfitPrice: price(state.profit.price) }),
    ...(opens && state.guarded && state.loss.price !== '' && { stopLossPrice: price(state.loss.price) }),
  };
}

/** A typed decimal without a trailing point, at its full scale. Throws on text that validation refuses. */
export function canonical(text: string, decimals: number): string {
  const units = whole(text, decimals);
  if (units === undefined)
    throw new RangeError(`expected a decimal of at most ${decimals} digits behind the point, got '${text}'`);
  return printDecimal(units, decimals);
}
