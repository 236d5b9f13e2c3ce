// Guards of routes.
export { inviteIn, requireGuest, requireUser, safeBack, sessionKnown } from './guard.ts';
