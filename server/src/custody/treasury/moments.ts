// Money in transit is temporarily on one side only: in a block but not in the books yet, or vice versa. Each such state
// adds to the actual and to the expected amount, so that neither looks like a loss.

import type { ChainStatus } from '../rail/index.ts';

/** Sums of one coin on one chain, in its least units. */
export interface Sums {
  /** In a block but not in the books: not usable yet. */
  arriving: bigint;
  /** Below the ledger's scale or the minimum: ours by accident, owed to nobody. */
  dust: bigint;
  /** In the books while its block was replaced: owed, but not on the chain. */
  missing: bigint;
  /** Left the chain, but not the books yet. */
  left: bigint;
  /** Left the books, and back on the chain after a reorganisation until it is sent again. */
  returned: bigint;
  /** Costs of our own transfers: no command books them. */
  costs: bigint;
  /** Signed withdrawals that are in no block. */
  leaving: bigint;
  /** Deposits whose credit or reversal an earlier process requested: the books may include it or not. */
  unsure: bigint;
}

export function noSums(): Sums {
  return { arriving: 0n, dust: 0n, missing: 0n, left: 0n, returned: 0n, costs: 0n, leaving: 0n, unsure: 0n };
}

export interface DepositMoment {
  /** It is in our journal of blocks. */
  readonly onChain: boolean;
  /** Its credit is in the books and was not reversed. */
  readonly inBooks: boolean;
  /** Whether the books include it is not known yet. */
  readonly unsure: boolean;
  /** Final: below the minimum, or refused. */
  readonly ended: boolean;
  readonly units: bigint;
  /** Units that are credited once it is. */
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

/** A transaction of ours, as of the block being reconciled. */
export interface TransactionMoment {
  readonly kind: 'withdrawal' | 'sweep' | 'gas' | 'cold' | 'cancel';
  readonly coin: string;
  readonly units: bigint;
  /** Included up to that block: its effect and cost; else undefined. */
  readonly included: Pick<Extract<ChainStatus, { state: 'included' }>, 'done' | 'cost' | 'costCoin'> | undefined;
  /** For a withdrawal: its end is in the books. */
  readonly inBooks: boolean;
  /** Cost recorded when it was confirmed, units of `costCoin`; undefined: not yet. */
  readonly recorded: { readonly cost: bigint; readonly costCoin: string } | undefined;
}

/** Adds a transaction to the sums of its coin and of its cost's coin. */
export function addTransaction(sumsOf: (coin: string) => Sums, moment: TransactionMoment): void {
  const { kind, coin, units, included, inBooks, recorded } = moment;
  const own = kind !== 'withdrawal';
  if (included !== undefined && (own || !included.done)) sumsOf(included.costCoin).costs += included.cost;
  if (own) return;
  if (inBooks) {
    if (included?.done === true || recorded === undefined) return;
    sumsOf(coin).returned += units;
    sumsOf(recorded.costCoin).returned += recorded.cost;
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

/** The operator's own surplus over the books, units. Negative: coins are missing. */
export function ownOf(there: bigint, expected: bigint, sums: Sums): bigint {
  const { arriving, dust, missing, left, returned, costs } = sums;
  return there + left - returned - arriving - dust - (expected - missing - costs);
}
