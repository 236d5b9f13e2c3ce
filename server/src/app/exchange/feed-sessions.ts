// Authenticates a socket: by the cookie of its request, or by a single-use ticket.

import { verificationOf } from '@vitrine/contract';
import type { AccountStanding, FeedParts, FeedSession } from '../../api/feeds/index.ts';
import { cookieNames } from '../../api/http/index.ts';
import type { Account, Identity, Session } from '../../account/identity/index.ts';
import type { Kyc, KycStates } from '../../account/kyc/index.ts';

const standingOf = (states: KycStates, account: Account | undefined): AccountStanding => ({
  kyc: verificationOf(states),
  lockedUntil: account?.withdrawalsLockedUntil ?? 0,
});

/** The two ways to authenticate the user's socket. `parse` parses a Cookie header; `secure`: behind TLS. */
export function feedSessions(
  { sessions, accounts }: Pick<Identity, 'sessions' | 'accounts'>,
  kyc: Pick<Kyc, 'states'>,
  parse: (header: string) => Readonly<Record<string, string | undefined>>,
  secure = false,
): Pick<FeedParts, 'sessionOf' | 'redeem'> {
  const { access: name } = cookieNames(secure);
  const view = async (session: Session): Promise<FeedSession | undefined> => {
    const account = await accounts.find(session.userId);
    if (account === undefined) return undefined;
    const states = () => kyc.states(session.userId);
    return {
      userId: session.userId,
      coreUser: session.coreUser,
      chatKey: account.chatKey,
      stillSignedIn: () => sessions.alive(session.id),
      firstStanding: async () => standingOf(await states(), account),
      async readStanding() {
        const [found, now] = await Promise.all([states(), accounts.find(session.userId)]);
        return standingOf(found, now);
      },
    };
  };
  return {
    async sessionOf(request) {
      const access = parse(request.headers.cookie ?? '')[name];
      if (access === undefined) return undefined;
      const found = await sessions.find(access);
      return typeof found === 'string' ? undefined : await view(found);
    },
    async redeem(ticket) {
      const session = await sessions.redeem(ticket);
      return session === undefined ? undefined : await view(session);
    },
  };
}
