// Withdrawals: from the request to the confirmation, and what the desk decides about them.

import type { FundsReason, Page, Withdrawal, WithdrawalAck, WithdrawalLimits, WithdrawalWait } from '@vitrine/contract';
import type { CommandKey } from '../../api/call/index.ts';
import type { ChainName } from '../rail/index.ts';
import type { Customer } from './address.ts';
import type { FundsFilter } from './list.ts';

/** A requested withdrawal, opened and validated. */
export interface WithdrawalRequest {
  readonly coin: string;
  readonly network: string;
  readonly address?: string | undefined;
  readonly cardId?: string | undefined;
  /** Decimal text. */
  readonly amount: string;
}

export interface ReviewedWithdrawal {
  readonly userId: string;
  readonly record: Withdrawal;
  /** Whole USDT. */
  readonly worth: number;
  readonly flags: readonly string[];
  readonly waits: WithdrawalWait | null;
  readonly persons: boolean;
  readonly coreId: number;
}

/** One transaction of the exchange, as the desk sees it. Amounts as decimal text. */
export interface HouseTransaction {
  readonly id: string;
  readonly kind: 'withdrawal' | 'sweep' | 'gas' | 'cold' | 'cancel';
  readonly network: ChainName;
  readonly coin: string;
  readonly amount: string;
  readonly to: string;
  readonly txid: string | null;
  readonly state: 'planned' | 'signed' | 'broadcast' | 'confirmed' | 'replaced' | 'reverted';
  readonly replaces: string | null;
  readonly cost: string | null;
  readonly costCoin: string | null;
  readonly time: number;
}

/**
 * The transaction that proves that a payment never arrives. `reverted`: the payment itself was included without effect;
 * `conflict`: another one used its nonce or outputs. It counts from `needed` blocks on.
 */
export interface DeadPayment {
  readonly kind: 'reverted' | 'conflict' | 'foreign';
  readonly txid: string;
  readonly height: number;
  readonly depth: number;
  readonly needed: number;
}

export interface StuckWithdrawal {
  readonly id: string;
  readonly network: string;
  readonly coin: string;
  readonly since: number;
}

/** What a request was let in by. */
export interface Requester {
  /** Id of the session; of a signed request it names the API key. */
  readonly session: string;
  /** By an API key, which only pays to allow-listed addresses. */
  readonly signed: boolean;
}

/**
 * withdrawal/: hold → review → signed once → broadcast → confirmed (money §8). Any number of workers may step at once.
 */
export interface Withdrawals {
  /** @throws 3101–3106, 3001, 3110, 1104, 1107…: the obstacle; nothing was done. */
  request(customer: Customer, given: WithdrawalRequest, key: CommandKey, by: Requester): Promise<WithdrawalAck>;
  /** @throws 3107 from signing on; 404 for another's. */
  cancel(
    customer: Customer,
    id: string,
  ): Promise<{ readonly id: string; readonly status: number; readonly seq: number }>;
  list(userId: string, filter: FundsFilter): Promise<Page<Withdrawal>>;
  parts(userId: string, filter: Omit<FundsFilter, 'current' | 'size'>): AsyncIterable<readonly Withdrawal[]>;
  limits(customer: Customer): Promise<WithdrawalLimits>;
  /** One pass: reviews by rules, plans, signs, stores, broadcasts, counts confirmations, bumps fees, confirms. */
  step(): Promise<void>;
  /** For the desk. */
  queue(filter: FundsFilter & { readonly userId?: string | undefined }): Promise<Page<ReviewedWithdrawal>>;
  one(id: string): Promise<ReviewedWithdrawal | undefined>;
  transactions(filter: {
    readonly withdrawal?: string;
    readonly network?: string | undefined;
    readonly current: number;
    readonly size: number;
  }): Promise<Page<HouseTransaction>>;
  /** One person, below the threshold. @throws what the exchange rejects. */
  approve(id: string, operator: number): Promise<void>;
  refuse(id: string, operator: number, why: FundsReason, note: string | null): Promise<void>;
  /** A card withdrawal that two people saw paid: signed and confirmed in the exchange. Idempotent. */
  paid(id: string, reference: string): Promise<void>;
  /**
   * An approved card withdrawal that two people saw returned or never accepted by the bank: it fails, and everything
   * held is released to the customer. Idempotent. @throws 3107 once it is marked paid; 404.
   */
  returned(id: string, why: FundsReason, note: string | null): Promise<void>;
  /** The proof that a signed withdrawal on a chain is never paid, from our node now. @throws NodeFault; 404. */
  proof(id: string): Promise<DeadPayment | undefined>;
  /** Withdrawals in that state, oldest first. */
  stuck(): Promise<readonly StuckWithdrawal[]>;
  /**
   * Two people saw the proof, which is checked again: it fails, and everything held is released to the customer.
   * Idempotent. @throws 3107 if no proof is deep enough, NodeFault, 404.
   */
  failProven(id: string, txid: string, why: FundsReason, note: string | null): Promise<void>;
  /** With the same proof it is approved again, and paid with another transaction. @throws the same. */
  replan(id: string, txid: string): Promise<void>;
}
