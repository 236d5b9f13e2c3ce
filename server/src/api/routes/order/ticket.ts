// Converts a spot or margin ticket to the exchange's command. Also shared by all tickets: which fields a type needs,
// parsing text into ticks, lots and atoms, and order ids.

import { type ParsedOf, SELF_TRADE, TIME_IN_FORCE, TRIGGER_BY } from '@vitrine/contract';
import {
  type Atoms,
  type CommandOf,
  type Lots,
  type MarketId,
  MAX_ORDER_ATOMS,
  MAX_TICKS,
  type OrderId,
  type Ticks,
  type UserId,
} from '@vitrine/core';
import { MARKET_TYPE, SIDE } from '@vitrine/core/enum';
import { parseAtoms, parseLots, parseTicks } from '@vitrine/core/number';
import { type CommandKey, type Refusal, refuse, refuseField } from '../../call/index.ts';
import type { Market } from '../../../projection/handlers/index.ts';
import type { Live } from '../../../projection/live/index.ts';
import { listingOf } from '../../../markets/index.ts';
import { decimalText } from '../../wire/index.ts';
import { type Traded, valueUnit } from '../market/traded.ts';

export type Ticket = ParsedOf<'currency.order.submit'>;

/** Wallets of the account names. */
export const ACCOUNT_WALLET = { spot: 1, all: 4, fixed: 5 } as const;
export type Account = keyof typeof ACCOUNT_WALLET;

/** Types with a limit price, and types with a trigger. */
const LIMIT_TYPES: ReadonlySet<number> = new Set([1, 3, 5]);
const TRIGGER_TYPES: ReadonlySet<number> = new Set([3, 4, 5, 6]);

/** The spot market of a symbol in any notation. @throws {Refusal} 2002 */
export function spotMarket(live: Live, symbol: string): Market {
  const listing = listingOf(symbol);
  const market = listing && live.marketOf(MARKET_TYPE.spot, listing.base, listing.quote);
  if (!market) throw refuse('market.unknown', { symbol });
  return market;
}

/** The step size for a number of decimals as text: 2 is "0.01", 0 is "1". */
function stepText(decimals: number): string {
  return decimalText(1, decimals);
}

/** Order ids are words of the exchange. */
const MAX_ORDER_ID = 2 ** 52;

/** Parses an order id. @throws {Refusal} 2101 if it cannot be one. */
export function orderIdOf(text: string): OrderId {
  const number = idNumber(text);
  if (number === 0) throw refuse('order.unknown');
  return number as OrderId;
}

/** Parses an id; 0 if it is invalid. */
export function idNumber(text: string): number {
  const number = /^[0-9]{1,16}$/.test(text) ? Number.parseInt(text, 10) : 0;
  return number > MAX_ORDER_ID ? 0 : number;
}

/** A price in ticks. @throws {Refusal} 2104 off the tick, 2108 beyond what a book can hold. */
export function ticksOf(text: string, { tickDecimals }: Pick<Traded, 'tickDecimals'>, field = 'price'): Ticks {
  const ticks = parseTicks(text, tickDecimals);
  if (ticks === 'format') throw refuseField(field, 'number');
  if (ticks === 'decimals') throw refuse('price.tick', { tick: stepText(tickDecimals), price: text });
  if (ticks === 'range' || ticks > MAX_TICKS)
    throw refuse('price.band', { limit: decimalText(MAX_TICKS, tickDecimals), price: text });
  return ticks;
}

/** A quantity in lots. @throws {Refusal} 2105 off the lot (2103 where lots are whole), 2107 beyond any order. */
export function lotsOf(text: string, traded: Traded, live: Live): Lots {
  const lots = parseLots(text, traded.lotDecimals);
  if (lots === 'format') throw refuseField('quantity', 'number');
  if (lots === 'decimals')
    throw traded.lotDecimals === 0
      ? refuse('quantity.integer', { quantity: text })
      : refuse('quantity.lot', { lot: stepText(traded.lotDecimals), quantity: text });
  if (lots === 'range' || lots > MAX_ORDER_ATOMS) throw tooLarge(traded, live);
  return lots;
}

/**
 * An amount of a market's quote coin in atoms. @throws {Refusal} 400 with more decimals than the coin, 2107 beyond any
 * order.
 */
function quoteAtoms(text: string, market: Market, live: Live): Atoms {
  const atoms = parseAtoms(text, live.asset(market.quote)?.scale ?? 0);
  if (atoms === 'format' || atoms === 'decimals') throw refuseField('amount', 'format');
  if (atoms === 'range' || atoms > MAX_ORDER_ATOMS) throw tooLarge(market, live);
  return atoms;
}

