// What a user may take out of a wallet: what is available, less what a product needs to stay there (money §3, §4).

import type { Ledger } from './accounts.ts';

/** The rule of one wallet type whose balance backs something: contracts, margin. */
export interface WalletRule {
  /** Atoms that may leave now. `market` of wallet 5, else 0. */
  spendable(user: number, wallet: number, asset: number, market: number): number;
  /** Market for whose price nothing may leave now, 0 none; without this none ever does. */
  lockedBy?(user: number, wallet: number, asset: number): number;
  /** Whether the wallet takes an asset in; without this it takes any. `market` of wallet 5, else 0. */
  takesIn?(wallet: number, asset: number, market: number): boolean;
  /** Whether the wallet takes so much of an asset in, whatever its price is; without this it does. */
  takesStale?(user: number, wallet: number, asset: number, market: number, amount: number): boolean;
  /** Something was moved in or out; for a product that watches what its wallets are worth. */
  moved?(user: number, wallet: number, market: number): void;
}

export class WalletRules {
  private readonly ledger: Ledger;
  /** By wallet type; wired once, no state. */
  private readonly rules: (WalletRule | undefined)[] = [];

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  /** Gives a wallet type to the product that decides what may leave it. */
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

  /** Market for whose price nothing may leave a wallet now, 0: there is none. */
  lockedBy(user: number, wallet: number, asset: number): number {
    return this.rules[wallet]?.lockedBy?.(user, wallet, asset) ?? 0;
  }

  /** Tells the wallet's product that something was moved in or out. */
  moved(user: number, wallet: number, market: number): void {
    this.rules[wallet]?.moved?.(user, wallet, market);
  }

  /** Whether a wallet takes an asset in (money §8, transfer): what its product does not know stays out. */
  takesIn(wallet: number, asset: number, market: number): boolean {
    return this.rules[wallet]?.takesIn?.(wallet, asset, market) ?? true;
  }

  /** Whether the state of an asset's price lets so much of it into a wallet. */
  takesStale(user: number, wallet: number, asset: number, market: number, amount: number): boolean {
    return this.rules[wallet]?.takesStale?.(user, wallet, asset, market, amount) ?? true;
  }
}
