// The table of armed dead man's switches, as Kysely sees it. Times are ms UTC.

export interface CancelAfterTable {
  /** The user of the exchange. */
  core_user: string;
  acts_at: string;
}

export interface CancelAfterTables {
  gone: CancelAfterTable;
}
