// Whose fee a share is of. Spot takes its two fees in two assets; a contract takes both in one, and splits the taker's
// wholly before the maker's.

import type { TradeFact } from './handler.ts';

export class FeeSides {
  #fill: TradeFact | undefined;
  #maker = false;
  /** What of the side's fee no share has been told of yet. */
  #left = 0;

  /** True when a share of `amount` in `asset` is of the maker's fee. Tell all shares of a trade, in order, once each. */
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
