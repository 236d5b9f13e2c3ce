// Orders that margin places to sell a wallet out: at once, within a limit, asking nobody (money §4).

import { packTraits, type Side } from '../book/index.ts';
import { makeOrder } from './place.ts';
import type { SpotRoom } from './room.ts';
import { settleRest, take } from './take.ts';
import { tellOpened } from './tell.ts';

const AT_MARKET = 2;
const IOC = 2;
const EXPIRE_MAKER = 2;

/** Places and deals an order of a margin wallet; gives the lots dealt, 0 also when there is no room for an order. */
export function force(
  room: SpotRoom,
  user: number,
  market: number,
  wallet: number,
  side: Side,
  limit: number,
  lots: number,
): number {
  if (room.orders.exhausted() || !room.seats.fitsToEnd(user, market, wallet)) return 0;
  room.users.roll(user);
  const seat = room.seats.open(user, market, wallet);
  const slot = makeOrder(
    ...([room, seat, user, market, side] as const),
    ...([packTraits(AT_MARKET, IOC, EXPIRE_MAKER, 1, wallet), 0, lots, lots, 0] as const),
  );
  tellOpened(room, slot);
  const s = room.seats.rows;
  const account = (side === 1 ? s.quote[seat] : s.base[seat]) as number;
  const budget = side === 1 ? (room.ledger.accounts.available[account] as number) : Infinity;
  room.forced = true;
  const reason = take(room, slot, limit, budget);
  room.forced = false;
  const { dealt } = room;
  settleRest(room, slot, reason);
  return dealt;
}
