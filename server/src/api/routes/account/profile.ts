// The profile: what the page knows about the signed-in user.

import type { UserInfo } from '@vitrine/contract';
import { type HandlersOf, refuse } from '../../call/index.ts';
import { locksOf, maskEmail, maskPhone, type Session } from '../../../account/identity/index.ts';
import type { RouteParts } from '../parts.ts';

/** Everybody's score until loans change it. */
const FIRST_CREDIT_SCORE = 100;

/** The profile of a session at a time (ms UTC). @throws {Refusal} 1001 if its account no longer exists. */
export function profileOf({ people: { identity, kyc }, live }: RouteParts) {
  return async (session: Session, now: number): Promise<UserInfo> => {
    const account = await identity.accounts.find(session.userId);
    if (!account) throw refuse('token.invalid');
    const user = live.user(session.coreUser);
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
      kyc: await kyc.states(account.userId),
      locks: locksOf(user?.locks ?? 0, account.withdrawalsLockedUntil, now),
      terms: account.terms,
      satoken: session.satoken,
    };
  };
}

/** The handler of the profile call. */
export function profiles(parts: RouteParts): HandlersOf<'user.getInfo'> {
  const infoOf = profileOf(parts);
  return { 'user.getInfo': (_, { session, now }) => infoOf(session, now) };
}
