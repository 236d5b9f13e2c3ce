// Who is signed in, in this tab: the profile and the satoken in memory, and only "was signed in" in storage.
import { useSyncExternalStore } from 'react';
import type { UserInfo } from '@vitrine/contract';
import { readStored, storagePrefix, writeStored } from '../preference/index.ts';
import type { Leave } from './fault.ts';

export type SessionState =
  /** Stored `isLogin` says so, the profile is being asked for. */
  'unknown' | 'guest' | 'user';

export interface Session {
  readonly state: SessionState;
  readonly user: UserInfo | undefined;
}

const flag = 'isLogin';

let session: Session = { state: readStored(flag) === '1' ? 'unknown' : 'guest', user: undefined };
let satoken: string | undefined;
/** When this session's cookies were last renewed, ms of this device's clock. */
let renewed = Date.now();
const listeners = new Set<() => void>();
const leaving = new Set<(to: Leave) => void>();

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

/** Age of the session's cookies, milliseconds. */
export function sessionAge(now: number = Date.now()): number {
  return now - renewed;
}

/** After login, register and getInfo. */
export function enterSession(user: UserInfo): void {
  satoken = user.satoken;
  renewed = Date.now();
  writeStored(flag, '1');
  publish({ state: 'user', user });
}

/** After a refresh: new cookies, the profile stays. */
export function renewSession(token: string): void {
  satoken = token;
  renewed = Date.now();
}

/** The session is over in this tab; what may stay in storage is the caller's affair. */
export function endSession(): void {
  satoken = undefined;
  writeStored(flag, undefined);
  publish({ state: 'guest', user: undefined });
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back when an answer ended the session and the page must go to the root or to login (§8). */
export function onLeave(listener: (to: Leave) => void): () => void {
  leaving.add(listener);
  return () => leaving.delete(listener);
}

export function leave(to: Leave): void {
  endSession();
  for (const listener of leaving) listener(to);
}

// Another tab signed in or out: this one follows.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== storagePrefix + flag) return;
  if (event.newValue === null && session.state !== 'guest') leave('root');
  if (event.newValue === '1' && session.state === 'guest') publish({ state: 'unknown', user: undefined });
});

export function useSession(): Session {
  return useSyncExternalStore(onSession, currentSession);
}
