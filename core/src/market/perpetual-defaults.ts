// Initial values of perpetual contracts: a USDT perpetual on every instrument, coin-margined perpetuals on eight coins,
// fees, maintenance tiers, and the practice market maker's funds (parameters: contracts).

import { CATEGORY, MARKET_TYPE } from '../enum/index.ts';
import {
  type AssetId,
  type Atoms,
  DOWN,
  type InstrumentId,
  type MarketId,
  type Millionths,
  mulDiv,
  parseDecimal,
  powerOfTen,
} from '../number/index.ts';
import type { CommandOf } from '../schema/index.ts';
import { feeTiers, type MaintenanceStep, maintenance, orderValues, spotSteps, USDT, USDT_SCALE } from './defaults.ts';
import { coins, instruments, type Listed, type ListedCoin } from './listings.ts';
import { decimalParts, stepsAtListing } from './steps.ts';

/** The USDT perpetual of an instrument has this id plus the instrument's id. */
export const U_MARKETS = 100;
/** The coin-margined perpetual of a coin has this id plus its instrument's id. */
export const COIN_MARKETS = 200;
/** Whole USD of one coin-margined contract. */
export const contractFace = { BTC: 100, others: 10 } as const;
/** Published impact notional for mark and funding, whole USDT (coin-margined: USD). */
export const impactNotional = { majors: 200_000, others: 20_000 } as const;
/** Funding is settled at 00, 08 and 16 UTC. */
export const FUNDING_EVERY = 8;
/** Suggested values for an opening order: leverage 20, isolated (mode 2). */
export const contractUsual = { leverage: 20, marginMode: 2 } as const;

const RATE_DECIMALS = 6;

/** Maintenance tiers of an instrument: majors, other coins; forex, indices and gold; other commodities. */
export function stepsOf(listed: Listed): readonly MaintenanceStep[] {
  if (listed.category === 1) return (listed as ListedCoin).major ? maintenance.majors : maintenance.crypto;
  return listed.category === CATEGORY.commodities ? maintenance.commodities : maintenance.liquid;
}

function tiersOf(listed: Listed, unit: number): CommandOf<'contract.list'>['tiers'] {
  return stepsOf(listed).map(({ upTo, rate, leverage }) => ({
    cap: (upTo * unit) as Atoms,
    rate: parseDecimal(rate, RATE_DECIMALS) as Millionths,
    leverage,
  }));
}

/** The commands that set fees and list every contract, before the first user. */
export function contractSetup(): (CommandOf<'contract.fees'> | CommandOf<'contract.list'>)[] {
  const unit = powerOfTen(USDT_SCALE);
  const fees: CommandOf<'contract.fees'> = {
    name: 'contract.fees',
    tiers: feeTiers.map(({ contracts }) => ({
      maker: contracts.maker as Millionths,
      taker: contracts.taker as Millionths,
    })),
  };
  const linear = instruments.map((listed, at): CommandOf<'contract.list'> => {
    const coin = coins[at];
    const { tickDecimals, lotDecimals } = coin === undefined ? stepsAtListing(listed.price) : spotSteps(coin);
    const major = coin?.major === true;
    return {
      name: 'contract.list',
      market: (U_MARKETS + at + 1) as MarketId,
      type: MARKET_TYPE.linear,
      instrument: (at + 1) as InstrumentId,
      settle: USDT as AssetId,
      tickDecimals,
      lotDecimals,
      // One unit of price is one USDT, whatever the instrument is quoted in: nothing is converted.
      perLot: powerOfTen(USDT_SCALE - tickDecimals - lotDecimals) as Atoms,
      face: 0,
      minValue: (orderValues.least * unit) as Atoms,
      maxValue: ((major ? orderValues.mostMajors : orderValues.most) * unit) as Atoms,
      impact: ((major ? impactNotional.majors : impactNotional.others) * unit) as Atoms,
      fundingHours: FUNDING_EVERY,
      tiers: tiersOf(listed, unit),
    };
  });
  return [fees, ...linear, ...coinContracts()];
}

function coinContracts(): CommandOf<'contract.list'>[] {
  return coins.flatMap((coin, at) => {
    if (!coin.marginable) return [];
    const { tickDecimals } = spotSteps(coin);
    const face = coin.base === 'BTC' ? contractFace.BTC : contractFace.others;
    return [
      {
        name: 'contract.list' as const,
        market: (COIN_MARKETS + at + 1) as MarketId,
        type: MARKET_TYPE.inverse,
        instrument: (at + 1) as InstrumentId,
        settle: (at + 2) as AssetId,
        tickDecimals,
        lotDecimals: 0,
        perLot: (face * powerOfTen(coin.scale + tickDecimals)) as Atoms,
        face,
        minValue: face as Atoms,
        maxValue: (coin.major ? orderValues.mostMajors : orderValues.most) as Atoms,
        impact: (coin.major ? impactNotional.majors : impactNotional.others) as Atoms,
        fundingHours: FUNDING_EVERY,
        tiers: tiersOf(coin, 1),
      },
    ];
  });
}

/**
 * Whole USDT with which the practice market maker starts to quote contracts: its USDT wallet, each of its coin wallets.
 */
export const contractFunds = { U: 40_000_000, coin: 5_000_000 } as const;

/** The market maker's transfers of these funds from its spot wallet, which genesis funded. */
export function contractFunding(): CommandOf<'maker.transfer'>[] {
  const move = (to: number, asset: number, amount: number): CommandOf<'maker.transfer'> => ({
    name: 'maker.transfer',
    ...{ from: 1, to, asset: asset as AssetId, amount: amount as Atoms },
  });
  const of = coins.flatMap((coin, at) => {
    if (!coin.marginable) return [];
    const { digits, decimals } = decimalParts(coin.price);
    return [
      move(MARKET_TYPE.inverse, at + 2, mulDiv(contractFunds.coin, powerOfTen(coin.scale + decimals), digits, DOWN)),
    ];
  });
  return [move(MARKET_TYPE.linear, USDT, contractFunds.U * powerOfTen(USDT_SCALE)), ...of];
}
