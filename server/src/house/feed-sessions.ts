// Who is behind a socket: by the cookie of its request, or by a ticket that is used up.

import type { FeedParts, FeedSession } from '../feeds/index.ts';
import { ACCESS_COOKIE } from '../edge/index.ts';
import type { Identity, Session } from '../identity/index.ts';

/** The two ways into the user's own socket. `parse` reads a Cookie header. */
export function feedSessions(
  { sessions, accounts }: Pick<Identity, 'sessions' | 'accounts'>,
  parse: (header: string) => Readonly<Record<string, string | undefined>>,
): Pick<FeedParts, 'sessionOf' | 'redeem'> {
  const view = async (session: Session): Promise<FeedSession | undefined> => {
    const account = await accounts.find(session.userId);
    if (account === undefined) return undefined;
    return {
      userId: session.userId,
      coreUser: session.coreUser,
      chatKey: account.chatKey,
      stillSignedIn: () => sessions.alive(session.id),
    };
  };
  return {
    async sessionOf(request) {
      const access = parse(request.headers.cookie ?? '')[ACCESS_COOKIE];
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
