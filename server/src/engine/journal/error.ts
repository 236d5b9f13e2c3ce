// Errors that stop the journal. Each names the row, what was expected, what was found, and what to do.

/**
 * Kind of fault.
 * - `damaged`: a row cannot be read or does not match its hash.
 * - `missing`: a row does not exist.
 * - `fenced`: another writer has taken over.
 * - `held`: another writer holds the lock.
 * - `differs`: replay gives something other than what was recorded.
 * - `closed`: this process closed the journal.
 */
export type JournalFault = 'damaged' | 'missing' | 'fenced' | 'held' | 'differs' | 'closed';

/** The journal cannot be trusted or written. Never retried. */
export class JournalError extends Error {
  readonly fault: JournalFault;
  /** The row at fault, 0 when none. */
  readonly row: number;

  constructor(fault: JournalFault, row: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'JournalError';
    this.fault = fault;
    this.row = row;
  }
}

/** Advice for a row that differs from what was written. */
export const RESTORE_ADVICE =
  'Nothing was started. Restore the database from a backup; docs/operate/recovery.md says how.';

/** Error for a row that the database cannot read or that differs from what was written. */
export function damagedRow(row: number, found: string, cause?: unknown): JournalError {
  return new JournalError('damaged', row, `Journal row ${row} was changed or damaged: ${found}. ${RESTORE_ADVICE}`, {
    cause,
  });
}

/** Error for a row that does not exist. */
export function missingRow(row: number, found: string): JournalError {
  return new JournalError('missing', row, `Journal row ${row} is missing: ${found}. ${RESTORE_ADVICE}`);
}
