// An order ticket as the exchange's command: which fields a type needs, and text into ticks, lots and atoms.

import { type ParsedOf, SELF_TRADE, TIME_IN_FORCE, TRIGGER_BY } from '@vitrine/contract';
import {
  type Atoms,
  type CommandOf,
  type Lots,
  type MarketId,
  MAX_ORDER_ATOMS,
  MAX_TICKS,
  type Ticks,
  type UserId,
} from '@vitrine/core';
import { parseAtoms, parseLots, parseTicks } from '@vitrine/core/number';
import { type CommandKey, type Refusal, refuse, refuseField } from '../call/index.ts';
import type { Market } from '../fold/index.ts';
import type { Live } from '../live/index.ts';
import { listingOf } from '../markets/index.ts';
import { decimalText } from '../wire/index.ts';

export type Ticket = ParsedOf<'currency.order.submit'>;

/** Wallets behind the account words. */
export const ACCOUNT_WALLET = { spot: 1, all: 4, fixed: 5 } as const;
export type Account = keyof typeof ACCOUNT_WALLET;

const SPOT = 1;
const BUY = 1;
/** Types that carry a price of their own, and those that wait for a trigger. */
const LIMIT_TYPES: ReadonlySet<number> = new Set([1, 3, 5]);
const TRIGGER_TYPES: ReadonlySet<number> = new Set([3, 4, 5, 6]);

/** The spot market of a symbol in any of its forms. @throws {Refusal} 2002 */
export function spotMarket(live: Live, symbol: string): Market {
  const listing = listingOf(symbol);
  const market = listing && live.marketOf(SPOT, listing.base, listing.quote);
  if (!market) throw refuse(2002, { symbol });
  return market;
}

/** One step of so many decimals as text: 2 is "0.01", 0 is "1". */
function stepText(decimals: number): string {
  return decimalText(1, decimals);
}

/** A price of a market in ticks. @throws {Refusal} 2104 off the tick, 2108 beyond what a book can hold. */
export function ticksOf(text: string, market: Market): Ticks {
  const ticks = parseTicks(text, market.tickDecimals);
  if (ticks === 'format') throw refuseField('price', 'number');
  if (ticks === 'decimals') throw refuse(2104, { tick: stepText(market.tickDecimals), price: text });
  if (ticks === 'range' || ticks > MAX_TICKS)
    throw refuse(2108, { limit: decimalText(MAX_TICKS, market.tickDecimals), price: text });
  return ticks;
}

/** A quantity of a market in lots. @throws {Refusal} 2105 off the lot (2103 where lots are whole), 2107 beyond any order. */
export function lotsOf(text: string, market: Market, live: Live): Lots {
  const lots = parseLots(text, market.lotDecimals);
  if (lots === 'format') throw refuseField('quantity', 'number');
  if (lots === 'decimals')
    throw market.lotDecimals === 0
      ? refuse(2103, { quantity: text })
      : refuse(2105, { lot: stepText(market.lotDecimals), quantity: text });
  if (lots === 'range' || lots > MAX_ORDER_ATOMS) throw tooLarge(market, live);
  return lots;
}

/** An amount of a market's quote coin in atoms. @throws {Refusal} 400 with more decimals than the coin, 2107 beyond any order. */
function quoteAtoms(text: string, market: Market, live: Live): Atoms {
  const atoms = parseAtoms(text, live.asset(market.quote)?.scale ?? 0);
  if (atoms === 'format' || atoms === 'decimals') throw refuseField('amount', 'format');
  if (atoms === 'range' || atoms > MAX_ORDER_ATOMS) throw tooLarge(market, live);
  return atoms;
}

function tooLarge(market: Market, live: Live): Refusal {
  const quote = live.asset(market.quote);
  return quote === undefined
    ? refuse(2107)
    : refuse(2107, { most: decimalText(market.maxValue, quote.scale), coin: quote.code });
}

/** Which fields an order's type needs and which it must not have. @throws {Refusal} 400 */
function checkFields(ticket: Ticket): void {
  const limit = LIMIT_TYPES.has(ticket.type);
  const trigger = TRIGGER_TYPES.has(ticket.type);
  if (limit && ticket.price === undefined) throw refuseField('price', 'required');
  if (!limit && ticket.price !== undefined) throw refuseField('price', 'range');
  if (trigger && ticket.triggerPrice === undefined) throw refuseField('triggerPrice', 'required');
  if (!trigger && ticket.triggerPrice !== undefined) throw refuseField('triggerPrice', 'range');
  const byAmount = !limit && ticket.direction === BUY;
  if (ticket.amount !== undefined && (!byAmount || ticket.quantity !== undefined)) throw refuseField('amount', 'range');
  if (ticket.amount === undefined && ticket.quantity === undefined) throw refuseField('quantity', 'required');
}

function timeInForce(ticket: Ticket): number {
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
    trigger: ticket.triggerPrice === undefined ? (0 as Ticks) : ticksOf(ticket.triggerPrice, market),
    triggerBy: ticket.triggerBy === undefined ? 1 : TRIGGER_BY.indexOf(ticket.triggerBy) + 1,
    selfTrade: ticket.selfTrade === undefined ? 1 : SELF_TRADE.indexOf(ticket.selfTrade) + 1,
  };
  return { command, market };
}

/** The key words with their brands. */
export function commandKeyWords(key: CommandKey) {
  return {
    keyTime: key.keyTime as CommandOf<'order.place'>['keyTime'],
    keyHigh: key.keyHigh,
    keyLow: key.keyLow,
    bodyHash: key.bodyHash,
  };
}

/** Market of an id, or 0 for every one. */
export function marketOrAll(live: Live, symbol: string | undefined): MarketId {
  return symbol === undefined || symbol === 'all' ? (0 as MarketId) : spotMarket(live, symbol).market;
}
