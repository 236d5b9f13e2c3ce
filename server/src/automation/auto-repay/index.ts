// Face of repaying by itself: orders of margin accounts whose proceeds go against the debt.

export { type AutoRepayParts, type AutoRepays, createAutoRepays, type Repaying } from './auto-repay.ts';
export type { AutoRepayTables } from './tables.ts';
