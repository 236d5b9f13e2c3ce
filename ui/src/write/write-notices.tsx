// Shows notices for what forms no longer show: that a write is being queried, and its outcome after its form closed or
// the page reloaded.
import { useEffect, type ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import { closeToast, toast } from '../overlay/index.ts';
import type { PendingWrite, PendingWrites } from './pending-writes.ts';

export interface WriteNoticesProps<Call, Fault> {
  readonly pending: PendingWrites<Call, Fault>;
  /** Number of the signed-in account; undefined when signed out. */
  readonly account: string | undefined;
  readonly isCall: (name: unknown) => name is Call;
  /** Queries the outcome of a write sent before a reload, and records it. */
  readonly resume: (key: string) => void;
  /** The name of a write, for the user. */
  readonly nameOf: (call: Call) => string;
  /** Why it was not done; undefined if it never ran. */
  readonly whyNot: (fault: Fault) => ReactNode;
  /** Reloads data that the write may have changed on the current page. */
  readonly refresh: () => void;
}

/** Renders nothing. Its functions must keep their identity: a new one processes every write again. */
export function WriteNotices<Call, Fault>({
  pending,
  account,
  isCall,
  resume,
  nameOf,
  whyNot,
  refresh,
}: WriteNoticesProps<Call, Fault>) {
  const { t } = useLingui();
  useEffect(() => {
    /** Keys of writes whose notice says that they are being queried. */
    const asked = new Set<string>();
    const end = (write: PendingWrite<Call, Fault>): void => {
      if (asked.delete(write.key)) closeToast(write.notice);
      // The form showed the outcome; or the user is signed out, and the account queries again after sign-in.
      if (write.shown !== 'nothing' || !pending.isOwn(write.key)) return;
      const { notice: id, state, fault } = write;
      const title = nameOf(write.call);
      pending.forget(write.key);
      if (state === 'done') {
        toast({ id, group: 'order', kind: 'done', state, title, text: t`It was done. Only the response was lost.` });
        refresh();
      } else if (state === 'unsure')
        toast({
          ...{ id, group: 'order', kind: 'warn', state, title },
          text: t`No response arrived, so it may have been done. Check before you try again.`,
        });
      else {
        const why = fault && whyNot(fault);
        toast({ id, group: 'order', kind: 'warn', state, title, text: why ?? t`It was not done. Nothing changed.` });
      }
    };
    const look = (write: PendingWrite<Call, Fault>): void => {
      if (write.state === 'sent') return;
      if (write.state !== 'unknown') end(write);
      else if (write.shown !== 'all') {
        asked.add(write.key);
        toast({
          id: write.notice,
          kind: 'waiting',
          state: 'unknown',
          title: t`Checking the result with the exchange`,
          text: `${nameOf(write.call)} · ${t`It is not sent twice.`}`,
        });
      }
    };
    return pending.on(look);
  }, [t, pending, nameOf, whyNot, refresh]);
  useEffect(() => {
    if (account === undefined) return;
    for (const { key, call } of pending.left(isCall)) {
      pending.note({ key, call, notice: `write-${key}`, state: 'unknown', shown: 'nothing' });
      resume(key);
    }
  }, [account, pending, isCall, resume]);
  return null;
}
