// The insurance fund's contract positions and how it unwinds them (rules `fundTakesOver`).

import { type EventOf, type ExchangeEvent } from '@vitrine/core';
import { POSITION_SIDE } from '@vitrine/core/enum';
import type { Moment } from './context.ts';
import type { ProjectionHandler } from './handler.ts';
import type { FoldState } from './state.ts';

/** Applies an event; returns false if it is not for this handler. */
export function takeFund(
  event: ExchangeEvent,
  state: FoldState,
  handler: ProjectionHandler,
  { time, seq }: Moment,
): boolean {
  switch (event.name) {
    case 'fund.inventory':
      hold(event, state);
      return true;
    case 'fund.slice': {
      const { name: _name, ...slice } = event;
      handler.fundSlice({ ...slice, time, seq });
      return true;
    }
    case 'fund.funding':
      return true;
    default:
      return false;
  }
}

/** The fund's longs count towards open interest like anybody's. */
function hold(event: EventOf<'fund.inventory'>, { fundHeld, openInterest }: FoldState): void {
  const { name: _name, ...now } = event;
  const longs = (one: typeof now | undefined): number => (one?.side === POSITION_SIDE.long ? one.lots : 0);
  openInterest.set(
    event.market,
    (openInterest.get(event.market) ?? 0) + longs(now) - longs(fundHeld.get(event.market)),
  );
  fundHeld.set(event.market, now);
}
