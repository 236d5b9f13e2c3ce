// The journal that custody keeps of each chain's block hashes.

import type { Chain } from '../rail/index.ts';

/** chain/: our own journal of a chain's block hashes. */
export interface ChainFollower {
  readonly chain: Chain;
  /** One pass: adds new blocks, detects replaced ones, calls the listeners, in one SQL transaction per block. */
  step(): Promise<void>;
  /** Height of our journal; undefined before its first block. */
  height(): number | undefined;
  /** Height up to which blocks are final according to the chain; absent: only their depth counts. */
  readonly final?: () => number;
  /**
   * Blocks from that height on, itself included: 1 is the newest. 0 if our journal has another block there; at most 11
   * until its chain calls it final, where that counts.
   */
  confirmations(height: number, hash: string): Promise<number>;
  /** Null while the node answers well; else the error and since when. */
  fault(): { readonly since: number; readonly what: string } | null;
  stop(): Promise<void>;
}
