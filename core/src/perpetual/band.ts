// How far from the mark an order of a contract may stand or take (money §3): ticks, from a mark in cents.

import { highestSell, lowestBuy } from '../formula/index.ts';
import { quotient } from '../number/index.ts';
import { DONE, MAX_TICKS, rejects } from '../schema/index.ts';
import type { PerpetualRoom } from './room.ts';

/** A limit that would take further than this beyond the mark is refused, in percent; so far a market order goes. */
export const REACH = 5;
const HUNDRED = 100;

/** The highest price a buy may take at: mark + 5 %, rounded down. */
export function highestTake(mark: number): number {
  const most = quotient(mark * (HUNDRED + REACH), HUNDRED * HUNDRED);
  return most < MAX_TICKS ? most : MAX_TICKS;
}

/** The lowest price a sell may take at: mark − 5 %, rounded up. */
export function lowestTake(mark: number): number {
  const least = quotient(mark * (HUNDRED - REACH) + HUNDRED * HUNDRED - 1, HUNDRED * HUNDRED);
  return least < 1 ? 1 : least;
}

/** Where a market order stops: 5 % beyond the first touch or at mark ± 5 %, whichever is nearer. */
export function marketReach(side: number, touch: number, mark: number): number {
  if (side === 1) {
    const far = quotient(touch * (HUNDRED + REACH), HUNDRED);
    const most = highestTake(mark);
    return far < most ? far : most;
  }
  const far = quotient(touch * (HUNDRED - REACH) + HUNDRED - 1, HUNDRED);
  const least = lowestTake(mark);
  return far > least ? far : least;
}

/** Whether a limit may stand: no further beyond the mark than it may take; the far side as on spot. `far`: a trigger. */
export function inReach(room: PerpetualRoom, market: number, side: number, price: number, far: boolean): number {
  const mark = room.contracts.rows.mark[market] as number;
  const most = side === 1 && !far ? highestTake(mark) : highestSell(mark, MAX_TICKS);
  if (price > most) return room.refuse(rejects['price.band'], most, price);
  const least = side === 1 || far ? lowestBuy(mark) : lowestTake(mark);
  return price < least ? room.refuse(rejects['price.band'], least, price) : DONE;
}
