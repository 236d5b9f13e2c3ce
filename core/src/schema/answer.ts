// What `ask` answers: the decision of a command without its commit, with the numbers of the real thing.

import type { CommandName } from './command.ts';

/** `code` 200: it would be done. `expected`, `got`: the numbers behind a refusal. `numbers` by `answers` below. */
export interface Answer {
  readonly code: number;
  readonly expected: number;
  readonly got: number;
  readonly numbers: readonly number[];
}

/** Names of the numbers, in order, by command; commands not named answer none. Units: atoms, lots, ticks as named. */
export const answers = {
  /**
   * holdAsset, holdAmount (atoms taken from available: paid at once or held) · lots that would fill now · their value
   * (quote atoms) · the fee of those fills in atoms of feeAsset · worst price in ticks (0: nothing would fill) ·
   * lots that would rest. Average price = value ÷ (lots × K).
   */
  'order.place': ['holdAsset', 'holdAmount', 'lots', 'value', 'fee', 'feeAsset', 'bestPrice', 'worstPrice', 'restLots'],
  /** The hold's asset; what is held before and after. */
  'order.amend': ['holdAsset', 'holdBefore', 'holdAfter'],
  /** Available atoms of both wallets, before and after. */
  'wallet.transfer': ['fromBefore', 'fromAfter', 'toBefore', 'toAfter'],
  /** Atoms won when it wins; the share of contracts one must win to lose nothing, millionths. */
  'second.open': ['win', 'breakEven'],
  /** Yield of the whole term in atoms; when it ends, ms. */
  'earn.buy': ['yield', 'ends'],
  /** Atoms received; kept of the principal; of yield not yet paid and so forfeited. */
  'earn.redeem': ['receive', 'penalty', 'forfeited'],
  /** Atoms received. Asked with `receive` 0 it is refused, and `expected` says the same. */
  'swap.execute': ['receive'],
  /**
   * Atoms received at the present index; worth of what is given, millionths of a USDT; of each leg the index (cents; 0: it
   * stands at 1 USDT), the flow (millionths of a USDT), the range and the half-spread (ppb), as `swap.ended` names them.
   */
  'swap.place': [
    ...['receive', 'worth', 'fromPrice', 'fromFlow', 'fromRange', 'fromHalf'],
    ...['toPrice', 'toFlow', 'toRange', 'toHalf'],
  ],
  /**
   * Atoms of the fee; all that is held; worth of the amount and what is left of today after it, whole USDT; atoms that all
   * customers together may still ask for after it within the hour; whether it would wait in the queue once approved (1);
   * atoms of the hour, before it, that large withdrawals may use.
   */
  'withdrawal.request': ['fee', 'hold', 'worth', 'leftToday', 'leftHour', 'waits', 'leftForLarge'],
  /** Atoms claimed. */
  'reward.claim': ['receive'],
  /** Atoms that a selling offer locks for fees, and in all; 0 of a buying one. */
  'offer.open': ['fees', 'hold'],
  /** The fee in atoms, which the seller pays; until when it is to be paid, ms. */
  'deal.open': ['fee', 'payUntil'],
  /** The bond after it, atoms. */
  'bond.lock': ['bond'],
  'bond.free': ['bond'],
  /**
   * What it requires of the wallet (margin + fee + opening loss, atoms of settleAsset) · lots that would fill now, their
   * value, first and last price (ticks) · lots that would rest or not fill · liquidation: the mark (cents) at which an
   * isolated position is liquidated once all is filled, 0 none.
   */
  'contract.place': [
    ...['settleAsset', 'margin', 'fee', 'openingLoss', 'required'],
    ...['lots', 'value', 'bestPrice', 'worstPrice', 'restLots', 'liquidation'],
  ],
  /** Atoms of the position's margin and of what the wallet may spend; the liquidation mark after, cents. */
  'position.margin': ['marginBefore', 'marginAfter', 'freeBefore', 'freeAfter', 'liquidation'],
  /** What the wallet gives more (+, settle atoms); margins of long and short after (0: none, or cross). */
  'leverage.set': ['leverageBefore', 'leverageAfter', 'required', 'longMargin', 'shortMargin'],
  /**
   * Level now and after, millionths (0: owes nothing) · interest of the first hour, atoms · index (cents) at which an
   * isolated wallet is liquidated, now and after (0: none) · the most atoms one may borrow · principal and interest owed before.
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
  /** Interest and principal it pays, what stays owed, atoms; level now and after, millionths. */
  'debt.repay': ['interest', 'principal', 'left', 'levelBefore', 'levelAfter'],
  /** Interest of the whole term, instalments, the first of them, atoms; the limit by score, and what of it is used. */
  'loan.apply': ['interest', 'instalments', 'first', 'limit', 'used'],
  /** Interest and principal it pays, what stays owed, atoms. */
  'loan.repay': ['interest', 'principal', 'left'],
} as const satisfies Partial<Record<CommandName, readonly string[]>>;
