// The session's life cycle in the page: requested at the start, cleared when the desk ends it, ended when idle.
import { Trans } from '@lingui/react/macro';
import { clearToasts, closeToast, toast } from '@vitrine/ui';
import {
  ApiFault,
  NoAnswer,
  currentSession,
  deskNow,
  endSession,
  enterSession,
  onSession,
  queryClient,
  request,
  seen,
  stillFor,
  watchActivity,
} from '../api/index.ts';
import { idleState } from './idle.ts';

/** Delay between attempts to learn who is signed in, while no answer comes. */
const askAgain = 3_000;
/** How often idleness is checked. */
const lookEvery = 5_000;

/** Requests the session; a refusal means guest, no answer means retry. */
async function resume(): Promise<void> {
  try {
    enterSession(await request('desk.me', {}));
  } catch (error) {
    const silence = error instanceof NoAnswer || (error instanceof ApiFault && error.code >= 500 && error.code < 600);
    if (silence) setTimeout(() => void resume(), askAgain);
    else if (error instanceof ApiFault) endSession(false);
    else throw error;
  }
}

function watchIdle(): void {
  const session = currentSession();
  if (session.state !== 'person') return;
  switch (idleState(stillFor(), session.me.idleMs, deskNow(), session.me.ends)) {
    case 'working':
      closeToast('idle');
      break;
    case 'warn':
      toast({
        id: 'idle',
        kind: 'waiting',
        title: <Trans>You will be signed out within a minute</Trans>,
        text: <Trans>Press any key to stay. A session ends after 12 hours in any case.</Trans>,
      });
      break;
    case 'leave':
      void signOut(true);
      break;
  }
}

/** Starts the life cycle; `toSignIn` leaves a guarded page. */
export function startSession(toSignIn: () => void): void {
  onSession(() => {
    if (currentSession().state !== 'guest') {
      seen();
      return;
    }
    // Users' data must not remain in the page.
    queryClient.clear();
    clearToasts();
    toSignIn();
  });
  watchActivity();
  setInterval(watchIdle, lookEvery);
  void resume();
}

/** Ends the session at the desk and here; without an answer it still ends here. */
export async function signOut(byItself: boolean): Promise<void> {
  try {
    await request('desk.signOut', {});
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  endSession(byItself);
}
