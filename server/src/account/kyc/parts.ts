// Dependencies of verification, and what a customer submits.

import type { KycReason } from '@vitrine/contract';
import type { Kysely } from 'kysely';
import type { Files } from '../files/index.ts';
import type { Standing } from '../identity/index.ts';
import type { Messages } from '../messages/index.ts';
import type { Vault } from '../vault/index.ts';
import type { KycTables } from './tables.ts';

export interface KycParts {
  readonly db: Kysely<KycTables>;
  readonly vault: Vault;
  readonly files: Files;
  readonly standing: Standing;
  readonly messages: Messages;
  /** ms UTC. */
  readonly now: () => number;
  /** Receives background failures. */
  readonly onFault: (error: unknown) => void;
}

/** One stage as submitted; fields of the other stage are ignored. */
export interface KycSubmission {
  readonly stage: 1 | 2;
  readonly name?: string | undefined;
  readonly country?: string | undefined;
  readonly documentType?: number | undefined;
  readonly documentNo?: string | undefined;
  /** Links of the user's own pictures. */
  readonly front?: string | undefined;
  readonly back?: string | undefined;
  readonly handheld?: string | undefined;
}

/** A refused field and the reason. */
export interface RefusedField {
  readonly field: string;
  readonly reason: KycReason;
  readonly note: string | null;
}
