// Who is signed in, in this tab: the person, the roles and the satoken in memory; nothing of it in storage.
import { useSyncExternalStore } from 'react';
import type { DeskMe, DeskRole } from '@vitrine/contract';

export type Session =
  /** The desk is being asked who this is. */
  | { readonly state: 'unknown' }
  /** Nobody; `ended`: somebody was, until the desk said otherwise. */
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

/** The anti-forgery value of this session; undefined for guests. */
export function currentToken(): string | undefined {
  return session.state === 'person' ? session.me.satoken : undefined;
}

/** After sign-in, set-up and the question at the start. */
export function enterSession(me: DeskMe): void {
  publish({ state: 'person', me });
}

/** Nobody is signed in here any more; `ended`: not by one's own wish. */
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

/** Who is signed in; only for pages behind the guard. Throws where there is nobody. */
export function useMe(): DeskMe {
  const now = useSession();
  if (now.state !== 'person') throw new Error('expected a page behind the sign-in, nobody is signed in');
  return now.me;
}

const none: readonly DeskRole[] = [];

/** The roles of whoever is signed in; none for guests. */
export function rolesOf(now: Session): readonly DeskRole[] {
  return now.state === 'person' ? now.me.roles : none;
}
