// Loans: unsecured lending of the operator's money, by credit score.
//
// What it is   Applied for, decided by the desk (two operators from a threshold), repaid at the end or in instalments.
// Commands     loan.apply, loan.repay; by an operator loan.decide; by two operators loan.set.
// Events       loan.changed, loan.product, score.changed.
// Refused      1104 verification, 4001 product, 4002 amount, 4101 limit, 4102 overdue, 4103 state, 2302 nothing to
//              lend.
// States       pending review, passed, failed, settled, overdue × pass, fail, repay, debit, miss, collect: `states.ts`.
// Money        lending → spot wallet and back; interest per day begun, ⌊(principal × rate + carry) ÷ 10⁹⌋ and a carry
//              that is rounded up once; an instalment is debited whole or not at all, arrears cost 1.5 × the rate.
// Timers       the due time of an instalment, the days of one that is overdue.
// Tables       loans, products and their terms, scores.
// Read         domain.ts (decide) → terms.ts (schedule) → pay.ts (interest, repayment, arrears).
// More         docs/products/loan.md.

export { Loans } from './domain.ts';
export { LoanContext } from './context.ts';
export { LOAN_STEPS, STEPS } from './states.ts';
