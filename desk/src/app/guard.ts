// Route guards: all pages except sign-in and set-up need a session. Used in routes' `beforeLoad`.
import { redirect } from '@tanstack/react-router';
import { currentSession, sessionKnown } from '../api/index.ts';
import { firstPath } from './pages.ts';

/** The path to return to after sign-in: only paths of our own origin, never another host or the sign-in itself. */
export function safeBack(back: unknown): string | undefined {
  if (typeof back !== 'string' || back.length > 500 || !/^\/[^/\\]/.test(back)) return undefined;
  // Browsers drop tabs and line feeds from addresses, which would make `/\t/host` another host's.
  // oxlint-disable-next-line no-control-regex -- exactly the characters that must not pass
  if (/[\u0000-\u001f\\]/.test(back) || /^\/(login|setup)\b/.test(back)) return undefined;
  return back;
}

/** For the desk's pages: redirects guests to the sign-in, with this page to return to. */
export async function requirePerson({ location }: { readonly location: { readonly href: string } }): Promise<void> {
  await sessionKnown();
  const session = currentSession();
  if (session.state === 'person') return;
  const back = safeBack(location.href);
  throw redirect({
    to: '/login',
    search: {
      ...(back === undefined || back === '/' ? {} : { back }),
      ...(session.state === 'guest' && session.ended ? { ended: '1' as const } : {}),
    },
    replace: true,
  });
}

/** For the sign-in page: redirects a signed-in staff member. */
export async function requireGuest(back: string | undefined): Promise<void> {
  await sessionKnown();
  const session = currentSession();
  if (session.state === 'person') throw redirect({ href: back ?? firstPath(session.me.roles), replace: true });
}
