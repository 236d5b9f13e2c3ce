// The possible actions on a proposal, and the working order of proposals. Pure.
import type { Proposal } from '@vitrine/contract';

/** The relation of the staff member to a proposal. */
export type Standing =
  /** May approve it now. */
  | 'decide'
  /** Their own: another staff member must decide; they can withdraw it. */
  | 'own'
  /** May only refuse it. */
  | 'refuse'
  /** Needs another role. */
  | 'watch'
  /** Decided, expired, or being executed. */
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

/** Open ones: first those the staff member may decide, then by earliest expiry. Past ones: newest first. */
export function inWorkingOrder(proposals: readonly Proposal[]): readonly Proposal[] {
  const rank = (one: Proposal): number => (one.state !== 'open' ? 2 : one.mayApprove ? 0 : 1);
  return proposals.toSorted((a, b) => {
    const byRank = rank(a) - rank(b);
    if (byRank !== 0) return byRank;
    return a.state === 'open' ? a.expires - b.expires : (b.decided ?? b.made) - (a.decided ?? a.made);
  });
}
