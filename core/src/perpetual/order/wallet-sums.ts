// Caches wallet sums during one walk over resting orders, while nothing changes. An order that weighs many orders of
// one wallet then walks over the wallet's positions once, not once per order.

import type { PerpetualContext } from '../context.ts';
import { crossProfit, left } from '../position/valuation.ts';
import { indexOf, lockedBy, markOf } from '../priced.ts';

const FIRST = 64;
/** Not computed yet. */
const UNKNOWN = NaN;

export class WalletSums {
  /** Cross positions of all wallets seen since `begin`. */
  positions = 0;
  private readonly context: PerpetualContext;
  /**
   * By contract wallet: the walk that saw it, and its index in the columns below. Not part of the state: the next walk
   * overwrites it.
   */
  private walked = new Int32Array(FIRST);
  private places = new Int32Array(FIRST);
  private walk = 0;
  private met = 0;
  private readonly lefts: number[] = [];
  private readonly atMark: number[] = [];
  private readonly atIndex: number[] = [];
  private readonly locks: number[] = [];
  private readonly draws: number[] = [];

  constructor(context: PerpetualContext) {
    this.context = context;
  }

  /** Clears the cache, because the state may have changed. */
  begin(): void {
    const contractWallets = this.context.positions.contractWallets.top + 1;
    if (contractWallets > this.walked.length) {
      let length = this.walked.length;
      while (length < contractWallets) length *= 2;
      this.walked = new Int32Array(length);
      this.places = new Int32Array(length);
      this.walk = 0;
    }
    this.positions = 0;
    this.met = 0;
    this.walk = this.walk === 0x7f_ff_ff_ff ? 1 : this.walk + 1;
    if (this.walk === 1) this.walked.fill(0);
  }

  /** `left` of a contract wallet, settle atoms. */
  left(contractWallet: number): number {
    const { lefts } = this;
    const at = this.placeOf(contractWallet);
    if (Number.isNaN(lefts[at])) lefts[at] = left(this.context, contractWallet);
    return lefts[at] as number;
  }

  /** `crossProfit` of a contract wallet at the mark or at the index, settle atoms. */
  profit(contractWallet: number, isIndex: boolean): number {
    const profits = isIndex ? this.atIndex : this.atMark;
    const at = this.placeOf(contractWallet);
    if (Number.isNaN(profits[at])) profits[at] = crossProfit(this.context, contractWallet, isIndex ? indexOf : markOf);
    return profits[at] as number;
  }

  /** `lockedBy` of a contract wallet. */
  lockedBy(contractWallet: number): number {
    const { locks } = this;
    const at = this.placeOf(contractWallet);
    if (Number.isNaN(locks[at])) locks[at] = lockedBy(this.context, contractWallet);
    return locks[at] as number;
  }

  /** What the walk's fills use of a contract wallet, settle atoms; undefined before the first one. */
  drawn(contractWallet: number): number | undefined {
    const draw = this.draws[this.placeOf(contractWallet)] as number;
    return Number.isNaN(draw) ? undefined : draw;
  }

  /** Sets what they use of it now. */
  draw(contractWallet: number, atoms: number): void {
    this.draws[this.placeOf(contractWallet)] = atoms;
  }

  private placeOf(contractWallet: number): number {
    if (this.walked[contractWallet] === this.walk) return this.places[contractWallet] as number;
    const at = this.met;
    this.met += 1;
    this.walked[contractWallet] = this.walk;
    this.places[contractWallet] = at;
    this.positions += this.context.positions.contractWallets.crosses[contractWallet] as number;
    for (const column of [this.lefts, this.atMark, this.atIndex, this.locks, this.draws]) column[at] = UNKNOWN;
    return at;
  }
}
