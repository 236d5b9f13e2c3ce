// Shown when a page failed or does not exist: what happened, what still works, and where to go.
import { useEffect } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, buttonClass, isStaleChunk, Pane, reloadOnceServed } from '@vitrine/ui';
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
        <p className={style['words']} role="alert">
          {stale ? (
            <Trans>Part of the page is missing. It loads again by itself when the connection is back.</Trans>
          ) : (
            <Trans>The fault is in the page. It made no decision; your earlier decisions stay.</Trans>
          )}
        </p>
        <div className="v-row v-wrap">
          <Button tone="main" onClick={() => (reset && !stale ? reset() : location.reload())}>
            <Trans>Try again</Trans>
          </Button>
          <a href="/" className={buttonClass()}>
            <Trans>Go to the first page</Trans>
          </a>
        </div>
      </Pane>
    </main>
  );
}

/** The page does not exist. */
export function NotFound() {
  const { t } = useLingui();
  useTitle(t`Nothing here`);
  return (
    <div className={style['middle']}>
      <Pane padded>
        <h1 data-testid="not-found">
          <Trans>There is no such page</Trans>
        </h1>
        <p className={style['words']}>
          <Trans>The address may be mistyped, or the case it named no longer exists.</Trans>
        </p>
        <a href="/" className={buttonClass({ tone: 'main' })}>
          <Trans>Go to the first page</Trans>
        </a>
      </Pane>
    </div>
  );
}
