// Public interface of identity: accounts, sessions, codes, favourites; everything about users that is not money.

import type { Kysely } from 'kysely';
import type { ExchangeLink } from '../../engine/sequencer/index.ts';
import type { Vault } from '../vault/index.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { type Codes, createCodes, type Messenger } from './codes.ts';
import { createFavourites, type Favourites } from './favourites.ts';
import { namedSecret } from './secrets.ts';
import type { TokenLives } from '../../app/settings/index.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createStanding, type Standing } from './standing.ts';
import type { IdentityTables } from './tables.ts';
import { createThrottle, type Throttle } from './throttle.ts';

export {
  type Account,
  type Accounts,
  type Credentials,
  type Registration,
  checkNewPassword,
  type SignIn,
  rememberTerms,
  TERMS_VERSION,
} from './accounts.ts';
export { antiCodeOf, openAntiCode, sealAntiCode } from './anti-code.ts';
export {
  accountAsker,
  CODE_LIFE,
  CODE_WAIT_SECONDS,
  type CodeAsker,
  type Codes,
  type Messenger,
  purposes,
} from './codes.ts';
export type { Favourites } from './favourites.ts';
export { maskAccount, maskCard, maskEmail, maskIdNumber, maskLine, maskName, maskPhone } from './mask.ts';
export { BreachedFileError, BreachedPasswords } from './breached-passwords.ts';
export { clientHash, isCommon, matches, PASSWORDS_AT_ONCE, seal } from './passwords.ts';
export {
  type EmailPlace,
  emailPlace,
  loginPlace,
  type LoginPlace,
  type LoginType,
  type PhonePlace,
  phonePlace,
  type Place,
  placeOf,
  wrongField,
} from './place.ts';
export { IdentityRefusal } from './refusal.ts';
export { keyed, namedSecret, newInviteCode, newToken, sameText, tokenHash } from './secrets.ts';
export { type Device, type Session, type SessionGrant, type Sessions } from './sessions.ts';
export { CREDENTIAL_LOCK, locksOf, type Standing, type StandingChange } from './standing.ts';
export type { IdentityTables } from './tables.ts';
export { TICKET_LIFE } from './tickets.ts';
export { createThrottle, type Subject, type Throttle } from './throttle.ts';

export interface Identity {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly codes: Codes;
  readonly throttle: Throttle;
  readonly favourites: Favourites;
  readonly standing: Standing;
}

export interface IdentityOptions {
  readonly db: Kysely<IdentityTables>;
  readonly link: ExchangeLink;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly messenger: Messenger;
  /** Token lifetimes other than the defaults. */
  readonly lives?: TokenLives | undefined;
  /** ms UTC. */
  readonly now: () => number;
  /** From when a protective wait counts, ms UTC; else `now`. @throws 503 while the clock is behind. */
  readonly waitsFrom?: (() => number) | undefined;
  readonly onFault: (error: unknown) => void;
}

/** Identity over SQL; its migrations create its tables. */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { db, link, vault, messenger, lives, now, waitsFrom, onFault } = options;
  const sessions = createSessions(db, await namedSecret(db, 'sessions'), vault, now, lives);
  const codes = createCodes(db, await namedSecret(db, 'codes'), messenger, now);
  const throttle = createThrottle(db, now);
  return {
    accounts: createAccounts({ db, link, codes, now }),
    sessions,
    codes,
    throttle,
    favourites: createFavourites(db),
    standing: createStanding(db, link, now, onFault, waitsFrom),
  };
}
