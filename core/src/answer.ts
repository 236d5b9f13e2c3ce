// `ask`: the numbers of a decision (schema/answer.ts names them).

import { BUY, type Side } from './book/index.ts';
import { wholeFee } from './formula/index.ts';
import type { Parts } from './parts.ts';
import { offsetOf } from './schema/index.ts';
import { estimate } from './spot/index.ts';

const USER = offsetOf('order.place', 'user');
const MARKET = offsetOf('order.place', 'market');
const SIDE = offsetOf('order.place', 'side');
const TYPE = offsetOf('order.place', 'type');
const LOTS = offsetOf('order.place', 'lots');
const AMOUNT = offsetOf('order.place', 'amount');
const SELF_TRADE = offsetOf('order.place', 'selfTrade');
const FIRST_TRIGGER = 3;

/** Numbers of an order that `decidePlace` just allowed. */
export function placeNumbers(parts: Parts, words: Float64Array, at: number): number[] {
  const { spot, users } = parts;
  const user = words[at + USER] as number;
  const market = words[at + MARKET] as number;
  const side = words[at + SIDE] as Side;
  const lots = words[at + LOTS] as number;
  const amount = words[at + AMOUNT] as number;
  const m = spot.markets.rows;
  const { need, asset } = spot;
  const gets = (side === BUY ? m.base[market] : m.quote[market]) as number;
  if ((words[at + TYPE] as number) >= FIRST_TRIGGER) return [asset, need, 0, 0, 0, gets, 0, 0, lots];
  const byAmount = amount > 0;
  estimate(
    spot,
    market,
    side,
    spot.limit,
    user,
    words[at + SELF_TRADE] as number,
    byAmount ? Infinity : lots,
    byAmount ? amount : Infinity,
  );
  const received = side === BUY ? spot.lots * (m.baseAtomsPerLot[market] as number) : spot.value;
  const fee = wholeFee(received, users.tiers.taker(users.rows.tier[user] as number));
  return [asset, need, spot.lots, spot.value, fee, gets, spot.best, spot.worst, byAmount ? 0 : lots - spot.lots];
}
