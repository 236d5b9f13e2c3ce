// The possible decisions on a withdrawal at its stage. Pure.
import { mayDesk, type DeskRole, type DeskWithdrawal } from '@vitrine/contract';

/** What the staff member may do with a withdrawal without an open proposal. */
export type Open =
  /** Approve or refuse it. */
  | 'review'
  /** Approved, to a card: record whether it was paid. */
  | 'pay'
  /** Signed, and its chain proves that it will never be paid. */
  | 'stuck'
  /** Waits for other roles. */
  | 'watch'
  /** Nothing is left to decide. */
  | 'past';

export function openTo(
  {
    record,
    proof,
  }: Pick<DeskWithdrawal, 'proof'> & { readonly record: Pick<DeskWithdrawal['record'], 'stage' | 'network'> },
  roles: readonly DeskRole[],
): Open {
  if (record.stage === 'review') return mayDesk('desk.withdrawals.approve', roles) ? 'review' : 'watch';
  if (record.stage === 'approved' && record.network === 'bank')
    return mayDesk('desk.withdrawals.paid', roles) ? 'pay' : 'watch';
  return proof === null ? 'past' : 'stuck';
}

/** Whether a proof is deep enough that no reorganisation can undo it. */
export function isBuried({ depth, needed }: NonNullable<DeskWithdrawal['proof']>): boolean {
  return depth >= needed;
}

/** When a stage was reached, ms; undefined: it was not. */
export function reachedAt(record: Pick<DeskWithdrawal['record'], 'steps'>, stage: string): number | undefined {
  return record.steps.find((step) => step.stage === stage)?.time;
}
