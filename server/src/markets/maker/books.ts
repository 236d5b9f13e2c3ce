// The books that the house quotes: spot, U contracts, coin contracts; what a lot is worth in each, what may be shown of
// what the house has, and how much it holds of what is traded there.

import {
  COIN_MARKETS,
  coins,
  contractSetup,
  defaultGenesis,
  instruments,
  orderValues,
  spotSteps,
  USDT,
  USDT_SCALE,
} from '@vitrine/core';

import type { MakerState } from './maker-state.ts';
import type { Level } from './quote-levels.ts';

/** Wallets that the house quotes from. */
const SPOT_WALLET = 1;
const U_WALLET = 2;
const COIN_WALLET = 3;
/** Part of its funds that the house shows in one ladder side at most. */
const FUNDS_PART = 0.8;
/** One book may show this part of the quote asset that all of them spend from: most show far less than their share. */
const QUOTE_SHARES = 6;
/** Value of contracts that the house shows for one atom of its wallet: the leverage it opens with (core). */
const CONTRACT_LEVERAGE = 5;
/** A position of the house worth so many median levels leans its ladder as far as it goes. */
const FULL_LEAN = 40;
const UNIT = 10 ** USDT_SCALE;
const CENTS_A_TICK = 100;

/** One of the books; what does not change while the house quotes it. */
export interface BookPlan {
  readonly market: number;
  readonly instrument: number;
  /** Half of the spread as a fraction of the price. */
  readonly halfSpread: number;
  /** Median worth of a level near the price, USDT. */
  readonly worth: number;
  /**
   * Far levels are left standing while the index has moved by fewer half spreads than this since the whole ladder was
   * sent. Contracts stand beside spot books of the same coin: their far levels follow more rarely.
   */
  readonly patience: number;
  /** In between, only levels within this many half spreads follow. */
  readonly near: number;
  /** Atoms of USDT that a lot is worth at a price in cents. */
  lotWorth(cents: number): number;
  /** What the house has beyond what it wants, as a part of what leans its ladder most: −1 to 1. */
  surplus(house: MakerState, medianLots: number): number;
  /** Takes the levels that are too small to be an order, and the far end of each side where the funds end. */
  afforded(house: MakerState, levels: readonly Level[]): readonly Level[];
}

/** Half of the spread and median worth of a level, by what is traded. */
const traits = {
  BTC: { halfSpread: 0.000_15, worth: 40_000 },
  major: { halfSpread: 0.000_15, worth: 25_000 },
  coin: { halfSpread: 0.000_4, worth: 6_000 },
  forex: { halfSpread: 0.000_08, worth: 12_000 },
  commodity: { halfSpread: 0.000_3, worth: 5_000 },
  index: { halfSpread: 0.000_15, worth: 12_000 },
} as const;

function traitsOf(instrument: number): (typeof traits)[keyof typeof traits] {
  const coin = coins[instrument - 1];
  if (coin !== undefined) return coin.base === 'BTC' ? traits.BTC : coin.major ? traits.major : traits.coin;
  const category = instruments[instrument - 1]?.category;
  return category === 2 ? traits.forex : category === 3 ? traits.commodity : traits.index;
}

function within(value: number): number {
  return Math.max(-1, Math.min(1, value));
}

/** Cuts each side where its funds end; `cost` tells what a level takes of them, undefined: too small to be an order. */
function cut(
  levels: readonly Level[],
  funds: { bids: number; asks: number },
  cost: (level: Level) => number | undefined,
): readonly Level[] {
  const left = { ...funds };
  return levels.filter((level) => {
    const needs = cost(level);
    if (needs === undefined) return false;
    const side = level.side === 1 ? 'bids' : 'asks';
    left[side] -= needs;
    return left[side] >= 0;
  });
}

function spotPlans(): BookPlan[] {
  const funded = new Map<number, number>();
  for (const fund of defaultGenesis('practice', []).funds) if (fund.class === 1) funded.set(fund.asset, fund.amount);
  return coins.map((listed, at): BookPlan => {
    const { tickDecimals, lotDecimals } = spotSteps(listed);
    const base = at + 2;
    const baseAtomsPerLot = 10 ** (listed.scale - lotDecimals);
    const atomsPerTickLot = 10 ** (USDT_SCALE - tickDecimals - lotDecimals);
    // Base atoms that the inventory leans around: those of genesis, without them those of the first quote.
    let target = funded.get(base) ?? 0;
    return {
      market: at + 1,
      instrument: at + 1,
      ...traitsOf(at + 1),
      patience: 1,
      near: 4,
      lotWorth: (cents) => (cents / CENTS_A_TICK) * atomsPerTickLot,
      surplus(house) {
        if (target === 0) target = house.total(base, SPOT_WALLET);
        return target === 0 ? 0 : within(house.total(base, SPOT_WALLET) / target - 1);
      },
      afforded: (house, levels) =>
        cut(
          levels,
          {
            bids: (house.total(USDT, SPOT_WALLET) * FUNDS_PART) / QUOTE_SHARES,
            asks: house.total(base, SPOT_WALLET) * FUNDS_PART,
          },
          ({ side, price, lots }) => {
            const value = price * lots * atomsPerTickLot;
            if (value < orderValues.least * UNIT) return undefined;
            return side === 1 ? value : lots * baseAtomsPerLot;
          },
        ),
    };
  });
}

function contractPlans(): BookPlan[] {
  const plans: BookPlan[] = [];
  for (const listed of contractSetup()) {
    if (listed.name !== 'contract.list') continue;
    const { market, instrument, settle, perLot, face, minValue } = listed;
    const inverse = market > COIN_MARKETS;
    const wallet = inverse ? COIN_WALLET : U_WALLET;
    plans.push({
      market,
      instrument,
      ...traitsOf(instrument),
      patience: 2.5,
      near: 1.5,
      lotWorth: (cents) => (inverse ? face * UNIT : (cents / CENTS_A_TICK) * perLot),
      surplus: (house, medianLots) => within(house.position(market) / (medianLots * FULL_LEAN)),
      afforded(house, levels) {
        const funds = (house.total(settle, wallet) * FUNDS_PART * CONTRACT_LEVERAGE) / (inverse ? 1 : QUOTE_SHARES);
        return cut(levels, { bids: funds, asks: funds }, ({ price, lots }) => {
          const value = inverse ? (lots * perLot) / price : lots * price * perLot;
          return (inverse ? lots * face : value) < minValue ? undefined : value;
        });
      },
    });
  }
  return plans;
}

/** Every book of the house, in order of its market. */
export function bookPlans(): readonly BookPlan[] {
  return [...spotPlans(), ...contractPlans()];
}
