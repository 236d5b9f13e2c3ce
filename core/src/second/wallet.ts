// What the wallet of second contracts accepts: the assets that they are sold in (money §8, transfer).

import type { Ledger, WalletRule } from '../ledger/index.ts';
import type { SecondMarkets } from './markets.ts';

export class SecondWallet implements WalletRule {
  private readonly ledger: Ledger;
  private readonly markets: SecondMarkets;

  constructor(ledger: Ledger, markets: SecondMarkets) {
    this.ledger = ledger;
    this.markets = markets;
  }

  /** Everything available: stakes are in escrow, not in the wallet. */
  spendable(user: number, wallet: number, asset: number, market: number): number {
    return this.ledger.availableOf(user, wallet, asset, market);
  }

  /** Accepts an asset that any market ever used, and any asset while no second contracts are on sale. */
  takesIn(_wallet: number, asset: number): boolean {
    const { rows } = this.markets;
    let sold = false;
    for (let instrument = 1; instrument <= rows.top; instrument += 1) {
      if (rows.version[instrument] === 0) continue;
      if (rows.asset[instrument] === asset) return true;
      sold = true;
    }
    return !sold;
  }
}
