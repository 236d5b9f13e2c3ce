// A loan's states and what each allows: a table in data (money §7).

/** What a loan is, as `loan.changed` tells it. */
export const LOAN = { pending: 0, passed: 1, failed: 2, settled: 3, overdue: 4 } as const;

/** What may happen to a loan. */
export const STEPS = ['pass', 'fail', 'repay', 'debit', 'miss', 'collect'] as const;
export type LoanStep = (typeof STEPS)[number];

/** Status by status: the steps it allows, and to what each may lead. What is not there is refused (4103). */
export const LOAN_STEPS: readonly Readonly<Partial<Record<LoanStep, readonly number[]>>>[] = [
  { pass: [LOAN.passed], fail: [LOAN.failed] },
  { repay: [LOAN.passed, LOAN.settled], debit: [LOAN.passed, LOAN.settled], miss: [LOAN.overdue] },
  {},
  {},
  {
    repay: [LOAN.overdue, LOAN.passed, LOAN.settled],
    miss: [LOAN.overdue],
    collect: [LOAN.overdue, LOAN.passed, LOAN.settled],
  },
];

/** Whether a loan of that status may go that step. */
export function mayGo(status: number, step: LoanStep): boolean {
  return LOAN_STEPS[status]?.[step] !== undefined;
}

/** The status a step led to; throws when the table does not have it. */
export function gone(status: number, step: LoanStep, to: number): number {
  if (LOAN_STEPS[status]?.[step]?.includes(to) !== true)
    throw new Error(`Expected a loan of status ${status} to go ${step} as its table says, not to ${to}.`);
  return to;
}
