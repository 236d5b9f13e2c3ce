// The calls of the API contract: their descriptions, types, and conversion to requests.

export { MAX_ALERTS } from './alert.ts';
export { MAX_BOOK, SEALED_LIFE, withdrawalBody, type WithdrawalBody } from './assets.ts';
export { MAX_FOUND, MAX_NOTICES, MAX_SEARCH } from './content.ts';
export { MAX_STORY } from './contract.ts';
export { ALL_RECORDS, MAX_RECORDS, MAX_TICKS_ANSWERED } from './common.ts';
export { MAX_APPEAL } from './linked.ts';
export { call, type CallShape, keyedInSql, type Right, type Who } from './define.ts';
export { MAX_CANDLES, MAX_DEPTH, MAX_TRADES } from './market.ts';
export { MAX_KEY_ADDRESSES, MAX_UPLOAD } from './member.ts';
export { MAX_CLAIM_ANSWER } from './bond-claim.ts';
export { CHAT_CONTENT, MAX_CHAT_TEXT } from './otc-chat.ts';
export { MAX_CANCELS } from './spot.ts';
export { codeInput, line, passwordHash } from './input.ts';
export { outcomeFields, outcomeInput } from './outcome.ts';
export * from './registry.ts';
export * from './request.ts';
