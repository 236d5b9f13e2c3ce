// Account protection: addresses, passwords, fund password, anti-phishing word, freezing, terms, avatar.

import type { Ack } from '@vitrine/contract';
import { LOCK } from '@vitrine/core/enum';
import { type HandlersOf, type UserContext } from '../../call/index.ts';
import { named } from '../field-names.ts';
import type { RouteParts } from '../parts.ts';

type Names =
  | 'user.security'
  | 'user.freeze'
  | 'user.bindEmail'
  | 'member.accountVerificationBinding'
  | 'user.updateUserLoginPwd'
  | 'blade-user.update-password'
  | 'user.updatePwd'
  | 'user.tardPwdSet'
  | 'member.tradePwd'
  | 'user.fundCase'
  | 'member.antiCode'
  | 'user.acceptTerms'
  | 'user.avatar';

/** The handlers of credentials. */
export function credentials({ people, live }: RouteParts): HandlersOf<Names> {
  const { addresses, antiCode, fundCases, fundPassword, loginPassword, profile, security } = people.credentials;
  const done = ({ session }: UserContext): Ack => ({ id: session.userId, status: 0, seq: 0 });

  return {
    async 'user.security'(_, { session }) {
      const facts = await security.facts(session.userId);
      const locks = live.user(session.coreUser)?.locks ?? 0;
      return { ...facts, frozen: facts.frozen || (locks & LOCK.frozen) !== 0 };
    },
    async 'user.freeze'(_, context) {
      await security.freeze(context.session.userId);
      return done(context);
    },
    async 'user.bindEmail'({ email, code, oldCode }, { session }) {
      const bind = () => addresses.bind(session.userId, { type: 2, account: email, code, oldCode });
      return { account: await named({ account: 'email' }, bind) };
    },
    async 'member.accountVerificationBinding'(input, { session }) {
      return { account: await addresses.bind(session.userId, input) };
    },
    async 'user.updateUserLoginPwd'({ oldPwd: old, newPwd: fresh, confirmPwd: confirm }, context) {
      const change = () => loginPassword.change(context.session, { old, fresh, confirm });
      await named({ fresh: 'newPwd', confirmPassword: 'confirmPwd' }, change);
      return done(context);
    },
    async 'blade-user.update-password'({ oldPassword: old, newPassword: fresh, newPassword1: confirm }, context) {
      const change = () => loginPassword.change(context.session, { old, fresh, confirm });
      await named({ fresh: 'newPassword', confirmPassword: 'newPassword1' }, change);
      return done(context);
    },
    async 'user.updatePwd'({ oldPwd: old, newPwd: fresh, confirmPwd: confirm }, context) {
      const change = () => fundPassword.change(context.session.userId, { old, fresh, confirm });
      await named({ old: 'oldPwd', fresh: 'newPwd', confirm: 'confirmPwd' }, change);
      return done(context);
    },
    async 'user.tardPwdSet'({ pwd: fresh, confirmPwd: confirm, code }, context) {
      const set = () => fundPassword.set(context.session.userId, { fresh, confirm, code });
      await named({ old: 'oldPwd', fresh: 'pwd', confirm: 'confirmPwd' }, set);
      return done(context);
    },
    async 'member.tradePwd'({ oldPwd: old, pwd: fresh, confirmPwd: confirm, code }, context) {
      const { userId } = context.session;
      const write = () =>
        old === undefined
          ? fundPassword.set(userId, { fresh, confirm, code })
          : fundPassword.change(userId, { old, fresh, confirm, code });
      await named({ old: 'oldPwd', fresh: 'pwd', confirm: 'confirmPwd' }, write);
      return done(context);
    },
    'user.fundCase': ({ act }, { session }) =>
      act === 'open' ? fundCases.open(session.userId) : fundCases.withdraw(session.userId),
    async 'member.antiCode'({ antiCode: word, code }, context) {
      await antiCode.set(context.session.userId, word, code);
      return done(context);
    },
    async 'user.acceptTerms'({ version }, context) {
      await profile.acceptTerms(context.session.userId, version);
      return done(context);
    },
    async 'user.avatar'({ link }, context) {
      await profile.setAvatar(context.session.userId, link);
      return done(context);
    },
  };
}
