// Face of identity: accounts, sessions, codes, favourites; everything about people that is not money.

import type { Kysely } from 'kysely';
import type { ExchangeLink } from '../sequencer/index.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { type Codes, createCodes, type Messenger } from './codes.ts';
import { createFavourites, type Favourites } from './favourites.ts';
import { createPracticeInbox, type PracticeInbox } from './practice-inbox.ts';
import { IdentityRefusal } from './refusal.ts';
import { namedSecret } from './secrets.ts';
import { createSessions, type Sessions } from './sessions.ts';
import type { IdentityTables } from './tables.ts';
import { createThrottle } from './throttle.ts';

export {
  type Account,
  type Accounts,
  type Credentials,
  type LoginType,
  type Registration,
  type SignIn,
  TERMS_VERSION,
} from './accounts.ts';
export { CODE_LIFE, CODE_WAIT_SECONDS, type Codes, type Messenger, purposes } from './codes.ts';
export type { Favourites } from './favourites.ts';
export { maskEmail, maskPhone } from './mask.ts';
export { clientHash } from './passwords.ts';
export type { InboxMessage, PracticeInbox } from './practice-inbox.ts';
export { IdentityRefusal } from './refusal.ts';
export {
  ACCESS_LIFE,
  type Device,
  REFRESH_LIFE,
  type Session,
  type SessionGrant,
  type Sessions,
  TICKET_LIFE,
} from './sessions.ts';
export type { IdentityTables } from './tables.ts';

export interface Identity {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly codes: Codes;
  readonly favourites: Favourites;
  /** Only in practice mode. */
  readonly inbox: PracticeInbox | undefined;
}

export interface IdentityOptions {
  readonly db: Kysely<IdentityTables>;
  readonly link: ExchangeLink;
  readonly mode: 'practice' | 'live';
  /** ms UTC; tests pass their own. */
  readonly now?: () => number;
}

/** A live exchange without a mail server sends no codes, and says so. */
const nobody: Messenger = {
  async deliver() {
    throw new IdentityRefusal(503, 'This exchange has no mail server yet, so no code can be sent. Nothing was done.');
  },
};

/** Identity over SQL; its tables come from its own migrations. */
export async function createIdentity({ db, link, mode, now = Date.now }: IdentityOptions): Promise<Identity> {
  const inbox = mode === 'practice' ? createPracticeInbox(db, now) : undefined;
  const sessions = createSessions(db, await namedSecret(db, 'sessions'), now);
  const codes = createCodes(db, await namedSecret(db, 'codes'), inbox ?? nobody, now);
  const throttle = createThrottle(db, now);
  return {
    accounts: createAccounts({ db, link, sessions, codes, throttle, now }),
    sessions,
    codes,
    favourites: createFavourites(db),
    inbox,
  };
}
