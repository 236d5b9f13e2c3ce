// Whether a fee share belongs to the taker's or the maker's fee. Spot charges its two fees in two assets. A contract
// charges both in one and splits all of the taker's fee before the maker's.

import type { TradeFact } from './handler.ts';

export class FeeSides {
  #fill: TradeFact | undefined;
  #maker = false;
  /** The part of the current side's fee not yet covered by shares. */
  #left = 0;

  /**
   * Returns true if a share of `amount` in `asset` belongs to the maker's fee. Call once for each share of a trade, in
   * order.
   */
  ofMaker(fill: TradeFact, asset: number, amount: number): boolean {
    if (fill.takerFeeAsset !== fill.makerFeeAsset) return asset === fill.makerFeeAsset;
    if (this.#fill !== fill) {
      this.#fill = fill;
      this.#maker = fill.takerFee === 0;
      this.#left = this.#maker ? fill.makerFee : fill.takerFee;
    }
    const maker = this.#maker;
    this.#left -= amount;
    if (this.#left < 0) throw new Error(`fold: shares of trade ${fill.trade} of market ${fill.market} exceed its fee`);
    if (this.#left === 0 && !maker) {
      this.#maker = true;
      this.#left = fill.makerFee;
    }
    return maker;
  }
}
