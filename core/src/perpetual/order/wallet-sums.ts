// What one walk over resting orders knows of the wallets it meets, for as long as nothing changes: an order that only weighs many
// orders of one wallet walks over the wallet's positions once and not once an order.

import type { PerpetualContext } from '../context.ts';
import { crossProfit, left } from '../position/valuation.ts';
import { indexOf, lockedBy, markOf } from '../priced.ts';

const FIRST = 64;
/** Not looked at yet. */
const UNKNOWN = NaN;

export class WalletSums {
  /** Cross positions of all wallets met since `begin`. */
  positions = 0;
  private readonly context: PerpetualContext;
  /** By purse: the walk that met it, and its place in the columns below. No part of the state: overwritten by the next walk. */
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

  /** Forgets all: the state may have changed. */
  begin(): void {
    const purses = this.context.positions.purses.top + 1;
    if (purses > this.walked.length) {
      let length = this.walked.length;
      while (length < purses) length *= 2;
      this.walked = new Int32Array(length);
      this.places = new Int32Array(length);
      this.walk = 0;
    }
    this.positions = 0;
    this.met = 0;
    this.walk = this.walk === 0x7f_ff_ff_ff ? 1 : this.walk + 1;
    if (this.walk === 1) this.walked.fill(0);
  }

  /** `left` of a purse, settle atoms. */
  left(purse: number): number {
    const { lefts } = this;
    const at = this.placeOf(purse);
    if (Number.isNaN(lefts[at])) lefts[at] = left(this.context, purse);
    return lefts[at] as number;
  }

  /** `crossProfit` of a purse at the mark or at the index, settle atoms. */
  profit(purse: number, isIndex: boolean): number {
    const profits = isIndex ? this.atIndex : this.atMark;
    const at = this.placeOf(purse);
    if (Number.isNaN(profits[at])) profits[at] = crossProfit(this.context, purse, isIndex ? indexOf : markOf);
    return profits[at] as number;
  }

  /** `lockedBy` of a purse. */
  lockedBy(purse: number): number {
    const { locks } = this;
    const at = this.placeOf(purse);
    if (Number.isNaN(locks[at])) locks[at] = lockedBy(this.context, purse);
    return locks[at] as number;
  }

  /** What the walk's fills took of a purse, settle atoms; undefined before the first one. */
  drawn(purse: number): number | undefined {
    const draw = this.draws[this.placeOf(purse)] as number;
    return Number.isNaN(draw) ? undefined : draw;
  }

  /** All that they took of it now. */
  draw(purse: number, atoms: number): void {
    this.draws[this.placeOf(purse)] = atoms;
  }

  private placeOf(purse: number): number {
    if (this.walked[purse] === this.walk) return this.places[purse] as number;
    const at = this.met;
    this.met += 1;
    this.walked[purse] = this.walk;
    this.places[purse] = at;
    this.positions += this.context.positions.purses.crosses[purse] as number;
    for (const column of [this.lefts, this.atMark, this.atIndex, this.locks, this.draws]) column[at] = UNKNOWN;
    return at;
  }
}
