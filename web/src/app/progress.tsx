// The thin bar at the top while a page or another query key loads (§2); gone as soon as it stands.
import { useEffect, useState } from 'react';
import { useRouterState } from '@tanstack/react-router';
import { useLingui } from '@lingui/react/macro';
import style from './shell.module.css';

/** A change that is done at once still shows for this long. */
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
    <div className={style['progress']} role="progressbar" aria-label={t`Loading`}>
      <i />
    </div>
  );
}
