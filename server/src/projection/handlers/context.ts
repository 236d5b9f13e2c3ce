// Where the walk stands: the time, the command and the last trade of it, shared by the folds of each product.

import type { ExchangeEvent, Millis, Seq } from '@vitrine/core';
import type { TradeFact } from './handler.ts';

export interface Moment {
  time: Millis;
  seq: Seq;
  /** A state is told, nothing happens. */
  seeding: boolean;
  /** Who sent the command now read; 0: the house, or nobody. */
  user: number;
  /** The event above the entries now read. */
  above: ExchangeEvent | undefined;
  /** The last trade of the command. */
  fill: TradeFact | undefined;
  /** The position whose excess the next order sells before a close; 0: none. */
  selling: number;
  /** The order of a liquidation that is now taking; 0: none. */
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
