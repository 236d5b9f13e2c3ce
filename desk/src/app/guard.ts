// Who may see a route: all but sign-in and set-up want somebody signed in. Used in routes' `beforeLoad`.
import { redirect } from '@tanstack/react-router';
import { currentSession, sessionKnown } from '../api/index.ts';
import { firstPath } from './pages.ts';

/** A way back after the sign-in: a path of our own origin only, never another host and never the sign-in itself. */
export function safeBack(back: unknown): string | undefined {
  if (typeof back !== 'string' || back.length > 500 || !/^\/[^/\\]/.test(back)) return undefined;
  // Browsers drop tabs and line feeds from addresses, which would make `/\t/host` another host's.
  // oxlint-disable-next-line no-control-regex -- exactly the characters that must not pass
  if (/[\u0000-\u001f\\]/.test(back) || /^\/(login|setup)\b/.test(back)) return undefined;
  return back;
}

/** For the desk's pages: nobody signed in leads to the sign-in, with this page as the way back. */
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

/** For the sign-in: who is signed in goes on. */
export async function requireGuest(back: string | undefined): Promise<void> {
  await sessionKnown();
  const session = currentSession();
  if (session.state === 'person') throw redirect({ href: back ?? firstPath(session.me.roles), replace: true });
}
