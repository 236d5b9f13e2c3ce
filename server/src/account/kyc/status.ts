// The customer's view of their verification: states, masked fields, and exactly what was refused.

import { KYC_STATE, type KycStage } from '@vitrine/contract';
import { sharedRead } from '../../api/load/index.ts';
import { linkOf } from '../files/index.ts';
import { type CaseRow, latestCase, type Seals, stateOf } from './cases.ts';
import { maskName, maskNumber } from './document.ts';
import type { KycState } from './machine.ts';
import type { KycParts } from './parts.ts';

/** The states of both stages, for the profile. */
export interface KycStates {
  readonly certified: KycState;
  readonly advanced: KycState;
}

export interface KycStatus {
  /** Both stages, the first first. */
  stages(userId: string): Promise<KycStage[]>;
  states(userId: string): Promise<KycStates>;
}

export function createStatus({ db }: KycParts, seals: Seals): KycStatus {
  const both = (userId: string) => Promise.all([latestCase(db, userId, 1), latestCase(db, userId, 2)]);
  const readStates = sharedRead<string, KycStates>(async (userIds) => {
    const rows = await db
      .selectFrom('kyc_cases')
      .distinctOn(['user_id', 'stage'])
      .select(['user_id', 'stage', 'state'])
      .where('user_id', 'in', userIds)
      .orderBy('user_id')
      .orderBy('stage')
      .orderBy('id', 'desc')
      .execute();
    return new Map(
      [...Map.groupBy(rows, (row) => String(row.user_id))].map(([userId, stages]) => {
        const of = (stage: number) => stateOf(stages.find((row) => row.stage === stage));
        return [userId, { certified: of(1), advanced: of(2) }];
      }),
    );
  });
  return {
    async stages(userId) {
      return (await both(userId)).map((row, at) => stageOf(at + 1, row, seals));
    },
    async states(userId) {
      return (await readStates(userId)) ?? { certified: KYC_STATE.none, advanced: KYC_STATE.none };
    },
  };
}

function stageOf(stage: number, row: CaseRow | undefined, seals: Seals): KycStage {
  if (row === undefined) return { stage, state: KYC_STATE.none, fields: {}, refused: [], sent: null, decided: null };
  return {
    stage,
    state: row.state,
    fields: stage === 1 ? textsOf(row, seals, false) : linksOf(row),
    refused: [...seals.refused(row)],
    sent: Number(row.sent_at),
    decided: row.decided_at === null ? null : Number(row.decided_at),
  };
}

/** The fields of stage 1; `clear`: name and number unmasked. */
export function textsOf(row: CaseRow, seals: Seals, clear: boolean): Record<string, string> {
  const content = seals.content(row);
  return {
    ...(content && {
      name: clear ? content.name : maskName(content.name),
      documentNo: clear ? content.documentNo : maskNumber(content.documentNo),
    }),
    country: row.country,
    documentType: String(row.document_type),
  };
}

/** The pictures of stage 2, by field. */
export function photosOf(row: CaseRow): { readonly field: string; readonly fileId: string }[] {
  return (['front', 'back', 'handheld'] as const).flatMap((field) => {
    const fileId = row[field];
    return fileId === null ? [] : [{ field, fileId }];
  });
}

function linksOf(row: CaseRow): Record<string, string> {
  return Object.fromEntries(photosOf(row).map(({ field, fileId }) => [field, linkOf(fileId)]));
}
