// The desk's view: the queue, and one case with everything that belongs to it.

import { KYC_STATE, type Page } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type CaseRow, latestCase, type Seals } from './cases.ts';
import type { KycParts, RefusedField } from './parts.ts';
import { photosOf, textsOf } from './status.ts';

/** Most earlier submissions shown with a case. */
const MAX_HISTORY = 50;

/** A hint for the desk that the customer never sees. `sameDocument`: it is verified on another account. */
export type KycFlag = 'sameDocument';

/** A case in the queue. */
export interface KycLine {
  readonly id: string;
  readonly userId: string;
  readonly stage: number;
  readonly state: number;
  readonly sent: number;
  readonly country: string;
  readonly flags: readonly KycFlag[];
}

/** An earlier submission of the same customer and stage. */
export interface KycEarlier {
  readonly id: string;
  readonly state: number;
  readonly sent: number;
  readonly decided: number | null;
  readonly refused: readonly RefusedField[];
}

export interface KycCase extends KycLine {
  readonly decided: number | null;
  /**
   * By the names of KYC_FIELDS, masked unless requested otherwise. A case of stage 2 includes those of stage 1 for
   * comparison.
   */
  readonly fields: Readonly<Record<string, string>>;
  readonly documents: readonly { readonly field: string; readonly fileId: string }[];
  readonly refused: readonly RefusedField[];
  /** Newest first. */
  readonly history: readonly KycEarlier[];
}

export interface Review {
  /** Cases in one state: those under review oldest first, decided ones newest first. */
  queue(asked: {
    readonly stage?: 1 | 2 | undefined;
    readonly state: number;
    readonly current: number;
    readonly size: number;
  }): Promise<Page<KycLine>>;
  /** Undefined if there is none. `unmask`: name and number in clear text. The desk logs every access. */
  case(id: string, options?: { readonly unmask?: boolean }): Promise<KycCase | undefined>;
}

export function createReview({ db }: KycParts, seals: Seals): Review {
  const sameDocument: RawBuilder<boolean> = sql`exists (
    select 1 from kyc_cases other where other.document_hash = kyc_cases.document_hash
      and other.state = ${KYC_STATE.passed} and other.user_id <> kyc_cases.user_id)`;
  const cases = () => db.selectFrom('kyc_cases').selectAll('kyc_cases').select(sameDocument.as('same'));
  const lineOf = (row: CaseRow & { readonly same: boolean }): KycLine => ({
    id: row.id,
    userId: row.user_id,
    stage: row.stage,
    state: row.state,
    sent: Number(row.sent_at),
    country: row.country,
    flags: row.same ? ['sameDocument'] : [],
  });

  return {
    async queue({ stage, state, current, size }) {
      const counted = await db
        .selectFrom('kyc_cases')
        .select((select) => select.fn.countAll<string>().as('total'))
        .where('state', '=', state)
        .$if(stage !== undefined, (query) => query.where('stage', '=', stage ?? 0))
        .executeTakeFirstOrThrow();
      const rows = await cases()
        .where('state', '=', state)
        .$if(stage !== undefined, (query) => query.where('stage', '=', stage ?? 0))
        .orderBy('id', state === KYC_STATE.underReview ? 'asc' : 'desc')
        .limit(size)
        .offset((current - 1) * size)
        .execute();
      return { records: rows.map(lineOf), total: Number(counted.total), size, current };
    },

    async case(id, { unmask = false } = {}) {
      if (!/^\d{1,18}$/.test(id)) return undefined;
      const row = await cases().where('id', '=', id).executeTakeFirst();
      if (row === undefined) return undefined;
      const texts = row.stage === 1 ? row : await latestCase(db, row.user_id, 1);
      const earlier = await db
        .selectFrom('kyc_cases')
        .selectAll()
        .where('user_id', '=', row.user_id)
        .where('stage', '=', row.stage)
        .where('id', '<', row.id)
        .orderBy('id', 'desc')
        .limit(MAX_HISTORY)
        .execute();
      return {
        ...lineOf(row),
        decided: decidedOf(row),
        fields: texts === undefined ? {} : textsOf(texts, seals, unmask),
        documents: photosOf(row),
        refused: seals.refused(row),
        history: earlier.map((one) => ({
          id: one.id,
          state: one.state,
          sent: Number(one.sent_at),
          decided: decidedOf(one),
          refused: seals.refused(one),
        })),
      };
    },
  };
}

function decidedOf(row: CaseRow): number | null {
  return row.decided_at === null ? null : Number(row.decided_at);
}
