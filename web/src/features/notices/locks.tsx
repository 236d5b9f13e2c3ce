// Notices of account locks: frozen, withdrawals locked, and unlocked.

import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Lock } from '@vitrine/contract';
import { Time, toast } from '@vitrine/ui';

const link = (
  <Link to="/account/center/info" className="v-link">
    <Trans comment="Link in a notice">To your account</Trans>
  </Link>
);

/** Locks as a text that changes only when they change. */
export function locksAsText(locks: readonly Lock[]): string {
  return locks.map(({ kind, until }) => `${kind} ${until}`).join();
}

/** Shows the most serious current lock; without one, that the locks ended. */
export function showLocks(locks: readonly Lock[]): void {
  const notice = { id: 'locks', group: 'order', link } as const;
  const frozen = locks.find(({ kind }) => kind === 'frozen');
  const withdrawal = locks.find(({ kind }) => kind === 'withdrawal');
  if (frozen)
    toast({
      ...notice,
      kind: 'warn',
      state: 'frozen',
      title: <Trans>The account is frozen</Trans>,
      text: <Trans>Open orders were cancelled. New orders and withdrawals are refused.</Trans>,
    });
  else if (withdrawal)
    toast({
      ...notice,
      kind: 'warn',
      state: 'withdrawal',
      title: <Trans>Withdrawals are locked</Trans>,
      text:
        withdrawal.until === null ? undefined : (
          <Trans comment="Withdrawals are locked">
            Open again from <Time at={withdrawal.until} as="full" />.
          </Trans>
        ),
    });
  else
    toast({
      ...notice,
      kind: 'done',
      state: 'open',
      title: <Trans comment="Notice: a freeze or a lock of withdrawals has ended">The account is unlocked</Trans>,
    });
}
