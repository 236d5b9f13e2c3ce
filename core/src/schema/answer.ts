// What `ask` answers: a command's decision without its commit, with the numbers of a real run.

import type { CommandName } from './command.ts';

/**
 * `code` 200: the command would succeed. `expected`, `got`: a refusal's numbers. `numbers`: named by `answers` below.
 */
export interface Answer {
  readonly code: number;
  readonly expected: number;
  readonly got: number;
  readonly numbers: readonly number[];
}

/** Names of the numbers, in order, by command. Other commands return none. Units: atoms, lots, ticks as named. */
export const answers = {
  /**
   * holdAsset, holdAmount (atoms taken from the available balance: paid at once or held) · lots that would fill now ·
   * their value (quote atoms) · the fee of those fills in atoms of feeAsset · worst price in ticks (0: nothing would
   * fill) · lots that would rest. Average price = value ÷ (lots × K).
   */
  'order.place': ['holdAsset', 'holdAmount', 'lots', 'value', 'fee', 'feeAsset', 'bestPrice', 'worstPrice', 'restLots'],
  /** The hold's asset; the hold before and after. */
  'order.amend': ['holdAsset', 'holdBefore', 'holdAfter'],
  /** Available atoms of both wallets, before and after. */
  'wallet.transfer': ['fromBefore', 'fromAfter', 'toBefore', 'toAfter'],
  /** Atoms of profit on a win; the share of contracts that must win to break even, millionths. */
  'second.open': ['win', 'breakEven'],
  /** Yield of the whole term in atoms; when it ends, ms. */
  'earn.buy': ['yield', 'ends'],
  /** Atoms received; penalty on the principal; unpaid yield that is forfeited. */
  'earn.redeem': ['receive', 'penalty', 'forfeited'],
  /** Atoms received. With `receive` 0 it is refused, and `expected` is the same number. */
  'swap.execute': ['receive'],
  /**
   * Atoms received at the present index; value of the amount given, millionths of a USDT; for each leg the index
   * (cents; 0: fixed at 1 USDT), the flow (millionths of a USDT), the range and the half-spread (ppb), named as in
   * `swap.ended`.
   */
  'swap.place': [
    ...['receive', 'worth', 'fromPrice', 'fromFlow', 'fromRange', 'fromHalf'],
    ...['toPrice', 'toFlow', 'toRange', 'toHalf'],
  ],
  /**
   * Fee, atoms; total hold; value of the amount and what is left of today after it, whole USDT; atoms that all users
   * together may still request after it within the hour; whether it would queue after approval (1); atoms of the hour,
   * before it, that large withdrawals may use.
   */
  'withdrawal.request': ['fee', 'hold', 'worth', 'leftToday', 'leftHour', 'waits', 'leftForLarge'],
  /** Atoms claimed. */
  'reward.claim': ['receive'],
  /** Atoms that a selling offer locks for fees, and in all; 0 of a buying one. */
  'offer.open': ['fees', 'hold'],
  /** The fee in atoms, paid by the seller; end of the payment window, ms. */
  'deal.open': ['fee', 'payUntil'],
  /** The bond after the command, atoms. */
  'bond.lock': ['bond'],
  'bond.free': ['bond'],
  /**
   * What it requires of the wallet (margin + fee + opening loss, atoms of settleAsset) · lots that would fill now,
   * their value, first and last price (ticks) · lots that would rest or not fill · liquidation: the mark (cents) at
   * which an isolated position would be liquidated after all fills, 0 none.
   */
  'contract.place': [
    ...['settleAsset', 'margin', 'fee', 'openingLoss', 'required'],
    ...['lots', 'value', 'bestPrice', 'worstPrice', 'restLots', 'liquidation'],
  ],
  /** Atoms of the position's margin and of the wallet's spendable balance; the liquidation mark after, cents. */
  'position.margin': ['marginBefore', 'marginAfter', 'freeBefore', 'freeAfter', 'liquidation'],
  /** What the wallet adds (+, settle atoms); margins of long and short after (0: none, or cross). */
  'leverage.set': ['leverageBefore', 'leverageAfter', 'required', 'longMargin', 'shortMargin'],
  /**
   * Level now and after, millionths (0: no debt) · interest of the first hour, atoms · index (cents) at which an
   * isolated wallet is liquidated, now and after (0: none) · most atoms the user may borrow · principal and interest
   * owed before.
   */
  'debt.borrow': [
    'levelBefore',
    'levelAfter',
    'interest',
    'liquidationBefore',
    'liquidationAfter',
    'most',
    'principal',
    'interestOwed',
  ],
  /** Interest and principal it pays, the remaining debt, atoms; level now and after, millionths. */
  'debt.repay': ['interest', 'principal', 'left', 'levelBefore', 'levelAfter'],
  /**
   * Interest of the whole term, number of instalments, the first of them, atoms; the limit by score, and the used part.
   */
  'loan.apply': ['interest', 'instalments', 'first', 'limit', 'used'],
  /** Interest and principal it pays, the remaining debt, atoms. */
  'loan.repay': ['interest', 'principal', 'left'],
} as const satisfies Partial<Record<CommandName, readonly string[]>>;
