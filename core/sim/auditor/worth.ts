// The value of a contract's lots, and which side gains as it rises: linear contracts follow the price, inverse ones its
// inverse.

import { MARKET_TYPE, POSITION_SIDE } from '../../src/enum/index.ts';
import { mulDown, mulUp } from './exact.ts';

interface Terms {
  readonly type: number;
  readonly perLot: number;
}

/** Value of lots at a price in cents, settle atoms, rounded up or down. */
export function worthOf({ type, perLot }: Terms, lots: number, cents: number, up: boolean): number {
  const of = up ? mulUp : mulDown;
  return type === MARKET_TYPE.linear ? of(lots * perLot, cents, 100) : of(lots, perLot * 100, cents);
}

/** Whether a side gains as its lots' value in settle atoms rises. */
export function gainsByWorth({ type }: Pick<Terms, 'type'>, side: number): boolean {
  return (side === POSITION_SIDE.long) === (type === MARKET_TYPE.linear);
}
