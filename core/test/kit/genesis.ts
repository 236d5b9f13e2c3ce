// The small world of the tests: two coins against USDT, tiny scales, visible fees.

import { type Command, NEWEST_RULES, packText } from '../../src/index.ts';

/** A command from plain numbers. */
export function command(name: Command['name'], fields: Readonly<Record<string, unknown>> = {}): Command {
  return { name, ...fields } as unknown as Command;
}

/** Assets: BTC in tenths, ETH in hundredths, USDT in cents. */
export const BTC = 1;
export const ETH = 2;
export const USDT = 3;
/** A market and its instrument have the same number. A lot of market 1 is one atom, of market 2 ten. */
export const FIRST = { market: 1, base: BTC, quote: USDT, k: 1, goods: 1, index: 100 } as const;
export const SECOND = { market: 2, base: ETH, quote: USDT, k: 10, goods: 10, index: 50 } as const;
export const LISTED = [FIRST, SECOND] as const;
/** The calendar of the second market's instrument, in worlds with trading hours. */
export const HOURS = 7;

export interface Tier {
  readonly volume: number;
  readonly maker: number;
  readonly taker: number;
}

export interface Shape {
  readonly tiers: readonly Tier[];
  readonly safety: number;
  readonly first: number;
  readonly second: number;
  readonly third: number;
  /** The balances that a practice claim tops up to: atoms of BTC, ETH, USDT. */
  readonly practice: readonly [number, number, number];
  /** The market maker's initial balance of each asset. */
  readonly house: number;
  /** Further initial balances of the operator, by class of account. */
  readonly funds: readonly { readonly class: number; readonly asset: number; readonly amount: number }[];
  readonly minValue: number;
  readonly maxValue: number;
  /** Calendar of the second instrument; 0: always open. */
  readonly calendar: number;
  readonly mode: 1 | 2;
  /** The rules version of the world. */
  readonly rules: number;
}

export const usual: Shape = {
  tiers: [
    { volume: 0, maker: 10_000, taker: 20_000 },
    { volume: 60, maker: 8_000, taker: 15_000 },
    { volume: 600, maker: 999, taker: 12_345 },
  ],
  safety: 100_000,
  first: 200_000,
  second: 100_000,
  third: 50_000,
  practice: [900, 5_000, 40_000],
  house: 1_000_000,
  funds: [],
  minValue: 20,
  maxValue: 1_000_000,
  calendar: 0,
  mode: 1,
  rules: NEWEST_RULES,
};

/** The first command of a world. */
export function genesisOf(shape: Shape): Command {
  return command('genesis', {
    mode: shape.mode,
    assets: [
      { asset: BTC, code: packText('BTC'), scale: 1 },
      { asset: ETH, code: packText('ETH'), scale: 2 },
      { asset: USDT, code: packText('USDT'), scale: 2 },
    ],
    instruments: [
      { instrument: 1, base: packText('BTC'), quote: packText('USDT'), category: 1, calendar: 0, tickDecimals: 1 },
      {
        instrument: 2,
        base: packText('ETH'),
        quote: packText('USDT'),
        category: 1,
        calendar: shape.calendar,
        tickDecimals: 0,
      },
    ],
    markets: [
      {
        ...{ market: 1, type: 1, instrument: 1, base: BTC, quote: USDT, tickDecimals: 1, lotDecimals: 1 },
        ...{ atomsPerTickLot: 1, baseAtomsPerLot: 1, minValue: shape.minValue, maxValue: shape.maxValue },
      },
      {
        ...{ market: 2, type: 1, instrument: 2, base: ETH, quote: USDT, tickDecimals: 0, lotDecimals: 1 },
        ...{ atomsPerTickLot: 10, baseAtomsPerLot: 10, minValue: shape.minValue, maxValue: shape.maxValue },
      },
    ],
    tiers: shape.tiers,
    safetyShare: shape.safety,
    firstShare: shape.first,
    secondShare: shape.second,
    thirdShare: shape.third,
    funds:
      shape.mode === 1
        ? [...[BTC, ETH, USDT].map((asset) => ({ class: 1, asset, amount: shape.house })), ...shape.funds]
        : [],
    practice:
      shape.mode === 1
        ? shape.practice.map((amount, at) => ({ asset: at + 1, amount })).filter((p) => p.amount > 0)
        : [],
    seedHash: [],
  });
}
