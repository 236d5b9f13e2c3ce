// The session in this tab: profile and satoken in memory; storage has only a flag that somebody was signed in.
import { useSyncExternalStore } from 'react';
import type { UserInfo } from '@vitrine/contract';
import { keepsStored, readStored, storagePrefix, writeStored } from '../preference/index.ts';
import type { Leave } from './fault.ts';

export type SessionState =
  /**
   * The profile is being requested, because the stored `isLogin` says that somebody was signed in, or storage is
   * unavailable.
   */
  'unknown' | 'guest' | 'user';

/** Why the session ended here: the exchange ended it, or the user signed out in another tab. */
export type LeaveReason = 'ended' | 'tab';

type OnLeave = (to: Leave, why: LeaveReason) => void;

export interface Session {
  readonly state: SessionState;
  readonly user: UserInfo | undefined;
}

/** The stored flag: `1` while somebody is signed in. */
export const signedInMark = 'isLogin';
/** When any tab last renewed the shared cookies, ms of this device's clock. */
export const renewedStamp = 'refreshed';

let session: Session = {
  state: readStored(signedInMark) === '1' || !keepsStored() ? 'unknown' : 'guest',
  user: undefined,
};
let satoken: string | undefined;
/** When this session's cookies were last renewed, ms of this device's clock. */
let renewed = Date.now();
const listeners = new Set<() => void>();
const leaving = new Set<OnLeave>();

function publish(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

export function currentSession(): Session {
  return session;
}

/** The CSRF token of this session; undefined for guests. */
export function currentToken(): string | undefined {
  return satoken;
}

/** Age of the session's cookies, milliseconds. They are shared, so another tab may have renewed them. */
export function sessionAge(now: number = Date.now()): number {
  const stamp = Number.parseInt(readStored(renewedStamp) ?? '0', 10);
  // A time in the future means that the clock was set back, so it is ignored.
  return now - (stamp > renewed && stamp <= now ? stamp : renewed);
}

/** After login, register and getInfo. */
export function enterSession(user: UserInfo): void {
  satoken = user.satoken;
  renewed = Date.now();
  writeStored(signedInMark, '1');
  publish({ state: 'user', user });
}

/** Updates the profile without requesting it again. */
export function changeUser(change: Partial<UserInfo>): void {
  if (session.user) publish({ state: 'user', user: { ...session.user, ...change } });
}

/** After a refresh: new cookies, the profile stays. */
export function renewSession(token: string): void {
  satoken = token;
  renewed = Date.now();
}

/** Ends the session in this tab; the caller decides what stays in storage. */
export function endSession(): void {
  satoken = undefined;
  writeStored(signedInMark, undefined);
  publish({ state: 'guest', user: undefined });
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Subscribes to sessions that end without the user's click here, when the page must redirect to the root or to login
 * (§8).
 */
export function onLeave(listener: OnLeave): () => void {
  leaving.add(listener);
  return () => leaving.delete(listener);
}

/** An answer of the exchange ended the session. Other tabs read the reason from the flag before it is removed. */
export function leave(to: Leave): void {
  writeStored(signedInMark, 'ended' satisfies LeaveReason);
  endSession();
  for (const listener of leaving) listener(to, 'ended');
}

/** Another tab's session ended. This tab does not change the flag: the other tab may have signed in again. */
function follow(why: LeaveReason): void {
  satoken = undefined;
  publish({ state: 'guest', user: undefined });
  for (const listener of leaving) listener('login', why);
}

// Another tab signed in or out: this tab follows.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== storagePrefix + signedInMark) return;
  if (event.newValue !== '1' && session.state !== 'guest') follow(event.newValue === 'ended' ? 'ended' : 'tab');
  if (event.newValue === '1' && session.state === 'guest') publish({ state: 'unknown', user: undefined });
});

export function useSession(): Session {
  return useSyncExternalStore(onSession, currentSession);
}
