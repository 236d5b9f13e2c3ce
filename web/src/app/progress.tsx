// The progress bar at the top while a page or another query key loads (§2); hidden as soon as the page is shown. After
// the chunk timeout (§9) it offers a reload.
import { useEffect, useState } from 'react';
import { useRouterState } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@vitrine/ui';
import { runtimeConfig } from '../runtime/index.ts';
import style from './shell.module.css';

/** Minimum time that the bar is visible, also for an instant change. */
const leastShown = 240;

export function Progress() {
  const { t } = useLingui();
  const loading = useRouterState({ select: (state) => state.isLoading });
  const key = useRouterState({
    select: (state) => `${state.location.pathname}?${JSON.stringify(state.location.search)}`,
  });
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), leastShown);
    return () => clearTimeout(timer);
  }, [key]);
  if (settled === key && !loading) return null;
  return (
    <>
      <div className={style['progress']} role="progressbar" aria-label={t`Loading`}>
        <i />
      </div>
      {loading ? <TooLong key={key} after={runtimeConfig().chunkTimeout} /> : null}
    </>
  );
}

/** Shown after `after` ms when a page does not load. A reload fetches its files again, at the chosen address. */
export function TooLong({ after }: { readonly after: number }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  if (!late) return null;
  return (
    <div className={style['tooLong']} role="alert">
      <Trans>This page takes too long to load. Check your connection.</Trans>
      <Button size="small" onClick={() => location.reload()}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
