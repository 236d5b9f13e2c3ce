// Says by notices what the forms do not: that a write is asked for, and what became of it once its form is gone, after a reload too.
import { useEffect, type ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import { closeToast, toast } from '../overlay/index.ts';
import type { PendingWrite, PendingWrites } from './pending-writes.ts';

export interface WriteNoticesProps<Call, Fault> {
  readonly pending: PendingWrites<Call, Fault>;
  /** Number of whoever is signed in; undefined for nobody. */
  readonly account: string | undefined;
  readonly isCall: (name: unknown) => name is Call;
  /** Asks what became of a write of before a reload, and notes its end. */
  readonly resume: (key: string) => void;
  /** What a write is called. */
  readonly nameOf: (call: Call) => string;
  /** Why it was not done; undefined where it simply never ran. */
  readonly whyNot: (fault: Fault) => ReactNode;
  /** What a write changed may be on the page that is shown now. */
  readonly refresh: () => void;
}

/** Shows nothing itself. Its functions must keep their identity: a new one looks at every write again. */
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
    /** Keys whose notice says that they are asked for. */
    const asked = new Set<string>();
    const end = (write: PendingWrite<Call, Fault>): void => {
      if (asked.delete(write.key)) closeToast(write.notice);
      // Its sender says how it ended; signed out, the account asks again when it is back.
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
