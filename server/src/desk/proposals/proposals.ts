// Two-person approval: one staff member proposes with a reason, another one with the role approves within 72 hours, and
// only then it is executed. The table of kinds says what.

import { CODE, type Page, type Proposal, type ProposalKind } from '@vitrine/contract';
import { asRefusalCode, Refusal } from '../../api/call/index.ts';
import { sql } from 'kysely';
import { isCode } from '../../app/postgres/index.ts';
import { IntakeError } from '../../engine/sequencer/index.ts';
import type { Audit } from '../audit.ts';
import type { DeskExchange } from '../exchange.ts';
import type { Kind, ProposalData } from './kinds.ts';
import { AUTOMATIC } from '../staff/staff-list.ts';
import {
  aboutOf,
  approvable,
  type Asking,
  earliest,
  kindOf,
  mayRefuse,
  namedProposals,
  PROPOSAL_LIFE,
  type ProposalRow,
  shapeOf,
} from './proposal-row.ts';
import type { ProposalRun } from './proposal-run.ts';
import { idOf, notThere, refuseWhy } from '../refusal.ts';
import { hasOne, rolesOf } from '../staff/roles.ts';
import type { DeskDatabase, DeskTransaction } from '../tables.ts';
import { DONE } from '@vitrine/core';

/** Most open proposals: as in the exchange. */
export const PROPOSALS_MOST = 64;
const NOT_UNIQUE = '23505';
/** Advisory lock: only one transaction at a time counts the open ones. */
const COUNT_LOCK = 0x7072_6f70;

/** A new proposal. */
export interface NewProposal {
  readonly kind: ProposalKind;
  readonly subject: Proposal['subject'];
  readonly facts: Proposal['facts'];
  readonly data: ProposalData;
  readonly reason: string;
}

export interface ProposalFilter {
  readonly open: boolean;
  readonly kind?: ProposalKind | undefined;
  readonly current: number;
  readonly size: number;
}

export interface Proposals {
  /** @throws 403 role, standing, full; or what the exchange rejects. */
  make(by: Asking, given: NewProposal, ip: string): Promise<Proposal>;
  /** @throws 404; 403 oneself, role, proposer, settled. */
  approve(by: Asking, id: string, ip: string | undefined): Promise<Proposal>;
  /** @throws 404; 403 role, settled. */
  refuse(by: Asking, id: string, reason: string, ip: string): Promise<Proposal>;
  get(by: Asking, id: string): Promise<Proposal>;
  list(by: Asking, filter: ProposalFilter): Promise<Page<Proposal>>;
  /** Number of open proposals, and of those that somebody may approve. */
  count(by: Asking): Promise<{ readonly open: number; readonly mine: number }>;
  /** The open proposal about a subject. */
  standing(kind: ProposalKind, subjectId: string): Promise<string | undefined>;
  /** The proposal that something was done with. */
  doneBy(kind: ProposalKind, subjectId: string): Promise<string | undefined>;
  /** Records lapsed proposals. */
  lapse(): Promise<void>;
}

export interface ProposalParts {
  readonly db: DeskDatabase;
  readonly exchange: DeskExchange;
  readonly kinds: Readonly<Record<ProposalKind, Kind>>;
  readonly run: ProposalRun;
  readonly audit: Audit;
  readonly mode: 'practice' | 'live';
  readonly now: () => number;
}

