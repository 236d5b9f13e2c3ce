// What one may do with a proposal, and in which order proposals are worked. Pure.
import type { Proposal } from '@vitrine/contract';

/** How the asking person stands to a proposal. */
export type Standing =
  /** May approve it now. */
  | 'decide'
  /** One's own: another person must decide; it can be taken back. */
  | 'own'
  /** Only another's refusal is open. */
  | 'refuse'
  /** Another role's matter. */
  | 'watch'
  /** Decided, lapsed, or being done. */
  | 'past';

export function standingOf(
  proposal: Pick<Proposal, 'state' | 'by' | 'mayApprove' | 'mayRefuse'>,
  personId: string,
  now: number,
  expires: number,
): Standing {
  if (proposal.state !== 'open' || now >= expires) return 'past';
  if (proposal.by.id === personId) return 'own';
  if (proposal.mayApprove) return 'decide';
  return proposal.mayRefuse ? 'refuse' : 'watch';
}

/** Open ones first by who may act, then by what runs out soonest; past ones newest first. */
export function inWorkingOrder(proposals: readonly Proposal[]): readonly Proposal[] {
  const rank = (one: Proposal): number => (one.state !== 'open' ? 2 : one.mayApprove ? 0 : 1);
  return proposals.toSorted((a, b) => {
    const byRank = rank(a) - rank(b);
    if (byRank !== 0) return byRank;
    return a.state === 'open' ? a.expires - b.expires : (b.decided ?? b.made) - (a.decided ?? a.made);
  });
}
