// An alert as it is watched: its value as an integer of what it is compared with.

import type { Alert, AlertKind, Decimal } from '@vitrine/contract';

/** A repeating alert is told at most once in this time, ms. */
export const REPEAT_EVERY = 300_000;

export interface Watched {
  readonly id: string;
  /** Of identity, and of the exchange. */
  readonly userId: string;
  readonly coreUser: number;
  readonly kind: AlertKind;
  /** 1 spot, 2 U, 3 coin. */
  readonly type: number;
  /** Null: of every market. */
  readonly instrument: number | null;
  /** above, below: cents of the instrument; funding: 10⁻⁹ per 8 h; liquidation: millionths of the price that liquidates; fill: 0. */
  readonly value: number;
  readonly repeat: boolean;
  /** As its owner saw it last. */
  readonly shown: Alert;
}

/** An alert that has just been reached. */
export interface Firing {
  readonly alert: Watched;
  /** Whose market it was. */
  readonly instrument: number;
  /** What it saw: a price, a rate, a distance. */
  readonly seen: Decimal;
  /** Of the batch, ms UTC. */
  readonly time: number;
}
