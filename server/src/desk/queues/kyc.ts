// Verifications at the desk: the queue, one case with every view logged, passed by two staff members, refused by one.

import type { DeskKycCase, DeskKycFlag, DeskKycRecord, DeskParsedOf, Page, Proposal } from '@vitrine/contract';
import { KYC_STATE } from '@vitrine/contract';
import { IdentityRefusal } from '../../account/identity/index.ts';
import { type FileAnswer, refuse, refuseField } from '../../api/call/index.ts';
import type { Audit } from '../audit.ts';
import { type Customers, nameOf } from './customers.ts';
import type { DeskOptions } from '../parts.ts';
import type { Proposals } from '../proposals/proposals.ts';
import { notThere, refuseWhy } from '../refusal.ts';
import type { DeskSession } from '../staff/sessions.ts';
import type { DeskDatabase } from '../tables.ts';

/** A case that waits longer than this is late, ms. */
export const KYC_LATE = 24 * 3_600_000;

/** The oldest first stages under review, at most so many at once. */
const FIRST_WAITING = { stage: 1, state: KYC_STATE.underReview } as const;
const ALONE_MOST = 100;

type KycCase = NonNullable<Awaited<ReturnType<DeskOptions['people']['kyc']['case']>>>;

export interface KycDesk {
  list(input: DeskParsedOf<'desk.kyc.list'>): Promise<Page<DeskKycRecord>>;
  case(by: DeskSession, id: string, ip: string): Promise<DeskKycCase>;
  unmask(by: DeskSession, input: DeskParsedOf<'desk.kyc.unmask'>, ip: string): Promise<string>;
  document(by: DeskSession, id: string, fileId: string, ip: string): Promise<FileAnswer>;
  pass(by: DeskSession, id: string, reason: string, ip: string): Promise<Proposal>;
  refuse(by: DeskSession, input: DeskParsedOf<'desk.kyc.refuse'>, ip: string): Promise<void>;
  /**
   * Passes first stages that were sent before a time and have no hint and no proposal, as the automatic reviewer of
   * practice mode. Returns how many.
   */
  passAlone(by: Pick<DeskSession, 'person'>, before: number): Promise<number>;
  /** Number under review, by stage. */
  waiting(): Promise<{ readonly first: number; readonly second: number }>;
}

export interface KycDeskParts extends Pick<DeskOptions, 'people'> {
  readonly db: DeskDatabase;
  readonly customers: Customers;
  readonly proposals: Proposals;
  readonly audit: Audit;
  readonly now: () => number;
}

