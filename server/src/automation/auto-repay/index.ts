// Public interface of automatic repayment: margin orders whose proceeds repay the debt.

export { type AutoRepayParts, type AutoRepays, createAutoRepays, type Repaying } from './auto-repay.ts';
export type { AutoRepayTables } from './tables.ts';
