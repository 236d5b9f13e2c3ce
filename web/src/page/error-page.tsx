// What stands where a page failed: what happened, what it does not affect, and the way on. An outdated page reloads once.
import { useEffect } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Pane } from '@vitrine/ui';
import { readStored, writeStored } from '../preference/index.ts';
import { useTitle } from './title.ts';
import style from './page.module.css';

const reloadedAt = 'reloadedAt';
/** A second failure within this time is no outdated page any more: it is shown. */
const reloadOnceIn = 60_000;

/** Whether a failure means that the server has newer bundles than this page. */
export function isStaleChunk(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|preload CSS|error loading/i.test(error.message)
  );
}

/** Reloads the page for newer bundles, once; answers whether it does. */
export function reloadOnce(now: number = Date.now(), reload: () => void = () => location.reload()): boolean {
  const last = Number.parseInt(readStored(reloadedAt) ?? '0', 10);
  if (now - last < reloadOnceIn) return false;
  writeStored(reloadedAt, String(now));
  reload();
  return true;
}

/** The longest wait for the server to show that it is there, ms. */
const probeWait = 5_000;

async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(probeWait) })).ok;
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return false;
    throw error;
  }
}

/** As reloadOnce, but only while the server answers: without a connection a reload would lose the page that stands. */
export async function reloadForNewer(
  answers: () => Promise<boolean> = serverAnswers,
  reload: () => boolean = reloadOnce,
): Promise<boolean> {
  return (await answers()) && reload();
}

export function ErrorPage({ error, reset }: { readonly error: unknown; readonly reset?: () => void }) {
  const { t } = useLingui();
  const stale = isStaleChunk(error);
  useTitle(t`Something went wrong`);
  useEffect(() => {
    if (stale) void reloadForNewer();
  }, [stale]);
  return (
    <main className={style['middle']}>
      <Pane padded>
        <h1>{stale ? <Trans>This page is out of date</Trans> : <Trans>This page failed</Trans>}</h1>
        <p className={style['words']}>
          {stale ? (
            <Trans>The exchange was updated since you opened it. Loading the new page needs a connection.</Trans>
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
