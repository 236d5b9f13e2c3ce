// Loans' face.

export { Loans } from './domain.ts';
export { LoanRoom } from './room.ts';
export { LOAN, LOAN_STEPS, STEPS } from './states.ts';
