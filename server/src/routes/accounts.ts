// People: register, login, refresh, logout, profile, codes, password reset, tickets.

import type { ParsedOf, UserInfo } from '@vitrine/contract';
import { type CallContext, type HandlersOf, refuse, refuseField } from '../call/index.ts';
import { type Device, maskEmail, maskPhone, type Session, TICKET_LIFE } from '../identity/index.ts';
import type { RouteParts } from './parts.ts';

type Names =
  | 'user.login'
  | 'user.register'
  | 'user.refresh'
  | 'user.logout'
  | 'user.socketTicket'
  | 'user.getInfo'
  | 'user.sendEmailCode'
  | 'open.send.email'
  | 'user.backPwd';

/** Score of everyone until loans move it. */
const FIRST_CREDIT_SCORE = 100;
const PASSED = 2;
/** Bits of a user's locks in the exchange. */
const FROZEN = 1;
const WITHDRAWALS_LOCKED = 2;

/** The handlers of accounts and sessions. */
export function accounts({ people: { identity }, live }: RouteParts): HandlersOf<Names> {
  const device = (context: CallContext): Device => ({ ip: context.ip, agent: context.agent });

  async function infoOf(session: Session): Promise<UserInfo> {
    const account = await identity.accounts.find(session.userId);
    if (!account) throw refuse(1001);
    const user = live.user(session.coreUser);
    const stage = user?.stage ?? 0;
    const locks = user?.locks ?? 0;
    return {
      user: { userId: account.userId },
      id: account.userId,
      email: account.email === null ? null : maskEmail(account.email),
      phone: account.phone === null ? null : maskPhone(account.phone),
      avatar: account.avatar,
      is_merchant: 0,
      merchant: null,
      chatKey: account.chatKey,
      blade_user_id: account.userId,
      creditScore: FIRST_CREDIT_SCORE,
      vip: user?.tier ?? 0,
      walletAddress: null,
      inviteCode: account.inviteCode,
      kyc: { certified: stage >= 1 ? PASSED : 0, advanced: stage >= PASSED ? PASSED : 0 },
      locks: [
        ...(locks & FROZEN ? [{ kind: 'frozen' as const, until: null }] : []),
        ...(locks & WITHDRAWALS_LOCKED ? [{ kind: 'withdrawal' as const, until: null }] : []),
      ],
      terms: account.terms,
      satoken: session.satoken,
    };
  }

  async function sendCode(input: ParsedOf<'user.sendEmailCode'>, context: CallContext) {
    if (input.email === undefined) throw refuseField('email', 'required');
    const waitSeconds = await identity.accounts.sendCode({
      account: input.email,
      purpose: input.type,
      browser: context.browser(),
      lang: context.lang,
    });
    return { waitSeconds };
  }

  return {
    async 'user.login'(input, context) {
      const { grant } = await identity.accounts.login(input, device(context));
      context.signIn(grant);
      return infoOf(grant.session);
    },
    async 'user.register'(input, context) {
      const { invite_code: inviteCode, terms = '', ...rest } = input;
      const { grant } = await identity.accounts.register({ ...rest, inviteCode, terms }, device(context));
      context.signIn(grant);
      return infoOf(grant.session);
    },
    async 'user.refresh'(_, context) {
      const grant =
        context.refreshToken === undefined
          ? undefined
          : await identity.sessions.refresh(context.refreshToken, device(context));
      if (!grant) {
        context.signOut();
        throw refuse(401);
      }
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
    'user.getInfo': (_, { session }) => infoOf(session),
    'user.sendEmailCode': sendCode,
    'open.send.email': sendCode,
    async 'user.backPwd'(input) {
      const { account, code, pwd: password, confirmPwd: confirmPassword } = input;
      await identity.accounts.resetPassword({ account, code, password, confirmPassword });
      return { id: '0', status: 0, seq: 0 };
    },
  };
}
