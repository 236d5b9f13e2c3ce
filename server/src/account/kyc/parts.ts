// What verification stands on, and what a customer sends.

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
  /** Hears of what failed in the background. */
  readonly onFault: (error: unknown) => void;
}

/** One stage as it is sent; the fields of the other stage do not count. */
export interface KycSubmission {
  readonly stage: 1 | 2;
  readonly name?: string | undefined;
  readonly country?: string | undefined;
  readonly documentType?: number | undefined;
  readonly documentNo?: string | undefined;
  /** Links of one's own pictures. */
  readonly front?: string | undefined;
  readonly back?: string | undefined;
  readonly handheld?: string | undefined;
}

/** A field that was refused, and why. */
export interface RefusedField {
  readonly field: string;
  readonly reason: KycReason;
  readonly note: string | null;
}
