// State of the walk over a batch, shared by the projections of each product: time, command and its last trade.

import type { ExchangeEvent, Millis, Seq } from '@vitrine/core';
import type { TradeFact } from './handler.ts';

export interface Moment {
  time: Millis;
  seq: Seq;
  /** A seed is being read: its events describe a state; nothing happens. */
  seeding: boolean;
  /** Sender of the current command; 0: a system command. */
  user: number;
  /** The event that the current entries belong to. */
  above: ExchangeEvent | undefined;
  /** The command's last trade. */
  fill: TradeFact | undefined;
  /** The position whose excess the next order sells before a market closes; 0: none. */
  selling: number;
  /** The liquidation order that is now the taker; 0: none. */
  forced: number;
}

export function startMoment(): Moment {
  return {
    time: 0 as Millis,
    seq: 0 as Seq,
    seeding: false,
    user: 0,
    above: undefined,
    fill: undefined,
    selling: 0,
    forced: 0,
  };
}
