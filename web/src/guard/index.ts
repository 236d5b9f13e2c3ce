// Guards of routes.
export { inviteIn, inviteOf, requireGuest, requireUser, safeBack, sessionKnown } from './guard.ts';
