// How many withdrawals a user has pending, and how many of a coin wait in the queue. Derived from the rows.

import { ACCOUNT_CLASS, WALLET } from '../../enum/index.ts';
import { type WalletContext } from '../context.ts';
import { IntColumn } from '../row-heap.ts';
import type { WithdrawalRows } from './flow.ts';
import { UserRows } from './user-rows.ts';

export class WithdrawalCounts {
  private readonly context: WalletContext;
  private readonly rows: WithdrawalRows;
  /** Pending withdrawals, by user. */
  readonly ofUsers = new UserRows();
  private readonly ofUser = new IntColumn();
  /** Queued and not yet signed, by the account that holds them. */
  private readonly ofAccount = new IntColumn();

  constructor(context: WalletContext, rows: WithdrawalRows) {
    this.context = context;
    this.rows = rows;
  }

  /** A user's pending withdrawals. */
  pending(user: number): number {
    return this.ofUser.get(user);
  }

  addPending(user: number, row: number): void {
    this.ofUsers.add(user, row);
    this.ofUser.set(user, this.ofUser.get(user) + 1);
  }

  removePending(user: number, row: number): void {
    this.ofUsers.remove(user, row);
    this.ofUser.set(user, this.ofUser.get(user) - 1);
  }

  /** Adds `change` to the count of queued, unsigned withdrawals of a row's user and coin. Returns the earlier count. */
  addQueued(row: number, change: 1 | -1): number {
    const { rows, ofAccount, context } = this;
    const account = context.spotAccount(rows.user[row] as number, rows.asset[row] as number);
    const before = ofAccount.get(account);
    ofAccount.set(account, before + change);
    return before;
  }

  /** Queued, unsigned withdrawals in the row's coin of accounts linked with its user: they share one user's turns. */
  linkedQueued(row: number): number {
    const { rows, context, ofAccount } = this;
    const user = rows.user[row] as number;
    const asset = rows.asset[row] as number;
    const { links } = context.users;
    let count = 0;
    for (let other = links.next(user, user); other !== 0; other = links.next(user, other)) {
      const account = context.ledger.find(ACCOUNT_CLASS.wallet, other, WALLET.spot, asset, 0);
      if (account !== 0) count += ofAccount.get(account);
    }
    return count;
  }
}
