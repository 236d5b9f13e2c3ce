// Debts of users for reversed deposits (money §8). A debt blocks withdrawals, and everything that later arrives in the
// spot wallet repays it first, right after the command that brought it.

import { ACCOUNT_CLASS, DEBT_KIND, WALLET } from '../enum/index.ts';
import { type Ledger } from '../ledger/index.ts';
import { Lookup, type EventBuffer, pool, type Registry } from '../state/index.ts';
import type { Rails } from './rails.ts';
import type { Expect } from '../expect.ts';

/** What a debtor number refers to. */
const OF_ACCOUNT = 1;
const OF_USER = 2;
/** Most open debts of (user, asset, rail). */
const MAX_DEBTS = 1_000_000;

/**
 * Accounts: `debt` of (user, chain, asset, rail) below 0, and its other side, `receivable` of (chain, asset, rail). The
 * debt is not yet taken from `outside`, which shows the coins that a rail should have. The receivable shows which of
 * them are missing until the user has paid.
 */
export class Reversals {
  private readonly out: EventBuffer;
  private readonly ledger: Ledger;
  private readonly rails: Rails;
  /** Who owes what; `spot` is the account that pays. */
  private readonly rows;
  /** Rows by the account that pays, and the number per user. Derived. */
  private readonly debtors = new Lookup();
  private debtorCount = 0;
  /**
   * By debtor (an account or a user): an account's first row, or a user's count of rows. By row: the account's next
   * row.
   */
  private heads = new Int32Array(64);
  private following = new Int32Array(64);

  constructor(registry: Registry, out: EventBuffer, ledger: Ledger, rails: Rails) {
    this.out = out;
    this.ledger = ledger;
    this.rails = rails;
    this.rows = registry.add(
      pool('reversals', { user: 'i32', asset: 'i32', rail: 'i32', spot: 'i32', next: 'i32' }, MAX_DEBTS, 'next'),
    );
  }

  /** Whether a user has a debt to any rail. */
  any(user: number): boolean {
    const debtor = this.debtors.find(user, OF_USER, 0);
    return debtor !== 0 && this.heads[debtor] !== 0;
  }

  /** Rebuilds derived fields, on load. */
  rebuild(): void {
    for (let row = 1; row <= this.rows.top; row += 1) if (this.rows.alive(row)) this.index(row);
  }

  /** Whether no row for another debt is free. */
  full(): boolean {
    return this.rows.full();
  }

