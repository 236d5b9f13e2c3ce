// Route guards: private routes need a session, login and register need none. Used in routes' `beforeLoad`.
import { redirect } from '@tanstack/react-router';
import { currentSession, onSession } from '../api/index.ts';

/** The path to return to after login: only paths of our own origin, never another host or login itself. */
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

/** For private routes: redirects guests to login, with this page to return to. */
export async function requireUser({ location }: { readonly location: { readonly href: string } }): Promise<void> {
  await sessionKnown();
  if (currentSession().state === 'guest')
    throw redirect({ to: '/user/login', search: { back: location.href }, replace: true });
}

/** For login and register: redirects signed-in users to the home page. */
export async function requireGuest(): Promise<void> {
  await sessionKnown();
  if (currentSession().state === 'user') throw redirect({ to: '/home/index', replace: true });
}

/** The code after the invite marker `/invite/CODE` anywhere in a path. */
export function inviteIn(pathname: string): string | undefined {
  return /\/invite\/([0-9A-Za-z]{1,32})(?:\/|$)/.exec(pathname)?.[1];
}

/**
 * The invite code of a query. The router parses codes that look like numbers (`2E345678` becomes Infinity), so this
 * reads the address itself in that case.
 * @param value the parsed `invite_code`
 * @param query the query as in the address, with or without `?`
 */
export function inviteOf(value: unknown, query: string): string | undefined {
  const code = typeof value === 'string' || value === undefined ? value : new URLSearchParams(query).get('invite_code');
  return typeof code === 'string' && /^[0-9A-Za-z]{1,32}$/.test(code) ? code : undefined;
}
