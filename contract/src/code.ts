// The closed set of codes, each with its message key and the names of its arguments. No other code is ever returned.

/**
 * Every code. `key` names the message (the page has it in its own catalogue), `args` the values that the message may
 * show. A value is always text, already formatted (money as a decimal string, times in ms UTC).
 */
export const codes = {
  200: { key: 'ok', args: [] },
  210: { key: 'login.stepSuccess', args: [] },
  400: { key: 'request.invalid', args: [] },
  401: { key: 'session.ended', args: [] },
  403: { key: 'request.forbidden', args: [] },
  404: { key: 'request.notFound', args: [] },
  405: { key: 'request.method', args: ['allowed'] },
  409: { key: 'key.otherBody', args: [] },
  410: { key: 'key.expired', args: [] },
  413: { key: 'request.tooLarge', args: ['limit'] },
  415: { key: 'request.mediaType', args: ['allowed'] },
  429: { key: 'request.tooFrequent', args: ['seconds'] },
  500: { key: 'server.fault', args: [] },
  503: { key: 'server.notTaking', args: [] },
  504: { key: 'server.unknown', args: [] },

  1001: { key: 'token.invalid', args: [] },
  1002: { key: 'login.failed', args: [] },
  1003: { key: 'login.locked', args: ['seconds'] },
  1004: { key: 'code.wrong', args: [] },
  1005: { key: 'code.expired', args: [] },
  1006: { key: 'account.taken', args: [] },
  1007: { key: 'invite.unknown', args: [] },
  1008: { key: 'password.weak', args: [] },
  1009: { key: 'password.wrong', args: [] },
  1010: { key: 'terms.required', args: [] },
  1011: { key: 'account.frozen', args: [] },
  1012: { key: 'work.wrong', args: [] },

  1101: { key: 'fundPassword.missing', args: [] },
  1102: { key: 'fundPassword.wrong', args: ['left'] },
  1103: { key: 'fundPassword.locked', args: ['until'] },
  1104: { key: 'kyc.required', args: ['stage'] },
  1105: { key: 'kyc.pending', args: [] },
  1106: { key: 'kyc.final', args: [] },
  1107: { key: 'card.bound', args: [] },
  1108: { key: 'factor.required', args: [] },
  1109: { key: 'factor.wrong', args: [] },
  1110: { key: 'factor.bound', args: [] },
  1111: { key: 'apiKey.invalid', args: [] },
  1112: { key: 'apiKey.right', args: ['right'] },
  1113: { key: 'apiKey.limit', args: ['most'] },

  2001: { key: 'market.closed', args: ['symbol', 'opensAt'] },
  2002: { key: 'market.unknown', args: ['symbol'] },
  2003: { key: 'market.suspended', args: ['symbol'] },
  2004: { key: 'price.aging', args: ['symbol'] },
  2005: { key: 'price.stale', args: ['symbol'] },

  2101: { key: 'order.unknown', args: [] },
  2102: { key: 'order.final', args: [] },
  2103: { key: 'quantity.integer', args: ['quantity'] },
  2104: { key: 'price.tick', args: ['tick', 'price'] },
  2105: { key: 'quantity.lot', args: ['lot', 'quantity'] },
  2106: { key: 'order.tooSmall', args: ['least', 'value', 'coin'] },
  2107: { key: 'order.tooLarge', args: ['most', 'value', 'coin'] },
  2108: { key: 'price.band', args: ['limit', 'price'] },
  2109: { key: 'order.wouldTake', args: [] },
  2110: { key: 'order.tooMany', args: ['most'] },
  2111: { key: 'order.noLiquidity', args: [] },

  2201: { key: 'position.unknown', args: [] },
  2202: { key: 'position.lessThanClose', args: ['canClose', 'quantity'] },
  2203: { key: 'leverage.limit', args: ['most'] },
  2204: { key: 'margin.insufficient', args: ['needed', 'available', 'coin'] },
  2205: { key: 'margin.floor', args: ['least', 'coin'] },
  2206: { key: 'trigger.side', args: ['price', 'trigger'] },
  2207: { key: 'position.liquidating', args: [] },
  2208: { key: 'position.closeAgain', args: [] },

  2301: { key: 'borrow.limit', args: ['most', 'coin'] },
  2302: { key: 'lending.empty', args: ['available', 'coin'] },
  2303: { key: 'level.tooLow', args: ['least', 'level'] },
  2304: { key: 'repay.tooMuch', args: ['owed', 'coin'] },
  2401: { key: 'period.unknown', args: [] },
  2402: { key: 'stake.range', args: ['least', 'most', 'coin'] },
  2403: { key: 'pool.full', args: [] },
  2404: { key: 'odds.changed', args: ['odds'] },
  2405: { key: 'maturity.closed', args: [] },

  3001: { key: 'balance.insufficient', args: ['needed', 'available', 'coin'] },
  3002: { key: 'coin.unknown', args: ['coin'] },
  3003: { key: 'transfer.refused', args: [] },
  3004: { key: 'quote.expired', args: [] },
  3005: { key: 'quote.used', args: [] },
  3006: { key: 'practice.tooSoon', args: ['at'] },
  3007: { key: 'swap.least', args: ['least', 'receive', 'coin'] },
  3008: { key: 'swap.flow', args: [] },
  3009: { key: 'swap.perMinute', args: ['most', 'coin'] },
  3010: { key: 'swap.inventory', args: [] },
  3101: { key: 'address.invalid', args: [] },
  3102: { key: 'address.network', args: ['network'] },
  3103: { key: 'address.waiting', args: ['until'] },
  3104: { key: 'withdrawal.limit', args: ['left', 'coin'] },
  3105: { key: 'withdrawal.locked', args: ['until'] },
  3106: { key: 'withdrawal.halted', args: ['coin'] },
  3107: { key: 'withdrawal.final', args: [] },
  3108: { key: 'body.sealed', args: [] },
  3109: { key: 'deposit.closed', args: ['coin'] },
  3110: { key: 'amount.tooSmall', args: ['least', 'coin'] },

  4001: { key: 'product.unknown', args: [] },
  4002: { key: 'product.range', args: ['least', 'most', 'coin'] },
  4003: { key: 'product.soldOut', args: ['left', 'coin'] },
  4004: { key: 'product.times', args: ['most'] },
  4005: { key: 'product.notFunded', args: [] },
  4006: { key: 'product.vip', args: ['vip'] },
  4007: { key: 'redeem.locked', args: ['until'] },
  4008: { key: 'terms.changed', args: [] },
  4101: { key: 'loan.limit', args: ['most', 'coin'] },
  4102: { key: 'loan.overdue', args: [] },
  4103: { key: 'loan.state', args: [] },
  4201: { key: 'wallet.claimed', args: [] },
  4202: { key: 'wallet.notProven', args: [] },
  4203: { key: 'approval.mismatch', args: [] },

  5001: { key: 'chat.blank', args: [] },
  5002: { key: 'chat.tooLong', args: ['most'] },
  5003: { key: 'upload.notImage', args: [] },
  5004: { key: 'upload.damaged', args: [] },
  5101: { key: 'offer.unknown', args: [] },
  5102: { key: 'offer.changed', args: [] },
  5103: { key: 'otc.state', args: [] },
  5104: { key: 'bond.insufficient', args: ['needed', 'available', 'coin'] },
  5105: { key: 'merchant.required', args: [] },
  5106: { key: 'reward.notFunded', args: [] },
  5107: { key: 'reward.claimed', args: [] },
} as const satisfies Record<number, { readonly key: string; readonly args: readonly string[] }>;

