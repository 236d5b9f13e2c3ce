// Vocabulary of margin borrowing (money §4): commands 60–62 and 305, events 190–194 and 240–243.

import { list, MAX_ORDER_ATOMS, word } from './field.ts';
import { asset, key, signed, user } from './words.ts';

/** Of isolated margin (wallet 5) its market; 0 for cross (wallet 4). */
const marketOr = word('market', 0, 65_535);
/** 4 cross, 5 isolated. */
const wallet = word('code', 4, 5);

export const marginCommands = {
  'debt.borrow': {
    kind: 60,
    sender: 'user',
    fields: { user, ...key, wallet, market: marketOr, asset, amount: word('atoms', 1, MAX_ORDER_ATOMS) },
  },
  /** Interest first, then principal. amount 0: all that is owed of this asset. */
  'debt.repay': {
    kind: 61,
    sender: 'user',
    fields: { user, ...key, wallet, market: marketOr, asset, amount: word('atoms', 0, MAX_ORDER_ATOMS) },
  },
  /** Leverage of the user's wallet: 3 cross; 5 or (majors) 10 isolated. */
  'debt.leverage': {
    kind: 62,
    sender: 'user',
    fields: { user, ...key, wallet, market: marketOr, leverage: word('code', 1, 10) },
  },
  /**
   * What may be borrowed and what it costs. Assets and levels of a row replace that row; the markets replace all of
   * them: one that is not named takes no new orders, transfers or debts on margin.
   */
  'margin.set': {
    kind: 305,
    sender: 'setup',
    fields: {
      assets: list(256, {
        asset,
        /** Instrument whose index values it in USDT; 0 for USDT itself. */
        instrument: word('instrument', 0, 65_535),
        /** An hour, 10⁻⁹. */
        rate: word('ppb', 0, 1_000_000_000),
        /** What it counts as collateral in cross wallets. */
        factor: word('ppm', 0, 1_000_000),
        /** Greatest debt of one customer, atoms. */
        limit: word('atoms', 0, MAX_ORDER_ATOMS),
      }),
      /** Levels by leverage, millionths: after borrowing, call, liquidation. */
      levels: list(16, {
        leverage: word('code', 1, 10),
        borrow: word('ppm', 1_000_000, 100_000_000),
        call: word('ppm', 1_000_000, 100_000_000),
        liquidation: word('ppm', 1_000_000, 100_000_000),
      }),
      /** Spot markets with isolated margin, and their greatest leverage. */
      markets: list(256, { market: word('market', 1, 65_535), leverage: word('code', 1, 10) }),
      /** Leverage of cross wallets; level from which one may transfer out. */
      cross: word('code', 1, 10),
      transferOut: word('ppm', 1_000_000, 100_000_000),
    },
  },
} as const;

export const marginEvents = {
  /**
   * What a user owes of an asset in a wallet now. type: 1 borrowed, 2 repaid, 3 repaid by liquidation, 4 paid by the
   * insurance fund. `amount`: what this change lent (+) or took off the debt (−). A debt of 0 is gone.
   */
  'debt.changed': {
    kind: 190,
    fields: {
      ...{ user, wallet, market: marketOr, asset, type: word('code', 1, 4) },
      ...{ principal: word('atoms'), interest: word('atoms'), amount: signed, rate: word('ppb') },
    },
  },
  /** An hour's interest of one debt, as far as whole atoms have come of it. */
  interest: { kind: 191, fields: { user, wallet, market: marketOr, asset, amount: word('atoms') } },
  /** Parameters of borrowing in force. */
  'margin.changed': {
    kind: 192,
    fields: {
      ...{ asset, instrument: word('instrument', 0, 65_535), rate: word('ppb'), factor: word('ppm') },
      ...{ limit: word('atoms'), version: word('code', 1) },
    },
  },
  /** What a debt got back out of its wallet, interest first. type: 2 repaid, 3 repaid by liquidation. */
  'debt.repaid': {
    kind: 194,
    fields: {
      ...{ user, wallet, market: marketOr, asset, type: word('code', 2, 3) },
      ...{ interest: word('atoms'), principal: word('atoms') },
    },
  },
  /**
   * A margin wallet's liquidation. step: 1 call, 2 began (orders cancelled), 3 sold, 4 all repaid, 5 over: its level is
   * above the line again, or the insurance fund ended it, 6 waits for orders or for what the fund may pay (rules 36). `level` before the step (0: owes nothing). `shortfall`: worth
   * of what insurance paid since it began, USDT atoms, rounded up.
   */
  'margin.step': {
    kind: 193,
    fields: { user, wallet, market: marketOr, step: word('code', 1, 6), level: word('ppm'), shortfall: signed },
  },
  /** A leverage's levels, millionths. */
  'margin.level': {
    kind: 240,
    fields: {
      ...{ leverage: word('code', 1, 10), borrow: word('ppm'), call: word('ppm'), liquidation: word('ppm') },
      version: word('code', 1),
    },
  },
  /** A spot market's greatest leverage in isolated margin; 0: none any more. */
  'margin.market': {
    kind: 241,
    fields: { market: word('market', 1), leverage: word('code', 0, 10), version: word('code', 1) },
  },
  /** Greatest leverage of cross wallets; level from which one may transfer out. */
  'margin.terms': {
    kind: 242,
    fields: { cross: word('code', 1, 10), transferOut: word('ppm'), version: word('code', 1) },
  },
  /** Leverage of one wallet from now on. */
  'margin.leverage': { kind: 243, fields: { user, wallet, market: marketOr, leverage: word('code', 1, 10) } },
} as const;
