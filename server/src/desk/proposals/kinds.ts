// Two-person actions as data: the exchange command of each, if any, and its other effects.

import { PROPOSAL_ROLES, type DeskRole, type FundsReason, type ProposalKind } from '@vitrine/contract';
import { CLAIM_NOTICE, type Command } from '@vitrine/core';
import { LOCK } from '@vitrine/core/enum';
import { CHAINS } from '../../custody/index.ts';
import {
  approveCommand,
  bondPayCommand,
  closingRateCommand,
  type ExchangeState,
  grantCommand,
  linkCommand,
  unfreezeCommand,
  unlinkCommand,
} from '../exchange.ts';
import type { Links } from './links.ts';
import { nameKey } from '../staff/staff-list.ts';
import { notThere } from '../refusal.ts';
import type { DeskOptions } from '../parts.ts';
import { bitsOf, rolesText } from '../staff/roles.ts';
import type { DeskSessions } from '../staff/sessions.ts';
import type { DeskDatabase, DeskTransaction } from '../tables.ts';

/** Data stored with a proposal to execute it later. */
export interface ProposalData {
  /** The customer's number in identity and in the exchange. */
  readonly userId?: string;
  readonly coreUser?: number;
  /** Link: the account that it joins, in the exchange. */
  readonly otherUser?: number;
  /** End of a link: the other accounts of the group. */
  readonly group?: readonly { readonly user: number; readonly userId: string }[];
  /** An appeal and the answer to its customer. */
  readonly appeal?: string;
  readonly answer?: string;
  /** Closing rate: the market and millionths of a position’s value. */
  readonly market?: number;
  readonly rate?: number;
  /** Invitation: name and roles. */
  readonly name?: string;
  readonly roles?: readonly DeskRole[];
  /** Withdrawal: its number in the exchange. */
  readonly coreId?: number;
  /** Deposit: the amount at the bank, decimal text. */
  readonly amount?: string;
  /** The bank's reference of the payment. */
  readonly reference?: string;
  /** Returned withdrawal: the reason for the customer. */
  readonly why?: FundsReason;
  readonly note?: string | null;
  /** Bond claim: the amount claimed, atoms. */
  readonly atoms?: number;
  /** Halt: coin and network. */
  readonly coin?: string;
  readonly network?: string;
  /**
   * Chain arrival: height and transaction; `txid` is also the transaction that proves that a withdrawal is never paid.
   */
  readonly height?: number;
  readonly txid?: string;
  readonly position?: number;
  /** The machine's clock: how far it is ahead of the time that passed, ms. */
  readonly ahead?: number;
}

/** A proposal with two approvals. */
export interface Agreed {
  readonly subjectId: string;
  readonly data: ProposalData;
  readonly by: string;
  readonly second: string;
  /** When the second person approved, ms UTC. */
  readonly decided: number;
}

export interface Kind {
  /** Notice period after the proposal during which nobody may approve, ms; absent: none. */
  readonly notice?: number;
  /** Roles that may propose and approve; one of each list is enough. */
  readonly propose: readonly DeskRole[];
  readonly approve: readonly DeskRole[];
  /** Its command if it goes through the journal: then the exchange decides, and SQL follows. */
  readonly command?: (subjectId: string, data: ProposalData) => Command;
  /** Whether the exchange's state shows that the command ran: only needed after a crash. */
  readonly took?: (state: ExchangeState, subjectId: string, data: ProposalData) => boolean | Promise<boolean>;
  /** Executes it, or the effects of the command in another domain. Must be idempotent. */
  readonly act?: (agreed: Agreed) => Promise<void>;
  /** The desk's own rows, in the transaction that completes the proposal. */
  readonly settle?: (tx: DeskTransaction, agreed: Agreed) => Promise<void>;
}

/**
 * Lock bits of the desk. FROZEN alone stops orders, withdrawals and keys; identity sets the 24 h after a changed
 * credential.
 */
export const DESK_LOCKS = LOCK.frozen;
/**
 * A merchant's notice period, ms: that of the exchange plus a minute, because the exchange counts from when it received
 * the proposal.
 */
export const BOND_NOTICE = CLAIM_NOTICE + 60_000;
const PASSED = 2;
/** Status of a withdrawal in the exchange. */
const UNDER_REVIEW = 1;

export interface KindParts {
  readonly db: DeskDatabase;
  readonly people: DeskOptions['people'];
  readonly link: Pick<DeskOptions['link'], 'confirmClock'>;
  readonly custody: DeskOptions['custody'];
  readonly live: Pick<DeskOptions['live'], 'linked'>;
  readonly bondClaims: DeskOptions['bondClaims'];
  readonly links: Links;
  readonly sessions: DeskSessions;
  readonly now: () => number;
}

