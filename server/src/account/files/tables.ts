// The tables of files, as Kysely sees them. Times are ms UTC.

import type { Generated } from 'kysely';

export interface FilesTable {
  id: string;
  user_id: string;
  /** One of UPLOAD_PURPOSE. */
  purpose: string;
  /** `storing`: its bytes are on their way; `kept`; `removing`: on its way out, nobody opens it any more. */
  state: string;
  type: string;
  /** Bytes of the picture as drawn anew, before it was sealed. */
  size: number;
  /** Keyed hash of those bytes: tells the same picture sent twice. */
  digest: string;
  created_at: string;
  /** Since when nothing refers to it; null while something does. */
  unused_since: string | null;
}

/** How much a customer has sent. */
export interface FileUseTable {
  user_id: string;
  /** Days since 1970, UTC, that `uploads` counts. */
  day: number;
  uploads: number;
  /** Of all files that are there. */
  bytes: Generated<string>;
}

export interface FileTables {
  files: FilesTable;
  file_use: FileUseTable;
}
