// Money on its way stands on one side only for a while: in a block and not yet in the books, or the other way round.
// Here is what each such moment adds to what is there and to what is expected, so that neither looks like a loss.

import type { ChainStatus } from '../rail/index.ts';

/** Sums of one coin on one chain, in its least units. */
export interface Sums {
  /** In a block and in no books yet: not to be counted on. */
  arriving: bigint;
  /** Beyond the ledger's scale or below the minimum: ours by accident, owed to nobody. */
  dust: bigint;
  /** In the books while its block was replaced: owed, not there. */
  missing: bigint;
  /** Gone from the chain and not yet from the books. */
  left: bigint;
  /** Gone from the books and, its block being replaced, back on the chain until it is sent again. */
  returned: bigint;
  /** What our own moves cost: no command tells the books. */
  costs: bigint;
  /** Withdrawals signed and in no block of ours. */
  leaving: bigint;
  /** Of deposits whose credit, or its taking back, was asked for before this process began: the books may have it or not. */
  unsure: bigint;
}

export function noSums(): Sums {
  return { arriving: 0n, dust: 0n, missing: 0n, left: 0n, returned: 0n, costs: 0n, leaving: 0n, unsure: 0n };
}

export interface DepositMoment {
  /** It stands in our journal of blocks. */
  readonly onChain: boolean;
  /** Its credit is in the books and was not taken back. */
  readonly inBooks: boolean;
  /** Whether the books have it is not known yet. */
  readonly unsure: boolean;
  /** Nothing more happens to it by itself: below the minimum, refused. */
  readonly ended: boolean;
  readonly units: bigint;
  /** Units of it that are credited, once it is. */
  readonly creditable: bigint;
}

/** Adds a deposit. */
export function addDeposit(sums: Sums, { onChain, inBooks, unsure, ended, units, creditable }: DepositMoment): void {
  if (unsure) sums.unsure += creditable;
  if (onChain && inBooks) sums.dust += units - creditable;
  else if (onChain && ended) sums.dust += units;
  else if (onChain) sums.arriving += units;
  else if (inBooks) sums.missing += creditable;
}

/** A transaction of ours, as of the block that is looked at. */
export interface TransactionMoment {
  readonly kind: 'withdrawal' | 'sweep' | 'gas' | 'cold' | 'cancel';
  readonly coin: string;
  readonly units: bigint;
  /** Included up to that block: what it did and took; else undefined. */
  readonly included: Pick<Extract<ChainStatus, { state: 'included' }>, 'done' | 'cost' | 'costCoin'> | undefined;
  /** Of a withdrawal: its end is in the books. */
  readonly inBooks: boolean;
  /** What it was once seen confirmed with, units of `costCoin`; undefined: not yet. */
  readonly told: { readonly cost: bigint; readonly costCoin: string } | undefined;
}

/** Adds a transaction to the sums of its coin and of the coin its cost is paid in. */
export function addTransaction(sumsOf: (coin: string) => Sums, moment: TransactionMoment): void {
  const { kind, coin, units, included, inBooks, told } = moment;
  const own = kind !== 'withdrawal';
  if (included !== undefined && (own || !included.done)) sumsOf(included.costCoin).costs += included.cost;
  if (own) return;
  if (inBooks) {
    if (included?.done === true || told === undefined) return;
    sumsOf(coin).returned += units;
    sumsOf(told.costCoin).returned += told.cost;
    return;
  }
  if (included === undefined) {
    sumsOf(coin).leaving += units;
    return;
  }
  if (!included.done) return;
  sumsOf(coin).left += units;
  sumsOf(included.costCoin).left += included.cost;
}

/** What the house itself has there beyond what the books expect, units: funds it brought. Below 0: coins are not there. */
export function ownOf(there: bigint, expected: bigint, sums: Sums): bigint {
  const { arriving, dust, missing, left, returned, costs } = sums;
  return there + left - returned - arriving - dust - (expected - missing - costs);
}
