// Customers, who owns which address, and a customer's book of addresses to withdraw to.

import type { AddressBook, AddressCheck, BookAddress } from '@vitrine/contract';
import type { ChainName, Source } from '../rail/index.ts';
import type { CustodyTransaction } from '../tables.ts';

/** A customer, by identity's and the exchange's number. */
export interface Customer {
  readonly userId: string;
  readonly coreUser: number;
}

/** address/: owners of addresses. Private keys are not here: only account public keys from the signer. */
export interface Addresses {
  /**
   * The customer's address on a chain: made and stored at the first request, then always the same. After a key change
   * at the signer there is a new one; the old one remains the customer's for ever.
   */
  of(customer: Customer, chain: ChainName): Promise<string>;
  /** The owner; undefined for an address that is not a customer's. From memory. */
  owner(
    chain: ChainName,
    address: string,
  ): (Customer & { readonly index: number; readonly version?: number }) | undefined;
  /** Destination of sweeps and source of withdrawals: the hot address of the active key. */
  hot(chain: ChainName): string;
  /** The source of `hot`; absent: the first version's. */
  readonly hotSource?: (chain: ChainName) => Source;
  /** Whether it is or was the hot address; absent: there was only one. */
  readonly isHot?: (chain: ChainName, address: string) => boolean;
  /** The operator's cold address, from the settings; undefined: none. */
  cold(chain: ChainName): string | undefined;
  /** Every address of ours on a chain that may hold coins: hot, formerly hot, and customers' by index. */
  all(chain: ChainName): readonly { readonly address: string; readonly source: Source }[];
  publicKeyOf(chain: ChainName): (source: Source) => Uint8Array;
}

/** book/: a customer's addresses. */
export interface Book {
  list(
    userId: string,
    filter: { readonly coin?: string | undefined; readonly network?: string | undefined },
  ): Promise<AddressBook>;
  save(
    userId: string,
    given: {
      readonly id?: string | undefined;
      readonly coin?: string | undefined;
      readonly network?: string | undefined;
      readonly address?: string | undefined;
      readonly label?: string | undefined;
      readonly allowOnly?: boolean | undefined;
    },
  ): Promise<{
    readonly record: BookAddress | null;
    readonly allowOnly: boolean;
    readonly allowOnlyEnds: number | null;
  }>;
  del(userId: string, id: string): Promise<{ readonly id: string }>;
  check(userId: string, coin: string, network: string, address: string): Promise<AddressCheck>;
  /**
   * Whether it may be paid to now; `strict`: only what the book allows, whatever its setting (API keys).
   * @throws 3101 invalid, 3102 another network's, 3103 still waiting or not in the book.
   * @returns its canonical form and entry.
   */
  allow(
    userId: string,
    coin: string,
    network: string,
    address: string,
    strict: boolean,
  ): Promise<{ readonly address: string; readonly entry: BookAddress | null }>;
  /**
   * Whether a listed address, or any where the list allows all, may still be paid to. Asked in the transaction that
   * records a payment: a change of the book waits until it ends.
   */
  stillAllows(
    transaction: CustodyTransaction,
    userId: string,
    to: { readonly coin: string; readonly network: string; readonly address: string },
    strict: boolean,
  ): Promise<boolean>;
  /**
   * Whether a bank card bound at this time (ms UTC) may be paid to now: it waits as long as a new address does.
   * @throws 3103 still waiting.
   */
  allowCard(userId: string, bound: number, strict: boolean): Promise<void>;
  /** Records a payment to it. */
  used(userId: string, coin: string, network: string, address: string): Promise<void>;
}
