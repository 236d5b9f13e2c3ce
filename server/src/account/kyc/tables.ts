// The table of verification, as Kysely sees it. Times are ms UTC.

import type { Generated } from 'kysely';

export interface KycCasesTable {
  id: Generated<string>;
  user_id: string;
  stage: number;
  /** A value of KYC_STATE, never 0: a row is a submission. */
  state: number;
  /** ISO 3166-1 alpha-2. */
  country: string;
  document_type: number;
  /** Keyed hash: recognises the same document on two accounts without revealing it. */
  document_hash: string;
  /** Stage 1: name and number, sealed. */
  content: Buffer | null;
  /** Stage 2: ids of pictures. */
  front: string | null;
  back: string | null;
  handheld: string | null;
  /** Refused fields with reasons, sealed, because a note may quote what was wrong. */
  refused: Buffer | null;
  sent_at: string;
  decided_at: string | null;
  /** Whether standing and customer were notified of the decision. */
  told: Generated<boolean>;
}

export interface KycTables {
  kyc_cases: KycCasesTable;
}
