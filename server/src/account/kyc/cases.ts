// Verification cases as stored in SQL, with their sealed content.

import { KYC_STATE } from '@vitrine/contract';
import type { Selectable } from 'kysely';
import type { Vault } from '../vault/index.ts';
import { documentHash } from './document.ts';
import type { KycState } from './machine.ts';
import type { KycParts, RefusedField } from './parts.ts';
import type { KycCasesTable } from './tables.ts';

export type CaseRow = Selectable<KycCasesTable>;

/** Sealed content of stage 1. */
export interface Content {
  readonly name: string;
  readonly documentNo: string;
}

/** Seals and opens the content of a case; bound to the case, so that nothing can be moved to another. */
export interface Seals {
  sealContent(id: string, content: Content): Buffer;
  content(row: CaseRow): Content | undefined;
  sealRefused(id: string, refused: readonly RefusedField[]): Buffer;
  refused(row: CaseRow): readonly RefusedField[];
  hash(country: string, type: number, number: string): string;
}

export function createSeals(vault: Vault): Seals {
  const key = vault.derive('kyc-document');
  const contentPlace = (id: string) => `kyc_cases:${id}:content`;
  const refusedPlace = (id: string) => `kyc_cases:${id}:refused`;
  return {
    sealContent: (id, { name, documentNo }) => vault.seal(JSON.stringify({ name, documentNo }), contentPlace(id)),
    content: (row) =>
      row.content === null
        ? undefined
        : (JSON.parse(vault.open(row.content, contentPlace(row.id)).toString()) as Content),
    sealRefused: (id, refused) => vault.seal(JSON.stringify(refused), refusedPlace(id)),
    refused: (row) =>
      row.refused === null
        ? []
        : (JSON.parse(vault.open(row.refused, refusedPlace(row.id)).toString()) as RefusedField[]),
    hash: (country, type, number) => documentHash(key, country, type, number),
  };
}

export function stateOf(row: Pick<CaseRow, 'state'> | undefined): KycState {
  return (row?.state ?? KYC_STATE.none) as KycState;
}

/** The newest submission of a customer for a stage. */
export async function latestCase(db: KycParts['db'], userId: string, stage: number): Promise<CaseRow | undefined> {
  return await db
    .selectFrom('kyc_cases')
    .selectAll()
    .where('user_id', '=', userId)
    .where('stage', '=', stage)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
