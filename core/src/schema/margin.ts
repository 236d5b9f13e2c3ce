// Schema of margin borrowing (money §4): commands 60–62 and 305, events 190–194 and 240–243.

import { list, MAX_ORDER_ATOMS, word } from './field.ts';
import { asset, key, signed, user } from './words.ts';

/** For isolated margin (wallet 5) its market; 0 for cross (wallet 4). */
const marketOr = word('market', 0, 65_535);
/** 4 cross, 5 isolated. */
const wallet = word('code', 4, 5);

export const marginCommands = {
  'debt.borrow': {
    kind: 60,
    sender: 'user',
    fields: { user, ...key, wallet, market: marketOr, asset, amount: word('atoms', 1, MAX_ORDER_ATOMS) },
  },
  /** Repays interest first, then principal. amount 0: everything owed of this asset. */
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
   * What may be borrowed and what it costs. Each asset and level row replaces that row. The markets replace all
   * markets: one not named accepts no new orders, transfers or debts on margin.
   */
  'margin.set': {
    kind: 305,
    sender: 'setup',
    fields: {
      assets: list(256, {
        asset,
        /** Instrument whose index values it in USDT; 0 for USDT itself. */
        instrument: word('instrument', 0, 65_535),
        /** Hourly, 10⁻⁹. */
        rate: word('ppb', 0, 1_000_000_000),
        /** Collateral factor in cross wallets. */
        factor: word('ppm', 0, 1_000_000),
        /** Largest debt of one user, atoms. */
        limit: word('atoms', 0, MAX_ORDER_ATOMS),
      }),
      /** Levels by leverage, millionths: after borrowing, call, liquidation. */
      levels: list(16, {
        leverage: word('code', 1, 10),
        borrow: word('ppm', 1_000_000, 100_000_000),
        call: word('ppm', 1_000_000, 100_000_000),
        liquidation: word('ppm', 1_000_000, 100_000_000),
      }),
      /** Spot markets with isolated margin, and their maximum leverage. */
      markets: list(256, { market: word('market', 1, 65_535), leverage: word('code', 1, 10) }),
      /** Leverage of cross wallets; level from which transfers out are allowed. */
      cross: word('code', 1, 10),
      transferOut: word('ppm', 1_000_000, 100_000_000),
    },
  },
} as const;

export const marginEvents = {
  /**
   * A user's present debt in an asset in a wallet. type: 1 borrowed, 2 repaid, 3 repaid by liquidation, 4 paid by the
   * insurance fund. `amount`: added to (+) or taken off (−) the debt. A debt of 0 is closed.
   */
  'debt.changed': {
    kind: 190,
    fields: {
      ...{ user, wallet, market: marketOr, asset, type: word('code', 1, 4) },
      ...{ principal: word('atoms'), interest: word('atoms'), amount: signed, rate: word('ppb') },
    },
  },
  /** One debt's hourly interest, once it adds up to whole atoms. */
  interest: { kind: 191, fields: { user, wallet, market: marketOr, asset, amount: word('atoms') } },
  /** Parameters of borrowing in force. */
  'margin.changed': {
    kind: 192,
    fields: {
      ...{ asset, instrument: word('instrument', 0, 65_535), rate: word('ppb'), factor: word('ppm') },
      ...{ limit: word('atoms'), version: word('code', 1) },
    },
  },
  /** What a wallet repaid of a debt, interest first. type: 2 repaid, 3 repaid by liquidation. */
  'debt.repaid': {
    kind: 194,
    fields: {
      ...{ user, wallet, market: marketOr, asset, type: word('code', 2, 3) },
      ...{ interest: word('atoms'), principal: word('atoms') },
    },
  },
  /**
   * A margin wallet's liquidation. step: 1 call, 2 began (orders cancelled), 3 sold, 4 all repaid, 5 over: its level is
   * above the line again, or the insurance fund ended it, 6 waits for orders or for the fund's limit (rules 36).
   * `level` before the step (0: no debt). `shortfall`: value of insurance payments since it began, USDT atoms, rounded
   * up.
   */
  'margin.step': {
    kind: 193,
    fields: { user, wallet, market: marketOr, step: word('code', 1, 6), level: word('ppm'), shortfall: signed },
  },
  /** Levels of a leverage, millionths. */
  'margin.level': {
    kind: 240,
    fields: {
      ...{ leverage: word('code', 1, 10), borrow: word('ppm'), call: word('ppm'), liquidation: word('ppm') },
      version: word('code', 1),
    },
  },
  /** A spot market's maximum leverage in isolated margin; 0: no longer offered. */
  'margin.market': {
    kind: 241,
    fields: { market: word('market', 1), leverage: word('code', 0, 10), version: word('code', 1) },
  },
  /** Maximum leverage of cross wallets; level from which transfers out are allowed. */
  'margin.terms': {
    kind: 242,
    fields: { cross: word('code', 1, 10), transferOut: word('ppm'), version: word('code', 1) },
  },
  /** Leverage of one wallet from now on. */
  'margin.leverage': { kind: 243, fields: { user, wallet, market: marketOr, leverage: word('code', 1, 10) } },
} as const;
