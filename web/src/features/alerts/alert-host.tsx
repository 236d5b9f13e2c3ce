// On every page: receives the user's alerts, keeps the dead man's switch from firing, and shows the alert drawer.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Drawer, latePart, showMissing, SkeletonRows, toast } from '@vitrine/ui';
import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../../api/index.ts';
import { useUserFeed } from '../../live/index.ts';
import { readAlert } from './alert-notices.ts';
import { AlertLine } from './alert-words.tsx';
import { alertsOpen, closeAlerts, onAlerts } from './alert-open.ts';
import { followGone } from './cancel-after-store.ts';

/** Loaded when the drawer first opens: the first page does not need it. */
const AlertList = latePart(async () => (await import('./alert-list.tsx')).AlertList);

export function AlertHost() {
  const { t } = useLingui();
  const user = useUserFeed();
  const queries = useQueryClient();
  const opened = useSyncExternalStore(onAlerts, alertsOpen);
  const signedIn = useSession().state === 'user';
  // On every page: a user who reads any page is still there.
  useEffect(() => (signedIn ? followGone() : undefined), [signedIn]);
  useEffect(
    () =>
      user?.on((notice) => {
        const fired = notice.kind === 'other' && notice.channel === 'ALERT' ? readAlert(notice.data) : undefined;
        if (fired === undefined) return;
        void queries.invalidateQueries({ queryKey: ['alert.list'] });
        if (fired.state !== 'fired' && fired.firedTime === null) return;
        toast({
          id: `alert-${fired.id}`,
          kind: 'warn',
          state: fired.kind,
          title: <Trans comment="Head: one price alert">Alert</Trans>,
          text: <AlertLine alert={fired} />,
        });
      }),
    [user, queries],
  );
  return (
    <Drawer
      open={opened !== undefined}
      onClose={closeAlerts}
      title={t({ message: 'Alerts', comment: 'Price alerts that a customer set' })}
      testId="alerts"
    >
      {opened === undefined ? null : (
        <AlertList of={{ first: opened }} missing={<SkeletonRows />} onMissing={showMissing} />
      )}
    </Drawer>
  );
}
