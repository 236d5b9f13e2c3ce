// What a customer owes of deposits that their rail took back (money §8): it stops withdrawals, and what comes to the
// spot wallet afterwards repays it first.

import { CLASS, DEBT, type Ledger } from '../ledger/index.ts';
import type { Out } from '../state/index.ts';
import type { Rails } from './rails.ts';

const OWED = 218;
const SPOT_WALLET = 1;

/**
 * Accounts: `debt` of (user, chain, asset, rail) below 0, `receivable` of (chain, asset, rail) its other side. What is
 * owed is not yet taken from `outside`: there stand the coins a rail should have, and the receivable says which of them
 * it will not have before the customer has paid.
 */
export class Reversals {
  private readonly out: Out;
  private readonly ledger: Ledger;
  private readonly rails: Rails;

  constructor(out: Out, ledger: Ledger, rails: Rails) {
    this.out = out;
    this.ledger = ledger;
    this.rails = rails;
  }

  /** Atoms a user owes of an asset to a rail. */
  owed(user: number, asset: number, rail: number): number {
    const account = this.ledger.find(CLASS.debt, user, DEBT.chain, asset, rail);
    return account === 0 ? 0 : 0 - (this.ledger.accounts.available[account] as number);
  }

  /** Whether a user owes anything to any rail. */
  any(user: number): boolean {
    const { rows } = this.rails;
    for (let row = 1; row <= rows.top; row += 1)
      if (this.owed(user, rows.asset[row] as number, rows.rail[row] as number) > 0) return true;
    return false;
  }

  /** Takes `amount` back for a rail: what is available of the spot wallet, the rest becomes a debt. */
  take(user: number, asset: number, rail: number, amount: number): void {
    const { ledger } = this;
    const free = ledger.availableOf(user, SPOT_WALLET, asset, 0);
    const taken = free < amount ? free : amount;
    if (taken > 0) this.pay(user, asset, rail, taken);
    const rest = amount - taken;
    if (rest > 0) this.change(user, asset, rail, rest);
  }

  /** After a credit to the spot wallet: repays what is owed of that asset, rail by rail. */
  repay(user: number, asset: number): void {
    const { rows } = this.rails;
    for (let row = 1; row <= rows.top; row += 1) {
      if (rows.asset[row] !== asset) continue;
      const rail = rows.rail[row] as number;
      const owed = this.owed(user, asset, rail);
      const free = owed === 0 ? 0 : this.ledger.availableOf(user, SPOT_WALLET, asset, 0);
      if (free === 0) continue;
      const paid = free < owed ? free : owed;
      this.change(user, asset, rail, 0 - paid);
      this.pay(user, asset, rail, paid);
    }
  }

  /** Each receivable is what the customers owe of it (core §4). */
  audit(expect: (holds: boolean, what: string) => void): void {
    const { ledger, rails } = this;
    const a = ledger.accounts;
    const owed = new Float64Array(rails.rows.top + 1);
    for (let slot = 1; slot <= a.top; slot += 1) {
      if (a.wallet[slot] !== DEBT.chain || (a.class[slot] !== CLASS.debt && a.class[slot] !== CLASS.receivable))
        continue;
      const row = rails.of(a.market[slot] as number, a.asset[slot] as number);
      expect(row !== 0, `account ${slot} to be of a rail`);
      owed[row] = (owed[row] as number) + (a.available[slot] as number);
    }
    for (let row = 1; row <= rails.rows.top; row += 1)
      expect(owed[row] === 0, `what is owed of rail row ${row} to be receivable, they differ by ${owed[row]}`);
  }

  private pay(user: number, asset: number, rail: number, amount: number): void {
    const { ledger } = this;
    ledger.post(ledger.open(CLASS.wallet, user, SPOT_WALLET, asset, 0), 0 - amount, 0);
    ledger.post(ledger.open(CLASS.outside, 0, 0, asset, rail), amount, 0);
  }

  private change(user: number, asset: number, rail: number, change: number): void {
    const { ledger, out } = this;
    const debt = ledger.open(CLASS.debt, user, DEBT.chain, asset, rail);
    const receivable = ledger.open(CLASS.receivable, 0, DEBT.chain, asset, rail);
    out.record(OWED, [user, asset, rail, this.owed(user, asset, rail) + change, change]);
    ledger.post(debt, 0 - change, 0);
    ledger.post(receivable, change, 0);
  }
}
