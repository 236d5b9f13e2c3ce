// Public interface of the views: migrations of every domain, the projection of events into SQL, and reads of its
// history.

export { expectKnownMigrations, migrateAll, migrateViews } from './migrate.ts';
export { openFolder, ViewsRefused } from './folder.ts';
export type { FoldedRow, FolderOptions, JournalHead, LostRows, ViewsFolder } from './folder.ts';
export type { FoldBatch } from './rows/rows.ts';
export { openReads } from './queries/reads.ts';
export type { ViewsReads } from './queries/reads.ts';
export { LINES_OF_A_TRANSFER } from './queries/bills.ts';
export type { BillFilter, BillFlow, BillLine, BillSum } from './queries/bills.ts';
export type { EarnLine, EarnOwnSum, EarnSummary, StakeFilter, StakeLine } from './queries/earn.ts';
export type { SwapFilter } from './queries/swaps.ts';
export type { DayWorth, TiedUp } from './queries/worth.ts';
export type { FeeShare, FillFilter, OrderDetails, OrderFilter } from './queries/orders.ts';
export type { Page, PageAsked, Parts, TimeRange } from './queries/list.ts';
export type { DebtFilter, DebtLine } from './queries/debts.ts';
export { RECORD_KIND } from './queries/debts.ts';
export type { Guard, GuardFilter, GuardState, PositionFilter } from './queries/positions.ts';
export type { SecondFilter, SecondNet } from './queries/seconds.ts';
export type { JournalEntry } from './queries/journal.ts';
export { mapParts, MOST_CSV_ROWS, MOST_ROWS } from './queries/list.ts';
export type { CandlesAsked, TicksAsked } from './queries/prices.ts';
export type { PracticeMinute } from './queries/practice.ts';
export { compareViews, dropOtherViews, dropViews, eventLog, rebuildViews } from './rebuild.ts';
export type { BatchSource, RebuildOptions, TableDifference } from './rebuild.ts';
export { TICKS_KEPT_MS } from './retention.ts';
export { surviveLoss, VIEWS_SCHEMA } from './database.ts';
export { runViews } from './run.ts';
export type { RunningFold, RunViewsOptions, ViewsHealth, ViewsLog } from './run.ts';
export { loadViews, startViews } from './start.ts';
export type { RunningViews, StartViewsOptions } from './start.ts';
export { CHECK_SCHEMA, journalReplay, verifyViews } from './verify.ts';
export type { ViewsVerdict } from './verify.ts';
