// One row of the journal, and the hash that chains it to the row before.

import { createHash } from 'node:crypto';

/** One committed batch as it stands in the journal. Hashes are lower-case hex. */
export interface JournalRow {
  /** Counts from 1 without gaps. */
  readonly row: number;
  /** Of the writer. */
  readonly epoch: number;
  /** Number that the batch's `advance` took. */
  readonly firstSeq: number;
  /** How many commands. */
  readonly count: number;
  /** ms UTC. */
  readonly time: number;
  /** Version of the core's rules. */
  readonly rules: number;
  /** The commands' words, packed (`packWords`). */
  readonly commands: Uint8Array;
  /** Running hash over the events, 128 bits. */
  readonly eventHash: string;
  readonly prevHash: string;
  readonly rowHash: string;
}

/** What the first row names as the row before it. */
export const NO_HASH = '0'.repeat(64);

/**
 * SHA-256 over the hash of the row before and all columns: numbers as 8 bytes, big end first, in the order of the
 * table; then the event hash, then the commands. The same expression in SQL is `ROW_HASH_SQL`.
 */
export function rowHash(row: Omit<JournalRow, 'rowHash'>): string {
  const numbers = new DataView(new ArrayBuffer(48));
  numbers.setBigInt64(0, BigInt(row.row));
  numbers.setBigInt64(8, BigInt(row.epoch));
  numbers.setBigInt64(16, BigInt(row.firstSeq));
  numbers.setBigInt64(24, BigInt(row.count));
  numbers.setBigInt64(32, BigInt(row.time));
  numbers.setBigInt64(40, BigInt(row.rules));
  return createHash('sha256')
    .update(row.prevHash, 'hex')
    .update(numbers)
    .update(row.eventHash, 'hex')
    .update(row.commands)
    .digest('hex');
}

/** The hash of a row, computed by the database from its columns. */
export const ROW_HASH_SQL =
  'sha256(prev_hash || int8send(row) || int8send(epoch::int8) || int8send(first_seq) || int8send(count::int8)' +
  ' || int8send("time") || int8send(rules::int8) || event_hash || commands)';
