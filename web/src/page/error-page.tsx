// Shown when a page failed: what happened, what still works, and where to go. A page with a missing chunk reloads
// itself.
import { useEffect } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, isStaleChunk, Pane, reloadOnceServed } from '@vitrine/ui';
import { useTitle } from './title.ts';
import style from './page.module.css';

export function ErrorPage({ error, reset }: { readonly error: unknown; readonly reset?: () => void }) {
  const { t } = useLingui();
  const stale = isStaleChunk(error);
  useTitle(t`Something went wrong`);
  useEffect(() => (stale ? reloadOnceServed() : undefined), [stale]);
  return (
    <main className={style['middle']}>
      <Pane padded>
        <h1>{stale ? <Trans>Couldn’t load this page</Trans> : <Trans>This page failed</Trans>}</h1>
        <p className={style['words']}>
          {stale ? (
            <Trans>Part of the page is missing. It loads again by itself when the connection is back.</Trans>
          ) : (
            <Trans>The fault is in the page, not in your account. Your balance and your orders are not affected.</Trans>
          )}
        </p>
        <div className="v-row v-wrap">
          <Button tone="main" onClick={() => (reset && !stale ? reset() : location.reload())}>
            <Trans>Try again</Trans>
          </Button>
          <Button onClick={() => location.assign('/home/index')}>
            <Trans>Go to the home page</Trans>
          </Button>
        </div>
      </Pane>
    </main>
  );
}
