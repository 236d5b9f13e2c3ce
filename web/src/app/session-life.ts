// The session's life cycle in the page: requested at the start, renewed before it expires, cleared when an answer ends
// it.
import type { QueryClient } from '@tanstack/react-query';
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { clearToasts, closeToast, toast } from '@vitrine/ui';
import {
  ApiFault,
  NoAnswer,
  currentSession,
  endSession,
  enterSession,
  onLeave,
  onSession,
  refreshSession,
  request,
  sessionAge,
  signedInMark,
  type Leave,
  type LeaveReason,
} from '../api/index.ts';
import { safeBack } from '../guard/index.ts';
import { forgetReader } from '../preference/index.ts';
import { runtimeConfig } from '../runtime/index.ts';

/** Delay between attempts to learn who is signed in, while no answer comes. */
const askAgain = 3_000;

/**
 * Requests the profile when the stored flag says that somebody was signed in; a refusal means guest, no answer means
 * retry.
 */
async function resume(queries: QueryClient): Promise<void> {
  if (currentSession().state !== 'unknown') return;
  try {
    enterSession(await request('user.getInfo', {}, { quiet: true }));
  } catch (error) {
    const silence = error instanceof NoAnswer || (error instanceof ApiFault && error.code >= 500 && error.code < 600);
    if (silence) setTimeout(() => void resume(queries), askAgain);
    else if (error instanceof ApiFault) {
      endSession();
      forget(queries);
    } else throw error;
  }
}

/** Says why this page is signed out, because the user did not ask for it here. */
function tellWhy(why: LeaveReason): void {
  toast({
    id: 'signed-out',
    kind: 'warn',
    title: i18n._(msg`You are signed out`),
    text:
      why === 'tab'
        ? i18n._(msg`You signed out in another tab of this browser.`)
        : i18n._(msg`This session was ended on another device, or it expired. Log in to continue.`),
  });
}

/** Removes the user's data: queries, notices, and storage except language, theme and time zone. */
function forget(queries: QueryClient): void {
  queries.clear();
  clearToasts();
  // The flag is already removed. If one exists, another tab has started a session since.
  forgetReader([signedInMark]);
}

/** Login, with the current page to return to; without one, or where login is not required, the root page (§8). */
function wayOut(to: Leave): string {
  const back = safeBack(location.pathname + location.search);
  if (back !== undefined) return `/user/login?back=${encodeURIComponent(back)}`;
  return to === 'login' ? '/user/login' : '/home/index';
}

/** Starts the life cycle; `go` navigates to one of our paths. */
export function startSession(queries: QueryClient, go: (path: string) => void): void {
  onLeave((to, why) => {
    forget(queries);
    tellWhy(why);
    go(wayOut(to));
  });
  void resume(queries);
  onSession(() => {
    const { state } = currentSession();
    if (state === 'user') closeToast('signed-out');
    // Another tab signed in: this one requests the session and stays on its page.
    if (state === 'unknown')
      void resume(queries).then(() => {
        if (currentSession().state === 'user' && location.pathname === '/user/login')
          go(safeBack(new URLSearchParams(location.search).get('back')) ?? '/home/index');
      });
  });
  const { refreshCheck } = runtimeConfig();
  setInterval(() => {
    const session = currentSession();
    if (session.state !== 'user' || sessionAge() < runtimeConfig().tokenAgeLimit) return;
    // A failed refresh only releases the lock (§4); the next check tries again.
    void refreshSession();
  }, refreshCheck);
}

/**
 * Ends the session here and at the exchange, then opens the home page. Without an answer it still ends here, and says
 * so.
 */
export async function logout(queries: QueryClient, go: (path: string) => void): Promise<void> {
  let answered = true;
  try {
    await request('user.logout', {}, { quiet: true, timeout: 5_000 });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // A refusal means that the session already ended; only a missing answer leaves it open.
    answered = error instanceof ApiFault;
  }
  endSession();
  forget(queries);
  if (!answered)
    toast({
      id: 'signed-out',
      kind: 'warn',
      title: i18n._(msg`The exchange did not answer`),
      text: i18n._(
        msg`You are signed out in this browser. To end the session on the exchange too, log in and check your devices.`,
      ),
    });
  go('/home/index');
}
