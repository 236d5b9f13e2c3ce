// The hold of an open spot order.

import { STOP_HOLD } from '@vitrine/core/formula';
import type { Order } from '@vitrine/contract';
import type { Held } from '../../order/index.ts';
import { divideUp, toText, toUnits } from '../../ticket/index.ts';
import { type MarketRules, valueOf } from './calculate.ts';

/** The remaining hold of an open order; undefined if it does not follow from the order alone. */
export function setAside(order: Order, rules: MarketRules | undefined): Held | undefined {
  if (!rules) return undefined;
  const whole = toUnits(order.entrustQuantity ?? undefined, rules.lotDecimals);
  const dealt = toUnits(order.dealtQuantity, rules.lotDecimals) ?? 0n;
  if (whole === undefined) return undefined;
  const left = whole - dealt;
  if (order.direction === 2) return { amount: toText(left, rules.lotDecimals), coin: rules.base };
  const price = toUnits(order.entrustPrice ?? undefined, rules.tickDecimals);
  const trigger = toUnits(order.triggerPrice ?? undefined, rules.tickDecimals);
  const atoms =
    price !== undefined
      ? valueOf(price, left, rules)
      : trigger === undefined
        ? undefined
        : divideUp(valueOf(trigger, left, rules) * BigInt(STOP_HOLD), 100n);
  return atoms === undefined ? undefined : { amount: toText(atoms, rules.quoteScale), coin: rules.quote };
}
