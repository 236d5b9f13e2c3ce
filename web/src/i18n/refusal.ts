// The page's text for every refusal code, by message key; {names} are the code's arguments, already formatted.
import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { codes, isCode, type MessageKey } from '@vitrine/contract';
import { formatDateTime, formatExact, localeTag, parseDecimal } from '@vitrine/ui';
import { preferences } from '../preference/index.ts';

const texts: Readonly<Record<MessageKey, MessageDescriptor>> = {
  ok: msg({ message: 'Done.', comment: 'Code ok' }),
  'login.stepSuccess': msg({ message: 'One more step to sign in.', comment: 'Code login.stepSuccess' }),
  'request.invalid': msg({
    message: 'The request is not valid. Check the fields named.',
    comment: 'Code request.invalid',
  }),
  'session.ended': msg({ message: 'You are signed out. Sign in again.', comment: 'Code session.ended' }),
  'request.forbidden': msg({
    message: 'This request did not come from our own page. Reload the page and try again.',
    comment: 'Code request.forbidden',
  }),
  'request.notFound': msg({ message: 'There is nothing here.', comment: 'Code request.notFound' }),
  'request.method': msg({ message: 'This endpoint accepts {allowed}.', comment: 'Code request.method' }),
  'key.otherBody': msg({
    message: 'This request number was already used. Send the request again as a new one.',
    comment: 'Code key.otherBody',
  }),
  'key.expired': msg({
    message: 'This was not done: it did not reach the exchange in time. Send it again.',
    comment: 'Code key.expired',
  }),
  'request.tooLarge': msg({ message: 'The request is too large: at most {limit}.', comment: 'Code request.tooLarge' }),
  'request.mediaType': msg({
    message: 'This content type is not supported. Send {allowed}.',
    comment: 'Code request.mediaType',
  }),
  'request.tooFrequent': msg({
    message: 'Too many requests. Try again in {seconds} s.',
    comment: 'Code request.tooFrequent',
  }),
  'server.fault': msg({
    message: 'Something went wrong on our side. It was recorded. Try again.',
    comment: 'Code server.fault',
  }),
  'server.notTaking': msg({
    message: 'This is not possible right now. Nothing was done; try again soon.',
    comment: 'Code server.notTaking',
  }),
  'server.unknown': msg({
    message: 'We do not know yet whether this was done. It is being checked.',
    comment: 'Code server.unknown',
  }),
  'token.invalid': msg({ message: 'The sign-in is not valid. Sign in again.', comment: 'Code token.invalid' }),
  'login.failed': msg({ message: 'The account or the password is wrong.', comment: 'Code login.failed' }),
  'login.locked': msg({ message: 'Too many attempts. Try again in {seconds} s.', comment: 'Code login.locked' }),
  'code.wrong': msg({ message: 'The verification code is wrong.', comment: 'Code code.wrong' }),
  'code.expired': msg({
    message: 'The verification code has expired. Ask for a new one.',
    comment: 'Code code.expired',
  }),
  'account.taken': msg({
    message: 'This account exists already. Sign in, or choose another.',
    comment: 'Code account.taken',
  }),
  'invite.unknown': msg({ message: 'This invite code is not known.', comment: 'Code invite.unknown' }),
  'password.weak': msg({ message: 'This password is too common. Choose another.', comment: 'Code password.weak' }),
  'password.wrong': msg({ message: 'The password is wrong.', comment: 'Code password.wrong' }),
  'terms.required': msg({
    message: 'Agree to the current terms of service to continue.',
    comment: 'Code terms.required',
  }),
  'account.frozen': msg({
    message: 'This account is frozen. Contact customer service.',
    comment: 'Code account.frozen',
  }),
  'work.wrong': msg({
    message: 'The security check failed or has expired. Try again.',
    comment: 'Code work.wrong. The check is work that the browser does before an account is made',
  }),
  'fundPassword.missing': msg({ message: 'Set a fund password first.', comment: 'Code fundPassword.missing' }),
  'fundPassword.wrong': msg({
    message: 'The fund password is wrong. {left} attempts left.',
    comment: 'Code fundPassword.wrong',
  }),
  'fundPassword.locked': msg({
    message: 'Withdrawals are locked after too many wrong fund passwords.',
    comment: 'Code fundPassword.locked',
  }),
  'kyc.required': msg({ message: 'Verify your identity first.', comment: 'Code kyc.required' }),
  'kyc.pending': msg({ message: 'Your identity verification is under review.', comment: 'Code kyc.pending' }),
  'kyc.final': msg({
    message: 'Your identity verification is complete and cannot be changed.',
    comment: 'Code kyc.final',
  }),
  'card.bound': msg({ message: 'A bound bank card cannot be changed.', comment: 'Code card.bound' }),
  'factor.required': msg({ message: 'A second factor is needed.', comment: 'Code factor.required' }),
  'factor.wrong': msg({ message: 'The second factor is wrong.', comment: 'Code factor.wrong' }),
  'factor.bound': msg({ message: 'A second factor is already bound.', comment: 'Code factor.bound' }),
  'apiKey.invalid': msg({ message: 'The API key or its signature is not valid.', comment: 'Code apiKey.invalid' }),
  'apiKey.right': msg({ message: 'This API key does not have the right {right}.', comment: 'Code apiKey.right' }),
  'apiKey.limit': msg({ message: 'At most {most} API keys.', comment: 'Code apiKey.limit' }),
  'market.closed': msg({ message: 'The market {symbol} is closed.', comment: 'Code market.closed' }),
  'market.unknown': msg({ message: 'The market {symbol} is not known.', comment: 'Code market.unknown' }),
  'market.suspended': msg({ message: 'Trading in {symbol} is suspended.', comment: 'Code market.suspended' }),
  'price.aging': msg({ message: 'The price of {symbol} is too old for this.', comment: 'Code price.aging' }),
  'price.stale': msg({ message: 'There is no valid price for {symbol} at the moment.', comment: 'Code price.stale' }),
  'order.unknown': msg({ message: 'This order is not known.', comment: 'Code order.unknown' }),
  'order.final': msg({ message: 'This order is filled or cancelled already.', comment: 'Code order.final' }),
  'quantity.integer': msg({ message: 'The quantity must be a whole number.', comment: 'Code quantity.integer' }),
  'price.tick': msg({ message: 'The price must be a multiple of {tick}.', comment: 'Code price.tick' }),
  'quantity.lot': msg({ message: 'The quantity must be a multiple of {lot}.', comment: 'Code quantity.lot' }),
  'order.tooSmall': msg({ message: 'Minimum order: {least} {coin}.', comment: 'Code order.tooSmall' }),
  'order.tooLarge': msg({ message: 'Maximum order: {most} {coin}.', comment: 'Code order.tooLarge' }),
  'price.band': msg({
    message: 'The price is too far from the market: the limit is {limit}.',
    comment: 'Code price.band',
  }),
  'order.wouldTake': msg({
    message: 'A post-only order would have been filled at once, so it was not placed.',
    comment: 'Code order.wouldTake',
  }),
  'order.tooMany': msg({ message: 'At most {most} open orders.', comment: 'Code order.tooMany' }),
  'order.noLiquidity': msg({
    message: 'No liquidity on the other side of the order book.',
    comment: 'Code order.noLiquidity',
  }),
  'position.unknown': msg({ message: 'This position is not known.', comment: 'Code position.unknown' }),
  'position.lessThanClose': msg({ message: 'Only {canClose} can be closed.', comment: 'Code position.lessThanClose' }),
  'leverage.limit': msg({ message: 'Maximum leverage here: {most}.', comment: 'Code leverage.limit' }),
  'margin.insufficient': msg({
    message: 'Not enough margin: {needed} {coin} needed, {available} {coin} available.',
    comment: 'Code margin.insufficient',
  }),
  'margin.floor': msg({ message: 'The margin cannot go below {least} {coin}.', comment: 'Code margin.floor' }),
  'trigger.side': msg({
    message: 'The trigger price is on the wrong side of the price.',
    comment: 'Code trigger.side',
  }),
  'position.liquidating': msg({ message: 'This position is being liquidated.', comment: 'Code position.liquidating' }),
  'position.closeAgain': msg({
    message: 'Not closed yet: there were too many orders to fill at once. Close it again.',
    comment: 'Code position.closeAgain, of one position where several were to be closed',
  }),
  'borrow.limit': msg({ message: 'At most {most} {coin} can be borrowed.', comment: 'Code borrow.limit' }),
  'lending.empty': msg({ message: 'Only {available} {coin} is available to borrow.', comment: 'Code lending.empty' }),
  'level.tooLow': msg({ message: 'The margin level is too low.', comment: 'Code level.tooLow' }),
  'repay.tooMuch': msg({ message: 'Only {owed} {coin} is owed.', comment: 'Code repay.tooMuch' }),
  'period.unknown': msg({ message: 'This period is not offered.', comment: 'Code period.unknown' }),
  'stake.range': msg({ message: 'The stake must be from {least} to {most} {coin}.', comment: 'Code stake.range' }),
  'pool.full': msg({ message: 'No more of these contracts can be covered right now.', comment: 'Code pool.full' }),
  'odds.changed': msg({ message: 'The odds have changed to {odds}.', comment: 'Code odds.changed' }),
  'maturity.closed': msg({
    message: 'The market would be closed when this contract ends.',
    comment: 'Code maturity.closed',
  }),
  'balance.insufficient': msg({
    message: 'Insufficient available balance: {needed} {coin} needed, {available} {coin} available.',
    comment: 'Code balance.insufficient',
  }),
  'coin.unknown': msg({ message: 'The coin {coin} is not known.', comment: 'Code coin.unknown' }),
  'transfer.refused': msg({ message: 'This transfer is not possible.', comment: 'Code transfer.refused' }),
  'quote.expired': msg({ message: 'The quote has expired. Ask for a new one.', comment: 'Code quote.expired' }),
  'quote.used': msg({ message: 'This quote was used already.', comment: 'Code quote.used' }),
  'practice.tooSoon': msg({
    message: 'Practice money was already claimed today, or the account is full.',
    comment: 'Code practice.tooSoon',
  }),
  'swap.least': msg({
    message: 'The swap would bring {receive} {coin}, less than your minimum of {least} {coin}.',
    comment: 'Code swap.least',
  }),
  'swap.flow': msg({
    message: 'Too much of this coin is being swapped right now. Try a smaller amount or try again in a minute.',
    comment: 'Code swap.flow',
  }),
  'swap.perMinute': msg({
    message: 'You can swap at most {most} {coin} a minute.',
    comment: 'Code swap.perMinute',
  }),
  'swap.inventory': msg({
    message: 'Swaps of this coin have reached their hourly limit. Try a smaller amount or try again later.',
    comment: 'Code swap.inventory',
  }),
  'address.invalid': msg({ message: 'The address is not valid.', comment: 'Code address.invalid' }),
  'address.network': msg({
    message: 'The address does not belong to the network {network}.',
    comment: 'Code address.network',
  }),
  'address.waiting': msg({
    message: 'This address or card is new and cannot be used yet.',
    comment: 'Code address.waiting',
  }),
  'withdrawal.limit': msg({
    message: 'Only {left} {coin} can be withdrawn right now.',
    comment: 'Code withdrawal.limit',
  }),
  'withdrawal.locked': msg({ message: 'Withdrawals are locked.', comment: 'Code withdrawal.locked' }),
  'withdrawal.halted': msg({ message: 'Withdrawals of {coin} are paused.', comment: 'Code withdrawal.halted' }),
  'withdrawal.final': msg({ message: 'This withdrawal can no longer be changed.', comment: 'Code withdrawal.final' }),
  'body.sealed': msg({
    message: 'The withdrawal could not be read. Reload the page and try again.',
    comment: 'Code body.sealed',
  }),
  'deposit.closed': msg({ message: 'Deposits of {coin} are closed.', comment: 'Code deposit.closed' }),
  'amount.tooSmall': msg({ message: 'Minimum amount: {least} {coin}.', comment: 'Code amount.tooSmall' }),
  'product.unknown': msg({ message: 'This product is not known.', comment: 'Code product.unknown' }),
  'product.range': msg({ message: 'The amount must be from {least} to {most} {coin}.', comment: 'Code product.range' }),
  'product.soldOut': msg({ message: 'Only {left} {coin} is left.', comment: 'Code product.soldOut' }),
  'product.times': msg({ message: 'At most {most} purchases per customer.', comment: 'Code product.times' }),
  'product.notFunded': msg({ message: 'This product has no funds right now.', comment: 'Code product.notFunded' }),
  'product.vip': msg({ message: 'This product is for VIP {vip} and above.', comment: 'Code product.vip' }),
  'redeem.locked': msg({ message: 'This cannot be redeemed yet.', comment: 'Code redeem.locked' }),
  'terms.changed': msg({ message: 'The terms have changed. Check them again.', comment: 'Code terms.changed' }),
  'loan.limit': msg({ message: 'At most {most} {coin} can be lent.', comment: 'Code loan.limit' }),
  'loan.overdue': msg({ message: 'A loan is overdue.', comment: 'Code loan.overdue' }),
  'loan.state': msg({ message: 'This is not possible in the loan’s current status.', comment: 'Code loan.state' }),
  'wallet.claimed': msg({ message: 'This was claimed for this wallet already.', comment: 'Code wallet.claimed' }),
  'wallet.notProven': msg({ message: 'Prove first that the wallet is yours.', comment: 'Code wallet.notProven' }),
  'approval.mismatch': msg({ message: 'The approval does not match the request.', comment: 'Code approval.mismatch' }),
  'chat.blank': msg({ message: 'The message is empty.', comment: 'Code chat.blank' }),
  'chat.tooLong': msg({ message: 'A message has at most {most} characters.', comment: 'Code chat.tooLong' }),
  'upload.notImage': msg({ message: 'Only images are accepted.', comment: 'Code upload.notImage' }),
  'upload.damaged': msg({ message: 'The image could not be read.', comment: 'Code upload.damaged' }),
  'offer.unknown': msg({ message: 'This offer is not known.', comment: 'Code offer.unknown' }),
  'offer.changed': msg({ message: 'The offer has changed. Look at it again.', comment: 'Code offer.changed' }),
  'otc.state': msg({ message: 'This is not possible in the order’s current status.', comment: 'Code otc.state' }),
  'bond.insufficient': msg({
    message: 'The bond is too small: {needed} {coin} needed.',
    comment: 'Code bond.insufficient',
  }),
  'merchant.required': msg({ message: 'Only merchants can do this.', comment: 'Code merchant.required' }),
  'reward.notFunded': msg({ message: 'This reward has no funds right now.', comment: 'Code reward.notFunded' }),
  'reward.claimed': msg({ message: 'This reward was claimed already.', comment: 'Code reward.claimed' }),
};