/** The table of kinds. Products add their decisions as rows. */
export function createKinds(parts: KindParts): Readonly<Record<ProposalKind, Kind>> {
  const { db, custody, link, bondClaims, links, sessions, live, now } = parts;
  const { kyc, fundCases, messages, appeals } = parts.people;
  const { standing } = parts.people.identity;
  /** Notifies every account of a group of when its newest member starts to count. */
  async function tellGroup(user: number): Promise<void> {
    const group = live.linked(user);
    const [own] = group;
    if (own === undefined) return;
    const rows = await db
      .selectFrom('users')
      .select('id')
      .where(
        'core_user',
        'in',
        group.map((one) => String(one.user)),
      )
      .orderBy('id')
      .execute();
    for (const { id } of rows)
      await messages.notice(String(id), { kind: 'linked', accounts: group.length - 1, from: own.from });
  }

  async function tellUnlinked(userId: string): Promise<void> {
    await appeals.unlinked(userId);
    await messages.notice(userId, { kind: 'unlinked', time: now() });
  }

  return {
    'kyc.pass': {
      ...PROPOSAL_ROLES['kyc.pass'],
      async act({ subjectId }) {
        const file = await kyc.case(subjectId);
        if (file?.state !== PASSED) await kyc.pass(subjectId);
      },
    },
    'fundCase.pass': {
      ...PROPOSAL_ROLES['fundCase.pass'],
      async act({ subjectId }) {
        const row = await db
          .selectFrom('fund_cases')
          .select(['state', 'user_id'])
          .where('id', '=', subjectId)
          .executeTakeFirst();
        // Approved before a crash: repeats the consequences.
        if (row?.state === 'passed') await standing.credentialChanged(String(row.user_id));
        else await fundCases.decide(subjectId, true);
      },
    },
    'deposit.pass': {
      ...PROPOSAL_ROLES['deposit.pass'],
      act: ({ subjectId, data: { amount = '', reference = '' } }) =>
        custody.deposits.pass({ id: subjectId, amount, reference }),
    },
    'withdrawal.approve': {
      ...PROPOSAL_ROLES['withdrawal.approve'],
      command: (_, { coreId = 0 }) => approveCommand(coreId),
      async took({ withdrawals }, subjectId, { coreId = 0 }) {
        const status = withdrawals.get(coreId);
        if (status !== undefined) return status > UNDER_REVIEW;
        // It has ended since, and the exchange no longer has it.
        const found = await custody.withdrawals.one(subjectId);
        return found?.record.steps.some(({ stage }) => stage === 'approved') ?? false;
      },
    },
    'withdrawal.paid': {
      ...PROPOSAL_ROLES['withdrawal.paid'],
      act: ({ subjectId, data: { reference = '' } }) => custody.withdrawals.paid(subjectId, reference),
    },
    'withdrawal.returned': {
      ...PROPOSAL_ROLES['withdrawal.returned'],
      act: ({ subjectId, data: { why = 'other', note = null } }) => custody.withdrawals.returned(subjectId, why, note),
    },
    'withdrawal.failProven': {
      ...PROPOSAL_ROLES['withdrawal.failProven'],
      act: ({ subjectId, data: { txid = '', why = 'other', note = null } }) =>
        custody.withdrawals.failProven(subjectId, txid, why, note),
    },
    'withdrawal.replan': {
      ...PROPOSAL_ROLES['withdrawal.replan'],
      act: ({ subjectId, data: { txid = '' } }) => custody.withdrawals.replan(subjectId, txid),
    },
    'rail.resume': {
      ...PROPOSAL_ROLES['rail.resume'],
      async act({ data: { network = '', coin = '' }, decided }) {
        const halt = custody.treasury.halted(network, coin);
        // A halt set again since then is a different one.
        if (halt !== undefined && halt.since <= decided) await custody.treasury.resume(network, coin);
      },
    },
    'bond.pay': {
      ...PROPOSAL_ROLES['bond.pay'],
      notice: BOND_NOTICE,
      command: (subjectId, { coreUser = 0, atoms = 0 }) => bondPayCommand(Number(subjectId), coreUser, atoms),
      took: (_, subjectId, { atoms = 0 }) => bondClaims.wasPaid(subjectId, atoms),
    },
    'chain.credit': {
      ...PROPOSAL_ROLES['chain.credit'],
      async act({ data: { network, height = 0, txid = '', position = 0 } }) {
        const chain = CHAINS.find((one) => one === network);
        if (chain !== undefined) await custody.deposits.creditFound({ network: chain, height, txid, position });
      },
    },
    'clock.confirm': {
      ...PROPOSAL_ROLES['clock.confirm'],
      // Intake is stopped, so no command could be accepted.
      async act({ data: { ahead } }) {
        // What both saw: another step since is not confirmed with it.
        if (ahead === undefined || !(await link.confirmClock(ahead))) throw notThere();
      },
    },
    'customer.unfreeze': {
      ...PROPOSAL_ROLES['customer.unfreeze'],
      command: (_, { coreUser = 0 }) => unfreezeCommand(coreUser, DESK_LOCKS),
      took: ({ locks }, _, { coreUser = 0 }) => ((locks.get(coreUser) ?? 0) & DESK_LOCKS) === 0,
      async act({ subjectId }) {
        await standing.unfrozen(subjectId);
        await messages.notice(subjectId, { kind: 'unfrozen', time: now() });
      },
      async settle(tx, { subjectId, decided }) {
        await tx
          .updateTable('desk_freezes')
          .set({ lifted_at: String(now()) })
          .where('user_id', '=', subjectId)
          // A lock set again since then is a different one.
          .where('frozen_at', '<=', String(decided))
          .where('lifted_at', 'is', null)
          .execute();
      },
    },
    'account.link': {
      ...PROPOSAL_ROLES['account.link'],
      command: (_, { coreUser = 0, otherUser = 0 }) => linkCommand(coreUser, otherUser),
      took: ({ linked }, _, { coreUser = 0 }) => linked.has(coreUser),
      act: ({ data: { coreUser = 0 } }) => tellGroup(coreUser),
    },
    'account.unlink': {
      ...PROPOSAL_ROLES['account.unlink'],
      command: (_, { coreUser = 0 }) => unlinkCommand(coreUser),
      took: ({ linked }, _, { coreUser = 0 }) => !linked.has(coreUser),
      async act({ subjectId, data: { appeal, answer = '', group = [] } }) {
        if (appeal !== undefined) await appeals.decide(appeal, 'granted', answer);
        await tellUnlinked(subjectId);
        // In a group of two, the remaining account is no longer linked either.
        for (const { user, userId } of group) if (live.linked(user).length === 0) await tellUnlinked(userId);
      },
    },
    'appeal.refuse': {
      ...PROPOSAL_ROLES['appeal.refuse'],
      async act({ data: { userId = '', appeal = '', answer = '' } }) {
        // Withdrawn meanwhile: there is nothing to answer.
        if (await appeals.decide(appeal, 'refused', answer))
          await messages.notice(userId, { kind: 'appealRefused', answer, time: now() });
      },
    },
    'contract.closingRate': {
      ...PROPOSAL_ROLES['contract.closingRate'],
      command: (_, { market = 0, rate = 0 }) => closingRateCommand(market, rate),
      took: ({ closingRates }, _, { market = 0, rate = 0 }) => closingRates.get(market)?.includes(rate) === true,
    },
    'person.invite': {
      ...PROPOSAL_ROLES['person.invite'],
      command: (subjectId, { roles = [] }) => grantCommand(Number(subjectId), bitsOf(roles)),
      took: ({ roles }, subjectId, data) => (roles.get(Number(subjectId)) ?? 0) === bitsOf(data.roles ?? []),
      async settle(tx, { subjectId, data: { name = '', roles = [] }, by, second }) {
        await tx
          .insertInto('desk_people')
          .values({
            ...{ id: subjectId, name, name_key: nameKey(name), password: null, secret: null },
            ...{ roles: rolesText(roles), state: 'invited', created_at: String(now()), last_sign_in: null },
          })
          .execute();
        await links.agreed(tx, subjectId, 'invited', by, second);
      },
    },
    'person.roles': {
      ...PROPOSAL_ROLES['person.roles'],
      command: (subjectId, { roles = [] }) => grantCommand(Number(subjectId), bitsOf(roles)),
      took: ({ roles }, subjectId, data) => (roles.get(Number(subjectId)) ?? 0) === bitsOf(data.roles ?? []),
      async settle(tx, { subjectId, data: { roles = [] } }) {
        await tx
          .updateTable('desk_people')
          .set({ roles: rolesText(roles) })
          .where('id', '=', subjectId)
          .execute();
      },
    },
    'person.reset': {
      ...PROPOSAL_ROLES['person.reset'],
      async settle(tx, { subjectId, by, second }) {
        await tx
          .updateTable('desk_people')
          .set({ password: null, secret: null, last_step: '0', state: 'invited' })
          .where('id', '=', subjectId)
          .execute();
        await tx.deleteFrom('desk_recovery_codes').where('person', '=', subjectId).execute();
        await sessions.endAll(tx, subjectId);
        await links.agreed(tx, subjectId, 'reset', by, second);
      },
    },
  };
}