export function createKycDesk({ db, people, customers, proposals, audit, now }: KycDeskParts): KycDesk {
  const { kyc, files } = people;

  async function fileOf(id: string, unmask = false): Promise<KycCase> {
    const found = await kyc.case(id, { unmask });
    if (found === undefined) throw notThere();
    return found;
  }

  /** A case that still waits. @throws 403 state. */
  async function waiting(id: string): Promise<KycCase> {
    const found = await fileOf(id);
    if (found.state !== KYC_STATE.underReview) throw refuseWhy('request.forbidden', 'state');
    return found;
  }

  function flagsOf(
    line: Pick<KycCase, 'state' | 'sent' | 'flags'>,
    proposal: string | undefined,
    frozen: boolean,
  ): DeskKycFlag[] {
    const late = line.state === KYC_STATE.underReview && now() - line.sent > KYC_LATE;
    return [
      ...line.flags,
      ...(late ? (['late'] as const) : []),
      ...(proposal === undefined ? [] : (['proposed'] as const)),
      ...(frozen ? (['frozen'] as const) : []),
    ];
  }

  return {
    async list(filter) {
      const page = await kyc.queue(filter);
      const lines = await customers.lines(page.records.map(({ userId }) => userId));
      const records: DeskKycRecord[] = [];
      for (const line of page.records) {
        const { id, userId, stage, state, sent, country } = line;
        const proposal = await proposals.standing('kyc.pass', id);
        const flags = flagsOf(line, proposal, lines.get(userId)?.frozen ?? false);
        records.push({ id, userId, stage, state, sent, country, flags, proposal: proposal ?? null });
      }
      return { ...page, records };
    },

    async case(by, id, ip) {
      const found = await fileOf(id);
      const customer = await customers.line(found.userId);
      const standing = await proposals.standing('kyc.pass', found.id);
      const passed = found.state === KYC_STATE.passed ? await proposals.doneBy('kyc.pass', found.id) : undefined;
      const named = standing ?? passed;
      const refusedBy = found.state === KYC_STATE.failed ? await audit.lastBy('kyc.refused', `kyc:${found.id}`) : null;
      await audit.look({ what: 'kyc.looked', person: by.person, subject: `kyc:${found.id}`, ip });
      return {
        ...{ id: found.id, customer, stage: found.stage, state: found.state, sent: found.sent, decided: found.decided },
        fields: { ...found.fields },
        documents: found.documents.map((one) => ({ ...one })),
        refused: found.refused.map((one) => ({ ...one })),
        history: found.history.map(({ id: earlier, state, sent, refused }) => ({
          ...{ id: earlier, state, sent },
          refused: refused.map((one) => ({ ...one })),
        })),
        flags: flagsOf(found, standing, customer.frozen),
        proposal: named === undefined ? null : await proposals.get(by, named),
        refusedBy,
      };
    },

    async unmask(by, { id, field, reason }, ip) {
      const found = await fileOf(id, true);
      const value = Object.hasOwn(found.fields, field) ? found.fields[field] : undefined;
      if (value === undefined) throw refuseField('field', 'range');
      await audit.note({
        ...{ what: 'kyc.unmasked', person: by.person, subject: `kyc:${found.id}`, reason, ip },
        detail: { field },
      });
      return value;
    },

    async document(by, id, fileId, ip) {
      const found = await fileOf(id);
      const document = found.documents.find((one) => one.fileId === fileId);
      if (document === undefined) throw notThere();
      // Logged before it is shown, so that there is no view without a row.
      await audit.note({
        ...{ what: 'kyc.document', person: by.person, subject: `kyc:${found.id}`, ip },
        detail: { field: document.field },
      });
      const file = await files.open(fileId);
      if (file === undefined) throw notThere();
      return file;
    },

    async pass(by, id, reason, ip) {
      const found = await waiting(id);
      const customer = await customers.line(found.userId);
      // A photo proves a name, so the name must pass first.
      if (found.stage === 2 && customer.kycStage < 1) throw refuse('kyc.required', { stage: '1' });
      return proposals.make(
        by,
        {
          kind: 'kyc.pass',
          subject: { kind: 'kyc', id: found.id, name: nameOf(customer) },
          facts: [{ fact: 'kycStage', before: String(customer.kycStage), after: String(found.stage) }],
          data: { userId: found.userId },
          reason,
        },
        ip,
      );
    },

    async refuse(by, { id, refused }, ip) {
      const found = await waiting(id);
      const standing = await proposals.standing('kyc.pass', found.id);
      // There is a proposal to pass it: that must be refused first, with its own reason.
      if (standing !== undefined) throw refuseWhy('request.forbidden', 'standing');
      await audit.before(
        {
          ...{ what: 'kyc.refused', person: by.person, subject: `kyc:${found.id}`, ip },
          detail: Object.fromEntries(refused.map(({ field, reason }) => [field, reason])),
        },
        () =>
          kyc.refuse(
            found.id,
            refused.map(({ field, reason, note }) => ({ field, reason, note: note ?? null })),
          ),
      );
    },

    async passAlone(by, before) {
      let passed = 0;
      const { records } = await kyc.queue({ ...FIRST_WAITING, current: 1, size: ALONE_MOST });
      for (const { id, sent, flags } of records) {
        if (sent > before || flags.length > 0 || (await proposals.standing('kyc.pass', id)) !== undefined) continue;
        try {
          await audit.before({ what: 'kyc.passed', person: by.person, subject: `kyc:${id}` }, () => kyc.pass(id));
          passed += 1;
        } catch (error) {
          // A person was faster.
          if (!(error instanceof IdentityRefusal)) throw error;
        }
      }
      return passed;
    },

    async waiting() {
      const rows = await db
        .selectFrom('kyc_cases')
        .select(['stage', (eb) => eb.fn.countAll<string>().as('count')])
        .where('state', '=', KYC_STATE.underReview)
        .groupBy('stage')
        .execute();
      const count = (stage: number) => Number(rows.find((row) => row.stage === stage)?.count ?? 0);
      return { first: count(1), second: count(2) };
    },
  };
}
