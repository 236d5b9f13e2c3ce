// Who may see a route: private ones want a session, login and register want none. Used in routes' `beforeLoad`.
import { redirect } from '@tanstack/react-router';
import { currentSession, onSession } from '../api/index.ts';

/** A way back after login: a path of our own origin only, never another host and never login itself. */
export function safeBack(back: unknown): string | undefined {
  if (typeof back !== 'string' || !/^\/[^/\\]/.test(back)) return undefined;
  // Browsers drop tabs and line feeds from addresses, which would make `/\t/host` another host's.
  // oxlint-disable-next-line no-control-regex -- exactly the characters that must not pass
  if (/[\u0000-\u001f\\]/.test(back)) return undefined;
  if (back.startsWith('/user/') && !/^\/user\/index(?:[?#]|$)/.test(back)) return undefined;
  return back;
}

/** Resolves when it is known whether somebody is signed in. */
export function sessionKnown(): Promise<void> {
  if (currentSession().state !== 'unknown') return Promise.resolve();
  return new Promise((resolve) => {
    const off = onSession(() => {
      if (currentSession().state === 'unknown') return;
      off();
      resolve();
    });
  });
}

/** For private routes: a guest goes to login, with this page as the way back. */
export async function requireUser({ location }: { readonly location: { readonly href: string } }): Promise<void> {
  await sessionKnown();
  if (currentSession().state === 'guest')
    throw redirect({ to: '/user/login', search: { back: location.href }, replace: true });
}

/** For login and register: who is signed in goes home. */
export async function requireGuest(): Promise<void> {
  await sessionKnown();
  if (currentSession().state === 'user') throw redirect({ to: '/home/index', replace: true });
}

/** The code behind the invite marker `/invite/CODE` anywhere in a path. */
export function inviteIn(pathname: string): string | undefined {
  return /\/invite\/([0-9A-Za-z]{1,32})(?:\/|$)/.exec(pathname)?.[1];
}

/**
 * The invite code of a query. Codes are digits and capitals, and the router reads what looks like a number as one
 * (`2E345678` is Infinity to it): then the address itself is read.
 * @param value the parsed `invite_code`
 * @param query the query as it stands in the address, with or without `?`
 */
export function inviteOf(value: unknown, query: string): string | undefined {
  const code = typeof value === 'string' || value === undefined ? value : new URLSearchParams(query).get('invite_code');
  return typeof code === 'string' && /^[0-9A-Za-z]{1,32}$/.test(code) ? code : undefined;
}
