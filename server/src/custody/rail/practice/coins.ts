// The coins of the practice chain and their fees: each coin's fee is paid in the coin itself.

import type { ChainCoin } from '../face.ts';

export interface PracticeCoin extends ChainCoin {
  /** Number in a transaction's bytes: append only. */
  readonly number: number;
  /** Minimum relay fee, least units. */
  readonly leastFee: bigint;
  /** Total supply, least units: the external wallet owns it all at the first block. */
  readonly issued: bigint;
}

/** Ether has 18 decimals as on its own chain, more than the ledger's 8, so that dust occurs here too. */
export const PRACTICE_COINS: readonly PracticeCoin[] = [
  { number: 1, coin: 'BTC', decimals: 8, leastFee: 200n, issued: 21n * 10n ** 14n },
  { number: 2, coin: 'ETH', decimals: 18, leastFee: 10n ** 13n, issued: 10n ** 27n },
  { number: 3, coin: 'USDT', decimals: 6, leastFee: 5_000n, issued: 10n ** 18n },
  { number: 4, coin: 'USDC', decimals: 6, leastFee: 5_000n, issued: 10n ** 18n },
];

/** A plan pays twice the minimum fee; a bump half as much again, up to fifty times the minimum. */
const USUAL = 2n;
const MOST = 50n;

export function practiceCoin(coin: string): PracticeCoin | undefined {
  return PRACTICE_COINS.find((one) => one.coin === coin);
}

export function practiceCoinByNumber(number: number): PracticeCoin | undefined {
  return PRACTICE_COINS.find((one) => one.number === number);
}

/** Fee of a new plan for a coin, least units: what a sweep of everything must leave. */
export function practiceFee(coin: PracticeCoin): bigint {
  return coin.leastFee * USUAL;
}

/** The fee after a bump; undefined if it would exceed the cap. */
export function bumpedFee(coin: PracticeCoin, fee: bigint): bigint | undefined {
  const raised = (fee * 3n + 1n) / 2n;
  return raised > coin.leastFee * MOST ? undefined : raised;
}
