// Initial values of second contracts: six periods on every instrument, stakes in USDT (parameters: second contracts).

import {
  type AssetId,
  type Atoms,
  type InstrumentId,
  type MarketId,
  type Millionths,
  type Millis,
  powerOfTen,
} from '../number/index.ts';
import type { CommandOf } from '../schema/index.ts';
import { USDT, USDT_SCALE } from './defaults.ts';
import { instruments } from './listings.ts';

/** The market of an instrument's second contracts has this id plus the instrument's id. */
export const SECOND_MARKETS = 300;

/** Seconds until maturity and profit on the stake in millionths. */
export const secondPeriods = [
  { seconds: 30, odds: 800_000 },
  { seconds: 60, odds: 820_000 },
  { seconds: 90, odds: 840_000 },
  { seconds: 120, odds: 850_000 },
  { seconds: 180, odds: 860_000 },
  { seconds: 300, odds: 880_000 },
] as const;

/** Stakes in whole USDT: of one contract, and of a user's open ones together. */
export const secondStakes = { least: 1, most: 5_000, open: 20_000 } as const;

/** Ms an order waits at least for its opening tick, and ms after that within which one must come. */
export const secondWait = { delay: 1_000, patience: 3_000 } as const;

/** The commands that list second contracts on all instruments, before the first user. */
export function secondSetup(): CommandOf<'second.set'>[] {
  const unit = powerOfTen(USDT_SCALE);
  return instruments.map((_, at) => ({
    name: 'second.set',
    market: (SECOND_MARKETS + at + 1) as MarketId,
    instrument: (at + 1) as InstrumentId,
    asset: USDT as AssetId,
    periods: secondPeriods.map(({ seconds, odds }) => ({
      seconds,
      odds: odds as Millionths,
      min: (secondStakes.least * unit) as Atoms,
      max: (secondStakes.most * unit) as Atoms,
    })),
    delay: secondWait.delay as Millis,
    patience: secondWait.patience as Millis,
    most: (secondStakes.open * unit) as Atoms,
  }));
}
