// Balances of the practice chain, and the next nonce of each sender. Each transaction can be undone exactly.

import type { PracticeCoin } from './coins.ts';
import { type PracticeTransaction, spent } from './transaction.ts';

interface Account {
  /** The state that may change it; any other clones it first. */
  readonly owner: symbol;
  nonce: number;
  readonly balances: Map<string, bigint>;
}

/** Format of a checkpoint: nonce, then coin and units alternating. */
export type StateDump = Readonly<Record<string, readonly [number, ...string[]]>>;

export class PracticeState {
  private readonly accounts = new Map<string, Account>();
  // A symbol instead of a reference: an account that outlives its state must not keep it in memory.
  private readonly mark = Symbol();

  /**
   * An independent copy. Accounts are cloned at their first change, so this state must not change while the copy is in
   * use.
   */
  copy(): PracticeState {
    const copy = new PracticeState();
    for (const [address, account] of this.accounts) copy.accounts.set(address, account);
    return copy;
  }

  nonce(address: string): number {
    return this.accounts.get(address)?.nonce ?? 0;
  }

  /** Least units. */
  balance(address: string, coin: string): bigint {
    return this.accounts.get(address)?.balances.get(coin) ?? 0n;
  }

  /** Creates money: only in the first block. */
  issue(address: string, coin: PracticeCoin): void {
    this.move(address, coin.coin, coin.issued);
  }

  /** Whether a transaction can be applied next: its nonce is due, and its sender has the funds. */
  takes(transaction: PracticeTransaction): boolean {
    const { from, coin, nonce } = transaction;
    return nonce === this.nonce(from) && this.balance(from, coin.coin) >= spent(transaction);
  }

  apply(transaction: PracticeTransaction): void {
    const { from, coin, outputs } = transaction;
    if (!this.takes(transaction)) throw new Error(`expected a transaction of ${from} that can be applied next`);
    this.account(from).nonce += 1;
    this.move(from, coin.coin, -spent(transaction));
    for (const { address, units } of outputs) this.move(address, coin.coin, units);
  }

  /** Undoes the newest transaction. */
  unapply(transaction: PracticeTransaction): void {
    const { from, coin, outputs } = transaction;
    for (const { address, units } of outputs) this.move(address, coin.coin, -units);
    this.move(from, coin.coin, spent(transaction));
    this.account(from).nonce -= 1;
  }

  dump(): StateDump {
    return Object.fromEntries(
      [...this.accounts].map(([address, { nonce, balances }]) => [
        address,
        [nonce, ...[...balances].flatMap(([coin, units]) => [coin, String(units)])] as const,
      ]),
    );
  }

  static load(dump: StateDump): PracticeState {
    const state = new PracticeState();
    for (const [address, [nonce, ...pairs]] of Object.entries(dump)) {
      const balances = new Map<string, bigint>();
      for (let at = 0; at + 1 < pairs.length; at += 2) balances.set(pairs[at] ?? '', BigInt(pairs[at + 1] ?? '0'));
      state.accounts.set(address, { owner: state.mark, nonce, balances });
    }
    return state;
  }

  private account(address: string): Account {
    const known = this.accounts.get(address);
    if (known?.owner === this.mark) return known;
    const account = { owner: this.mark, nonce: known?.nonce ?? 0, balances: new Map(known?.balances) };
    this.accounts.set(address, account);
    return account;
  }

  private move(address: string, coin: string, change: bigint): void {
    const { balances } = this.account(address);
    const left = (balances.get(coin) ?? 0n) + change;
    if (left < 0n) throw new Error(`expected ${address} to keep at least 0 ${coin}, got ${left}`);
    if (left === 0n) balances.delete(coin);
    else balances.set(coin, left);
  }
}
