// Take-profit and stop-loss of a position: set, one side or both, and cancel.

import { type GuardOrder, type ParsedOf, TRIGGER_BY } from '@vitrine/contract';
import type { Command, Lots, Ticks } from '@vitrine/core';
import { type HandlersOf, refuse, refuseField, type UserContext } from '../../call/index.ts';
import type { Contract, Order, Position } from '../../../projection/handlers/index.ts';
import type { Live } from '../../../projection/live/index.ts';
import { contractTypeOf, decimalText } from '../../wire/index.ts';
import { positionIdOf } from './orders.ts';
import type { RouteParts } from '../parts.ts';
import { cancelOrder, submit } from '../order/submit.ts';
import { commandKeyWords, lotsOf, orderIdOf, ticksOf, triggerNumber } from '../order/ticket.ts';
import { nameOf } from '../market/traded.ts';

type Names = 'contract.loss.sett' | 'contract.loss.cancel';

const KIND = { 1: 1, 2: 2 } as const;
const ALL = 0 as Lots;
const NONE = 0 as Ticks;

/** The handlers of take-profit and stop-loss. */
export function contractGuards(parts: RouteParts): HandlersOf<Names> {
  const { live } = parts;

  /** The command that sets the given sides: both or one. */
  function commandOf(
    input: ParsedOf<'contract.loss.sett'>,
    position: Position,
    contract: Contract,
    { session, key }: UserContext,
  ): Command {
    const { stopProfitPrice, stopLossPrice } = input;
    const trigger = (field: 'stopProfitPrice' | 'stopLossPrice'): Ticks => {
      const text = input[field];
      return text === undefined || text === '' ? NONE : ticksOf(text, contract, field);
    };
    const asked = input.quantity === undefined ? ALL : lotsOf(input.quantity, contract, live);
    const about = {
      ...{ user: session.coreUser, ...commandKeyWords(key), position: position.position },
      triggerBy: triggerNumber(input.triggerBy),
      // The full size means the whole position, even after it grows.
      lots: asked === position.lots ? ALL : asked,
    };
    if (stopProfitPrice !== undefined && stopLossPrice !== undefined)
      return {
        name: 'position.guard',
        ...about,
        ...{ stopProfit: trigger('stopProfitPrice'), stopLoss: trigger('stopLossPrice') },
      };
    return stopProfitPrice === undefined
      ? { name: 'position.guardSide', ...about, guard: 2, trigger: trigger('stopLossPrice') }
      : { name: 'position.guardSide', ...about, guard: 1, trigger: trigger('stopProfitPrice') };
  }

  return {
    async 'contract.loss.sett'(input, context) {
      const user = context.session.coreUser;
      if (input.stopProfitPrice === undefined && input.stopLossPrice === undefined)
        throw refuseField('stopProfitPrice', 'required');
      const position = live.position(positionIdOf(input.id));
      const contract = position?.user === user ? live.contract(position.market) : undefined;
      if (!position || !contract) throw refuse('position.unknown');
      const command = commandOf(input, position, contract, context);
      await submit(parts, user, command, { market: contract, position });
      return live
        .guards(position.position)
        .toSorted((a, b) => a.guard - b.guard)
        .map((order) => guardOf(live, order, contract))
        .filter((order) => order !== undefined);
    },
    'contract.loss.cancel'(input, context) {
      const known = live.order(orderIdOf(input.id));
      // Only take-profit and stop-loss orders of a position; other orders have a separate call.
      if (known !== undefined && known.guard === 0) throw refuse('order.unknown');
      return cancelOrder(parts, input.id, context);
    },
  };
}

/** A waiting take-profit or stop-loss order in the API's format. */
function guardOf(live: Live, order: Order, contract: Contract): GuardOrder | undefined {
  const position = live.position(order.position);
  const kind = order.guard === 1 || order.guard === 2 ? KIND[order.guard] : undefined;
  const contractType = contractTypeOf(contract.type);
  if (!position || kind === undefined || contractType === null) return undefined;
  return {
    id: String(order.order),
    positionId: String(order.position),
    symbolName: nameOf(live, contract),
    contractType,
    direction: position.side,
    kind,
    triggerPrice: decimalText(order.trigger, contract.tickDecimals),
    triggerBy: TRIGGER_BY[order.triggerBy - 1] ?? 'mark',
    quantity: order.lots >= position.lots ? null : decimalText(order.lots, contract.lotDecimals),
    status: 'waiting',
    time: order.created,
  };
}
