// Treasury: hot and cold reserves, halts of coins, the state of each chain, proof of reserves.

import type { Coverage, Page } from '@vitrine/contract';
import type { ChainName, Plan } from '../rail/index.ts';
import type { HeldClaim } from './signer.ts';

/** treasury/: hot, cold, sweeps, reconciliation, halts, hourly proof of reserves. Amounts in atoms of the ledger. */
export interface Reserve {
  readonly network: string;
  readonly coin: string;
  readonly hot: bigint;
  readonly cold: bigint;
  readonly unswept: bigint;
  readonly leaving: bigint;
  readonly expected: bigint;
  /** Units below the ledger's scale, as decimal text of the coin. */
  readonly dust: string;
  readonly difference: bigint;
  readonly tolerance: bigint;
  readonly hotLimit: bigint;
  readonly hotLow: bigint;
  readonly state: 'even' | 'surplus' | 'short' | 'unknown';
  readonly checked: number | null;
  readonly halt: Halt | null;
}

export interface Halt {
  readonly network: string;
  readonly coin: string;
  readonly reason: string;
  /** Staff number; null: custody itself. */
  readonly by: string | null;
  readonly since: number;
}

export interface ChainState {
  readonly network: ChainName;
  readonly height: number | null;
  readonly blockTime: number | null;
  readonly answered: number | null;
  readonly fault: string | null;
  readonly reorganised: { readonly depth: number; readonly time: number } | null;
  /** Heights whose blocks were not read completely. */
  readonly unchecked: readonly { readonly from: number; readonly to: number }[];
}

/** An order of the signer's log that no row of ours knows. */
export interface UnrecordedOrder {
  /** Its name, such as `withdrawal:12`. */
  readonly id: string;
  readonly network: ChainName;
  readonly coin: string;
  /** Amount in the chain's least units. */
  readonly units: string;
  /** Decimal text of the coin; null while its chain does not offer it, so that its decimals are not known. */
  readonly amount: string | null;
  readonly to: string;
  /** When it was signed, ms UTC by the signer's clock. */
  readonly signed: number;
  /** Its case still halts the coin. */
  readonly open: boolean;
}

export interface Treasury {
  /** The current halt, or undefined. From memory. */
  halted(network: string, coin: string): Halt | undefined;
  /**
   * Halts at once. `by` null: custody itself. `cause`: identifies a halt that is set once and lifted separately;
   * several may be active.
   */
  halt(network: string, coin: string, reason: string, by: string | null, cause?: string): Promise<void>;
  /** Lifts the halt that `halted` returns; other halts of the coin remain. */
  resume(network: string, coin: string): Promise<void>;
  /**
   * Has planning get past a claim of a plan that the signer refused because an order it signed has it, where this database
   * knows nothing of that order: it is older than the signature. Does nothing otherwise.
   */
  free?(plan: Plan, held: HeldClaim): Promise<void>;
  reserves(): Promise<readonly Reserve[]>;
  chains(): Promise<readonly ChainState[]>;
  topUp(
    network: string,
    coin: string,
    amount: string,
  ): Promise<{ network: ChainName; coin: string; amount: string; from: string; to: string; unsigned: string | null }>;
  /** Signatures without a record; of open cases first. */
  unrecorded(filter: {
    readonly network?: string | undefined;
    readonly current: number;
    readonly size: number;
  }): Promise<Page<UnrecordedOrder>>;
  coverage(filter: {
    readonly coin?: string | undefined;
    readonly current: number;
    readonly size: number;
  }): Promise<Page<Coverage>>;
  /** Reconciles every coin (at least every minute), sweeps, and sends to cold. */
  step(): Promise<void>;
  /** The hourly proof of reserves, if due. */
  prove(): Promise<void>;
}
