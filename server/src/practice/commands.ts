// The commands of practice traders: a customer's own, with the fields that they leave out filled in.

import type { AssetId, Atoms, Command, CommandOf, Lots, MarketId, OrderId, RowId, Ticks, UserId } from '@vitrine/core';
import { MARGIN_MODE, ORDER_TYPE, SELF_TRADE, type Side, TIME_IN_FORCE, TRIGGER_BY } from '@vitrine/core/enum';

/** A key of the server's own: nobody asks for the outcome of such a command again, and none is stored. */
const UNKEYED = { keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 } as Pick<
  CommandOf<'order.cancel'>,
  'keyTime' | 'keyHigh' | 'keyLow' | 'bodyHash'
>;

/** How an order is priced: at market, at a limit at once, or resting and never taking. */
export type Way =
  | { readonly kind: 'market' }
  | { readonly kind: 'limit'; readonly price: number }
  | { readonly kind: 'rest'; readonly price: number };

function wayOf(way: Way): Pick<CommandOf<'order.place'>, 'type' | 'timeInForce' | 'price'> {
  if (way.kind === 'market') {
    return { type: ORDER_TYPE.market, timeInForce: TIME_IN_FORCE.ioc, price: 0 as Ticks };
  }
  const timeInForce = way.kind === 'limit' ? TIME_IN_FORCE.ioc : TIME_IN_FORCE.postOnly;
  return { type: ORDER_TYPE.limit, timeInForce, price: way.price as Ticks };
}

export interface SpotOrder {
  readonly user: number;
  readonly market: number;
  readonly wallet: number;
  readonly side: Side;
  readonly lots: number;
  readonly way: Way;
}

export function spotOrder({ user, market, wallet, side, lots, way }: SpotOrder): Command {
  return {
    name: 'order.place',
    ...{ user: user as UserId, ...UNKEYED, market: market as MarketId, wallet, side, ...wayOf(way) },
    ...{ lots: lots as Lots, amount: 0 as Atoms, trigger: 0 as Ticks, triggerBy: TRIGGER_BY.mark },
    selfTrade: SELF_TRADE.taker,
  };
}

export interface ContractOrder {
  readonly user: number;
  readonly market: number;
  /** `CONTRACT_DIRECTION`. */
  readonly direction: number;
  /** 0 for a closing order. */
  readonly leverage: number;
  readonly lots: number;
  readonly way: Way;
  /** Take-profit and stop-loss of an opening order, ticks. */
  readonly ends?: { readonly profit: number; readonly loss: number };
}

export function contractOrder(order: ContractOrder): Command {
  const { user, market, direction, leverage, lots, way, ends = { profit: 0, loss: 0 } } = order;
  return {
    name: 'contract.place',
    ...{ user: user as UserId, ...UNKEYED, market: market as MarketId, direction, leverage, ...wayOf(way) },
    ...{ marginMode: MARGIN_MODE.isolated, lots: lots as Lots, trigger: 0 as Ticks, triggerBy: TRIGGER_BY.mark },
    ...{ stopProfit: ends.profit as Ticks, stopLoss: ends.loss as Ticks, guardBy: TRIGGER_BY.mark },
    selfTrade: SELF_TRADE.taker,
  };
}

/** A new price and total quantity of an order. */
export function amendOrder(user: number, order: number, price: number, lots: number): Command {
  return {
    name: 'order.amend',
    ...{ user: user as UserId, ...UNKEYED, order: order as OrderId, price: price as Ticks, lots: lots as Lots },
  };
}

export function cancelOrder(user: number, order: number): Command {
  return { name: 'order.cancel', user: user as UserId, ...UNKEYED, order: order as OrderId };
}

/** Cancels all open orders of a user, in all markets. */
export function cancelAll(user: number): Command {
  return { name: 'order.cancelAll', user: user as UserId, ...UNKEYED, market: 0 as MarketId };
}

/** Closes a whole position at market, reduce-only. */
export function closePosition(user: number, position: number): Command {
  return { name: 'position.close', user: user as UserId, ...UNKEYED, position: position as RowId };
}

/** Tops the spot wallet up with the day's practice money. */
export function claimPractice(user: number): Command {
  return { name: 'practice.claim', user: user as UserId, ...UNKEYED };
}

export function transfer(user: number, from: number, to: number, asset: number, atoms: number): Command {
  return {
    name: 'wallet.transfer',
    ...{ user: user as UserId, ...UNKEYED, from, to, asset: asset as AssetId, amount: atoms as Atoms },
    market: 0 as MarketId,
  };
}
