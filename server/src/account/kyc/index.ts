// Public interface of verification: a customer submits two stages, the desk decides.

import { createSeals } from './cases.ts';
import { createDecisions, type Decisions } from './decide.ts';
import type { KycParts, KycSubmission } from './parts.ts';
import { createReview, type Review } from './review.ts';
import { createStatus, type KycStatus } from './status.ts';
import { createSubmit } from './submit.ts';

export type { KycParts, KycSubmission, RefusedField } from './parts.ts';
export type { KycCase, KycEarlier, KycFlag, KycLine } from './review.ts';
export type { KycStates } from './status.ts';
export type { KycTables } from './tables.ts';

export interface Kyc extends KycStatus, Review, Decisions {
  /**
   * Submits a stage. Fields left out after a refusal keep their earlier value, except the refused ones.
   * @throws {IdentityRefusal} 400 with the fields, 1104 for stage 2 before stage 1, 1105 under review, 1106 passed.
   */
  submit(userId: string, sent: KycSubmission): Promise<void>;
}

/** Verification over SQL; starts its sweep at once. */
export function createKyc(parts: KycParts): Kyc {
  const seals = createSeals(parts.vault);
  return {
    submit: createSubmit(parts, seals),
    ...createStatus(parts, seals),
    ...createReview(parts, seals),
    ...createDecisions(parts, seals),
  };
}
