// The books that the market maker quotes: spot, USDT-margined and coin-margined contracts. For each: the value of a
// lot, how much of its funds it may show, and its inventory.

import {
  coins,
  contractSetup,
  defaultGenesis,
  instruments,
  orderValues,
  spotSteps,
  USDT,
  USDT_SCALE,
} from '@vitrine/core';

import { MARKET_TYPE, WALLET } from '@vitrine/core/enum';
import type { MakerState } from './maker-state.ts';
import type { Level } from './quote-levels.ts';

/** Largest part of its funds that the market maker shows on one side of a book. */
const FUNDS_PART = 0.8;
/** One book may show this part of the quote asset that all books share: most show far less than their share. */
const QUOTE_SHARES = 6;
/** Contract value that the market maker shows per atom of its wallet: its opening leverage (core). */
const CONTRACT_LEVERAGE = 5;
/** Inventory worth this many median levels skews the quotes to the maximum. */
const FULL_LEAN = 40;
const UNIT = 10 ** USDT_SCALE;
const CENTS_A_TICK = 100;

/** One of the books: its constants while the market maker quotes it. */
export interface BookPlan {
  readonly market: number;
  readonly instrument: number;
  /** `MARKET_TYPE`: spot, USDT-margined or coin-margined. */
  readonly type: number;
  /** Half of the spread as a fraction of the price. */
  readonly halfSpread: number;
  /** Median value of a level near the price, USDT. */
  readonly worth: number;
  /**
   * Far levels stay unchanged while the index has moved by fewer half spreads than this since all quotes were last
   * sent. Contracts exist beside spot books of the same coin, so their far levels follow less often.
   */
  readonly patience: number;
  /** In between, only levels within this many half spreads are updated. */
  readonly near: number;
  /** Value of a lot at a price in cents, USDT atoms. */
  lotWorth(cents: number): number;
  /** Inventory above target as a fraction of the maximum skew's inventory: −1 to 1. */
  surplus(house: MakerState, medianLots: number): number;
  /** Removes levels that are too small for an order, and the far levels that the funds do not cover. */
  afforded(house: MakerState, levels: readonly Level[]): readonly Level[];
}

/** Half spread and median level value per instrument. */
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

/** Cuts each side where its funds end. `cost` returns what a level needs of them; undefined: too small for an order. */
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
    // Target inventory in base atoms: the genesis balance, or without one the balance at the first quote.
    let target = funded.get(base) ?? 0;
    return {
      market: at + 1,
      instrument: at + 1,
      type: MARKET_TYPE.spot,
      ...traitsOf(at + 1),
      patience: 1,
      near: 4,
      lotWorth: (cents) => (cents / CENTS_A_TICK) * atomsPerTickLot,
      surplus(house) {
        if (target === 0) target = house.total(base, WALLET.spot);
        return target === 0 ? 0 : within(house.total(base, WALLET.spot) / target - 1);
      },
      afforded: (house, levels) =>
        cut(
          levels,
          {
            bids: (house.total(USDT, WALLET.spot) * FUNDS_PART) / QUOTE_SHARES,
            asks: house.total(base, WALLET.spot) * FUNDS_PART,
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
    const { market, instrument, type, settle, perLot, face, minValue } = listed;
    const inverse = type === MARKET_TYPE.inverse;
    const wallet = inverse ? WALLET.coinContract : WALLET.uContract;
    plans.push({
      market,
      instrument,
      type,
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

/** Every book of the market maker, by market number. */
export function bookPlans(): readonly BookPlan[] {
  return [...spotPlans(), ...contractPlans()];
}
