// Why the journal stops: each names the row and says what was expected, what came, and what to do.

/**
 * `damaged`: a row cannot be read or is not what its hash says; `missing`: a row is not there; `fenced`: another
 * writer has taken over; `held`: another writer is at work; `differs`: replaying gives something else than was recorded; `closed`: we closed it ourselves.
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

/** What to do about a row that is not what it was. */
export const RESTORE_ADVICE = 'Nothing was started. Restore the database from a backup; docs/recovery.md says how.';

/** A row that the database cannot read or that is not what was written. */
export function damagedRow(row: number, found: string, cause?: unknown): JournalError {
  return new JournalError('damaged', row, `Journal row ${row} was changed or damaged: ${found}. ${RESTORE_ADVICE}`, {
    cause,
  });
}

/** A row that is not there. */
export function missingRow(row: number, found: string): JournalError {
  return new JournalError('missing', row, `Journal row ${row} is missing: ${found}. ${RESTORE_ADVICE}`);
}
