// The session in this tab: staff member, roles and satoken in memory; nothing in storage.
import { useSyncExternalStore } from 'react';
import type { DeskMe, DeskRole } from '@vitrine/contract';

export type Session =
  /** The desk has not answered yet who is signed in. */
  | { readonly state: 'unknown' }
  /** Nobody is signed in; `ended`: the desk ended a session. */
  | { readonly state: 'guest'; readonly ended: boolean }
  | { readonly state: 'person'; readonly me: DeskMe };

let session: Session = { state: 'unknown' };
const listeners = new Set<() => void>();

function publish(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

export function currentSession(): Session {
  return session;
}

/** The CSRF token of this session; undefined for guests. */
export function currentToken(): string | undefined {
  return session.state === 'person' ? session.me.satoken : undefined;
}

/** Called after sign-in, set-up and the initial request. */
export function enterSession(me: DeskMe): void {
  publish({ state: 'person', me });
}

/** Nobody is signed in any more; `ended`: not by the user's choice. */
export function endSession(ended: boolean): void {
  if (session.state === 'guest') return;
  publish({ state: 'guest', ended: ended && session.state === 'person' });
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(onSession, currentSession, currentSession);
}

/** Resolves when it is known whether somebody is signed in. */
export function sessionKnown(): Promise<void> {
  if (session.state !== 'unknown') return Promise.resolve();
  return new Promise((resolve) => {
    const off = onSession(() => {
      if (session.state === 'unknown') return;
      off();
      resolve();
    });
  });
}

/** The signed-in staff member; only for guarded pages. Throws when nobody is signed in. */
export function useMe(): DeskMe {
  const now = useSession();
  if (now.state !== 'person') throw new Error('expected a page behind the sign-in, nobody is signed in');
  return now.me;
}

const none: readonly DeskRole[] = [];

/** The roles of the signed-in staff member; none for guests. */
export function rolesOf(now: Session): readonly DeskRole[] {
  return now.state === 'person' ? now.me.roles : none;
}
