// What the strategies share: opening and closing in a market, and what a trader can afford.

import { type Command, USDT } from '@vitrine/core';
import { CONTRACT_DIRECTION, MARKET_TYPE, POSITION_SIDE, SIDE, type Side, WALLET } from '@vitrine/core/enum';
import { contractOrder, spotOrder, type Way } from '../commands.ts';
import { CENTS, type CrowdMarket, lotsFor, UNIT } from '../markets.ts';
import type { OwnPosition } from '../observer.ts';
import type { Turn } from '../trader.ts';

/** A trader risks at most this part of what is free on one order. */
const PART_OF_FREE = 0.3;
/** Orders of one trader spread around its median value. */
const VALUE_SPREAD = 0.8;
/** Stock of a coin below which more is bought, and how much, in orders of the median value. */
const STOCK_LEAST = 1;
const STOCK = 6;
/** A limit that takes is this far behind the index: it fills at once, but not anywhere. */
const REACH = 0.002;

/** Price in ticks of a market, from cents; the tick on the given side. */
export function ticksAt(cents: number, side: Side): number {
  return Math.max(1, side === SIDE.buy ? Math.floor(cents / CENTS) : Math.ceil(cents / CENTS));
}

/** A drawn order value around the trader's median, USDT. */
export function valueOf({ trader, normal }: Pick<Turn, 'trader' | 'normal'>, salt: number): number {
  return trader.size * Math.exp(VALUE_SPREAD * normal(salt));
}

/** At market, or a limit just behind the index. */
export function takingWay(cents: number, side: Side, drawn: number): Way {
  if (drawn < 0.5) return { kind: 'market' };
  return { kind: 'limit', price: ticksAt(cents * (side === SIDE.buy ? 1 + REACH : 1 - REACH), side) };
}

/** The trader's position on a side of a contract, if it has one. */
export function positionOn({ observer, trader }: Turn, market: number, side: number): OwnPosition | undefined {
  return observer.positions(trader.user).find((one) => one.market === market && one.side === side);
}

/**
 * Lots of an order of about `usdt` that the trader can pay; undefined: it cannot pay the smallest. A spot sale pays in
 * the coin; everything else in the settle asset, contracts at the trader's leverage.
 */
export function affordable(turn: Turn, one: CrowdMarket, cents: number, side: Side, usdt: number): number | undefined {
  const { observer, trader } = turn;
  const spot = one.type === MARKET_TYPE.spot;
  const inCoin = (spot && side === SIDE.sell) || one.type === MARKET_TYPE.inverse;
  const free = observer.free(trader.user, one.wallet, inCoin ? one.asset : USDT);
  // Value of what is free, USDT: a coin at this market's own price.
  const most = free * (inCoin ? cents * one.coinAtom : 1 / UNIT) * (spot ? 1 : trader.leverage) * PART_OF_FREE;
  const payable = Math.floor((most * UNIT) / one.lotWorth(cents));
  const least = lotsFor(one, cents, 0);
  return payable < least ? undefined : Math.min(lotsFor(one, cents, usdt), payable);
}

/** Value of the spot wallet's coin of a market, with what orders hold, USDT. */
export function coinTotal({ observer, trader }: Turn, one: CrowdMarket, cents: number): number {
  return observer.total(trader.user, WALLET.spot, one.asset) * cents * one.coinAtom;
}

/** Who rests sell orders on spot needs the coin first: buys some at once if there is little. */
export function stockUp(turn: Turn, one: CrowdMarket, cents: number): Command | undefined {
  if (one.type !== MARKET_TYPE.spot || coinTotal(turn, one, cents) > turn.trader.size * STOCK_LEAST) return undefined;
  const lots = affordable(turn, one, cents, SIDE.buy, turn.trader.size * STOCK);
  return lots === undefined ? undefined : open(turn, one, SIDE.buy, lots, { kind: 'market' });
}

/** The other way round: sells half of its coin at once if there is little money left to buy with. */
export function stockDown(turn: Turn, one: CrowdMarket, cents: number): Command | undefined {
  const { observer, trader } = turn;
  if (one.type !== MARKET_TYPE.spot) return undefined;
  if (observer.free(trader.user, WALLET.spot, USDT) > trader.size * STOCK_LEAST * UNIT) return undefined;
  const coin = coinTotal(turn, one, cents);
  if (coin < trader.size * STOCK) return undefined;
  const lots = affordable(turn, one, cents, SIDE.sell, coin / 2);
  return lots === undefined ? undefined : open(turn, one, SIDE.sell, lots, { kind: 'market' });
}

/** Buys or sells in a market: on spot the coin, on a contract a new or larger position. */
export function open(
  { trader }: Pick<Turn, 'trader'>,
  one: CrowdMarket,
  side: Side,
  lots: number,
  way: Way,
  ends?: { readonly profit: number; readonly loss: number },
): Command {
  const { user, leverage } = trader;
  const { market } = one;
  if (one.type === MARKET_TYPE.spot) return spotOrder({ user, market, wallet: WALLET.spot, side, lots, way });
  const direction = side === SIDE.buy ? CONTRACT_DIRECTION.openLong : CONTRACT_DIRECTION.openShort;
  return contractOrder({ user, market, direction, leverage, lots, way, ...(ends === undefined ? {} : { ends }) });
}

/** Reduces a position. */
export function reduce({ trader }: Pick<Turn, 'trader'>, position: OwnPosition, lots: number, way: Way): Command {
  const direction = position.side === POSITION_SIDE.long ? CONTRACT_DIRECTION.closeLong : CONTRACT_DIRECTION.closeShort;
  return contractOrder({ user: trader.user, market: position.market, direction, leverage: 0, lots, way });
}
