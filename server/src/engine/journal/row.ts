// One row of the journal, and the hash that chains it to the row before.

import { createHash } from 'node:crypto';

/** What a row says of the program that wrote it. */
export interface Written {
  /** Of the writer (`server/src/shared/build`). */
  readonly build: string;
  /** Version of the rules in force after the row. */
  readonly rulesAfter: number;
}

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
  /** Version of the core's rules in force when it began. */
  readonly rules: number;
  /** Absent in rows of builds before this was recorded. */
  readonly written?: Written;
  /** The commands' words, packed (`packWords`). */
  readonly commands: Uint8Array;
  /** Running hash over the events, 128 bits. */
  readonly eventHash: string;
  readonly prevHash: string;
  readonly rowHash: string;
}

/** What the first row names as the row before it. */
export const NO_HASH = '0'.repeat(64);

/** Stands before a row that names its build, in the place of a hash: 32 bytes that no hash is. */
const MARK = 'vitrine journal row with a build';

/**
 * SHA-256 over the hash of the row before and all columns: numbers as 8 bytes, big end first, in the order of the
 * table; then the event hash, then the commands. A row that names its build has a mark before all of this and, behind the
 * numbers, the rules after it, the length of the build's name and the name. The same expression in SQL is `ROW_HASH_SQL`.
 */
export function rowHash(row: Omit<JournalRow, 'rowHash'>): string {
  const numbers = new DataView(new ArrayBuffer(48));
  numbers.setBigInt64(0, BigInt(row.row));
  numbers.setBigInt64(8, BigInt(row.epoch));
  numbers.setBigInt64(16, BigInt(row.firstSeq));
  numbers.setBigInt64(24, BigInt(row.count));
  numbers.setBigInt64(32, BigInt(row.time));
  numbers.setBigInt64(40, BigInt(row.rules));
  const hash = createHash('sha256');
  if (row.written === undefined) hash.update(row.prevHash, 'hex').update(numbers);
  else {
    const { build, rulesAfter } = row.written;
    const name = Buffer.from(build);
    const more = new DataView(new ArrayBuffer(16));
    more.setBigInt64(0, BigInt(rulesAfter));
    more.setBigInt64(8, BigInt(name.length));
    hash.update(MARK).update(row.prevHash, 'hex').update(numbers).update(more).update(name);
  }
  return hash.update(row.eventHash, 'hex').update(row.commands).digest('hex');
}

const NUMBERS_SQL =
  'int8send(row) || int8send(epoch::int8) || int8send(first_seq) || int8send(count::int8) || int8send("time") || int8send(rules::int8)';

/** The hash of a row, computed by the database from its columns; NULL where only half of `written` is there. */
export const ROW_HASH_SQL = `CASE
  WHEN build IS NULL AND rules_after IS NULL THEN sha256(prev_hash || ${NUMBERS_SQL} || event_hash || commands)
  WHEN build IS NOT NULL AND rules_after IS NOT NULL THEN sha256(convert_to('${MARK}', 'UTF8') || prev_hash || ${NUMBERS_SQL}
    || int8send(rules_after::int8) || int8send(octet_length(build)::int8) || convert_to(build, 'UTF8') || event_hash || commands)
  END`;
