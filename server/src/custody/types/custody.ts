// All of custody, for the routes, the feeds and the desk.

import type { DepositAddress, FundsNews, RechargeCurrency } from '@vitrine/contract';
import type { CommandKey } from '../../api/call/index.ts';
import type { Customer, Addresses, Book } from './address.ts';
import type { Deposits } from './deposit.ts';
import type { Withdrawals } from './withdrawal.ts';
import type { Treasury } from './treasury.ts';

/** networks/: the customers' choices. */
export interface Networks {
  list(): readonly RechargeCurrency[];
  depositAddress(customer: Customer, coin: string, network: string | undefined): Promise<DepositAddress>;
}

/** rail/practice/: the external wallet that practice mode gives everybody, and reorganisations of its chain. */
export interface PracticeOutside {
  /** @throws 404 coin, 3101, 3102 address, 3104 today's limit. Same key, same payment. */
  send(
    customer: Customer,
    coin: string,
    address: string,
    amount: string,
    key: CommandKey,
  ): Promise<{ txid: string; left: string }>;
  /**
   * Replaces the last `depth` blocks, with `drop` losing their payments, otherwise keeping them. Returns the new
   * height.
   */
  reorganise(depth: number, drop: boolean): Promise<number>;
}

/** All of custody, for the routes, the feeds and the desk. */
export interface Custody {
  readonly networks: Networks;
  readonly addresses: Addresses;
  readonly deposits: Deposits;
  readonly withdrawals: Withdrawals;
  readonly book: Book;
  readonly treasury: Treasury;
  /** Practice mode only. */
  readonly outside: PracticeOutside | undefined;
  /** Calls `listener` for a customer's changed deposits and withdrawals. Returns a function that stops it. */
  onNews(listener: (coreUser: number, news: FundsNews) => void): () => void;
  stop(): Promise<void>;
}
