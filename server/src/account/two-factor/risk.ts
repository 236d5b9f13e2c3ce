// Risk rules that require another proof of identity: a table over data read at once.

import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../identity/index.ts';

const DAY = 86_400_000;
/** How long an account counts as new, ms. */
export const JUST_MADE = 600_000;

/** Data about a session and its current address. */
export interface RiskFacts {
  /** ms UTC. */
  readonly now: number;
  /** When the session's device was first seen; undefined: no device. */
  readonly deviceFirstSeen: number | undefined;
  /** The account was created on this device. */
  readonly deviceOriginal: boolean;
  /**
   * Whether the account was created from the current network, or signed in from there at least a day ago. The sign-in
   * of this session does not count.
   */
  readonly networkKnown: boolean;
  /** Change of any credential; undefined: never. */
  readonly credentialChanged: number | undefined;
}

export interface RiskRule {
  readonly name: 'newDevice' | 'newNetwork' | 'changedCredential';
  readonly speaks: (facts: RiskFacts) => boolean;
}

/** A second factor is required if any rule applies. */
export const riskRules: readonly RiskRule[] = [
  {
    name: 'newDevice',
    speaks: ({ now, deviceFirstSeen, deviceOriginal }) =>
      !deviceOriginal && (deviceFirstSeen === undefined || now - deviceFirstSeen < DAY),
  },
  { name: 'newNetwork', speaks: ({ networkKnown }) => !networkKnown },
  {
    name: 'changedCredential',
    speaks: ({ now, credentialChanged }) => credentialChanged !== undefined && now - credentialChanged < DAY,
  },
];

/** Risk data of a session, and what else decides. */
export interface Circumstances {
  readonly facts: RiskFacts;
  /** No other proof is required until then. */
  readonly steppedUntil: number;
  /** The account was created in this session, less than ten minutes ago. */
  readonly justMade: boolean;
}

/** Data about a session that requests from `network`; undefined: no such session. */
export async function circumstancesOf(
  db: Kysely<IdentityTables>,
  sessionId: string,
  network: string,
  now: number,
): Promise<Circumstances | undefined> {
  const { rows } = await sql<{
    created_at: string;
    credential_changed_at: string | null;
    stepped_until: string;
    first_seen: string | null;
    original: boolean | null;
    network_known: boolean;
    first_session: boolean;
  }>`
    select users.created_at, users.credential_changed_at, sessions.stepped_until, devices.first_seen, devices.original,
      exists (
        select from login_log where login_log.user_id = users.id and result = 'done' and network = ${network}
          and (time <= ${now - DAY} or time < users.created_at + ${JUST_MADE})) as network_known,
      not exists (
        select from sessions older
        where older.user_id = users.id and older.created_at <= sessions.created_at and older.id <> sessions.id
      ) as first_session
    from sessions
    join users on users.id = sessions.user_id
    left join devices on devices.id = sessions.device_id
    where sessions.id = ${sessionId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    steppedUntil: Number(row.stepped_until),
    justMade: row.first_session && now - Number(row.created_at) < JUST_MADE,
    facts: {
      now,
      deviceFirstSeen: row.first_seen === null ? undefined : Number(row.first_seen),
      deviceOriginal: row.original ?? false,
      networkKnown: row.network_known,
      credentialChanged: row.credential_changed_at === null ? undefined : Number(row.credential_changed_at),
    },
  };
}
