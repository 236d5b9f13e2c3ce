// Schema of staking and finance (money §6): commands 66, 67 and 307, events 200–203.

import { MAX_ORDER_ATOMS, word } from './field.ts';
import { asset, key, row, user } from './words.ts';

/** Largest principal of one purchase: eight times this stays below 2^52. */
export const MAX_PRINCIPAL = 2 ** 48;
const product = word('code', 1, 65_535);
const amount = word('atoms', 1, MAX_ORDER_ATOMS);
const principal = word('atoms', 1, MAX_PRINCIPAL);

/** 1 staking, 2 finance: transaction histories differ by it. */
const kind = word('code', 1, 2);

const productRow = {
  product,
  kind,
  /** Finance: 1 value-added, 2 members, 3 ordinary. Staking: 0. */
  tab: word('code', 0, 3),
  asset,
  /** Days of the term. */
  days: word('code', 1, 3_650),
  /** 1: a one-day term that renews automatically. */
  flexible: word('code', 0, 1),
  /** Staking: daily; finance: for a year of 365 days. 10⁻⁹. */
  rate: word('ppb', 0, 1_000_000_000),
  /** Of one purchase. */
  min: principal,
  max: principal,
  /** Purchases of one user, 0: unlimited. */
  times: word('code', 0, 65_535),
  /** Largest sum of principals at a time. */
  total: amount,
  /** Lowest fee tier that may buy. */
  tier: word('code', 0, 15),
  /** Share of the principal, for early redemption. */
  penalty: word('ppm', 0, 1_000_000),
  /** 1: may be redeemed before its end. */
  early: word('code', 0, 1),
} as const;

export const earnCommands = {
  /** `version` as shown: other terms are refused. The answer is the stake's id. */
  'earn.buy': { kind: 66, sender: 'user', fields: { user, ...key, product, amount, version: word('code', 1) } },
  /** Redeems before the end for exactly `receive` atoms, as quoted; else refused (`expected` is the price). */
  'earn.redeem': { kind: 67, sender: 'user', fields: { user, ...key, stake: row, receive: word('atoms') } },
  /** A product, new or on new terms from now on; `open` 0: not on sale. */
  'earn.set': { kind: 307, sender: 'setup', fields: { ...productRow, open: word('code', 0, 1) } },
} as const;

export const earnEvents = {
  /** Entries: the principal to wallet 7, held; the whole promised yield (`reserved`) to the reserve. */
  'earn.opened': {
    kind: 200,
    fields: {
      ...{ stake: row, user, kind, product, asset, amount, version: word('code', 1) },
      ...{ starts: word('ms'), ends: word('ms'), reserved: word('atoms') },
      /** Days whose yield is already paid. 0 except in seeds. */
      ...{ day: word('code'), paid: word('atoms') },
    },
  },
  /** A day's yield of staking, or a day of flexible finance that renews until `ends` with `reserved` newly promised. */
  'earn.paid': {
    kind: 201,
    fields: {
      ...{ stake: row, user, kind, asset, amount: word('atoms'), day: word('code', 1) },
      ...{ reserved: word('atoms'), ends: word('ms') },
    },
  },
  /**
   * reason: 1 at its end, 2 redeemed. `paid` to the user's spot wallet, of which `yield` is yield; `unused` reserve and
   * `penalty` back to the treasury.
   */
  'earn.closed': {
    kind: 202,
    fields: {
      ...{ stake: row, user, kind, asset, reason: word('code', 1, 2), paid: word('atoms'), yield: word('atoms') },
      ...{ unused: word('atoms'), penalty: word('atoms') },
    },
  },
  /** `sold`: sum of principals now. */
  'earn.product': {
    kind: 203,
    fields: { ...productRow, open: word('code', 0, 1), version: word('code', 1), sold: word('atoms') },
  },
} as const;
