// Face of the appeals against links of accounts: opened by a customer, decided by two people of the desk.

export { type AppealEntry, APPEALS_MOST, type Appeals, createAppeals } from './appeals.ts';
export type { AppealTables } from './tables.ts';