function tooLarge(traded: Traded, live: Live): Refusal {
  const unit = valueUnit(live, traded);
  return unit === undefined
    ? refuse('order.tooLarge')
    : refuse('order.tooLarge', { most: decimalText(traded.maxValue, unit.scale), coin: unit.code });
}

/** Fields needed to check a ticket's prices and time in force. */
interface Priced {
  readonly type: number;
  readonly price?: string | undefined;
  readonly triggerPrice?: string | undefined;
  readonly timeInForce?: (typeof TIME_IN_FORCE)[number] | undefined;
}

/** Which prices an order's type requires and forbids. @throws {Refusal} 400 */
export function checkPrices(ticket: Priced): void {
  const limit = LIMIT_TYPES.has(ticket.type);
  const trigger = TRIGGER_TYPES.has(ticket.type);
  if (limit && ticket.price === undefined) throw refuseField('price', 'required');
  if (!limit && ticket.price !== undefined) throw refuseField('price', 'range');
  if (trigger && ticket.triggerPrice === undefined) throw refuseField('triggerPrice', 'required');
  if (!trigger && ticket.triggerPrice !== undefined) throw refuseField('triggerPrice', 'range');
}

/** Which fields a spot ticket's type requires and forbids. @throws {Refusal} 400 */
function checkFields(ticket: Ticket): void {
  checkPrices(ticket);
  const byAmount = !LIMIT_TYPES.has(ticket.type) && ticket.direction === SIDE.buy;
  if (ticket.amount !== undefined && (!byAmount || ticket.quantity !== undefined)) throw refuseField('amount', 'range');
  if (ticket.amount === undefined && ticket.quantity === undefined) throw refuseField('quantity', 'required');
}

/** The number of a ticket's time in force; default: that of its type. @throws {Refusal} 400 */
export function timeInForce(ticket: Priced): number {
  const said = ticket.timeInForce;
  if (LIMIT_TYPES.has(ticket.type)) return said === undefined ? 1 : TIME_IN_FORCE.indexOf(said) + 1;
  // A market order never rests.
  if (said === 'POST_ONLY' || said === 'GTC') throw refuseField('timeInForce', 'range');
  return said === 'FOK' ? 3 : 2;
}

/** The command of a ticket. @throws {Refusal} 400, 2002, 2103, 2104, 2105, 2107, 2108 */
export function placeCommand(
  live: Live,
  user: UserId,
  account: Account,
  ticket: Ticket,
  key: CommandKey,
): { readonly command: CommandOf<'order.place'>; readonly market: Market } {
  checkFields(ticket);
  const market = spotMarket(live, ticket.symbol);
  const command: CommandOf<'order.place'> = {
    name: 'order.place',
    user,
    ...commandKeyWords(key),
    market: market.market,
    wallet: ACCOUNT_WALLET[account],
    side: ticket.direction,
    type: ticket.type,
    timeInForce: timeInForce(ticket),
    price: ticket.price === undefined ? (0 as Ticks) : ticksOf(ticket.price, market),
    lots: ticket.quantity === undefined ? (0 as Lots) : lotsOf(ticket.quantity, market, live),
    amount: ticket.amount === undefined ? (0 as Atoms) : quoteAtoms(ticket.amount, market, live),
    trigger: ticket.triggerPrice === undefined ? (0 as Ticks) : ticksOf(ticket.triggerPrice, market, 'triggerPrice'),
    triggerBy: triggerNumber(ticket.triggerBy),
    selfTrade: selfTradeNumber(ticket.selfTrade),
  };
  return { command, market };
}

/** Trigger price: 1 mark (default), 2 last. */
export function triggerNumber(by: (typeof TRIGGER_BY)[number] | undefined): number {
  return by === undefined ? 1 : TRIGGER_BY.indexOf(by) + 1;
}

/** 1 expire taker (default), 2 expire maker, 3 expire both. */
export function selfTradeNumber(mode: (typeof SELF_TRADE)[number] | undefined): number {
  return mode === undefined ? 1 : SELF_TRADE.indexOf(mode) + 1;
}

/** The key words as branded numbers. */
export function commandKeyWords(key: CommandKey) {
  return {
    keyTime: key.keyTime as CommandOf<'order.place'>['keyTime'],
    keyHigh: key.keyHigh,
    keyLow: key.keyLow,
    bodyHash: key.bodyHash,
  };
}

/** The market of a symbol, or 0 for all. */
export function marketOrAll(live: Live, symbol: string | undefined): MarketId {
  return symbol === undefined || symbol === 'all' ? (0 as MarketId) : spotMarket(live, symbol).market;
}
