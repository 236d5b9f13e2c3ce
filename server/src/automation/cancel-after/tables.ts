// The table of those who may be gone, as Kysely sees it. Times are ms UTC.

export interface CancelAfterTable {
  /** The user of the exchange. */
  core_user: string;
  acts_at: string;
}

export interface CancelAfterTables {
  gone: CancelAfterTable;
}
