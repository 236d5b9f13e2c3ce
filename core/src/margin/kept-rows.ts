// Rows reserved for the liquidation of wallets with debts (core §10): one order, and for each market that sells one of
// their coins an order account with its two accounts. Derived from the state.

import { WALLET } from '../enum/index.ts';
import type { MarginContext } from './context.ts';
import type { Expect } from '../expect.ts';

const ISOLATED_COINS = 2;

export class KeptRows {
  private readonly context: MarginContext;
  /** Numbers of wallets with debts. */
  private cross = 0;
  private isolated = 0;
  /** Rows reserved now. */
  private orders = 0;
  private orderAccounts = 0;

  constructor(context: MarginContext) {
    this.context = context;
  }

  /** Recounts, on load. */
  rebuild(): void {
    const { wallets } = this.context.tables;
    this.cross = 0;
    this.isolated = 0;
    for (let row = 1; row <= wallets.top; row += 1) if (wallets.debts[row] !== 0) this.count(row, 1);
    this.apply();
  }

  /** Counts a wallet with its first debt. */
  began(row: number): void {
    this.count(row, 1);
    this.apply();
  }

  /** Counts a wallet whose last debt ended. */
  ended(row: number): void {
    this.count(row, -1);
    this.apply();
  }

  /** The coins on margin changed. */
  listed(): void {
    this.apply();
  }

  /** Whether a wallet's first debt fits, with `accounts` accounts that borrowing opens. */
  fits(wallet: number, accounts: number): boolean {
    const { orderBooks, ledger, tables } = this.context;
    const orderAccounts = this.orderAccountsOf(wallet);
    return (
      orderBooks.orders.fits(1) &&
      orderBooks.orderAccounts.rows.fits(orderAccounts) &&
      ledger.hasCapacity(accounts + 2 * orderAccounts) &&
      tables.bounds.most >= this.bounds() + this.boundsOf(wallet)
    );
  }

  /** Whether the bounds of all wallets with debts fit when `more` coins join margin. */
  fitsCoins(more: number): boolean {
    return this.context.tables.bounds.most >= this.bounds() + this.cross * more;
  }

  /** Rows of bounds that wallets with debts may still need. */
  boundsKept(): number {
    const kept = this.bounds() - this.context.tables.bounds.rowsUsed();
    return kept > 0 ? kept : 0;
  }

  audit(expect: Expect): void {
    const { cross, isolated } = this;
    const { wallets, bounds } = this.context.tables;
    let count = 0;
    for (let row = 1; row <= wallets.top; row += 1) if (wallets.debts[row] !== 0) count += 1;
    expect(count === cross + isolated, () => `${count} wallets with debts to keep rows, ${cross} and ${isolated} do`);
    expect(bounds.rowsUsed() <= bounds.most, `bounds of wallets to fit in their table`);
  }

  private count(row: number, by: number): void {
    if (this.context.tables.wallets.wallet[row] === WALLET.crossMargin) this.cross += by;
    else this.isolated += by;
  }

  private apply(): void {
    const { orderBooks, ledger } = this.context;
    const orders = this.cross + this.isolated;
    const orderAccounts = this.cross * this.orderAccountsOf(WALLET.crossMargin) + this.isolated;
    orderBooks.orders.keptRows += orders - this.orders;
    orderBooks.orderAccounts.rows.keptRows += orderAccounts - this.orderAccounts;
    ledger.accounts.keptRows += 2 * (orderAccounts - this.orderAccounts);
    this.orders = orders;
    this.orderAccounts = orderAccounts;
  }

  /** Most bounds of all wallets with debts at a time. */
  private bounds(): number {
    return this.cross * this.boundsOf(WALLET.crossMargin) + this.isolated * ISOLATED_COINS;
  }

  private boundsOf(wallet: number): number {
    return wallet === WALLET.crossMargin ? this.coins() : ISOLATED_COINS;
  }

  /** Order accounts that a wallet's liquidation may need: one per coin; for an isolated wallet its market's. */
  private orderAccountsOf(wallet: number): number {
    return wallet === WALLET.crossMargin ? this.coins() : 1;
  }

  /** Coins on margin. */
  private coins(): number {
    const { tables } = this.context;
    let coins = 0;
    for (let asset = 1; asset <= tables.assets.top; asset += 1) if (tables.lists(asset)) coins += 1;
    return coins;
  }
}
