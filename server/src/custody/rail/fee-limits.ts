// Maximum fee of one of our transactions, in least units of the fee coin. Planner and signer share it: what is planned
// within it, the signer's default settings allow.

import type { ChainName } from './face.ts';

/** 0.05 ether, 0.01 bitcoin. The practice chain takes each coin's fee in that coin, at most one whole coin. */
export const MOST_FEE: Readonly<Record<Exclude<ChainName, 'practice'>, bigint>> = {
  ethereum: 5n * 10n ** 16n,
  bitcoin: 1_000_000n,
};

/** A first plan takes at most this fraction of it: the rest is left for fee bumps. */
export const FIRST_PART = 2n;
