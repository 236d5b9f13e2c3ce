// The markets that practice traders trade, and how much of their attention each gets: majors first.

import { coins, instruments, spotSteps, USDT, USDT_SCALE } from '@vitrine/core';
import { CATEGORY, MARKET_TYPE, WALLET } from '@vitrine/core/enum';
import { type BookPlan, bookPlans } from '../markets/index.ts';

/** Atoms of one USDT. */
export const UNIT = 10 ** USDT_SCALE;
/** Hundredths of a tick in one. */
export const CENTS = 100;
/** Smallest order, USDT: a little above the exchange's minimum, because prices move. */
const LEAST_USDT = 7;

export interface CrowdMarket extends Pick<BookPlan, 'market' | 'instrument' | 'lotWorth'> {
  /** `MARKET_TYPE`. */
  readonly type: number;
  /** Spot: the base coin. Contracts: the asset of their margin. */
  readonly asset: number;
  /** The wallet that orders are paid from. */
  readonly wallet: number;
  /** BTC or ETH. */
  readonly major: boolean;
  /** Crypto: it never closes. */
  readonly crypto: boolean;
  /** USDT that an atom of the instrument's coin is worth for each cent of its price; 0: it is no coin. */
  readonly coinAtom: number;
  /** Share of the crowd's attention, relative to the others. */
  readonly weight: number;
}

const WEIGHTS = { bitcoin: 12, ether: 7, coin: 1, gold: 1, other: 0.4 } as const;
/** Of the same instrument: spot, USDT-margined, coin-margined. */
const BY_TYPE: Readonly<Record<number, number>> = {
  [MARKET_TYPE.spot]: 1,
  [MARKET_TYPE.linear]: 1,
  [MARKET_TYPE.inverse]: 0.2,
};

function weightOf(instrument: number): number {
  const coin = coins[instrument - 1];
  if (coin !== undefined) return coin.base === 'BTC' ? WEIGHTS.bitcoin : coin.major ? WEIGHTS.ether : WEIGHTS.coin;
  return instruments[instrument - 1]?.category === CATEGORY.gold ? WEIGHTS.gold : WEIGHTS.other;
}

/** All books of the exchange, as the crowd sees them. */
export function crowdMarkets(): readonly CrowdMarket[] {
  return bookPlans().map(({ market, instrument, lotWorth, type }) => {
    const coin = coins[instrument - 1];
    return {
      ...{ market, instrument, lotWorth, type },
      asset: type === MARKET_TYPE.linear ? USDT : instrument + 1,
      wallet:
        type === MARKET_TYPE.spot ? WALLET.spot : type === MARKET_TYPE.linear ? WALLET.uContract : WALLET.coinContract,
      major: coin?.major ?? false,
      crypto: coin !== undefined,
      coinAtom: coin === undefined ? 0 : 10 ** (0 - coin.scale - spotSteps(coin).tickDecimals) / CENTS,
      weight: weightOf(instrument) * (BY_TYPE[type] ?? 1),
    };
  });
}

/** Lots of about a value (USDT) at a price (cents); never fewer than an order needs. */
export function lotsFor({ lotWorth }: Pick<CrowdMarket, 'lotWorth'>, cents: number, usdt: number): number {
  const lot = lotWorth(cents);
  return Math.max(Math.ceil((LEAST_USDT * UNIT) / lot), Math.round((usdt * UNIT) / lot));
}
