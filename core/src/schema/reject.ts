// The core's refusals: message key and code, from the closed set in calls.md.

export const DONE = 200;

export const rejects = {
  'request.invalid': 400,
  'request.forbidden': 403,
  'request.notFound': 404,
  'key.otherBody': 409,
  'key.expired': 410,
  'request.tooFrequent': 429,
  'account.frozen': 1011,
  'kyc.required': 1104,
  'market.closed': 2001,
  'market.unknown': 2002,
  'market.suspended': 2003,
  'price.aging': 2004,
  'price.stale': 2005,
  'order.unknown': 2101,
  'order.final': 2102,
  'quantity.integer': 2103,
  'price.tick': 2104,
  'quantity.lot': 2105,
  'order.tooSmall': 2106,
  'order.tooLarge': 2107,
  'price.band': 2108,
  'order.wouldTake': 2109,
  'order.tooMany': 2110,
  'order.noLiquidity': 2111,
  'position.unknown': 2201,
  'position.lessThanClose': 2202,
  'leverage.limit': 2203,
  'margin.insufficient': 2204,
  'margin.floor': 2205,
  'trigger.side': 2206,
  'position.liquidating': 2207,
  'borrow.limit': 2301,
  'lending.empty': 2302,
  'level.tooLow': 2303,
  'repay.tooMuch': 2304,
  'period.unknown': 2401,
  'stake.range': 2402,
  'pool.full': 2403,
  'odds.changed': 2404,
  'maturity.closed': 2405,
  'balance.insufficient': 3001,
  'coin.unknown': 3002,
  'transfer.refused': 3003,
  'quote.expired': 3004,
  'quote.used': 3005,
  'practice.tooSoon': 3006,
  'swap.least': 3007,
  'swap.flow': 3008,
  'swap.perMinute': 3009,
  'swap.inventory': 3010,
  'withdrawal.limit': 3104,
  'withdrawal.locked': 3105,
  'withdrawal.halted': 3106,
  'withdrawal.final': 3107,
  'deposit.closed': 3109,
  'amount.tooSmall': 3110,
  'product.unknown': 4001,
  'product.range': 4002,
  'product.soldOut': 4003,
  'product.times': 4004,
  'product.notFunded': 4005,
  'product.vip': 4006,
  'redeem.locked': 4007,
  'terms.changed': 4008,
  'loan.limit': 4101,
  'loan.overdue': 4102,
  'loan.state': 4103,
  'offer.unknown': 5101,
  'offer.changed': 5102,
  'otc.state': 5103,
  'bond.insufficient': 5104,
  'merchant.required': 5105,
  'reward.notFunded': 5106,
  'reward.claimed': 5107,
} as const;

export type RejectKey = keyof typeof rejects;
export type RejectCode = (typeof rejects)[RejectKey];

/** The message key of a code, undefined when the core never uses it. */
export function rejectKey(code: number): RejectKey | undefined {
  for (const [key, value] of Object.entries(rejects)) if (value === code) return key as RejectKey;
  return undefined;
}

/** Why an order closed, in the order of calls.md. */
export const REASON = {
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

/** States of an order. */
export const STATUS = { waiting: 0, filled: 1, cancelled: 2, partly: 3, trigger: 4, refused: 5 } as const;
