// The views' face: migrations of every domain, the fold of events into SQL, and the reads of history over it.

export { migrateAll, migrateViews } from './migrate.ts';
export { openFolder, ViewsRefused } from './folder.ts';
export type { FoldedRow, FolderOptions, JournalHead, ViewsFolder } from './folder.ts';
export type { FoldBatch } from './rows.ts';
export { openReads } from './queries/reads.ts';
export type { ViewsReads } from './queries/reads.ts';
export type { BillFilter, BillLine, BillSum } from './queries/bills.ts';
export type { DayWorth } from './queries/worth.ts';
export type { FeeShare, FillFilter, OrderDetails, OrderFilter } from './queries/orders.ts';
export type { Page, PageAsked, TimeRange } from './queries/page.ts';
export type { DebtFilter, DebtLine } from './queries/debts.ts';
export { RECORD_KIND } from './queries/debts.ts';
export type { Guard, GuardFilter, GuardState, PositionFilter } from './queries/positions.ts';
export type { SecondFilter, SecondNet } from './queries/seconds.ts';
export type { JournalEntry } from './queries/journal.ts';
export { MOST_CSV_ROWS, MOST_ROWS } from './queries/page.ts';
export type { CandlesAsked, TicksAsked } from './queries/prices.ts';
export { compareViews, dropViews, eventLog, rebuildViews } from './rebuild.ts';
export type { BatchSource, RebuildOptions, TableDifference } from './rebuild.ts';
export { TICKS_KEPT_MS } from './retention.ts';
export { surviveLoss, VIEWS_SCHEMA } from './database.ts';
export { runViews } from './run.ts';
export type { RunningFold, RunViewsOptions, ViewsLog } from './run.ts';
export { startViews } from './start.ts';
export type { RunningViews, StartViewsOptions } from './start.ts';
export { CHECK_SCHEMA, journalReplay, verifyViews } from './verify.ts';
export type { ViewsVerdict } from './verify.ts';
