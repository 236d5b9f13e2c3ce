// Public interface of withdrawals: from a request to twelve confirmations, and how every plan is stored.

export { dropPlan, insertPlan, isUnsettled, planningOn, type PlannedRow, sqlClaims } from './claims.ts';
export { REVIEW_RULES, type ReviewRules, type WithdrawalOptions } from './parts.ts';
export { planText, readPlan, sameClaims } from './plan-text.ts';
export { createWithdrawals } from './withdrawals.ts';
