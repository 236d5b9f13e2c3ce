// A watched alert: its value as an integer in the unit it is compared in.

import type { Alert, AlertKind, Decimal } from '@vitrine/contract';

/** A repeating alert fires at most once in this time, ms. */
export const REPEAT_EVERY = 300_000;

export interface Watched {
  readonly id: string;
  /** User id of identity and of the exchange. */
  readonly userId: string;
  readonly coreUser: number;
  readonly kind: AlertKind;
  /** 1 spot, 2 USDT-margined, 3 coin-margined. */
  readonly type: number;
  /** Null: every market. */
  readonly instrument: number | null;
  /**
   * above, below: cents of the instrument; funding: 10⁻⁹ per 8 h; liquidation: millionths of the risk price; fill: 0.
   */
  readonly value: number;
  readonly repeat: boolean;
  /** The alert as its owner last saw it. */
  readonly shown: Alert;
}

/** An alert that has just been reached. */
export interface Firing {
  readonly alert: Watched;
  /** Instrument of the market. */
  readonly instrument: number;
  /** The observed price, rate or distance. */
  readonly seen: Decimal;
  /** Time of the batch, ms UTC. */
  readonly time: number;
}
