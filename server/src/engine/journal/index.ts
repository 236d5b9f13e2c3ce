// Public interface of the journal, the exchange's source of truth: one row per batch.

export { JournalError, type JournalFault } from './error.ts';
export { checkChain, type Head, readHead, readRow, readRowHash, readRows } from './reader.ts';
export { type JournalRow, NO_HASH, rowHash, type Written } from './row.ts';
export { hasJournal, makeTables, takeLock } from './table.ts';
export { JournalWriter, type Trouble } from './writer.ts';
