// The balances that events must leave: each account has what moved it, and holds what its reasons hold (money §12).

import { expect } from 'vitest';
import { ACCOUNT_CLASS, MARKET_MAKER, WALLET } from '../../src/enum/index.ts';
import { isContract } from '../perpetual/audit.ts';
import { BookAudit } from './book-audit.ts';
import { keyOf } from './known.ts';

/** Accounts whose balances may be negative: clearing, debt, outside (core §4). */
const BELOW_ZERO: readonly number[] = [3, 6, ACCOUNT_CLASS.outside];

export class BalanceAudit extends BookAudit {
  /** The total that each account must have (available and held), by class, user, wallet, asset, market. */
  private readonly due = new Map<string, number>();

  protected owe(of: number, user: number, wallet: number, asset: number, market: number, atoms: number): void {
    const key = keyOf(of, user, wallet, asset, market);
    this.due.set(key, (this.due.get(key) ?? 0) + atoms);
  }

  /** Adds to the expected balance of the wallet of an order; the treasury uses its spot wallet. */
  protected oweIn(user: number, order: number, market: number, asset: number, atoms: number): void {
    const house = isContract(market) ? this.market(market).type : 1;
    const wallet = user === MARKET_MAKER ? house : this.order(order).wallet;
    this.owe(ACCOUNT_CLASS.wallet, user, wallet, asset, wallet === WALLET.isolatedMargin ? market : 0, atoms);
  }

  /**
   * Checks that every account matches its events, that all balances sum to zero, and that held amounts equal their
   * reasons (money §12).
   */
  protected balances(): void {
    const sums = new Map<number, number>();
    const held = this.holds();
    for (const one of this.products)
      one.holds((user, wallet, asset, market, atoms) => {
        const key = keyOf(ACCOUNT_CLASS.wallet, user, wallet, asset, market);
        held.set(key, (held.get(key) ?? 0) + atoms);
      });
    for (const [id, account] of this.accounts) {
      const { key } = account;
      const total = account.available + account.held;
      const due = this.due.get(key) ?? 0;
      if (total !== due) expect(total, `account ${id} (${key}) has what moved it`).toBe(due);
      const bound = account.class === ACCOUNT_CLASS.wallet ? (held.get(key) ?? 0) : 0;
      if (account.held !== bound) expect(account.held, `account ${id} (${key}) holds for its open orders`).toBe(bound);
      if (!BELOW_ZERO.includes(account.class) && (account.available < 0 || account.held < 0))
        expect(account, 'money §12.2: never negative').toBe(null);
      sums.set(account.asset, (sums.get(account.asset) ?? 0) + total);
    }
    for (const [asset, sum] of sums) if (sum !== 0) expect(sum, `money §12.1: asset ${asset} sums to zero`).toBe(0);
  }
}
