// Public interface of appeals against account links: opened by a customer, decided by two staff members.

export { type AppealEntry, APPEALS_MOST, type Appeals, createAppeals } from './appeals.ts';
export type { AppealTables } from './tables.ts';
