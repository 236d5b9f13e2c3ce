// Schema of loans (money §7): commands 68, 69, 90 and 308, events 205–207.

import { MAX_ORDER_ATOMS, word } from './field.ts';
import { asset, key, row, signed, user } from './words.ts';

const amount = word('atoms', 1, MAX_ORDER_ATOMS);
/** 1 everything at the end, 2 equal instalments. */
const repayType = word('code', 1, 2);

export const loanCommands = {
  /** The answer is the loan's id. */
  'loan.apply': {
    kind: 68,
    sender: 'user',
    fields: { user, ...key, product: word('code', 1, 65_535), amount, days: word('code', 1, 3_650), repayType },
  },
  /** Early repayment, interest first. amount 0: all. */
  'loan.repay': {
    kind: 69,
    sender: 'user',
    fields: { user, ...key, loan: row, amount: word('atoms', 0, MAX_ORDER_ATOMS) },
  },
  /**
   * decision 1 passed (paid out), 2 failed. One operator only below the threshold; else inside a proposal (operator 0).
   */
  'loan.decide': {
    kind: 90,
    sender: 'desk',
    fields: { operator: word('code', 0, 65_535), loan: row, decision: word('code', 1, 2) },
  },
  /**
   * Loans of an asset: bounds, daily rate, terms on offer as bits of the list 7, 15, 30, 60, two-operator threshold.
   */
  'loan.set': {
    kind: 308,
    sender: 'setup',
    fields: {
      ...{ product: word('code', 1, 65_535), asset, min: amount, max: amount },
      ...{ rate: word('ppb', 0, 1_000_000_000), overdue: word('ppm', 1_000_000, 10_000_000) },
      ...{ days: word('code', 1, 15), threshold: amount },
      /**
       * Limit = score × perPoint, above 100 points only as far as repaid loans prove it; no loan below `leastScore`.
       */
      ...{ perPoint: word('atoms', 0, MAX_ORDER_ATOMS), leastScore: word('code', 0, 1_000) },
      open: word('code', 0, 1),
    },
  },
} as const;

export const loanEvents = {
  /**
   * A loan's present state. status: 0 pending review, 1 passed, 2 failed, 3 settled, 4 overdue. cause: 1 applied, 2
   * paid out, 3 failed, 4 a day's interest, 5 repaid by the user, 6 instalment debited, 7 instalment missed, 8
   * collected. `asked`: the amount applied for.
   */
  'loan.changed': {
    kind: 205,
    fields: {
      ...{ loan: row, user, product: word('code', 1, 65_535), asset, status: word('code', 0, 4) },
      ...{ cause: word('code', 1, 8), asked: amount },
      /** Owed: principal, whole interest; the overdue part of them. */
      ...{ principal: word('atoms'), interest: word('atoms'), arrears: word('atoms') },
      /** Daily rate in force; when the next instalment is due (0: none left), and the equal instalment. */
      ...{ rate: word('ppb'), due: word('ms'), instalment: word('atoms') },
      ...{ days: word('code', 1, 3_650), repayType },
      /** What the user received (+) or paid (−), and how much of a payment, or of a day, was interest. */
      ...{ amount: signed, ofInterest: word('atoms') },
    },
  },
  'loan.product': {
    kind: 206,
    fields: {
      ...{ product: word('code', 1, 65_535), asset, min: amount, max: amount, rate: word('ppb') },
      ...{ overdue: word('ppm'), days: word('code', 1, 15), threshold: amount, perPoint: word('atoms') },
      ...{ leastScore: word('code'), open: word('code', 0, 1), version: word('code', 1) },
    },
  },
  'score.changed': { kind: 207, fields: { user, score: word('code', 0, 1_000), by: word('code', -1_000, 1_000) } },
} as const;
