// Who is signed in, in this tab: the profile and the satoken in memory, and only "was signed in" in storage.
import { useSyncExternalStore } from 'react';
import type { UserInfo } from '@vitrine/contract';
import { keepsStored, readStored, storagePrefix, writeStored } from '../preference/index.ts';
import type { Leave } from './fault.ts';

export type SessionState =
  /** Stored `isLogin` says that somebody was signed in, or nothing can be stored: the profile is being asked for. */
  'unknown' | 'guest' | 'user';

/** Why a session is over here: the exchange ended it, or its user signed out in another tab of this browser. */
export type LeaveReason = 'ended' | 'tab';

type OnLeave = (to: Leave, why: LeaveReason) => void;

export interface Session {
  readonly state: SessionState;
  readonly user: UserInfo | undefined;
}

/** What storage keeps of a session: `1` while somebody is signed in. */
export const signedInMark = 'isLogin';
/** When any tab renewed the shared cookies last, ms of this device's clock. */
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

/** The anti-forgery value of this session; undefined for guests. */
export function currentToken(): string | undefined {
  return satoken;
}

/** Age of the session's cookies, milliseconds; another tab may have renewed them, for they are shared. */
export function sessionAge(now: number = Date.now()): number {
  const stamp = Number.parseInt(readStored(renewedStamp) ?? '0', 10);
  // A stamp of the future is of a clock that was moved back: it says nothing.
  return now - (stamp > renewed && stamp <= now ? stamp : renewed);
}

/** After login, register and getInfo. */
export function enterSession(user: UserInfo): void {
  satoken = user.satoken;
  renewed = Date.now();
  writeStored(signedInMark, '1');
  publish({ state: 'user', user });
}

/** What changed of the profile, without asking for it anew. */
export function changeUser(change: Partial<UserInfo>): void {
  if (session.user) publish({ state: 'user', user: { ...session.user, ...change } });
}

/** After a refresh: new cookies, the profile stays. */
export function renewSession(token: string): void {
  satoken = token;
  renewed = Date.now();
}

/** The session is over in this tab; what may stay in storage is the caller's affair. */
export function endSession(): void {
  satoken = undefined;
  writeStored(signedInMark, undefined);
  publish({ state: 'guest', user: undefined });
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back when the session is over, not by a click here, and the page must go to the root or to login (§8). */
export function onLeave(listener: OnLeave): () => void {
  leaving.add(listener);
  return () => leaving.delete(listener);
}

/** An answer of the exchange ended the session. Other tabs read the reason in the mark before it goes. */
export function leave(to: Leave): void {
  writeStored(signedInMark, 'ended' satisfies LeaveReason);
  endSession();
  for (const listener of leaving) listener(to, 'ended');
}

/** Another tab's session is over. The mark is not this tab's to write: that one may have signed in again by now. */
function follow(why: LeaveReason): void {
  satoken = undefined;
  publish({ state: 'guest', user: undefined });
  for (const listener of leaving) listener('login', why);
}

// Another tab signed in or out: this one follows.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== storagePrefix + signedInMark) return;
  if (event.newValue !== '1' && session.state !== 'guest') follow(event.newValue === 'ended' ? 'ended' : 'tab');
  if (event.newValue === '1' && session.state === 'guest') publish({ state: 'unknown', user: undefined });
});

export function useSession(): Session {
  return useSyncExternalStore(onSession, currentSession);
}
