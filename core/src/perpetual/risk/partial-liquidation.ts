// How many lots one partial liquidation closes, and its limit price (money §3).

import { MARKET_TYPE, POSITION_SIDE } from '../../enum/index.ts';
import { CENTS_A_TICK } from '../../formula/index.ts';
import { DOWN, mulDiv, quotient } from '../../number/index.ts';
import { MAX_TICKS } from '../../schema/index.ts';
import { tierValueOf } from '../position/valuation.ts';
import { riskPrice } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';

/** Most distance of a partial liquidation from the price that liquidates, in percent. */
export const CUT_REACH = 2;
const HUNDRED = 100;

/** Lots down to the cap of the next lower maintenance tier; in the first tier all of them. */
export function lotsToCut(context: PerpetualContext, slot: number): number {
  const { contracts } = context;
  const p = context.positions.rows;
  const c = contracts.rows;
  const market = p.market[slot] as number;
  const lots = p.lots[slot] as number;
  const row = contracts.tierAt(market, tierValueOf(context, market, lots, riskPrice));
  if (row === contracts.firstTier(market)) return lots;
  const cap = contracts.tiers.cap[row - 1] as number;
  const kept =
    c.type[market] === MARKET_TYPE.inverse
      ? quotient(cap, c.face[market] as number)
      : mulDiv(cap, CENTS_A_TICK, (c.perLot[market] as number) * riskPrice(context, market), DOWN);
  return lots - kept;
}

/** Limit price of a partial liquidation of a side, ticks: 2 % from a price in cents, never further. */
export function cutLimit(side: number, price: number): number {
  if (side === POSITION_SIDE.short) {
    const most = quotient(price * (HUNDRED + CUT_REACH), HUNDRED * HUNDRED);
    return most < MAX_TICKS ? most : MAX_TICKS;
  }
  const least = quotient(price * (HUNDRED - CUT_REACH) + HUNDRED * HUNDRED - 1, HUNDRED * HUNDRED);
  return least < 1 ? 1 : least;
}