export function createProposals({ db, exchange, kinds, run, audit, mode, now }: ProposalParts): Proposals {
  async function get(by: Asking, id: string): Promise<Proposal> {
    const row = await namedProposals(db).where('desk_proposals.id', '=', idOf(id)).executeTakeFirst();
    if (row === undefined) throw notThere();
    return shapeOf(row, by, now());
  }

  /** Locks an open row: a second caller waits and then finds it settled. */
  async function lockOpen(tx: DeskTransaction, id: string): Promise<ProposalRow> {
    const row = await tx
      .selectFrom('desk_proposals')
      .selectAll()
      .where('id', '=', idOf(id))
      .where('state', '<>', 'making')
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw notThere();
    if (row.state !== 'open' || Number(row.expires_at) <= now()) throw refuseWhy('request.forbidden', 'settled');
    return row;
  }

  /** Whether somebody at the desk has one of the roles now, read in the transaction that depends on it. */
  async function able(tx: DeskTransaction, person: string, roles: Kind['approve']): Promise<boolean> {
    const row = await tx
      .selectFrom('desk_people')
      .select(['roles', 'state'])
      .where('id', '=', person)
      .forShare()
      .executeTakeFirst();
    if (row === undefined || !hasOne(rolesOf(row.roles), roles)) return false;
    return row.state === 'active' || (mode === 'practice' && person === AUTOMATIC && row.state === 'automatic');
  }

  async function insert(by: Asking, { kind, subject, facts, data, reason }: NewProposal): Promise<string> {
    const making = kinds[kind].command !== undefined;
    const work = db.transaction().execute(async (tx) => {
      if (!(await able(tx, by.person, kinds[kind].propose))) throw refuseWhy('request.forbidden', 'role');
      await sql`select pg_advisory_xact_lock(${COUNT_LOCK})`.execute(tx);
      const open = await tx
        .selectFrom('desk_proposals')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('state', 'in', ['making', 'open', 'approved'])
        .executeTakeFirstOrThrow();
      if (Number(open.count) >= PROPOSALS_MOST) throw refuseWhy('request.forbidden', 'full');
      const row = await tx
        .insertInto('desk_proposals')
        .values({
          ...{ kind, subject_kind: subject.kind, subject_id: subject.id, subject_name: subject.name },
          ...{ data: JSON.stringify(data), facts: JSON.stringify(facts), reason },
          ...{ state: making ? 'making' : 'open', by_person: by.person, made_at: String(now()) },
          ...{
            expires_at: String(now() + (kinds[kind].notice ?? 0) + PROPOSAL_LIFE),
            second: null,
            decided_at: null,
            refusal: null,
            code: null,
          },
          core_proposal: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return String(row.id);
    });
    return work.catch((error: unknown) => {
      throw isCode(error, NOT_UNIQUE) ? refuseWhy('request.forbidden', 'standing') : error;
    });
  }

  /** Sends it to the exchange, which decides whether it is valid now. Returns its number there. */
  async function propose(by: Asking, id: string, { kind, subject, data }: NewProposal): Promise<string | null> {
    const command = kinds[kind].command?.(subject.id, data);
    if (command === undefined) return null;
    const drop = () => db.deleteFrom('desk_proposals').where('id', '=', id).where('state', '=', 'making').execute();
    try {
      const outcome = await exchange.propose(Number(by.person), command);
      if (outcome.code === DONE) return String(outcome.result);
      await drop();
      throw new Refusal(asRefusalCode(outcome.code), {}, undefined, { why: 'state' });
    } catch (error) {
      // Nothing was done there. With 504 that is unknown: the row stays and is checked later.
      if (error instanceof IntakeError && error.code !== CODE['server.unknown']) await drop();
      throw error;
    }
  }

  async function lapse(): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const rows = await tx
        .updateTable('desk_proposals')
        .set({ state: 'lapsed', decided_at: String(now()) })
        .where('state', '=', 'open')
        .where('expires_at', '<=', String(now()))
        .returningAll()
        .execute();
      for (const row of rows)
        await audit.add(tx, { what: 'proposal.lapsed', subject: `proposal:${row.id}`, detail: aboutOf(row) });
    });
  }

  return {
    get,

    async make(by, given, ip) {
      // A lapsed proposal must not block a new one.
      await lapse();
      const id = await insert(by, given);
      const core = await propose(by, id, given);
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('desk_proposals')
          .set({ state: 'open', core_proposal: core })
          .where('id', '=', id)
          .where('state', 'in', ['making', 'open'])
          .execute();
        const about = { kind: given.kind, about: `${given.subject.kind}:${given.subject.id}` };
        await audit.add(tx, {
          ...{ what: 'proposal.made', person: by.person, subject: `proposal:${id}`, reason: given.reason, ip },
          detail: about,
        });
      });
      return get(by, id);
    },

    async approve(by, id, ip) {
      await db.transaction().execute(async (tx) => {
        const row = await lockOpen(tx, id);
        const kind = kinds[kindOf(row)];
        const maker = String(row.by_person);
        if (now() < earliest(row)) throw refuseWhy('request.forbidden', 'notice');
        if (maker === by.person) throw refuseWhy('request.forbidden', 'oneself');
        if (!(await able(tx, by.person, kind.approve))) throw refuseWhy('request.forbidden', 'role');
        if (!(await able(tx, maker, kind.propose))) throw refuseWhy('request.forbidden', 'proposer');
        await tx
          .updateTable('desk_proposals')
          .set({ state: 'approved', second: by.person, decided_at: String(now()) })
          .where('id', '=', row.id)
          .execute();
        await audit.add(tx, {
          ...{ what: 'proposal.approved', person: by.person, subject: `proposal:${row.id}`, detail: aboutOf(row) },
          ...(ip === undefined ? {} : { ip }),
        });
      });
      await run.run(id);
      return get(by, id);
    },

    async refuse(by, id, reason, ip) {
      const core = await db.transaction().execute(async (tx) => {
        const row = await lockOpen(tx, id);
        if (!mayRefuse(by, row)) throw refuseWhy('request.forbidden', 'role');
        await tx
          .updateTable('desk_proposals')
          .set({ state: 'refused', second: by.person, decided_at: String(now()), refusal: reason })
          .where('id', '=', row.id)
          .execute();
        await audit.add(tx, {
          ...{ what: 'proposal.refused', person: by.person, subject: `proposal:${row.id}`, reason, ip },
          detail: aboutOf(row),
        });
        return row.core_proposal;
      });
      // Sent after SQL: if it does not arrive, nobody can approve it any more, and it lapses in the exchange.
      if (core !== null) await exchange.refuse(Number(by.person), Number(core));
      return get(by, id);
    },

    async list(by, { open, kind, current, size }) {
      const standing = ['open', 'approved'];
      let query = namedProposals(db).where('desk_proposals.state', open ? 'in' : 'not in', standing);
      let all = db
        .selectFrom('desk_proposals')
        .where('state', '<>', 'making')
        .where('state', open ? 'in' : 'not in', standing);
      if (kind !== undefined) {
        query = query.where('desk_proposals.kind', '=', kind);
        all = all.where('kind', '=', kind);
      }
      const total = await all.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
      const rows = await query
        .orderBy('desk_proposals.id', 'desc')
        .limit(size)
        .offset((current - 1) * size)
        .execute();
      const time = now();
      return { records: rows.map((row) => shapeOf(row, by, time)), total: Number(total.count), size, current };
    },

    async count(by) {
      const rows = await db
        .selectFrom('desk_proposals')
        .select(['kind', 'by_person', 'expires_at'])
        .where('state', '=', 'open')
        .where('expires_at', '>', String(now()))
        .execute();
      const kindsOfMine = approvable(by);
      const mine = rows.filter(
        (row) => kindsOfMine.includes(kindOf(row)) && String(row.by_person) !== by.person && now() >= earliest(row),
      );
      return { open: rows.length, mine: mine.length };
    },

    async standing(kind, subjectId) {
      const row = await db
        .selectFrom('desk_proposals')
        .select('id')
        .where('kind', '=', kind)
        .where('subject_id', '=', subjectId)
        .where('state', 'in', ['open', 'approved'])
        .executeTakeFirst();
      return row === undefined ? undefined : String(row.id);
    },
    async doneBy(kind, subjectId) {
      const row = await db
        .selectFrom('desk_proposals')
        .select('id')
        .where('kind', '=', kind)
        .where('subject_id', '=', subjectId)
        .where('state', '=', 'done')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? undefined : String(row.id);
    },
    lapse,
  };
}
