// The tables of files, as Kysely sees them. Times are ms UTC.

import type { Generated } from 'kysely';

export interface FilesTable {
  id: string;
  user_id: string;
  /** A value of UPLOAD_PURPOSE. */
  purpose: string;
  /** `storing`: its bytes are being written; `kept`; `removing`: being deleted, it cannot be opened any more. */
  state: string;
  type: string;
  /** Bytes of the re-encoded picture before sealing. */
  size: number;
  /** Keyed hash of those bytes: recognises the same picture sent twice. */
  digest: string;
  created_at: string;
  /** Unreferenced since then; null while referenced. */
  unused_since: string | null;
}

/** A customer's usage. */
export interface FileUseTable {
  user_id: string;
  /** The UTC day that `uploads` counts, in days since 1970. */
  day: number;
  uploads: number;
  /** Bytes of all existing files. */
  bytes: Generated<string>;
}

export interface FileTables {
  files: FilesTable;
  file_use: FileUseTable;
}
