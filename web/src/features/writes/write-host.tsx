// Shows by notices what the forms do not: that a write is asked for, and what became of it once its form is gone.
import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { closeToast, toast } from '@vitrine/ui';
import { currentSession, forgetWrite, onWrites, type PendingWrite, useSession } from '../../api/index.ts';
import { refusalText } from '../../i18n/index.ts';
import { resumeWrites } from './resume.ts';
import { useWriteNames } from './write-names.ts';

/** A key that has never run. */
const NEVER = 410;

export function WriteHost() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const nameOf = useWriteNames();
  const userId = useSession().user?.id;
  useEffect(() => {
    /** Keys whose notice says that they are asked for. */
    const asked = new Set<string>();
    const end = (write: PendingWrite): void => {
      if (asked.delete(write.key)) closeToast(write.notice);
      // Its sender says how it ended; signed out, the account asks again when it is back.
      if (write.shown !== 'nothing' || currentSession().user === undefined) return;
      const { notice: id, state, fault } = write;
      const title = nameOf(write.call);
      forgetWrite(write.key);
      if (state === 'done') {
        toast({ id, group: 'order', kind: 'done', state, title, text: t`It was done. Only the answer had been lost.` });
        // What it changed may be on the page that is shown now.
        void queries.invalidateQueries();
      } else if (state === 'unsure')
        toast({
          ...{ id, group: 'order', kind: 'warn', state, title },
          text: t`No answer came, so it may have been done. Check before you try again.`,
        });
      else {
        const why = fault && fault.code !== NEVER ? refusalText(fault.key, fault.args) : undefined;
        toast({ id, group: 'order', kind: 'warn', state, title, text: why ?? t`It was not done. Nothing changed.` });
      }
    };
    const look = (write: PendingWrite): void => {
      if (write.state === 'sent') return;
      if (write.state !== 'unknown') end(write);
      else if (write.shown !== 'all') {
        asked.add(write.key);
        toast({
          id: write.notice,
          kind: 'waiting',
          state: 'unknown',
          title: t`Asking the exchange what became of it`,
          text: `${nameOf(write.call)} · ${t`It is not sent twice.`}`,
        });
      }
    };
    return onWrites(look);
  }, [t, queries, nameOf]);
  useEffect(() => {
    if (userId !== undefined) resumeWrites();
  }, [userId]);
  return null;
}
