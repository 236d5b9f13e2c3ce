// The tables of request keys, as Kysely sees them. Times are ms UTC.

export interface RequestKeysTable {
  /** Number of the customer, or of the operator. */
  user_id: string;
  /** UUID v7 as it was sent, in lower case. */
  key: string;
  /** Null for a key that was voided before its request came. */
  call: string | null;
  body_hash: string;
  state: 'running' | 'done' | 'refused' | 'void';
  /** Of a refusal. */
  code: number | null;
  made_at: string;
}

export interface RequestKeyTables {
  /** Of customers. */
  request_keys: RequestKeysTable;
  /** Of operators, at the desk. */
  operator_request_keys: RequestKeysTable;
}
