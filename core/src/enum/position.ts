// Positions of perpetuals: sides, directions of their orders, margin modes, and the steps of a liquidation.

export const POSITION_SIDE = { long: 1, short: 2 } as const;

/** 0 in an order: the market maker's, which reduces an opposite position, then opens. From `closeLong` on, they close. */
export const CONTRACT_DIRECTION = { openLong: 1, openShort: 2, closeLong: 3, closeShort: 4 } as const;

export const MARGIN_MODE = { cross: 1, isolated: 2 } as const;

/** Kinds of a position's own orders. */
export const TPSL = { profit: 1, loss: 2 } as const;

/** Steps of `liquidation.step`. */
export const LIQUIDATION_STEP = {
  cancelled: 1,
  netted: 2,
  /** A partial liquidation in the book. */
  cut: 3,
  deleveraged: 4,
  /** It waits for the desk. */
  desk: 5,
} as const;
