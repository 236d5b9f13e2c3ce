// Converts a proposal's row to its API shape for the calling person.

import { type Proposal, PROPOSAL_KIND, PROPOSAL_ROLES, type ProposalKind, type ProposalState } from '@vitrine/contract';
import type { Selectable } from 'kysely';
import { hasOne } from '../staff/roles.ts';
import type { DeskSession } from '../staff/sessions.ts';
import type { DeskDatabase, ProposalsTable } from '../tables.ts';

/** How long a proposal waits for its second person after its notice period, ms: as in the exchange. */
export const PROPOSAL_LIFE = 72 * 3_600_000;

export type ProposalRow = Selectable<ProposalsTable>;
type Named = ProposalRow & { readonly by_name: string | null; readonly second_name: string | null };
type SubjectKind = Proposal['subject']['kind'];

/** The calling staff member. */
export type Asking = Pick<DeskSession, 'person' | 'roles'>;

/** Whether somebody has a role that can act on proposals of a kind, and so may see them. */
function has(asking: Asking, kind: ProposalKind, step: 'propose' | 'approve'): boolean {
  return hasOne(asking.roles, PROPOSAL_ROLES[kind][step]);
}

/** The kind of a row. */
export function kindOf(row: Pick<ProposalRow, 'kind'>): ProposalKind {
  const kind = PROPOSAL_KIND.find((one) => one === row.kind);
  if (kind === undefined) throw new Error(`expected a proposal of a known kind, got ${row.kind}`);
  return kind;
}

/** What the audit log records of a proposal: its kind and subject. */
export function aboutOf(row: Pick<ProposalRow, 'kind' | 'subject_kind' | 'subject_id'>) {
  return { kind: row.kind, about: `${row.subject_kind}:${row.subject_id}` };
}

/** Whether somebody may refuse it: anybody with a role of the kind, and the proposer. */
export function mayRefuse(asking: Asking, row: ProposalRow): boolean {
  const kind = kindOf(row);
  return String(row.by_person) === asking.person || has(asking, kind, 'propose') || has(asking, kind, 'approve');
}

/** Kinds whose proposals somebody may approve. */
export function approvable(asking: Asking): readonly ProposalKind[] {
  return PROPOSAL_KIND.filter((kind) => has(asking, kind, 'approve'));
}

/** Rows with the names of both staff members. */
export function namedProposals(db: DeskDatabase) {
  return db
    .selectFrom('desk_proposals')
    .innerJoin('desk_people as maker', 'maker.id', 'desk_proposals.by_person')
    .leftJoin('desk_people as decider', 'decider.id', 'desk_proposals.second')
    .where('desk_proposals.state', '<>', 'making')
    .selectAll('desk_proposals')
    .select(['maker.name as by_name', 'decider.name as second_name']);
}

/** When it may be approved at the earliest, ms UTC. */
export function earliest(row: Pick<ProposalRow, 'expires_at'>): number {
  return Number(row.expires_at) - PROPOSAL_LIFE;
}

/** What the calling person sees. An expired proposal counts as lapsed before that is recorded. */
export function shapeOf(row: Named, asking: Asking, now: number): Proposal {
  const kind = kindOf(row);
  const late = row.state === 'open' && Number(row.expires_at) <= now;
  const open = row.state === 'open' && !late;
  const by = String(row.by_person);
  return {
    id: String(row.id),
    kind,
    state: late ? 'lapsed' : (row.state as ProposalState),
    subject: { kind: row.subject_kind as SubjectKind, id: row.subject_id, name: row.subject_name },
    facts: JSON.parse(row.facts) as Proposal['facts'],
    reason: row.reason,
    by: { id: by, name: row.by_name ?? `#${by}` },
    made: Number(row.made_at),
    from: earliest(row),
    expires: Number(row.expires_at),
    second: row.second === null ? null : { id: String(row.second), name: row.second_name ?? `#${row.second}` },
    decided: row.decided_at === null ? null : Number(row.decided_at),
    refusal: row.refusal,
    code: row.code,
    mayApprove: open && now >= earliest(row) && by !== asking.person && has(asking, kind, 'approve'),
    mayRefuse: open && mayRefuse(asking, row),
  };
}
