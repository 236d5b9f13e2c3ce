// Withdrawals at the desk: approved by one staff member below the threshold and by two above it, refused by one. Two
// confirm that a bank card withdrawal was paid or returned. Two also end a signed one whose chain proves that it is
// never paid.

import type { DeskParsedOf, DeskTransaction, DeskWithdrawal, Page, Proposal, ProposalKind } from '@vitrine/contract';
import { asDecimal, WITHDRAWAL_FLAG } from '@vitrine/contract';
import { Refusal } from '../../api/call/index.ts';
import type { DeadPayment, HouseTransaction, ReviewedWithdrawal } from '../../custody/index.ts';
import { NodeFault } from '../../custody/index.ts';
import type { Audit } from '../audit.ts';
import { type Customers, nameOf } from './customers.ts';
import { freshReference } from '../funds-line.ts';
import type { DeskOptions } from '../parts.ts';
import type { Asking } from '../proposals/proposal-row.ts';
import type { NewProposal, Proposals } from '../proposals/proposals.ts';
import { idOf, notThere, refuseWhy } from '../refusal.ts';
import type { DeskSession } from '../staff/sessions.ts';
import type { DeskDatabase } from '../tables.ts';

/** A withdrawal that waits longer than this is late, ms. */
export const WITHDRAWAL_LATE = 24 * 3_600_000;
/** Most transactions shown per withdrawal: the first one and its fee bumps. */
const TRANSACTIONS_MOST = 50;
/** Withdrawals per page for practice mode's automatic reviewer, and pages per run. */
const ALONE_PAGE = 50;
const ALONE_PAGES = 4;
/** What two staff members may decide at a stage: only one of the two may be open at a time. */
const ENDINGS: Readonly<Record<string, readonly [ProposalKind, ProposalKind]>> = {
  approved: ['withdrawal.paid', 'withdrawal.returned'],
  signed: ['withdrawal.failProven', 'withdrawal.replan'],
  broadcast: ['withdrawal.failProven', 'withdrawal.replan'],
};
/** Kinds of proposals that ended a withdrawal or continued it; the newest counts. */
const DECIDED: readonly ProposalKind[] = [
  ...(['withdrawal.paid', 'withdrawal.returned', 'withdrawal.failProven', 'withdrawal.replan'] as const),
  'withdrawal.approve',
];
/** Most rejected withdrawals remembered so as not to retry them. */
const GIVEN_UP_MOST = 1_000;

export interface WithdrawalDesk {
  list(by: DeskSession, input: DeskParsedOf<'desk.withdrawals.list'>): Promise<Page<DeskWithdrawal>>;
  get(by: DeskSession, id: string, ip: string): Promise<DeskWithdrawal>;
  /** Returns the proposal above the threshold, null if it is approved. @throws 404; 403 state, standing. */
  approve(by: DeskSession, id: string, reason: string, ip: string): Promise<Proposal | null>;
  /** @throws 404; 403 state, standing. */
  refuse(by: DeskSession, input: DeskParsedOf<'desk.withdrawals.refuse'>, ip: string): Promise<void>;
  /** @throws 404; 403 state, standing; 400 reference. */
  paid(by: DeskSession, input: DeskParsedOf<'desk.withdrawals.paid'>, ip: string): Promise<Proposal>;
  /** @throws 404; 403 state, standing. */
  returned(by: DeskSession, input: DeskParsedOf<'desk.withdrawals.returned'>, ip: string): Promise<Proposal>;
  /** @throws 404; 403 state if no proof is deep enough, standing; also while the node does not answer. */
  failProven(by: DeskSession, input: DeskParsedOf<'desk.withdrawals.failProven'>, ip: string): Promise<Proposal>;
  /** @throws the same. */
  replan(by: DeskSession, input: DeskParsedOf<'desk.withdrawals.replan'>, ip: string): Promise<Proposal>;
  /** Number under review. */
  waiting(): Promise<number>;
  /**
   * For the automatic reviewer: approves what has waited for one person since before a time (ms), each once; returns
   * how many.
   */
  approveAlone(by: Asking, before: number): Promise<number>;
}

export interface WithdrawalDeskParts extends Pick<DeskOptions, 'custody'> {
  readonly db: DeskDatabase;
  readonly customers: Customers;
  readonly proposals: Proposals;
  readonly audit: Audit;
  readonly now: () => number;
}

/** A transaction of the exchange with amounts in the API's format. */
export function transactionOf(one: HouseTransaction): DeskTransaction {
  return { ...one, amount: asDecimal(one.amount), cost: one.cost === null ? null : asDecimal(one.cost) };
}