/** A code of the closed set. */
export type Code = keyof typeof codes;
/** A refusal code: all except 200. */
export type RefusalCode = Exclude<Code, 200>;
/** A message key of the closed set. */
export type MessageKey = (typeof codes)[Code]['key'];

/** A message key of a refusal. */
export type RefusalKey = Exclude<MessageKey, 'ok'>;

type CodeByKey = { readonly [C in Code as (typeof codes)[C]['key']]: C };

function byKey(): CodeByKey {
  const pairs = Object.entries(codes).map(([code, { key }]) => [key, Number(code)]);
  // Every entry of `codes` is in it, under its own key.
  return Object.fromEntries(pairs) as CodeByKey;
}

/** Each code by its message key: `CODE['order.unknown']` is 2101. */
export const CODE = /* @__PURE__ */ byKey();

/** A code by its message key; a code stays as it is. */
export function codeOf<R extends Code | MessageKey>(reason: R): R extends MessageKey ? (typeof CODE)[R] : R {
  const code: unknown = typeof reason === 'string' ? CODE[reason] : reason;
  return code as R extends MessageKey ? (typeof CODE)[R] : R;
}

/** The codes of message keys. */
export const codesOf = (...keys: readonly MessageKey[]): readonly Code[] => keys.map((key) => CODE[key]);

/** The argument names of one code. */
export type ArgName<C extends Code> = (typeof codes)[C]['args'][number];
/** The arguments of one code; each may be missing if unknown. */
export type ArgsOf<C extends Code> = { readonly [A in ArgName<C>]?: string };

/** Whether a number is a code of the closed set. */
export function isCode(value: number): value is Code {
  return Object.hasOwn(codes, value);
}

/** The HTTP status of a code: the code itself below 600, 200 for 210 and from 1000 on, 401 for 1001. */
export function statusOf(code: Code): number {
  if (code === 1001) return 401;
  if (code === 210 || code >= 1000) return 200;
  return code;
}
