// What a user may move out of a wallet: the available balance less what a product needs as margin (money §3, §4).

import type { Ledger } from './accounts.ts';

/** The rules of a wallet type whose balance serves as margin: contracts, margin. */
export interface WalletRule {
  /** Atoms that may leave now. `market` is set for wallet 5, else 0. */
  spendable(user: number, wallet: number, asset: number, market: number): number;
  /** Market whose price blocks all outgoing moves now, 0 none. When missing, none ever blocks. */
  lockedBy?(user: number, wallet: number, asset: number): number;
  /** Whether the wallet accepts an asset. When missing, it accepts any. `market` is set for wallet 5, else 0. */
  takesIn?(wallet: number, asset: number, market: number): boolean;
  /** Whether the wallet accepts this amount given the state of the asset's price. When missing, it does. */
  takesStale?(user: number, wallet: number, asset: number, market: number, amount: number): boolean;
  /** Called after a move in or out, for a product that tracks the value of its wallets. */
  moved?(user: number, wallet: number, market: number): void;
}

export class WalletRules {
  private readonly ledger: Ledger;
  /** By wallet type. Wired once at start, not state. */
  private readonly rules: (WalletRule | undefined)[] = [];

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  /** Registers the product that decides what may leave a wallet type. */
  give(wallet: number, rule: WalletRule): void {
    while (this.rules.length <= wallet) this.rules.push(undefined);
    this.rules[wallet] = rule;
  }

  spendable(user: number, wallet: number, asset: number, market: number): number {
    const rule = this.rules[wallet];
    return rule === undefined
      ? this.ledger.availableOf(user, wallet, asset, market)
      : rule.spendable(user, wallet, asset, market);
  }

  /** Market whose price blocks all moves out of a wallet now, 0 none. */
  lockedBy(user: number, wallet: number, asset: number): number {
    return this.rules[wallet]?.lockedBy?.(user, wallet, asset) ?? 0;
  }

  /** Notifies the wallet's product of a move in or out. */
  moved(user: number, wallet: number, market: number): void {
    this.rules[wallet]?.moved?.(user, wallet, market);
  }

  /** Whether a wallet accepts an asset (money §8, transfer). It refuses assets its product does not support. */
  takesIn(wallet: number, asset: number, market: number): boolean {
    return this.rules[wallet]?.takesIn?.(wallet, asset, market) ?? true;
  }

  /** Whether the state of an asset's price allows this amount into a wallet. */
  takesStale(user: number, wallet: number, asset: number, market: number, amount: number): boolean {
    return this.rules[wallet]?.takesStale?.(user, wallet, asset, market, amount) ?? true;
  }
}
