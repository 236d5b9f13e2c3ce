// The auditor's ledger: each account's balance by its entries, and the balance it must have by the other events.

import { ACCOUNT_CLASS } from '../../src/enum/index.ts';
import { Breach } from '../finding.ts';

const NAMES = Object.keys(ACCOUNT_CLASS);
const LARGEST = 2 ** 52;
const FIRST_ROOM = 1_024;

/** Balances by the auditor's own slots, assigned when an entry or a rule first names an account. */
export class Accounts {
  readonly classes: number[] = [0];
  readonly users: number[] = [0];
  readonly wallets: number[] = [0];
  readonly assets: number[] = [0];
  readonly markets: number[] = [0];
  /** Balances by entries. */
  free = new Float64Array(FIRST_ROOM);
  held = new Float64Array(FIRST_ROOM);
  /** Balances by the rules: total, and the held part. */
  due = new Float64Array(FIRST_ROOM);
  bound = new Float64Array(FIRST_ROOM);
  /** Number of entries so far. */
  entries = 0;
  private readonly index = new Map<number, number>();
  /** The core's account number → the auditor's slot. */
  private slots = new Int32Array(FIRST_ROOM);
  private readonly sums = new Float64Array(256);
  /** Total outside, by asset. */
  private readonly outside = new Float64Array(256);
  private touched: number[] = [];
  private marked = new Uint8Array(FIRST_ROOM);

  /** The slot of an account. */
  of(group: number, user: number, wallet: number, asset: number, market: number): number {
    const key = (((group * 16 + wallet) * 256 + asset) * 256 + market) * 2 ** 20 + user;
    const known = this.index.get(key);
    if (known !== undefined) return known;
    const slot = this.classes.length;
    this.index.set(key, slot);
    this.classes.push(group);
    this.users.push(user);
    this.wallets.push(wallet);
    this.assets.push(asset);
    this.markets.push(market);
    if (slot >= this.free.length) this.grow();
    return slot;
  }

  /** A user's wallet; `market` for wallet 5. */
  wallet(user: number, wallet: number, asset: number, market = 0): number {
    return this.of(ACCOUNT_CLASS.wallet, user, wallet, asset, market);
  }

  /** An account of the operator. */
  operatorAccount(group: number, asset: number, market = 0): number {
    return this.of(group, 0, 0, asset, market);
  }

  opened(account: number, slot: number): void {
    if (account >= this.slots.length) {
      const longer = new Int32Array(Math.max(account + 1, this.slots.length * 2));
      longer.set(this.slots);
      this.slots = longer;
    }
    if (this.slots[account] !== 0) throw new Breach(`account ${account} is opened twice`);
    this.slots[account] = slot;
  }

  entry(account: number, free: number, held: number): void {
    const slot = this.slots[account] ?? 0;
    if (!(slot !== 0)) throw new Breach(`an entry of account ${account}, which was never opened`);
    this.free[slot] = (this.free[slot] as number) + free;
    this.held[slot] = (this.held[slot] as number) + held;
    const asset = this.assets[slot] as number;
    this.sums[asset] = (this.sums[asset] as number) + free + held;
    if (this.classes[slot] === ACCOUNT_CLASS.outside) this.outside[asset] = (this.outside[asset] as number) + free;
    this.entries += 1;
    this.touch(slot);
  }

  /** By the rules an account gains atoms (below 0: loses). */
  move(slot: number, atoms: number): void {
    this.due[slot] = (this.due[slot] as number) + atoms;
    this.touch(slot);
  }

  /** By the rules atoms of an account are held (below 0: released). */
  bind(slot: number, atoms: number): void {
    this.bound[slot] = (this.bound[slot] as number) + atoms;
    this.touch(slot);
  }

  total(slot: number): number {
    return (this.free[slot] as number) + (this.held[slot] as number);
  }

  /** Checks at the end of a command: sums are zero, signs fit the class, balances follow the rules. */
  settle(explained: boolean): void {
    const { touched } = this;
    if (touched.length === 0) return;
    for (let at = 0; at < touched.length; at += 1) {
      const slot = touched[at] as number;
      this.marked[slot] = 0;
      const asset = this.assets[slot] as number;
      if (this.sums[asset] !== 0)
        throw new Breach(`money §12.1: all accounts of asset ${asset} sum to ${this.sums[asset]}, not 0`);
      this.inClass(slot);
      if (!explained) {
        this.due[slot] = this.total(slot);
        this.bound[slot] = this.held[slot] as number;
        continue;
      }
      if (this.total(slot) !== this.due[slot])
        throw new Breach(`${this.name(slot)} has ${this.total(slot)}, what happened makes it ${this.due[slot]}`);
      if (this.held[slot] !== this.bound[slot])
        throw new Breach(
          `money §12.3: ${this.name(slot)} holds ${this.held[slot]}, what is open holds ${this.bound[slot]}`,
        );
    }
    touched.length = 0;
  }

  name(slot: number): string {
    const group = NAMES[(this.classes[slot] as number) - 1] ?? 'no class';
    return `${group} of user ${this.users[slot]} wallet ${this.wallets[slot]} asset ${this.assets[slot]} market ${this.markets[slot]}`;
  }

  /** Slots of all accounts of a class. */
  *every(group: number): IterableIterator<number> {
    for (let slot = 1; slot < this.classes.length; slot += 1) if (this.classes[slot] === group) yield slot;
  }

  private touch(slot: number): void {
    if (this.marked[slot] === 1) return;
    this.marked[slot] = 1;
    this.touched.push(slot);
  }

  private inClass(slot: number): void {
    const free = this.free[slot] as number;
    const held = this.held[slot] as number;
    const group = this.classes[slot] as number;
    if (!Number.isSafeInteger(free) || !Number.isSafeInteger(held))
      throw new Breach(`${this.name(slot)} has parts of atoms: ${free}, ${held}`);
    if (held < 0 || (held !== 0 && group !== ACCOUNT_CLASS.wallet))
      throw new Breach(`${this.name(slot)} holds ${held}`);
    if (group === ACCOUNT_CLASS.clearing) return;
    if (group === ACCOUNT_CLASS.outside) {
      const all = this.outside[this.assets[slot] as number] as number;
      if (all > 0 || all < -LARGEST)
        throw new Breach(`core §4: what is outside of asset ${this.assets[slot]} comes to ${all}`);
    } else if (group === ACCOUNT_CLASS.debt) {
      if (free > 0) throw new Breach(`${this.name(slot)} is above 0: ${free}`);
    } else if (free < 0) throw new Breach(`money §12.2: ${this.name(slot)} has ${free}`);
  }

  private grow(): void {
    const longer = (old: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> => {
      const made = new Float64Array(old.length * 2);
      made.set(old);
      return made;
    };
    this.free = longer(this.free);
    this.held = longer(this.held);
    this.due = longer(this.due);
    this.bound = longer(this.bound);
    const marked = new Uint8Array(this.marked.length * 2);
    marked.set(this.marked);
    this.marked = marked;
  }
}
