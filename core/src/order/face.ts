// What the order books needs of a product whose orders stand in its books.

/** The rules of one type of market (spot, contracts) for its own orders. */
export interface OrderRules {
  /** Takes an open order out of its book or its triggers, releases what it holds, tells it. */
  cancel(slot: number, reason: number): void;
  /** Whether an open order is a position's stop-profit or stop-loss. Without it none is. */
  guards?(slot: number): boolean;
  /** Whether an open order can only reduce a position. Without it none does. */
  reduces?(slot: number): boolean;
  /** The trigger of a waiting order came: it meets the book, closes as refused, or waits to be filled. */
  trigger(slot: number): void;
  /** The price that triggers by mark look at, cents (index on spot, mark on contracts); 0: none that counts now. */
  reference(market: number): number;
  /** The index that bounds what triggered orders fill at, cents; 0: none that counts now. */
  index(market: number): number;
  /** Whether it is a market of BTC or ETH: nearer bounds. */
  major(market: number): boolean;
  /** Whether a triggered order that waits to be filled has something to meet, or may rest, as prices are now. */
  meets(slot: number): boolean;
  /** 200 or why not; the order exists and is the user's. The numbers stand in `expected`, `got`. */
  decideAmend(words: Float64Array, at: number, slot: number): number;
  commitAmend(words: Float64Array, at: number, slot: number): number;
  /** The numbers of `ask` for the amend just allowed. */
  amendNumbers(): readonly number[];
  /** Tells an open order, for a fold that starts from the state. */
  emitOrder(slot: number): void;
  /**
   * The desk changed a market's state or order bounds (`markets.rows`): the product takes them over and tells its own
   * event of the market. Without it `market.changed` is told.
   */
  marketChanged?(market: number): void;
  /** Atoms an open order holds of its `hold` account. */
  holdOf(slot: number): number;
  readonly expected: number;
  readonly got: number;
}
