// Combines everything about users that is not money: identity, messages, and account protection.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { type Appeals, type AppealTables, createAppeals } from '../../otc/appeals/index.ts';
import { type ApiKeys, createApiKeys } from '../api-keys/index.ts';
import { type Cards, createMoneyWays, type Payments } from '../cards/index.ts';
import { createCredentials, type Credentials, type FundCases } from '../credentials/index.ts';
import { createDevices, createLoginLog, type Devices, type LoginLog } from '../devices/index.ts';
import { type Factors, openFactors } from '../two-factor/index.ts';
import { createCancelAfter, type CancelAfter, type CancelAfterTables } from '../../automation/cancel-after/index.ts';
import { createFiles, type Files, type FileTables, openFolderStore } from '../files/index.ts';
import { openBreachedList } from './breached-list.ts';
import { createIdentity, type Identity, type IdentityTables } from '../identity/index.ts';
import { createKyc, type Kyc, type KycTables } from '../kyc/index.ts';
import { createMessages, type Messages, type PracticeInbox } from '../messages/index.ts';
import { type ExchangeLink, waitsFrom } from '../../engine/sequencer/index.ts';
import type { MailSettings, SmsSettings, TokenLives } from '../../app/settings/index.ts';
import { openSignIn, type SignInFlows } from '../sign-in/index.ts';
import type { Vault } from '../vault/index.ts';
import type { CommandKey, Guardian } from '../../api/call/index.ts';

export interface PeopleOptions {
  readonly db: Kysely<IdentityTables>;
  readonly link: ExchangeLink;
  readonly vault: Vault;
  /** Sealed files are stored in it. */
  readonly dataFolder: string;
  readonly mode: 'practice' | 'live';
  /** Transports: without them no mail, no SMS. */
  readonly mail?: MailSettings | undefined;
  readonly sms?: SmsSettings | undefined;
  /** Proof of work for a registration, in bits of a hash; 0: none. */
  readonly workBits?: number | undefined;
  /** File with hashes of passwords known from breaches. */
  readonly breachedPasswords?: string | undefined;
  /** Our own origins: passkeys belong to the first host name among them; without one there are no passkeys. */
  readonly origins?: () => ReadonlySet<string>;
  /** Token lifetimes other than the defaults. */
  readonly lives?: TokenLives | undefined;
  /** ms UTC; tests pass their own. */
  readonly now?: () => number;
  /** Time of the journal's newest row, ms UTC: no protective wait begins before it. */
  readonly journalTime?: () => number;
  /** Receives background failures. */
  readonly onFault: (error: unknown) => void;
}

export interface People {
  readonly identity: Identity;
  readonly messages: Messages;
  /** Practice mode only. */
  readonly inbox: PracticeInbox | undefined;
  readonly devices: Devices;
  readonly loginLog: LoginLog;
  readonly factors: Factors;
  readonly signIn: SignInFlows;
  /** Hashes of breached passwords with a five-digit prefix, without it; empty if the exchange has no list. */
  readonly breachedSuffixes: (prefix: string) => Promise<string[]>;
  /** 1 while that list cannot be read or is found unsorted; else 0. */
  readonly breachedFailing: () => number;
  readonly files: Files;
  readonly kyc: Kyc;
  readonly credentials: Credentials;
  /** Cases of forgotten fund passwords; the desk decides them. */
  readonly fundCases: FundCases;
  /** Appeals against account links; the desk decides them. */
  readonly appeals: Appeals;
  readonly apiKeys: ApiKeys;
  readonly cards: Cards;
  readonly payments: Payments;
  readonly guardian: Guardian;
  /** The dead man's switch. */
  readonly gone: CancelAfter;
  stop(): Promise<void>;
}

/** The shared database, typed with the tables of another domain. */
function over<T>(db: Kysely<IdentityTables>): Kysely<T> {
  return db as unknown as Kysely<T>;
}

/** Accounts over SQL; each part's migrations create its tables. */
export async function createPeople({
  db,
  link,
  vault,
  dataFolder,
  mode,
  mail,
  sms,
  workBits,
  breachedPasswords,
  origins = () => new Set(),
  lives,
  now = Date.now,
  journalTime = () => 0,
  onFault,
}: PeopleOptions): Promise<People> {
  const breached = await openBreachedList(breachedPasswords, onFault);
  const { messages, inbox, stop } = createMessages({ db, vault, mode, mail, sms, origins, now, onFault });
  const from = () => waitsFrom(now(), journalTime());
  const identity = await createIdentity({ db, link, vault, messenger: messages, lives, now, waitsFrom: from, onFault });
  // A device and a network are new for a day: also one that was first seen by a clock that was behind.
  const latest = () => Math.max(now(), journalTime());
  const devices = createDevices(db, identity.sessions, latest);
  const loginLog = createLoginLog(db, latest);
  const factors = openFactors({ db, vault, identity, devices, origins, now });
  const parts = { db, vault, messages, now, onFault, ...identity };
  const apiKeys = createApiKeys(parts);
  const signIn = openSignIn({
    ...{ db, identity, devices, log: loginLog, factors, messages, now, onFault },
    endKeys: apiKeys.endAll,
    workBits,
  });
  const files = createFiles({
    db: over<FileTables>(db),
    vault,
    store: await openFolderStore(join(dataFolder, 'files')),
    now,
    onFault,
  });
  const kyc = createKyc({
    db: over<KycTables>(db),
    vault,
    files,
    standing: identity.standing,
    messages,
    now,
    onFault,
  });
  const credentials = createCredentials({ ...parts, endKeys: apiKeys.endAll }, files);
  const gone = await createCancelAfter({ db: over<CancelAfterTables>(db), link, now, onFault });
  return {
    identity,
    messages,
    inbox,
    devices,
    loginLog,
    factors,
    signIn,
    breachedSuffixes: breached.suffixes,
    breachedFailing: breached.failing,
    files,
    kyc,
    credentials,
    fundCases: credentials.fundCases,
    appeals: createAppeals(over<AppealTables>(db), now),
    apiKeys,
    ...createMoneyWays({ ...parts, now: from }, files),
    guardian: {
      async factor(call, session, { ip, key }) {
        if (call.each) return factors.demandEach(call.factor, session, ip, requestOf(key));
        await factors.demand(call.factor, session, ip);
        return undefined;
      },
      provenAt: (session, { ip }) => factors.provenAt(session, ip),
      fund: async (session, fundPassword) => {
        await credentials.fundGuard.check(session.userId, fundPassword, 'fundPassword');
      },
      signed: apiKeys.signed,
    },
    gone,
    async stop() {
      await gone.stop();
      identity.standing.stop();
      await signIn.stop();
      await apiKeys.stop();
      await kyc.stop();
      await files.stop();
      await breached.close();
      await stop();
    },
  };
}

/** Identifies a request by its idempotency key; one without a key is unique. */
function requestOf({ keyTime, keyHigh, keyLow, bodyHash }: CommandKey): string {
  return keyTime === 0 ? randomUUID() : [keyTime, keyHigh, keyLow, bodyHash].join('-');
}
