// What a chain may take of one transaction of ours at most, in the fee coin's least units. Planner and signer read it here:
// what is planned within it, the signer's first settings allow.

import type { ChainName } from './face.ts';

/** 0.05 ether, 0.01 bitcoin. The practice chain takes each coin's fee in the coin, of which one whole coin is the most. */
export const MOST_FEE: Readonly<Record<Exclude<ChainName, 'practice'>, bigint>> = {
  ethereum: 5n * 10n ** 16n,
  bitcoin: 1_000_000n,
};

/** A first plan takes at most this part of it: the rest is left for raising the fee. */
export const FIRST_PART = 2n;
