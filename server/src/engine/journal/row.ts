// One row of the journal, and the hash that chains it to the row before.

import { createHash } from 'node:crypto';

/** What a row records about the program that wrote it. */
export interface Written {
  /** Build of the writer (`server/src/shared/build`). */
  readonly build: string;
  /** Rules version in force after the row. */
  readonly rulesAfter: number;
}

/** One committed batch as stored in the journal. Hashes are lower-case hex. */
export interface JournalRow {
  /** Counts from 1 without gaps. */
  readonly row: number;
  /** Epoch of the writer. */
  readonly epoch: number;
  /** Sequence number of the batch's `advance` command. */
  readonly firstSeq: number;
  /** Number of commands. */
  readonly count: number;
  /** ms UTC. */
  readonly time: number;
  /** Rules version in force when the batch began. */
  readonly rules: number;
  /** Absent in rows written by builds that did not record it yet. */
  readonly written?: Written;
  /** The commands' words, packed (`packWords`). */
  readonly commands: Uint8Array;
  /** Running hash of the events, 128 bits. */
  readonly eventHash: string;
  readonly prevHash: string;
  readonly rowHash: string;
}

/** `prevHash` of the first row. */
export const NO_HASH = '0'.repeat(64);

/** Prefix hashed before a row that names its build. It takes the place of a hash: 32 bytes that no hash equals. */
const MARK = 'vitrine journal row with a build';

/**
 * SHA-256 over the previous row's hash, all number columns (8 bytes each, big-endian, in table order), the event hash
 * and the commands. A row that names its build has `MARK` in front; after the numbers come `rulesAfter`, the length of
 * the build's name and the name. `ROW_HASH_SQL` is the same expression in SQL.
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

/** The hash of a row, computed by the database from its columns; NULL if only one half of `written` is set. */
export const ROW_HASH_SQL = `CASE
  WHEN build IS NULL AND rules_after IS NULL THEN sha256(prev_hash || ${NUMBERS_SQL} || event_hash || commands)
  WHEN build IS NOT NULL AND rules_after IS NOT NULL THEN sha256(convert_to('${MARK}', 'UTF8') || prev_hash || ${NUMBERS_SQL}
    || int8send(rules_after::int8) || int8send(octet_length(build)::int8) || convert_to(build, 'UTF8') || event_hash || commands)
  END`;
