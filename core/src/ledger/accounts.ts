// Accounts and the only code that changes a balance (core §4, money §1).

import { ACCOUNT_CLASS } from '../enum/index.ts';
import { MAX_WORD, layoutOf } from '../schema/index.ts';
import { Lookup, type EventBuffer, type Registry, table } from '../state/index.ts';

/** Enough for a million users with about sixty balances each. */
const MAX_ACCOUNTS = 60_000_000;
/**
 * Accounts that only endings open: for a million OTC deals, a million reversed deposits (debt and receivable), pending
 * swaps, and the operator's own.
 */
export const ENDING_ACCOUNTS = 4_000_000;
const ENTRY = layoutOf('entry');
/**
 * Values of `watched` for an account. From `LISTED` on, the value is the account's position in the list plus `LISTED`.
 */
const UNWATCHED = 0;
const WATCHED = 1;
const LISTED = 2;
const OPENED = layoutOf('account.opened');

export class Ledger {
  readonly accounts;
  /** Sum of all postings since it was last 0. Double entry makes it 0 after every command. */
  unbalanced = 0;
  private readonly out: EventBuffer;
  private readonly index = new Lookup();
  /**
   * By account: whether a pending operation waits for money in it, and its position in the list of funded ones; the
   * list itself. Derived.
   */
  private watched = new Int32Array(0);
  private paid = new Int32Array(8);
  /** Number of accounts in `paidIn`. */
  paidCount = 0;

  constructor(registry: Registry, out: EventBuffer) {
    this.out = out;
    this.accounts = registry.add(
      table(
        'accounts',
        { available: 'f64', held: 'f64', class: 'i32', user: 'i32', wallet: 'i32', asset: 'i32', market: 'i32' },
        MAX_ACCOUNTS,
      ),
    );
  }

  /** Rebuilds the index, on load. */
  rebuild(): void {
    const a = this.accounts;
    for (let slot = 1; slot <= a.top; slot += 1)
      this.index.add(
        a.user[slot] as number,
        tag(a.class[slot] as number, a.wallet[slot] as number),
        pair(a.asset[slot] as number, a.market[slot] as number),
        slot,
      );
  }

  /** The account's slot, 0 when it does not exist. */
  find(of: number, user: number, wallet: number, asset: number, market: number): number {
    return this.index.find(user, tag(of, wallet), pair(asset, market));
  }

  /** A user's available atoms in a wallet; 0 without an account. */
  availableOf(user: number, wallet: number, asset: number, market: number): number {
    const slot = this.find(ACCOUNT_CLASS.wallet, user, wallet, asset, market);
    return slot === 0 ? 0 : (this.accounts.available[slot] as number);
  }

  /**
   * Whether `accounts` more can be opened for something new. Rows reserved for endings and for what is open do not
   * count.
   */
  hasCapacity(accounts: number): boolean {
    return this.accounts.fits(ENDING_ACCOUNTS + accounts);
  }

  /** Whether `accounts` more can be opened to end something. */
  hasCapacityToEnd(accounts: number): boolean {
    return this.accounts.rowsLeft() >= accounts;
  }

  /** Returns the account, and opens it (with `account.opened`) when it is new. */
  open(of: number, user: number, wallet: number, asset: number, market: number): number {
    const found = this.find(of, user, wallet, asset, market);
    if (found !== 0) return found;
    const a = this.accounts;
    const slot = a.append();
    a.class[slot] = of;
    a.user[slot] = user;
    a.wallet[slot] = wallet;
    a.asset[slot] = asset;
    a.market[slot] = market;
    this.index.add(user, tag(of, wallet), pair(asset, market), slot);
    this.emit(slot);
    return slot;
  }

