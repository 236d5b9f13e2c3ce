// What a customer owes of deposits that their rail took back (money §8): it stops withdrawals, and whatever comes to the
// spot wallet afterwards repays it first, after the very command that brought it.

import { CLASS, DEBT, type Ledger } from '../ledger/index.ts';
import { type Out, pool, type Registry } from '../state/index.ts';
import type { Rails } from './rails.ts';

const OWED = 218;
const SPOT_WALLET = 1;
/** Debts of (user, asset, rail) that may be open at a time. */
const MAX_DEBTS = 1_000_000;

/**
 * Accounts: `debt` of (user, chain, asset, rail) below 0, `receivable` of (chain, asset, rail) its other side. What is
 * owed is not yet taken from `outside`: there stand the coins a rail should have, and the receivable says which of them
 * it will not have before the customer has paid.
 */
export class Reversals {
  private readonly out: Out;
  private readonly ledger: Ledger;
  private readonly rails: Rails;
  /** Who owes what; `spot` is the account that pays. */
  private readonly rows;

  constructor(registry: Registry, out: Out, ledger: Ledger, rails: Rails) {
    this.out = out;
    this.ledger = ledger;
    this.rails = rails;
    this.rows = registry.add(
      pool('reversals', { user: 'i32', asset: 'i32', rail: 'i32', spot: 'i32', next: 'i32' }, MAX_DEBTS, 'next'),
    );
  }

  /** Whether a user owes anything to any rail. */
  any(user: number): boolean {
    const { rows } = this;
    for (let row = 1; row <= rows.top; row += 1) if (rows.alive(row) && rows.user[row] === user) return true;
    return false;
  }

  /** Whether no further debt can be kept. */
  full(): boolean {
    return this.rows.full();
  }

  /** Takes `amount` back for a rail: what is available of the spot wallet, the rest becomes a debt. */
  take(user: number, asset: number, rail: number, amount: number): void {
    const spot = this.ledger.open(CLASS.wallet, user, SPOT_WALLET, asset, 0);
    const free = this.ledger.accounts.available[spot] as number;
    const taken = free < amount ? free : amount;
    if (taken > 0) this.pay(spot, asset, rail, taken);
    const rest = amount - taken;
    if (rest === 0) return;
    let row = this.find(user, asset, rail);
    if (row === 0) {
      row = this.rows.take();
      this.rows.user[row] = user;
      this.rows.asset[row] = asset;
      this.rows.rail[row] = rail;
      this.rows.spot[row] = spot;
    }
    this.change(row, rest);
  }

  /** Whether anything that is owed can be paid. */
  busy(): boolean {
    for (let row = 1; row <= this.rows.top; row += 1) if (this.free(row) > 0) return true;
    return false;
  }

  /** Repays what can be, at most `steps` debts; gives the steps left. */
  work(steps: number): number {
    const { rows } = this;
    let left = steps;
    for (let row = 1; row <= rows.top && left > 0; row += 1) {
      const free = this.free(row);
      if (free === 0) continue;
      left -= 1;
      const owed = this.owed(row);
      const paid = free < owed ? free : owed;
      const spot = rows.spot[row] as number;
      const asset = rows.asset[row] as number;
      const rail = rows.rail[row] as number;
      this.change(row, 0 - paid);
      this.pay(spot, asset, rail, paid);
      if (paid === owed) rows.free(row);
    }
    return left;
  }

  /** What is owed now, for seeds: `reversal.owed` without a change. */
  tell(): void {
    const { rows } = this;
    for (let row = 1; row <= rows.top; row += 1)
      if (rows.alive(row))
        this.out.record(OWED, [
          rows.user[row] as number,
          rows.asset[row] as number,
          rows.rail[row] as number,
          this.owed(row),
          0,
        ]);
  }

  /** Each receivable is what the customers owe of it (core §4); a debt has one row as long as it is open. */
  audit(expect: (holds: boolean, what: string) => void): void {
    const { ledger, rails, rows } = this;
    const a = ledger.accounts;
    const owed = new Float64Array(rails.rows.top + 1);
    for (let slot = 1; slot <= a.top; slot += 1) {
      if (a.wallet[slot] !== DEBT.chain || (a.class[slot] !== CLASS.debt && a.class[slot] !== CLASS.receivable))
        continue;
      const row = rails.of(a.market[slot] as number, a.asset[slot] as number);
      expect(row !== 0, `account ${slot} to be of a rail`);
      owed[row] = (owed[row] as number) + (a.available[slot] as number);
      if (a.class[slot] === CLASS.receivable) continue;
      const open = this.find(a.user[slot] as number, a.asset[slot] as number, a.market[slot] as number) !== 0;
      expect(open === (a.available[slot] as number) < 0, `debt account ${slot} to have a row while it is open`);
    }
    for (let row = 1; row <= rails.rows.top; row += 1)
      expect(owed[row] === 0, `what is owed of rail row ${row} to be receivable, they differ by ${owed[row]}`);
    for (let row = 1; row <= rows.top; row += 1)
      if (rows.alive(row)) expect(this.owed(row) > 0, `reversal row ${row} to owe something`);
  }

  /** Atoms that can be paid of a debt now; 0 of a row that is none. */
  private free(row: number): number {
    const { rows, ledger } = this;
    return rows.alive(row) ? (ledger.accounts.available[rows.spot[row] as number] as number) : 0;
  }

  private owed(row: number): number {
    const { rows, ledger } = this;
    const account = ledger.find(
      CLASS.debt,
      rows.user[row] as number,
      DEBT.chain,
      rows.asset[row] as number,
      rows.rail[row] as number,
    );
    return account === 0 ? 0 : 0 - (ledger.accounts.available[account] as number);
  }

  private find(user: number, asset: number, rail: number): number {
    const { rows } = this;
    for (let row = 1; row <= rows.top; row += 1)
      if (rows.alive(row) && rows.user[row] === user && rows.asset[row] === asset && rows.rail[row] === rail)
        return row;
    return 0;
  }

  private pay(spot: number, asset: number, rail: number, amount: number): void {
    const { ledger } = this;
    ledger.post(spot, 0 - amount, 0);
    ledger.post(ledger.open(CLASS.outside, 0, 0, asset, rail), amount, 0);
  }

  private change(row: number, change: number): void {
    const { ledger, out, rows } = this;
    const user = rows.user[row] as number;
    const asset = rows.asset[row] as number;
    const rail = rows.rail[row] as number;
    const debt = ledger.open(CLASS.debt, user, DEBT.chain, asset, rail);
    const receivable = ledger.open(CLASS.receivable, 0, DEBT.chain, asset, rail);
    out.record(OWED, [user, asset, rail, this.owed(row) + change, change]);
    ledger.post(debt, 0 - change, 0);
    ledger.post(receivable, change, 0);
  }
}
