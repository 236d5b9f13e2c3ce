// Forgotten fund passwords at the desk: the queue, approved by two staff members, refused by one.

import type { DeskFundCase, DeskParsedOf, Page, Proposal } from '@vitrine/contract';
import type { Audit } from '../audit.ts';
import { type Customers, nameOf } from './customers.ts';
import type { DeskOptions } from '../parts.ts';
import type { Proposals } from '../proposals/proposals.ts';
import { idOf, notThere, refuseWhy } from '../refusal.ts';
import type { DeskSession } from '../staff/sessions.ts';
import type { DeskDatabase } from '../tables.ts';

export interface FundDesk {
  list(input: DeskParsedOf<'desk.fundCases.list'>): Promise<Page<DeskFundCase>>;
  pass(by: DeskSession, id: string, reason: string, ip: string): Promise<Proposal>;
  refuse(by: DeskSession, id: string, reason: string, ip: string): Promise<void>;
  /** Number of open cases. */
  waiting(): Promise<number>;
}

export interface FundDeskParts extends Pick<DeskOptions, 'people'> {
  readonly db: DeskDatabase;
  readonly customers: Customers;
  readonly proposals: Proposals;
  readonly audit: Audit;
}

export function createFundDesk({ db, people, customers, proposals, audit }: FundDeskParts): FundDesk {
  const { fundCases } = people;

  /** The customer of a case while it is open. @throws 404; 403 state. */
  async function openCase(id: string): Promise<string> {
    const row = await db
      .selectFrom('fund_cases')
      .select(['user_id', 'state'])
      .where('id', '=', idOf(id))
      .executeTakeFirst();
    if (row === undefined) throw notThere();
    if (row.state !== 'open') throw refuseWhy('request.forbidden', 'state');
    return String(row.user_id);
  }

  return {
    async list(filter) {
      const page = await fundCases.list(filter);
      const lines = await customers.lines(page.records.map(({ userId }) => userId));
      const records: DeskFundCase[] = [];
      for (const { id, userId, state, time } of page.records) {
        const customer = lines.get(userId);
        if (customer === undefined) continue;
        const standing = await proposals.standing('fundCase.pass', id);
        const passed = state === 'passed' ? await proposals.doneBy('fundCase.pass', id) : undefined;
        const refusedBy = state === 'refused' ? await audit.lastBy('fundCase.refused', `fundCase:${id}`) : null;
        records.push({ id, customer, state, time, proposal: standing ?? passed ?? null, refusedBy });
      }
      return { ...page, records };
    },

    async pass(by, id, reason, ip) {
      const userId = await openCase(id);
      const customer = await customers.line(userId);
      return proposals.make(
        by,
        {
          kind: 'fundCase.pass',
          subject: { kind: 'fundCase', id, name: nameOf(customer) },
          facts: [{ fact: 'fundPassword', before: 'forgotten', after: 'new' }],
          data: { userId },
          reason,
        },
        ip,
      );
    },

    async refuse(by, id, reason, ip) {
      await openCase(id);
      if ((await proposals.standing('fundCase.pass', id)) !== undefined)
        throw refuseWhy('request.forbidden', 'standing');
      await audit.before({ what: 'fundCase.refused', person: by.person, subject: `fundCase:${id}`, reason, ip }, () =>
        fundCases.decide(id, false),
      );
    },

    async waiting() {
      const row = await db
        .selectFrom('fund_cases')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
  };
}