  /** Takes `amount` back for a rail from the spot wallet's available balance. The rest becomes a debt. */
  take(user: number, asset: number, rail: number, amount: number): void {
    const spot = this.ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0);
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
      this.index(row);
    }
    this.change(row, rest);
  }

  /** Whether any debt can be paid now. */
  busy(): boolean {
    return this.ledger.anyPaidIn();
  }

  /** Repays at most `steps` debts as far as possible, in the order of their rows. Returns the steps left. */
  work(steps: number): number {
    const { ledger } = this;
    const payable: number[] = [];
    for (let place = 0; place < ledger.paidCount; place += 1)
      for (let row = this.first(ledger.paidIn(place)); row !== 0; row = this.following[row] as number)
        payable.push(row);
    let left = steps;
    for (const row of payable.toSorted((a, b) => a - b)) {
      if (left === 0) break;
      const free = this.free(row);
      if (free === 0) continue;
      left -= 1;
      this.settle(row, free);
    }
    return left;
  }

  /** Repays at most `amount` atoms of a user's debt to a rail, before debts to others. */
  repay(user: number, asset: number, rail: number, amount: number): void {
    const row = this.find(user, asset, rail);
    if (row === 0) return;
    const free = this.free(row);
    this.settle(row, free < amount ? free : amount);
  }

  /** Repays at most `most` atoms of a debt. A repaid debt ends. */
  private settle(row: number, most: number): void {
    const { rows } = this;
    const owed = this.owed(row);
    const paid = most < owed ? most : owed;
    const spot = rows.spot[row] as number;
    const asset = rows.asset[row] as number;
    const rail = rows.rail[row] as number;
    this.change(row, 0 - paid);
    this.pay(spot, asset, rail, paid);
    if (paid < owed) return;
    this.unindex(row);
    rows.free(row);
  }

  /** The first row of an account, 0 none. */
  private first(account: number): number {
    const debtor = this.debtors.find(account, OF_ACCOUNT, 0);
    return debtor === 0 ? 0 : (this.heads[debtor] as number);
  }

  /** The debtor number of an account or a user; assigned on first use. */
  private debtor(id: number, of: number): number {
    const found = this.debtors.find(id, of, 0);
    if (found !== 0) return found;
    this.debtorCount += 1;
    if (this.debtorCount >= this.heads.length) this.heads = longer(this.heads);
    this.debtors.add(id, of, 0, this.debtorCount);
    return this.debtorCount;
  }

  /** Indexes a new debt and watches its account. */
  private index(row: number): void {
    const { rows } = this;
    const account = this.debtor(rows.spot[row] as number, OF_ACCOUNT);
    const user = this.debtor(rows.user[row] as number, OF_USER);
    while (row >= this.following.length) this.following = longer(this.following);
    this.following[row] = this.heads[account] as number;
    this.heads[account] = row;
    this.heads[user] = (this.heads[user] as number) + 1;
    this.ledger.watch(rows.spot[row] as number);
  }

  /** Removes a repaid debt from the index. */
  private unindex(row: number): void {
    const { rows } = this;
    const spot = rows.spot[row] as number;
    const account = this.debtor(spot, OF_ACCOUNT);
    const user = this.debtor(rows.user[row] as number, OF_USER);
    this.heads[user] = (this.heads[user] as number) - 1;
    const after = this.following[row] as number;
    if (this.heads[account] === row) this.heads[account] = after;
    else {
      let before = this.heads[account] as number;
      // Bounded by the rails of one coin.
      while (this.following[before] !== row) before = this.following[before] as number;
      this.following[before] = after;
    }
    if (this.heads[account] === 0) this.ledger.unwatch(spot);
  }

  /** For seeds: emits present debts as `reversal.owed` without a change. */
  emitState(): void {
    const { rows } = this;
    for (let row = 1; row <= rows.top; row += 1)
      if (rows.alive(row))
        this.out.record('reversal.owed', {
          user: rows.user[row] as number,
          asset: rows.asset[row] as number,
          rail: rows.rail[row] as number,
          owed: this.owed(row),
          change: 0,
        });
  }

  /** Each receivable equals its users' debts (core §4); a debt has one row while it is open. */
  audit(expect: Expect): void {
    const { ledger, rails, rows } = this;
    const a = ledger.accounts;
    const owed = new Float64Array(rails.rows.top + 1);
    for (let slot = 1; slot <= a.top; slot += 1) {
      if (
        a.wallet[slot] !== DEBT_KIND.chain ||
        (a.class[slot] !== ACCOUNT_CLASS.debt && a.class[slot] !== ACCOUNT_CLASS.receivable)
      )
        continue;
      const row = rails.of(a.market[slot] as number, a.asset[slot] as number);
      expect(row !== 0, () => `account ${slot} to be of a rail`);
      owed[row] = (owed[row] as number) + (a.available[slot] as number);
      if (a.class[slot] === ACCOUNT_CLASS.receivable) continue;
      const open = this.find(a.user[slot] as number, a.asset[slot] as number, a.market[slot] as number) !== 0;
      expect(open === (a.available[slot] as number) < 0, () => `debt account ${slot} to have a row while it is open`);
    }
    for (let row = 1; row <= rails.rows.top; row += 1)
      expect(owed[row] === 0, () => `what is owed of rail row ${row} to be receivable, they differ by ${owed[row]}`);
    for (let row = 1; row <= rows.top; row += 1) {
      if (!rows.alive(row)) continue;
      expect(this.owed(row) > 0, () => `reversal row ${row} to owe something`);
      let listed = this.free(row) === 0;
      for (let place = 0; place < ledger.paidCount && !listed; place += 1)
        listed = ledger.paidIn(place) === rows.spot[row];
      expect(listed, () => `reversal row ${row} to be known as payable`);
      const { user, asset, rail } = rows;
      const found = this.find(user[row] as number, asset[row] as number, rail[row] as number);
      expect(found === row && this.any(user[row] as number), () => `reversal row ${row} to be found by its account`);
    }
  }

  /** Atoms of a debt that can be paid now; 0 for a row not in use. */
  private free(row: number): number {
    const { rows, ledger } = this;
    return rows.alive(row) ? (ledger.accounts.available[rows.spot[row] as number] as number) : 0;
  }

  private owed(row: number): number {
    const { rows, ledger } = this;
    const account = ledger.find(
      ACCOUNT_CLASS.debt,
      rows.user[row] as number,
      DEBT_KIND.chain,
      rows.asset[row] as number,
      rows.rail[row] as number,
    );
    return account === 0 ? 0 : 0 - (ledger.accounts.available[account] as number);
  }

  private find(user: number, asset: number, rail: number): number {
    const spot = this.ledger.find(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0);
    let row = this.first(spot);
    while (row !== 0 && this.rows.rail[row] !== rail) row = this.following[row] as number;
    return row;
  }

  private pay(spot: number, asset: number, rail: number, amount: number): void {
    const { ledger } = this;
    ledger.post(spot, 0 - amount, 0);
    ledger.post(ledger.open(ACCOUNT_CLASS.outside, 0, 0, asset, rail), amount, 0);
  }

  private change(row: number, change: number): void {
    const { ledger, out, rows } = this;
    const user = rows.user[row] as number;
    const asset = rows.asset[row] as number;
    const rail = rows.rail[row] as number;
    const debt = ledger.open(ACCOUNT_CLASS.debt, user, DEBT_KIND.chain, asset, rail);
    const receivable = ledger.open(ACCOUNT_CLASS.receivable, 0, DEBT_KIND.chain, asset, rail);
    out.record('reversal.owed', { user, asset, rail, owed: this.owed(row) + change, change });
    ledger.post(debt, 0 - change, 0);
    ledger.post(receivable, change, 0);
  }
}

function longer(column: Int32Array): Int32Array<ArrayBuffer> {
  const made = new Int32Array(column.length * 2);
  made.set(column);
  return made;
}
