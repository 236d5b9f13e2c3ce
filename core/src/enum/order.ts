// Orders: sides, types, times in force, self-trade modes, triggers, statuses, and why an order closed.

export const SIDE = { buy: 1, sell: 2 } as const;
export type Side = (typeof SIDE)[keyof typeof SIDE];

export const ORDER_TYPE = {
  limit: 1,
  market: 2,
  stopLimit: 3,
  stopMarket: 4,
  takeProfitLimit: 5,
  takeProfitMarket: 6,
} as const;

/** From this type on, an order waits for its trigger. */
export const FIRST_TRIGGER = ORDER_TYPE.stopLimit;

export const TIME_IN_FORCE = { gtc: 1, ioc: 2, fok: 3, postOnly: 4 } as const;

/** What expires when an order would match an order of the same user. */
export const SELF_TRADE = { taker: 1, maker: 2, both: 3 } as const;
export type SelfTrade = (typeof SELF_TRADE)[keyof typeof SELF_TRADE];

/** The price that a trigger compares with; on spot, `mark` is the index. */
export const TRIGGER_BY = { mark: 1, last: 2 } as const;

export const ORDER_STATUS = { waiting: 0, filled: 1, cancelled: 2, partly: 3, trigger: 4, refused: 5 } as const;

/** Why an order closed, in the order of calls.md. */
export const CLOSE_REASON = {
  none: 0,
  user: 1,
  all: 2,
  gone: 3,
  expired: 4,
  selfTrade: 5,
  band: 6,
  margin: 7,
  liquidation: 8,
  closed: 9,
  delisted: 10,
  frozen: 11,
  void: 12,
  sweep: 13,
  /** Its position ended. */
  ended: 14,
} as const;
