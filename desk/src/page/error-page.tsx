// What stands where a page failed, or where there is none: what happened, what it does not affect, and the way on.
import { useEffect } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Pane, buttonClass } from '@vitrine/ui';
import { readStored, writeStored } from '../preference/index.ts';
import { useTitle } from './title.ts';
import style from './page.module.css';

/** Whether a failure means that the desk has newer bundles than this page. */
export function isStaleChunk(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|preload CSS|error loading/i.test(error.message)
  );
}

/** A second failure within this time is no outdated page any more: it is shown, ms. */
const RELOAD_ONCE_IN = 60_000;

/** Reloads the page for newer bundles, once; answers whether it does. */
export function reloadOnce(now: number = Date.now(), reload: () => void = () => location.reload()): boolean {
  const last = Number.parseInt(readStored('reloadedAt') ?? '0', 10);
  if (now - last < RELOAD_ONCE_IN) return false;
  writeStored('reloadedAt', String(now));
  reload();
  return true;
}

export function ErrorPage({ error, reset }: { readonly error: unknown; readonly reset?: () => void }) {
  const { t } = useLingui();
  const stale = isStaleChunk(error);
  useTitle(t`Something went wrong`);
  useEffect(() => {
    if (stale) reloadOnce();
  }, [stale]);
  return (
    <main className={style['middle']}>
      <Pane padded>
        <h1>{stale ? <Trans>This page is out of date</Trans> : <Trans>This page failed</Trans>}</h1>
        <p className={style['words']} role="alert">
          {stale ? (
            <Trans>The desk was updated since you opened it. Load the new page.</Trans>
          ) : (
            <Trans>The fault is in the page. No decision was made by it; what you decided before stands.</Trans>
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

/** No such page. */
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
          <Trans>The address may be mistyped, or the matter it named is gone.</Trans>
        </p>
        <a href="/" className={buttonClass({ tone: 'main' })}>
          <Trans>Go to the first page</Trans>
        </a>
      </Pane>
    </div>
  );
}
