// The states of a loan and their transitions, as a table (money §7).

import { LOAN_STATUS } from '../enum/index.ts';

/** Steps of a loan. */
export const STEPS = ['pass', 'fail', 'repay', 'debit', 'miss', 'collect'] as const;
export type LoanStep = (typeof STEPS)[number];

/** By status: the steps it allows, and the states each may lead to. Any other step is refused (4103). */
export const LOAN_STEPS: readonly Readonly<Partial<Record<LoanStep, readonly number[]>>>[] = [
  { pass: [LOAN_STATUS.passed], fail: [LOAN_STATUS.failed] },
  {
    repay: [LOAN_STATUS.passed, LOAN_STATUS.settled],
    debit: [LOAN_STATUS.passed, LOAN_STATUS.settled],
    miss: [LOAN_STATUS.overdue],
  },
  {},
  {},
  {
    repay: [LOAN_STATUS.overdue, LOAN_STATUS.passed, LOAN_STATUS.settled],
    miss: [LOAN_STATUS.overdue],
    collect: [LOAN_STATUS.overdue, LOAN_STATUS.passed, LOAN_STATUS.settled],
  },
];

/** Whether a loan of that status allows the step. */
export function mayGo(status: number, step: LoanStep): boolean {
  return LOAN_STEPS[status]?.[step] !== undefined;
}

/** Returns the status after a step. Throws when the table does not list it. */
export function gone(status: number, step: LoanStep, to: number): number {
  if (LOAN_STEPS[status]?.[step]?.includes(to) !== true)
    throw new Error(`Expected a loan of status ${status} to go ${step} as its table says, not to ${to}.`);
  return to;
}
