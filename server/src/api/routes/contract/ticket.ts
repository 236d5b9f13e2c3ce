// Converts a contract ticket to the exchange's command (money §3). Missing fields come from the position, then the
// customer's settings, then the defaults.

import { type ContractType, MARGIN_MODE, type MarginMode, type ParsedOf } from '@vitrine/contract';
import { type CommandOf, contractUsual, type Lots, type Ticks, type UserId } from '@vitrine/core';
import { POSITION_SIDE } from '@vitrine/core/enum';
import { type CommandKey, refuseField } from '../../call/index.ts';
import type { Contract } from '../../../projection/handlers/index.ts';
import type { Live } from '../../../projection/live/index.ts';
import { contractOf } from '../market/traded.ts';
import {
  checkPrices,
  commandKeyWords,
  lotsOf,
  selfTradeNumber,
  ticksOf,
  timeInForce,
  triggerNumber,
} from '../order/ticket.ts';

/** A contract ticket. */
export type ContractTicket = Omit<ParsedOf<'contract.order.submit'>, 'contractType'>;

/** Directions 1 and 2 open, 3 and 4 close. */
export function opens(direction: number): boolean {
  return direction < 3;
}

/** The position side of a direction: 1 long, 2 short. */
export function sideOf(direction: number): number {
  return direction === 1 || direction === 3 ? POSITION_SIDE.long : POSITION_SIDE.short;
}

/** 1 cross, 2 isolated. */
export function modeNumber(mode: MarginMode): number {
  return MARGIN_MODE.indexOf(mode) + 1;
}

/**
 * The margin mode of an order that names none: that of the position, else that of opening orders on its side (both
 * bind), else the default.
 */
export function modeFor(live: Live, user: number, market: number, side: number): number {
  const own = live.positions(user, market).find((one) => one.side === side);
  const ordered = live.openOrders(user, market).find((one) => opens(one.direction) && sideOf(one.direction) === side);
  return own?.marginMode ?? ordered?.marginMode ?? contractUsual.marginMode;
}

/** The command of a ticket. @throws {Refusal} 400, 2002, 2103, 2104, 2105, 2107, 2108 */
export function contractCommand(
  live: Live,
  user: UserId,
  kind: ContractType,
  ticket: ContractTicket,
  key: CommandKey,
): { readonly command: CommandOf<'contract.place'>; readonly contract: Contract } {
  checkPrices(ticket);
  if (ticket.quantity === undefined) throw refuseField('quantity', 'required');
  const opening = opens(ticket.direction);
  for (const field of ['stopProfitPrice', 'stopLossPrice'] as const)
    if (!opening && ticket[field] !== undefined) throw refuseField(field, 'range');
  const contract = contractOf(live, kind, ticket.symbol);
  const { market } = contract;
  const ticks = (field: 'price' | 'triggerPrice' | 'stopProfitPrice' | 'stopLossPrice'): Ticks => {
    const text = ticket[field];
    return text === undefined ? (0 as Ticks) : ticksOf(text, contract, field);
  };
  const marginMode =
    ticket.marginMode === undefined
      ? modeFor(live, user, market, sideOf(ticket.direction))
      : modeNumber(ticket.marginMode);
  const leverage = ticket.leverageRadio ?? live.leverage(user, market, marginMode);
  const lots: Lots = lotsOf(ticket.quantity, contract, live);
  const triggerBy = triggerNumber(ticket.triggerBy);
  const command: CommandOf<'contract.place'> = {
    name: 'contract.place',
    user,
    ...commandKeyWords(key),
    ...{ market, direction: ticket.direction, marginMode, leverage: opening ? leverage : 0 },
    ...{ type: ticket.type, timeInForce: timeInForce(ticket), price: ticks('price'), lots },
    ...{ trigger: ticks('triggerPrice'), triggerBy },
    // One setting for all triggers of a ticket: its own trigger and the position's take-profit and stop-loss use the
    // same price.
    ...{ stopProfit: ticks('stopProfitPrice'), stopLoss: ticks('stopLossPrice'), guardBy: triggerBy },
    selfTrade: selfTradeNumber(ticket.selfTrade),
  };
  return { command, contract };
}
