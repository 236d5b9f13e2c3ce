// Why the core refuses: message key and code, out of the closed set of the calls.

export const DONE = 200;

export const rejects = {
  'request.invalid': 400,
  'request.forbidden': 403,
  'request.notFound': 404,
  'key.otherBody': 409,
  'key.expired': 410,
  'request.tooFrequent': 429,
  'account.frozen': 1011,
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
  'trigger.side': 2206,
  'balance.insufficient': 3001,
  'coin.unknown': 3002,
  'transfer.refused': 3003,
  'practice.tooSoon': 3006,
} as const;

export type RejectKey = keyof typeof rejects;
export type RejectCode = (typeof rejects)[RejectKey];

/** The message key of a code, undefined when the core never refuses with it. */
export function rejectKey(code: number): RejectKey | undefined {
  for (const [key, value] of Object.entries(rejects)) if (value === code) return key as RejectKey;
  return undefined;
}

/** Why an order was closed, in the order of the calls' list. */
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
} as const;

/** What an order is. */
export const STATUS = { waiting: 0, filled: 1, cancelled: 2, partly: 3, trigger: 4, refused: 5 } as const;
