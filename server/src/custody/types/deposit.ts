// Deposits: crediting them, declared deposits and their review, arrivals found by a rescan.

import type { FundsReason, Page, Recharge } from '@vitrine/contract';
import type { CommandKey } from '../../api/call/index.ts';
import type { ChainName } from '../rail/index.ts';
import type { Customer } from './address.ts';
import type { FundsFilter } from './list.ts';

/** A decision on a manual deposit. */
export interface ManualDecision {
  readonly id: string;
  /** Decimal text, in the coin: the amount at the bank. */
  readonly amount: string;
  readonly reference: string;
}

/** deposit/: crediting a block's deposits in the ledger exactly once, and reversing what its chain takes back. */
export interface Deposits {
  /** One pass over a chain: credits final deposits, doubts and reverses replaced ones. */
  step(chain: ChainName): Promise<void>;
  list(userId: string, filter: FundsFilter): Promise<Page<Recharge>>;
  parts(userId: string, filter: Omit<FundsFilter, 'current' | 'size'>): AsyncIterable<readonly Recharge[]>;
  /**
   * A deposit declared with a screenshot. @throws 3109, 3110, 400 img (not the user's own, used), 429 too many open.
   */
  tell(
    customer: Customer,
    given: {
      readonly coin: string;
      readonly amount: string;
      readonly img: string;
      readonly address?: string | undefined;
    },
    key: CommandKey,
  ): Promise<Recharge>;
  /** Whether a credited deposit of a customer is in doubt: withdrawals then wait. */
  doubted(userId: string): Promise<boolean>;
  /** For the desk. */
  queue(filter: FundsFilter & { readonly userId?: string | undefined }): Promise<Page<ReviewedDeposit>>;
  one(id: string): Promise<ReviewedDeposit | undefined>;
  /** Credits a manual deposit after two approvals; idempotent. @throws Refusal */
  pass(decision: ManualDecision): Promise<void>;
  refuse(id: string, why: FundsReason, note: string | null): Promise<void>;
  /**
   * Reads blocks of our journal again and lists customers' arrivals without a deposit. @throws RangeError, NodeFault
   */
  rescan(network: ChainName, from: number, to: number): Promise<Rescan>;
  /**
   * Makes a deposit of an arrival after two approvals; it is then credited like any other; idempotent. @throws
   * NodeFault
   */
  creditFound(found: Pick<FoundArrival, 'network' | 'height' | 'txid' | 'position'>): Promise<void>;
}

/** An arrival at a customer's address without a deposit. */
export interface FoundArrival {
  readonly network: ChainName;
  readonly height: number;
  readonly txid: string;
  readonly position: number;
  readonly coin: string;
  readonly address: string;
  /** Decimal text, in the coin. */
  readonly amount: string;
  readonly userId: string;
}

export interface Rescan {
  readonly found: readonly FoundArrival[];
  /** Blocks of the range in our journal, all of which were read. */
  readonly read: number;
  /** Those that the node could not read completely. */
  readonly unchecked: number;
}

export interface ReviewedDeposit {
  readonly userId: string;
  readonly record: Recharge;
  readonly account: string | null;
  readonly known: boolean;
}
