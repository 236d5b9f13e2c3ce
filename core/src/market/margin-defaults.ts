// Initial values of margin borrowing: rates, factors, levels, limits (parameters: borrowing; money §4).

import {
  type AssetId,
  type Atoms,
  type Billionths,
  DOWN,
  type InstrumentId,
  type MarketId,
  type Millionths,
  mulDiv,
  parseDecimal,
  powerOfTen,
} from '../number/index.ts';
import { type CommandOf, MAX_ORDER_ATOMS } from '../schema/index.ts';
import { borrowingRates, USDT, USDT_SCALE } from './defaults.ts';
import { coins, type ListedCoin } from './listings.ts';
import { decimalParts } from './steps.ts';

const RATE_DECIMALS = 9;

/** Collateral factors of coins in a cross wallet, millionths. */
export const collateralFactors = { USDT: 1_000_000, majors: 950_000, others: 800_000 } as const;

/** Levels by leverage, millionths: after borrowing, call, liquidation. */
export const marginLevels = [
  { leverage: 3, borrow: 1_500_000, call: 1_300_000, liquidation: 1_100_000 },
  { leverage: 5, borrow: 1_250_000, call: 1_150_000, liquidation: 1_080_000 },
  { leverage: 10, borrow: 1_110_000, call: 1_080_000, liquidation: 1_050_000 },
] as const;

/** Maximum leverage of cross wallets, and of isolated ones. */
export const marginLeverage = { cross: 3, isolated: 5, isolatedMajors: 10 } as const;

/** Level from which transfers out are allowed, millionths. */
export const TRANSFER_OUT = 2_000_000;

/** Maximum debt of one user in one coin, as a value in whole USDT at listing. */
export const GREATEST_DEBT = 200_000;

function rateOf(text: string): Billionths {
  const parsed = parseDecimal(text, RATE_DECIMALS);
  if (typeof parsed === 'string')
    throw new Error(`expected a rate with at most ${RATE_DECIMALS} decimals, got "${text}"`);
  return parsed as Billionths;
}

/** Atoms of a coin with a value of GREATEST_DEBT at its price at listing, rounded down. */
function limitOf(listed: ListedCoin): Atoms {
  const { digits, decimals } = decimalParts(listed.price);
  const atoms = mulDiv(GREATEST_DEBT * powerOfTen(listed.scale), powerOfTen(decimals), digits, DOWN);
  return (atoms < MAX_ORDER_ATOMS ? atoms : MAX_ORDER_ATOMS) as Atoms;
}

/**
 * The command that sets margin up, before the first user: USDT and the eight marginable coins, and each coin's market.
 */
export function marginSetup(): CommandOf<'margin.set'>[] {
  const listed = coins.map((coin, at) => ({ coin, at })).filter(({ coin }) => coin.marginable);
  return [
    {
      name: 'margin.set',
      assets: [
        {
          asset: USDT as AssetId,
          instrument: 0 as InstrumentId,
          rate: rateOf(borrowingRates.USDT),
          factor: collateralFactors.USDT as Millionths,
          limit: (GREATEST_DEBT * powerOfTen(USDT_SCALE)) as Atoms,
        },
        ...listed.map(({ coin, at }) => ({
          asset: (at + 2) as AssetId,
          instrument: (at + 1) as InstrumentId,
          rate: rateOf(coin.major ? borrowingRates.majors : borrowingRates.others),
          factor: (coin.major ? collateralFactors.majors : collateralFactors.others) as Millionths,
          limit: limitOf(coin),
        })),
      ],
      levels: marginLevels.map(({ leverage, borrow, call, liquidation }) => ({
        leverage,
        borrow: borrow as Millionths,
        call: call as Millionths,
        liquidation: liquidation as Millionths,
      })),
      markets: listed.map(({ coin, at }) => ({
        market: (at + 1) as MarketId,
        leverage: coin.major ? marginLeverage.isolatedMajors : marginLeverage.isolated,
      })),
      cross: marginLeverage.cross,
      transferOut: TRANSFER_OUT as Millionths,
    },
  ];
}