  /** Emits `account.opened` for an account. */
  emit(slot: number): void {
    const a = this.accounts;
    const { out } = this;
    const at = out.open(OPENED.head);
    const w = out.words;
    w[at + OPENED.account] = slot;
    w[at + OPENED.class] = a.class[slot] as number;
    w[at + OPENED.user] = a.user[slot] as number;
    w[at + OPENED.wallet] = a.wallet[slot] as number;
    w[at + OPENED.asset] = a.asset[slot] as number;
    w[at + OPENED.market] = a.market[slot] as number;
  }

  /**
   * Changes one balance and emits it. Throws, and so stops the process, when the account would break the bounds of its
   * class: `decide` should have refused.
   */
  post(slot: number, available: number, held: number): void {
    if (available === 0 && held === 0) return;
    const a = this.accounts;
    const free = (a.available[slot] as number) + available;
    const bound = (a.held[slot] as number) + held;
    if (
      !(bound >= 0) ||
      (!(free >= 0) && !mayBeNegative(a.class[slot] as number)) ||
      !(free >= -MAX_WORD && free + bound <= MAX_WORD)
    )
      throw new Error(
        `Expected account ${slot} to stay within its class, it would have ${free} available and ${bound} held. The process must stop; replay restores it.`,
      );
    this.unbalanced += available + held;
    a.available[slot] = free;
    a.held[slot] = bound;
    if (slot < this.watched.length && this.watched[slot] !== UNWATCHED) this.noteWatched(slot);
    this.entry(slot, available, held);
  }

  /** Watches an account: it is listed when it receives money, or at once if it has some. */
  watch(slot: number): void {
    if (slot >= this.watched.length) {
      const longer = new Int32Array(2 * slot + 1);
      longer.set(this.watched);
      this.watched = longer;
    }
    if (this.watched[slot] === UNWATCHED) this.watched[slot] = WATCHED;
    this.noteWatched(slot);
  }

  unwatch(slot: number): void {
    if ((this.watched[slot] as number) >= LISTED) this.unlist(slot);
    this.watched[slot] = UNWATCHED;
  }

  /** A watched account with a balance, by its position in the list (0 to `paidCount` − 1). */
  paidIn(place: number): number {
    return this.paid[place] as number;
  }

  /** Whether any watched account has a balance. One comparison, because each posting updates the list. */
  anyPaidIn(): boolean {
    return this.paidCount > 0;
  }

  /** Lists a watched account while it has a balance. */
  private noteWatched(slot: number): void {
    const has = (this.accounts.available[slot] as number) > 0;
    if (has === (this.watched[slot] as number) >= LISTED) return;
    if (has) this.list(slot);
    else this.unlist(slot);
  }

  private list(slot: number): void {
    if (this.paidCount === this.paid.length) {
      const longer = new Int32Array(this.paidCount * 2);
      longer.set(this.paid);
      this.paid = longer;
    }
    this.watched[slot] = LISTED + this.paidCount;
    this.paid[this.paidCount] = slot;
    this.paidCount += 1;
  }

  /** Removes an account from the list; the last one takes its position. */
  private unlist(slot: number): void {
    const place = (this.watched[slot] as number) - LISTED;
    this.paidCount -= 1;
    const last = this.paid[this.paidCount] as number;
    this.paid[place] = last;
    this.watched[last] = LISTED + place;
    this.watched[slot] = WATCHED;
  }

  /** Emits only the `entry` event, for a seed. */
  entry(slot: number, available: number, held: number): void {
    const { out } = this;
    const at = out.open(ENTRY.head);
    const w = out.words;
    w[at + ENTRY.account] = slot;
    w[at + ENTRY.available] = available + 0;
    w[at + ENTRY.held] = held + 0;
  }
}

/** Accounts that may be below 0 (core §4). */
function mayBeNegative(of: number): boolean {
  return of === ACCOUNT_CLASS.outside || of === ACCOUNT_CLASS.clearing || of === ACCOUNT_CLASS.debt;
}

function tag(of: number, wallet: number): number {
  return of * 16 + wallet;
}

function pair(asset: number, market: number): number {
  return (asset << 16) | market;
}
