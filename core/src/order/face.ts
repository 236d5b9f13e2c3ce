// What the order books need from a product that trades in them.

/** The rules of one market type (spot, contracts) for its orders. */
export interface OrderRules {
  /** Removes an open order from its book or its triggers, releases its hold, and emits the event. */
  cancel(slot: number, reason: number): void;
  /** Whether an open order is a position's take-profit or stop-loss. When missing, none is. */
  guards?(slot: number): boolean;
  /** Whether an open order can only reduce a position. When missing, none can. */
  reduces?(slot: number): boolean;
  /** A waiting order is triggered: it matches, closes as refused, or waits to be filled. */
  trigger(slot: number): void;
  /** The price that triggers by mark use, cents (index on spot, mark on contracts); 0 when none is usable now. */
  reference(market: number): number;
  /** The index that bounds the fills of triggered orders, cents; 0 when none is usable now. */
  index(market: number): number;
  /** Whether the market is based on BTC or ETH, which have narrower bounds. */
  major(market: number): boolean;
  /** Whether a triggered order that waits to be filled can match or rest at present prices. */
  meets(slot: number): boolean;
  /**
   * Returns 200 or the refusal's code, with its numbers in `expected` and `got`. The order exists and is the user's.
   */
  decideAmend(words: Float64Array, at: number, slot: number): number;
  commitAmend(words: Float64Array, at: number, slot: number): number;
  /** Numbers that `ask` returns for the amend just allowed. */
  amendNumbers(): readonly number[];
  /** Emits an open order, so that a projection can start from the state. */
  emitOrder(slot: number): void;
  /**
   * The desk changed a market's state or order bounds (`markets.rows`). The product applies the change and emits its
   * own event of the market. When missing, `market.changed` is emitted.
   */
  marketChanged?(market: number): void;
  /** Atoms an open order holds in its `hold` account. */
  holdOf(slot: number): number;
  readonly expected: number;
  readonly got: number;
}
