// The table of verification, as Kysely sees it. Times are ms UTC.

import type { Generated } from 'kysely';

export interface KycCasesTable {
  id: Generated<string>;
  user_id: string;
  stage: number;
  /** Of KYC_STATE, never 0: a row is a submission. */
  state: number;
  /** ISO 3166-1 alpha-2. */
  country: string;
  document_type: number;
  /** Keyed: tells the same document on two accounts without telling the document. */
  document_hash: string;
  /** Stage 1: name and number, sealed. */
  content: Buffer | null;
  /** Stage 2: ids of pictures. */
  front: string | null;
  back: string | null;
  handheld: string | null;
  /** Which fields were refused and why, sealed: a note may name what was wrong. */
  refused: Buffer | null;
  sent_at: string;
  decided_at: string | null;
  /** Whether standing and customer know the decision. */
  told: Generated<boolean>;
}

export interface KycTables {
  kyc_cases: KycCasesTable;
}
