// The tables of idempotency keys, as Kysely sees them. Times are ms UTC.

export interface RequestKeysTable {
  /** Number of the customer or operator. */
  user_id: string;
  /** UUID v7 as sent, in lower case. */
  key: string;
  /** Null for a key that was voided before its request arrived. */
  call: string | null;
  body_hash: string;
  state: 'running' | 'done' | 'refused' | 'void';
  /** Code of a refusal. */
  code: number | null;
  made_at: string;
}

export interface RequestKeyTables {
  /** Keys of customers. */
  request_keys: RequestKeysTable;
  /** Keys of operators at the desk. */
  operator_request_keys: RequestKeysTable;
}
