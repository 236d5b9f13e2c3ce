// Signing in and out: registration, login and its second step, passkey, refresh, logout, tickets, codes, forgotten
// password.

import type { ParsedOf } from '@vitrine/contract';
import { type CallContext, type HandlersOf, refuse } from '../../call/index.ts';
import { type SignIn, TICKET_LIFE } from '../../../account/identity/index.ts';
import type { Visitor } from '../../../account/sign-in/index.ts';
import type { RouteParts } from '../parts.ts';
import { profileOf } from './profile.ts';

type Names =
  | 'user.login'
  | 'user.loginStep'
  | 'user.passkey.verify'
  | 'user.register'
  | 'user.registerChallenge'
  | 'user.breachedPasswords'
  | 'user.refresh'
  | 'user.logout'
  | 'user.socketTicket'
  | 'user.sendEmailCode'
  | 'open.send.email'
  | 'user.sendMobileCode'
  | 'open.send.sms'
  | 'user.backPwd';

/** The caller in the form that sign-in needs. */
export function visitorOf({ ip, agent, browser, lang, session }: CallContext): Visitor {
  return { ip, agent, browser: browser(), lang, session };
}

/** The handlers of signing in and out. */
export function signIns(parts: RouteParts): HandlersOf<Names> {
  const { identity, signIn, devices } = parts.people;
  const infoOf = profileOf(parts);

  const enter = async ({ grant }: SignIn, context: CallContext) => {
    context.signIn(grant);
    return infoOf(grant.session, context.now);
  };

  async function byEmail({ email, type }: ParsedOf<'user.sendEmailCode'>, context: CallContext) {
    const { ip, lang, session } = context;
    const wish = { by: 'email', account: email, purpose: type, ip, browser: context.browser(), lang, session } as const;
    return { waitSeconds: await signIn.sendCode(wish) };
  }

  async function bySms({ areaCode, phone, type }: ParsedOf<'user.sendMobileCode'>, context: CallContext) {
    const { ip, lang, session } = context;
    const wish = { by: 'phone', account: phone, areaCode, purpose: type, ip, lang, session } as const;
    return { waitSeconds: await signIn.sendCode({ ...wish, browser: context.browser() }) };
  }

  return {
    'user.login': async (input, context) => enter(await signIn.login(input, visitorOf(context)), context),
    'user.loginStep': async ({ stepId, ...proof }, context) =>
      enter(await signIn.step(stepId, proof, visitorOf(context)), context),
    'user.passkey.verify': async ({ response }, context) =>
      enter(await signIn.passkey(response, visitorOf(context)), context),
    async 'user.register'(input, context) {
      const { invite_code: inviteCode, terms = '', challenge, solution, ...rest } = input;
      const work = { challenge, solution };
      return enter(await signIn.register({ ...rest, inviteCode, terms }, visitorOf(context), work), context);
    },
    'user.registerChallenge': async () => signIn.challenge(),
    'user.breachedPasswords': async ({ prefix }) => ({ suffixes: await parts.people.breachedSuffixes(prefix) }),
    async 'user.refresh'(_, context) {
      const { refreshToken, ip, agent } = context;
      const grant =
        refreshToken === undefined ? undefined : await identity.sessions.refresh(refreshToken, { ip, agent });
      if (!grant) {
        context.signOut();
        throw refuse('session.ended');
      }
      await devices.seen(grant.session.id, ip);
      context.signIn(grant);
      return { satoken: grant.session.satoken };
    },
    async 'user.logout'(input, context) {
      const { session } = context;
      if (input.all === true) await identity.sessions.endAll(session.userId);
      else await identity.sessions.end(session.id);
      context.signOut();
      return { id: session.userId, status: 0, seq: 0 };
    },
    async 'user.socketTicket'(_, { session, now }) {
      return { ticket: await identity.sessions.ticket(session), expires: now + TICKET_LIFE };
    },
    'user.sendEmailCode': byEmail,
    'open.send.email': byEmail,
    'user.sendMobileCode': bySms,
    'open.send.sms': bySms,
    async 'user.backPwd'({ account, areaCode, code, pwd: password, confirmPwd: confirmPassword }, { ip, browser }) {
      await signIn.resetPassword({ account, areaCode, code, password, confirmPassword, ip, browser: browser() });
      return { id: '0', status: 0, seq: 0 };
    },
  };
}