function isKey(key: string): key is MessageKey {
  return Object.hasOwn(texts, key);
}

const timeArgs: readonly string[] = ['until', 'at', 'opensAt'];

/** Formats an argument: times in the user's zone and format, numbers with their separators. */
function readable(name: string, value: string): string {
  const { language, offset, dateFormat } = preferences();
  if (timeArgs.includes(name) && /^\d{12,14}$/.test(value))
    return formatDateTime(Number.parseInt(value, 10), { offset, format: dateFormat }, 'minute');
  return parseDecimal(value) ? formatExact(value, { tag: localeTag(language) }) : value;
}

export interface RefusedBy {
  readonly code?: number | undefined;
  readonly key: string;
  readonly args: Readonly<Record<string, string>>;
}

/** The code of unknown errors, also of unknown refusals of a newer server, so its text is generic. */
const FAULT = 500;

const unknownReason = msg({
  message: 'The exchange gave a reason that this page does not know yet. Reload the page to read it.',
  comment: 'A refusal of a newer version of the exchange',
});

/**
 * Why the exchange refused, in the page's language. An unknown key of a newer server gets the text of its code. If that
 * is unknown too, or needs figures, the text is generic: the page never shows the server's raw text.
 */
export function refusalText({ code = FAULT, key, args }: RefusedBy): string {
  const byCode = code !== FAULT && isCode(code) ? codes[code] : undefined;
  const known = isKey(key) ? key : byCode?.args.length === 0 ? byCode.key : undefined;
  if (!known) return i18n._(unknownReason);
  const values = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, readable(name, value)]));
  return i18n._({ ...texts[known], values });
}
