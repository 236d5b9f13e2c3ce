// The session's life in the page: asked for at the start, renewed before it grows old, left when an answer ends it.
import type { QueryClient } from '@tanstack/react-query';
import { clearToasts } from '@vitrine/ui';
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
} from '../api/index.ts';
import { forgetReader } from '../preference/index.ts';
import { runtimeConfig } from '../runtime/index.ts';

/** Between two attempts to learn who is signed in, while no answer comes. */
const askAgain = 3_000;

/** Asks for the profile when the stored flag says somebody was signed in; a refusal makes a guest, silence asks again. */
async function resume(): Promise<void> {
  if (currentSession().state !== 'unknown') return;
  try {
    enterSession(await request('user.getInfo', {}, { quiet: true }));
  } catch (error) {
    const silence = error instanceof NoAnswer || (error instanceof ApiFault && error.code >= 500 && error.code < 600);
    if (silence) setTimeout(() => void resume(), askAgain);
    else if (error instanceof ApiFault) endSession();
    else throw error;
  }
}

/** Everything a leaving user must not leave behind: queries, notices, storage but language, theme and zone. */
function forget(queries: QueryClient): void {
  queries.clear();
  clearToasts();
  forgetReader();
}

/** Starts the session's life; `go` moves the page. */
export function startSession(queries: QueryClient, go: (path: string) => void): void {
  onLeave((to) => {
    forget(queries);
    go(to === 'login' ? '/user/login' : '/home/index');
  });
  void resume();
  // Another tab signed in: this one asks who.
  onSession(() => void resume());
  const { refreshCheck } = runtimeConfig();
  setInterval(() => {
    const session = currentSession();
    if (session.state !== 'user' || sessionAge() < runtimeConfig().tokenAgeLimit) return;
    // A failed refresh releases the lock and nothing else (§4); the next check tries again.
    void refreshSession();
  }, refreshCheck);
}

/** Ends the session here and at the exchange, then goes home. Without an answer it still ends here. */
export async function logout(queries: QueryClient, go: (path: string) => void): Promise<void> {
  try {
    await request('user.logout', {}, { quiet: true, timeout: 5_000 });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  endSession();
  forget(queries);
  go('/home/index');
}
