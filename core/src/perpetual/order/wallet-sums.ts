// What walks over a wallet's positions give, kept for as long as nothing changes: an order that only weighs many resting orders
// of one wallet walks over its positions once and not once an order.

import type { PerpetualContext } from '../context.ts';
import { crossProfit, left } from '../position/valuation.ts';
import { indexOf, lockedBy, markOf } from '../priced.ts';

const FIRST = 64;

export class WalletSums {
  /** Cross positions of all wallets that were walked over since `begin`. */
  positions = 0;
  private readonly context: PerpetualContext;
  /** By purse: the walk that wrote the row. Overwritten by the next walk, no part of the state. */
  private walked = new Int32Array(FIRST);
  private lefts = new Float64Array(FIRST);
  private profits = new Float64Array(2 * FIRST);
  private locks = new Int32Array(FIRST);
  private walk = 0;

  constructor(context: PerpetualContext) {
    this.context = context;
  }

  /** Forgets all: the state may have changed. */
  begin(): void {
    const purses = this.context.positions.purses.top + 1;
    if (purses > this.walked.length) {
      let length = this.walked.length;
      while (length < purses) length *= 2;
      this.walked = new Int32Array(length);
      this.lefts = new Float64Array(length);
      this.profits = new Float64Array(2 * length);
      this.locks = new Int32Array(length);
      this.walk = 0;
    }
    this.positions = 0;
    this.walk = this.walk === 0x7f_ff_ff_ff ? 1 : this.walk + 1;
    if (this.walk === 1) this.walked.fill(0);
  }

  /** `left` of a purse, settle atoms. */
  left(purse: number): number {
    this.look(purse);
    return this.lefts[purse] as number;
  }

  /** `crossProfit` of a purse at the mark or at the index, settle atoms. */
  profit(purse: number, atIndex: boolean): number {
    this.look(purse);
    return this.profits[2 * purse + (atIndex ? 1 : 0)] as number;
  }

  /** `lockedBy` of a purse. */
  lockedBy(purse: number): number {
    this.look(purse);
    return this.locks[purse] as number;
  }

  private look(purse: number): void {
    if (this.walked[purse] === this.walk) return;
    const { context } = this;
    this.walked[purse] = this.walk;
    this.positions += context.positions.purses.crosses[purse] as number;
    this.lefts[purse] = left(context, purse);
    this.profits[2 * purse] = crossProfit(context, purse, markOf);
    this.profits[2 * purse + 1] = crossProfit(context, purse, indexOf);
    this.locks[purse] = lockedBy(context, purse);
  }
}
