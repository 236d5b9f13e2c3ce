// What the positions of linked accounts leave of a contract's tiers for a new position (money §3). A customer sees
// nothing else of these positions, and not even this while their own funds are the tighter limit.

import { DOWN, greatestValue, initialMargin, tierOf, tierValue, valueAt } from '@vitrine/core';
import { MARKET_TYPE } from '@vitrine/core/enum';
import { quotient } from '@vitrine/core/number';
import type { Contract } from '../../../projection/handlers/index.ts';
import type { Live } from '../../../projection/live/index.ts';
import { termsOf } from '../../wire/index.ts';
import { opens, sideOf } from './ticket.ts';

const CENTS = 100;
/** An order may rest down to a tenth of the mark, and then needs a tenth of the margin. */
const FARTHEST = 10;

/** Linked accounts that count together with a user now, without the user. */
function countingWith(live: Live, user: number): readonly number[] {
  const now = live.head().time;
  const [own, ...others] = live.linked(user);
  return own === undefined || own.from > now ? [] : others.filter(({ from }) => from <= now).map((one) => one.user);
}

/** Lots that a user holds plus open orders that would add to them, on one side of a market. */
function lotsOn(live: Live, user: number, market: number, side: number): number {
  let lots = live.positions(user, market).find((one) => one.side === side)?.lots ?? 0;
  for (const order of live.openOrders(user, market))
    if (order.guard === 0 && opens(order.direction) && sideOf(order.direction) === side)
      lots += order.lots - order.dealtLots;
  return lots;
}

/** Maximum leverage for these lots, at the mark and at the index; 0: beyond the last tier. */
function leverageFor(live: Live, contract: Contract, lots: number): number {
  const { type, perLot, face, first, count, tiers } = termsOf(contract);
  const prices = pricesOf(live, contract);
  const value = Math.max(...prices.map((cents) => tierValue(type, perLot, face, lots, cents)));
  if (value > greatestValue(tiers, first, count)) return 0;
  return Math.min(tiers.leverage[tierOf(tiers, first, count, value)] ?? 0, live.greatestLeverage(contract.market));
}

function pricesOf(live: Live, { market }: Contract): readonly number[] {
  return [live.mark(market)?.mark ?? 0, live.riskPrice(market)].filter((cents) => cents > 0);
}

/** What a group of linked accounts leaves of a market. */
export interface LinkedGroup {
  /** Lots of a side that may still be opened at a leverage; null: the customer’s own funds are the tighter limit. */
  lotsLeft(side: number, leverage: number, free: number): number | null;
  /** The maximum leverage for the customer's current positions and orders in a margin mode. */
  mostLeverage(marginMode: number): number;
}

/** The group of a user in a market; undefined if no other account counts, or there is no price. */
export function groupIn(live: Live, user: number, contract: Contract): LinkedGroup | undefined {
  const others = countingWith(live, user);
  const prices = pricesOf(live, contract);
  if (others.length === 0 || prices.length === 0) return undefined;
  const { market, type, perLot, face } = contract;
  const linked = (side: number): number => others.reduce((sum, other) => sum + lotsOn(live, other, market, side), 0);
  /** More lots than the last tier admits at any of the prices. */
  const beyond = (): number => {
    const { tiers, first, count } = termsOf(contract);
    const each = type === MARKET_TYPE.inverse ? face : quotient(perLot * Math.min(...prices), CENTS);
    return quotient(greatestValue(tiers, first, count), Math.max(1, each)) + 2;
  };
  return {
    lotsLeft(side, leverage, free) {
      const open = lotsOn(live, user, market, side) + linked(side);
      const fits = (lots: number): boolean => leverage <= leverageFor(live, contract, open + lots);
      let most = 0;
      let over = beyond();
      if (!fits(0)) return 0;
      // Invariant: `most` fits, `over` does not.
      while (over - most > 1) {
        const middle = most + Math.trunc((over - most) / 2);
        if (fits(middle)) most = middle;
        else over = middle;
      }
      const least = Math.min(...prices.map((cents) => valueAt(type, perLot, most + 1, cents, DOWN)));
      return initialMargin(Math.floor(least / FARTHEST), leverage) > free ? null : most;
    },
    mostLeverage(marginMode) {
      let most = live.greatestLeverage(market);
      for (const side of [1, 2]) {
        const position = live.positions(user, market).find((one) => one.side === side);
        const has = position?.marginMode === marginMode ? position.lots : 0;
        const waits = live
          .openOrders(user, market)
          .some((one) => one.marginMode === marginMode && opens(one.direction) && sideOf(one.direction) === side);
        if (has === 0 && !waits) continue;
        most = Math.min(most, leverageFor(live, contract, lotsOn(live, user, market, side) + linked(side)));
      }
      return most;
    },
  };
}
