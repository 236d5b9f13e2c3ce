// Deposits at the desk: those with a screenshot wait here, credited by two staff members, refused by one; every view is
// logged.

import type { DeskDeposit, DeskParsedOf, Page, Proposal } from '@vitrine/contract';
import { parseAtoms } from '@vitrine/core/number';
import { type FileAnswer, refuse, refuseField } from '../../api/call/index.ts';
import type { ReviewedDeposit } from '../../custody/index.ts';
import { fileIdOf } from '../../account/files/index.ts';
import type { Audit } from '../audit.ts';
import { type Customers, nameOf } from './customers.ts';
import { freshReference } from '../funds-line.ts';
import type { DeskOptions } from '../parts.ts';
import type { Proposals } from '../proposals/proposals.ts';
import { idOf, notThere, refuseWhy } from '../refusal.ts';
import type { DeskSession } from '../staff/sessions.ts';
import type { DeskDatabase } from '../tables.ts';

export interface DepositDesk {
  list(by: DeskSession, input: DeskParsedOf<'desk.deposits.list'>): Promise<Page<DeskDeposit>>;
  get(by: DeskSession, id: string, ip: string): Promise<DeskDeposit>;
  picture(by: DeskSession, id: string, ip: string): Promise<FileAnswer>;
  /** @throws 404; 403 state, standing; 400 amount, reference. */
  pass(by: DeskSession, input: DeskParsedOf<'desk.deposits.pass'>, ip: string): Promise<Proposal>;
  /** @throws 404; 403 state, standing. */
  refuse(by: DeskSession, input: DeskParsedOf<'desk.deposits.refuse'>, ip: string): Promise<void>;
  /** Number under review. */
  waiting(): Promise<number>;
}

export interface DepositDeskParts extends Pick<DeskOptions, 'custody' | 'live' | 'people'> {
  readonly db: DeskDatabase;
  readonly customers: Customers;
  readonly proposals: Proposals;
  readonly audit: Audit;
}

export function createDepositDesk(parts: DepositDeskParts): DepositDesk {
  const { db, custody, live, people, customers, proposals, audit } = parts;
  const { deposits } = custody;

  async function one(id: string): Promise<ReviewedDeposit> {
    const found = await deposits.one(idOf(id));
    if (found === undefined) throw notThere();
    return found;
  }

  /** A deposit that still waits for a decision. @throws 404; 403 state. */
  async function waiting(id: string): Promise<ReviewedDeposit> {
    const found = await one(id);
    if (found.record.stage !== 'review') throw refuseWhy('request.forbidden', 'state');
    return found;
  }

  /**
   * Checks that an amount can be credited: a multiple of its rail's step, and at least the minimum. @throws 400 amount,
   * 3110.
   */
  function checkAmount(coin: string, network: string, amount: string): void {
    const scale = live.assetByCode(coin)?.scale;
    const terms = custody.networks
      .list()
      .find((one) => one.coin === coin)
      ?.networks.find((one) => one.network === network);
    if (scale === undefined || terms === undefined) throw refuseWhy('request.forbidden', 'state');
    const [atoms, step, least] = [amount, terms.step, terms.min].map((text) => parseAtoms(text, scale));
    if (typeof atoms !== 'number' || typeof step !== 'number' || atoms <= 0 || atoms % step !== 0)
      throw refuseField('amount', 'range');
    if (typeof least !== 'number' || atoms < least) throw refuse('amount.tooSmall', { least: terms.min, coin });
  }

  return {
    async list(by, { stage, network, userId, current, size }) {
      const page = await deposits.queue({ stage, network, userId, current, size });
      const lines = await customers.lines(page.records.map((one) => one.userId));
      const records: DeskDeposit[] = [];
      for (const { userId: owner, record, known } of page.records) {
        const customer = lines.get(owner);
        if (customer === undefined) continue;
        const standing = stage === 'review' ? await proposals.standing('deposit.pass', record.id) : undefined;
        records.push({
          // The source is only shown in the single case, whose view is logged.
          ...{ customer, record, account: null, known },
          proposal: standing === undefined ? null : await proposals.get(by, standing),
          refusedBy: null,
        });
      }
      return { ...page, records };
    },

    async get(by, id, ip) {
      const { userId, record, account, known } = await one(id);
      const customer = await customers.line(userId);
      const named =
        (await proposals.standing('deposit.pass', record.id)) ?? (await proposals.doneBy('deposit.pass', record.id));
      const refusedBy =
        record.stage === 'refused' ? await audit.lastBy('deposit.refused', `deposit:${record.id}`) : null;
      await audit.look({ what: 'deposit.looked', person: by.person, subject: `deposit:${record.id}`, ip });
      const proposal = named === undefined ? null : await proposals.get(by, named);
      return { customer, record, account, known, proposal, refusedBy };
    },

    async picture(by, id, ip) {
      const { record } = await one(id);
      const fileId = record.img === null ? undefined : fileIdOf(record.img);
      if (fileId === undefined) throw notThere();
      // Logged before it is shown, so that there is no view without a row.
      await audit.note({ what: 'deposit.picture', person: by.person, subject: `deposit:${record.id}`, ip });
      const file = await people.files.open(fileId);
      if (file === undefined) throw notThere();
      return file;
    },

    async pass(by, { id, amount, reference, reason }, ip) {
      const { userId, record } = await waiting(id);
      checkAmount(record.coin, record.network, amount);
      await freshReference(db, 'deposit.pass', reference);
      const customer = await customers.line(userId);
      return proposals.make(
        by,
        {
          kind: 'deposit.pass',
          subject: { kind: 'deposit', id: record.id, name: nameOf(customer) },
          facts: [
            { fact: 'amount', before: `${record.amount} ${record.coin}`, after: `${amount} ${record.coin}` },
            { fact: 'reference', before: null, after: reference },
          ],
          data: { userId, amount, reference },
          reason,
        },
        ip,
      );
    },

    async refuse(by, { id, why, note }, ip) {
      const { record } = await waiting(id);
      // There is a proposal to credit it: that must be refused first, with its own reason.
      if ((await proposals.standing('deposit.pass', record.id)) !== undefined)
        throw refuseWhy('request.forbidden', 'standing');
      const words = note ?? null;
      await audit.before(
        {
          ...{ what: 'deposit.refused', person: by.person, subject: `deposit:${record.id}`, ip, detail: { why } },
          ...(words === null ? {} : { reason: words }),
        },
        () => deposits.refuse(record.id, why, words),
      );
    },

    async waiting() {
      return (await deposits.queue({ stage: 'review', current: 1, size: 1 })).total;
    },
  };
}
