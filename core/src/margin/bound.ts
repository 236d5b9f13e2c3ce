// What stale prices leave a wallet with debts of a market (money §4, §11), since rules `marginStale`.

import { BUY } from '../book/index.ts';
import { frozenLimit } from '../formula/index.ts';
import { NO, USE } from '../price/index.ts';
import { isStale } from './priced.ts';
import type { MarginRoom } from './room.ts';
import { ISOLATED } from './tables.ts';
import { debtOf, owedNow, owns } from './value.ts';

/** All; only what reduces its risk, near the index; nothing. */
export const FREE = 0;
export const REDUCES = 1;
export const NOTHING = 2;

/** What stale prices leave a wallet (a row with debts) of a market. Bounded by the assets listed. */
export function leftOf(room: MarginRoom, row: number, market: number): number {
  const { tables, markets, prices } = room;
  const m = markets.rows;
  if (prices.allows(m.instrument[market] as number, USE.leverage) === NO) return NOTHING;
  if (isStale(room, m.base[market] as number) || isStale(room, m.quote[market] as number)) return NOTHING;
  const w = tables.wallets;
  if (w.wallet[row] === ISOLATED) return FREE;
  for (let asset = 1; asset <= tables.assets.top; asset += 1) {
    if (!tables.lists(asset) || !isStale(room, asset)) continue;
    if (debtOf(room, row, asset) !== 0) return REDUCES;
    if (owns(room, w.user[row] as number, w.wallet[row] as number, w.market[row] as number, asset) > 0) return REDUCES;
  }
  return FREE;
}

/** What a wallet has of an asset less what it owes of it, atoms. */
function net(room: MarginRoom, row: number, asset: number): number {
  const w = room.tables.wallets;
  const debt = debtOf(room, row, asset);
  const own = owns(room, w.user[row] as number, w.wallet[row] as number, w.market[row] as number, asset);
  return own - (debt === 0 ? 0 : owedNow(room, debt));
}

/**
 * Whether giving `paid` atoms for `got` at `price` ticks reduces a wallet's risk: what it gives it has beyond what it owes
 * of it, what it gets it owes beyond what it has, and the price is at most 1 % from the index to its loss.
 */
export function reduces(
  room: MarginRoom,
  row: number,
  market: number,
  side: number,
  price: number,
  paid: number,
  got: number,
): boolean {
  const m = room.markets.rows;
  const limit = frozenLimit(side, room.prices.cents(m.instrument[market] as number));
  if (side === BUY ? price > limit : price < limit) return false;
  const [pays, gets] = side === BUY ? [m.quote, m.base] : [m.base, m.quote];
  return net(room, row, pays[market] as number) >= paid && net(room, row, gets[market] as number) <= -got;
}