export function createWithdrawalDesk(parts: WithdrawalDeskParts): WithdrawalDesk {
  const { db, custody, customers, proposals, audit, now } = parts;
  const { withdrawals } = custody;
  const givenUp = new Set<string>();

  async function one(id: string): Promise<ReviewedWithdrawal> {
    const found = await withdrawals.one(idOf(id));
    if (found === undefined) throw notThere();
    return found;
  }

  async function standingOf({ record }: ReviewedWithdrawal): Promise<string | undefined> {
    if (record.stage === 'review') return proposals.standing('withdrawal.approve', record.id);
    const [one, other] = ENDINGS[record.stage] ?? [];
    if (one === undefined || other === undefined) return undefined;
    return (await proposals.standing(one, record.id)) ?? proposals.standing(other, record.id);
  }

  /** A withdrawal in a stage without an open proposal. @throws 404; 403 state, standing. */
  async function free(id: string, fits: (record: ReviewedWithdrawal['record']) => boolean) {
    const found = await one(id);
    if (!fits(found.record)) throw refuseWhy('request.forbidden', 'state');
    if ((await standingOf(found)) !== undefined) throw refuseWhy('request.forbidden', 'standing');
    return found;
  }

  /** Also undefined while the node does not answer: that proves nothing. */
  async function proofOf({ id, stage, network }: ReviewedWithdrawal['record']): Promise<DeadPayment | undefined> {
    if (network === 'bank' || ENDINGS[stage] === undefined) return undefined;
    try {
      return await withdrawals.proof(id);
    } catch (error) {
      if (error instanceof NodeFault) return undefined;
      throw error;
    }
  }

  /**
   * A withdrawal without an open proposal whose chain proves deep enough that it is never paid. @throws 404; 403 state,
   * standing.
   */
  async function dead(id: string): Promise<Omit<NewProposal, 'kind' | 'reason'>> {
    const found = await free(id, ({ stage }) => stage === 'signed' || stage === 'broadcast');
    const proof = await proofOf(found.record);
    if (proof === undefined || proof.depth < proof.needed) throw refuseWhy('request.forbidden', 'state');
    const customer = await customers.line(found.userId);
    const { record } = found;
    return {
      subject: { kind: 'withdrawal', id: record.id, name: nameOf(customer) },
      facts: [
        { fact: 'amount', before: null, after: `${record.amount} ${record.coin}` },
        { fact: 'fee', before: null, after: `${record.fee} ${record.coin}` },
        { fact: 'address', before: null, after: record.address },
        { fact: 'proof', before: null, after: proof.txid },
      ],
      data: { userId: found.userId, txid: proof.txid },
    };
  }

  function flagsOf({ record, flags }: ReviewedWithdrawal, frozen: boolean, proposed: boolean) {
    const late = record.stage === 'review' && now() - record.time > WITHDRAWAL_LATE;
    const all = new Set([
      ...flags,
      ...(frozen ? ['frozen'] : []),
      ...(proposed ? ['proposed'] : []),
      ...(late ? ['late'] : []),
    ]);
    return WITHDRAWAL_FLAG.filter((flag) => all.has(flag));
  }

  async function shapeOf(
    by: Asking,
    found: ReviewedWithdrawal,
    customer: DeskWithdrawal['customer'],
    standing: string | undefined,
    rest: Pick<DeskWithdrawal, 'transactions' | 'proof' | 'approvedBy' | 'refusedBy'> & {
      readonly past?: string | undefined;
    },
  ): Promise<DeskWithdrawal> {
    const { past, ...whole } = rest;
    const named = standing ?? past;
    return {
      ...{ customer, record: found.record, worth: asDecimal(String(found.worth)), persons: found.persons },
      ...{ flags: flagsOf(found, customer.frozen, standing !== undefined), waits: found.waits },
      proposal: named === undefined ? null : await proposals.get(by, named),
      ...whole,
    };
  }

  return {
    async list(by, { stage, network, userId, current, size }) {
      const page = await withdrawals.queue({ stage, network, userId, current, size });
      const lines = await customers.lines(page.records.map((found) => found.userId));
      const records: DeskWithdrawal[] = [];
      for (const found of page.records) {
        const customer = lines.get(found.userId);
        if (customer === undefined) continue;
        const nothing = { transactions: [], proof: null, approvedBy: null, refusedBy: null };
        records.push(await shapeOf(by, found, customer, await standingOf(found), nothing));
      }
      return { ...page, records };
    },

    async get(by, id, ip) {
      const found = await one(id);
      const { record } = found;
      const subject = `withdrawal:${record.id}`;
      const customer = await customers.line(found.userId);
      const approved = await proposals.doneBy('withdrawal.approve', record.id);
      let past: string | undefined;
      for (const kind of DECIDED) past ??= await proposals.doneBy(kind, record.id);
      const alone = approved === undefined && record.steps.some(({ stage }) => stage === 'approved');
      const { records } = await withdrawals.transactions({
        withdrawal: record.id,
        current: 1,
        size: TRANSACTIONS_MOST,
      });
      await audit.look({ what: 'withdrawal.looked', person: by.person, subject, ip });
      return shapeOf(by, found, customer, await standingOf(found), {
        transactions: records.map(transactionOf),
        proof: (await proofOf(record)) ?? null,
        approvedBy: alone ? await audit.lastBy('withdrawal.approved', subject) : null,
        refusedBy: record.stage === 'refused' ? await audit.lastBy('withdrawal.refused', subject) : null,
        past,
      });
    },

    async approve(by, id, reason, ip) {
      const found = await free(id, ({ stage }) => stage === 'review');
      const { record, userId, coreId } = found;
      if (!found.persons) {
        await audit.before(
          { what: 'withdrawal.approved', person: by.person, subject: `withdrawal:${record.id}`, reason, ip },
          () => withdrawals.approve(record.id, Number(by.person)),
        );
        return null;
      }
      const customer = await customers.line(userId);
      return proposals.make(
        by,
        {
          kind: 'withdrawal.approve',
          subject: { kind: 'withdrawal', id: record.id, name: nameOf(customer) },
          facts: [
            { fact: 'amount', before: null, after: `${record.amount} ${record.coin}` },
            { fact: 'fee', before: null, after: `${record.fee} ${record.coin}` },
            { fact: 'address', before: null, after: record.address },
          ],
          data: { userId, coreId },
          reason,
        },
        ip,
      );
    },

    async refuse(by, { id, why, note }, ip) {
      const { record } = await free(id, ({ stage }) => stage === 'review');
      const words = note ?? null;
      await audit.before(
        {
          ...{ what: 'withdrawal.refused', person: by.person, subject: `withdrawal:${record.id}`, ip, detail: { why } },
          ...(words === null ? {} : { reason: words }),
        },
        () => withdrawals.refuse(record.id, Number(by.person), why, words),
      );
    },

    async paid(by, { id, reference, reason }, ip) {
      const { record, userId } = await free(id, ({ stage, network }) => stage === 'approved' && network === 'bank');
      await freshReference(db, 'withdrawal.paid', reference);
      const customer = await customers.line(userId);
      return proposals.make(
        by,
        {
          kind: 'withdrawal.paid',
          subject: { kind: 'withdrawal', id: record.id, name: nameOf(customer) },
          facts: [
            { fact: 'amount', before: null, after: `${record.amount} ${record.coin}` },
            { fact: 'reference', before: null, after: reference },
          ],
          data: { userId, reference },
          reason,
        },
        ip,
      );
    },

    async returned(by, { id, why, note, reason }, ip) {
      const { record, userId } = await free(id, ({ stage, network }) => stage === 'approved' && network === 'bank');
      const customer = await customers.line(userId);
      return proposals.make(
        by,
        {
          kind: 'withdrawal.returned',
          subject: { kind: 'withdrawal', id: record.id, name: nameOf(customer) },
          facts: [
            { fact: 'amount', before: null, after: `${record.amount} ${record.coin}` },
            { fact: 'fee', before: null, after: `${record.fee} ${record.coin}` },
          ],
          data: { userId, why, note: note ?? null },
          reason,
        },
        ip,
      );
    },

    async failProven(by, { id, why, note, reason }, ip) {
      const { data, ...given } = await dead(id);
      return proposals.make(
        by,
        { kind: 'withdrawal.failProven', ...given, data: { ...data, why, note: note ?? null }, reason },
        ip,
      );
    },

    async replan(by, { id, reason }, ip) {
      return proposals.make(by, { kind: 'withdrawal.replan', ...(await dead(id)), reason }, ip);
    },

    async waiting() {
      return (await withdrawals.queue({ stage: 'review', current: 1, size: 1 })).total;
    },

    async approveAlone(by, before) {
      let approved = 0;
      for (let current = 1; current <= ALONE_PAGES; current += 1) {
        const page = await withdrawals.queue({ stage: 'review', current, size: ALONE_PAGE });
        for (const { record, persons } of page.records) {
          if (persons || record.time > before || givenUp.has(record.id)) continue;
          try {
            await audit.before(
              {
                ...{ what: 'withdrawal.approved', person: by.person, subject: `withdrawal:${record.id}` },
                detail: { automatic: 'true' },
              },
              () => withdrawals.approve(record.id, Number(by.person)),
            );
            approved += 1;
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            // A person was faster, or the exchange rejects it. Each try is a log row, so there is only one.
            if (givenUp.size >= GIVEN_UP_MOST) givenUp.clear();
            givenUp.add(record.id);
          }
        }
        if (page.records.length < ALONE_PAGE) break;
      }
      return approved;
    },
  };
}
