// The contracts of the simulated exchange: listings, their setup, and what actors read of them.

import type { Position } from '../auditor/contract/positions.ts';
import { BTC, CENT, USDT } from '../scenes/scene.ts';
import type { Scenario } from '../scenario.ts';

/** Gold has trading hours: its maximum leverage is 1 ÷ its closing rate. */
export const GOLD = 4;

export const GOLD_LEVERAGE = 20;

export interface ContractListing {
  readonly market: number;
  readonly type: number;
  readonly instrument: number;
  readonly settle: number;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
  readonly perLot: number;
  readonly face: number;
  readonly minValue: number;
  readonly maxValue: number;
  readonly impact: number;
  readonly fundingHours: number;
  readonly tiers: readonly { readonly cap: number; readonly rate: number; readonly leverage: number }[];
  /** Lots of a usual level. */
  readonly lots: number;
}

/** Maintenance tiers, with caps as multiples of one amount. */
export function steps(one: number): ContractListing['tiers'] {
  return [
    { cap: one, rate: 4_000, leverage: 125 },
    { cap: 5 * one, rate: 5_000, leverage: 100 },
    { cap: 20 * one, rate: 10_000, leverage: 50 },
    { cap: 100 * one, rate: 50_000, leverage: 10 },
  ];
}

export const linear = { type: 2, settle: USDT, face: 0, minValue: 5_000_000, maxValue: 1e12, impact: 1e10, perLot: 1 };

export const contracts: readonly ContractListing[] = [
  {
    ...linear,
    market: 101,
    instrument: 1,
    tickDecimals: 1,
    lotDecimals: 5,
    fundingHours: 1,
    tiers: steps(2e10),
    lots: 9_000,
  },
  {
    ...linear,
    market: 102,
    instrument: 2,
    tickDecimals: 2,
    lotDecimals: 4,
    fundingHours: 8,
    tiers: steps(2e10),
    lots: 12_000,
  },
  {
    ...{
      ...linear,
      market: 103,
      instrument: 3,
      tickDecimals: 1,
      lotDecimals: 1,
      fundingHours: 1,
      settle: CENT,
      lots: 60,
    },
    ...{ minValue: 20, maxValue: 1_000_000, impact: 4_000, tiers: steps(20_000) },
  },
  {
    ...linear,
    market: 104,
    instrument: 4,
    tickDecimals: 2,
    lotDecimals: 4,
    fundingHours: 4,
    tiers: steps(2e10),
    lots: 30_000,
  },
  {
    ...{ market: 201, type: 3, instrument: 1, settle: BTC, tickDecimals: 1, lotDecimals: 0, perLot: 1e11, face: 100 },
    ...{ minValue: 100, maxValue: 1_000_000, impact: 10_000, fundingHours: 1, tiers: steps(20_000), lots: 120 },
  },
];

export function middle(scenario: Scenario, listing: ContractListing): number {
  return Math.max(1, Math.round(scenario.prices.cents(listing.instrument) / 100));
}

export function own(scenario: Scenario, user: number): Position | undefined {
  const all = scenario.books.contracts.byUser.get(user);
  if (all === undefined || all.size === 0) return undefined;
  let skip = scenario.random.below(all.size);
  for (const one of all) {
    if (skip === 0) return one;
    skip -= 1;
  }
  return undefined;
}
