// Accounts: creating one, finding it, its password. The core knows a user only by number and referrer.

import { randomUUID } from 'node:crypto';
import type { UserId } from '@vitrine/core';
import { type Kysely, type Selectable, sql } from 'kysely';
import { CODE } from '@vitrine/contract';
import { sharedRead } from '../../api/load/index.ts';
import { type ExchangeLink, IntakeError } from '../../engine/sequencer/index.ts';
import { type Codes, purposes } from './codes.ts';
import { isCommon, matches, seal } from './passwords.ts';
import { type LoginPlace, type LoginType, type Place, placeOf, wrongField } from './place.ts';
import { IdentityRefusal } from './refusal.ts';
import { newInviteCode } from './secrets.ts';
import type { SessionGrant } from './sessions.ts';
import type { IdentityTables, UsersTable } from './tables.ts';

/** Current version of the terms of service; the version accepted at registration is stored with the account. */
export const TERMS_VERSION = '2026-11-26';

/** Records that a customer accepted a version (`time` ms UTC, decimal); the first acceptance of a version counts. */
export async function rememberTerms(
  db: Kysely<IdentityTables>,
  userId: string,
  version: string,
  time: string,
): Promise<void> {
  await db
    .insertInto('terms_acceptances')
    .values({ user_id: userId, version, accepted_at: time })
    .onConflict((conflict) => conflict.columns(['user_id', 'version']).doNothing())
    .execute();
}

export interface Credentials {
  readonly type: LoginType;
  readonly account: string;
  readonly areaCode?: string | undefined;
  /** Client hash, see `passwords.ts`. */
  readonly password: string;
  readonly code?: string | undefined;
}

export interface Registration extends Credentials {
  readonly confirmPassword: string;
  readonly inviteCode?: string | undefined;
  readonly terms: string;
}

/** A user in identity. */
export interface Account {
  readonly userId: string;
  readonly coreUser: UserId;
  readonly loginName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly inviteCode: string;
  readonly chatKey: string;
  readonly createdAt: number;
  readonly areaCode: string | null;
  /** Accepted version of the terms. */
  readonly terms: string;
  readonly avatar: string | null;
  /** Lock after a changed credential, ms UTC; 0: none. */
  readonly withdrawalsLockedUntil: number;
}

export interface SignIn {
  readonly account: Account;
  readonly grant: SessionGrant;
}

export interface Accounts {
  /** Creates an account. Refuses with 400, 1004–1008, 1010. `owner`: for fair queueing, see `passwords.ts`. */
  create(registration: Registration, browser?: string, owner?: string): Promise<Account>;
  find(userId: string): Promise<Account | undefined>;
  /** The user at that place; undefined: none, or several share a phone number given without its country code. */
  idAt(place: LoginPlace): Promise<string | undefined>;
  /** Whether it is the user's password; without a user (undefined) the same work is done. */
  passwordFits(userId: string | undefined, password: string, owner: string): Promise<boolean>;
  /** What is kept of the user's password if it is that one, for `keeps`; undefined if not. Takes as long without a user. */
  fittingPassword(userId: string | undefined, password: string, owner: string): Promise<string | undefined>;
  /** Whether the password is still the one that `kept` is of. */
  keeps(userId: string, kept: string): Promise<boolean>;
  /** Stores a new password. @throws {IdentityRefusal} 400 if the two differ, 1008 if it is too common. */
  setPassword(userId: string, password: string): Promise<void>;
}

interface Parts {
  readonly db: Kysely<IdentityTables>;
  readonly link: ExchangeLink;
  readonly codes: Codes;
  readonly now: () => number;
}

const UNIQUE_VIOLATION = '23505';
const LOGIN_NAME = /^[a-z][a-z0-9_.-]{3,31}$/;

/** @throws {IdentityRefusal} 400 if the two differ, 1008 if it is among the most common. */
export function checkNewPassword(password: string, confirm: string): void {
  if (password !== confirm)
    throw wrongField('confirmPassword', 'format', 'The two passwords differ. Type the same one twice.');
  if (isCommon(password))
    throw new IdentityRefusal('password.weak', 'This password is among the 10,000 commonest. Choose another.');
}

/** Accounts over SQL; the core opens the user numbers. */
export function createAccounts({ db, link, codes, now }: Parts): Accounts {
  const readRow = sharedRead<string, Selectable<UsersTable>>(async (ids) => {
    const rows = await db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', sql<string>`any(${ids}::bigint[])`)
      .execute();
    return new Map(rows.map((row) => [String(row.id), row]));
  });

  /** The core's number of a row's user; opens it if the row has none because its answer was lost. */
  async function withCoreUser(row: Selectable<UsersTable>): Promise<Account> {
    let coreUser = row.core_user;
    if (coreUser === null) {
      let referrer = 0;
      if (row.referrer !== null) {
        const by = await db.selectFrom('users').select('core_user').where('id', '=', row.referrer).executeTakeFirst();
        referrer = Number(by?.core_user ?? 0);
      }
      const outcome = await link.submit({ name: 'user.open', referrer: referrer as UserId });
      if (outcome.code !== CODE.ok)
        throw new IntakeError(
          'server.notTaking',
          `The exchange did not open the account (code ${outcome.code}). Sign in again to finish.`,
        );
      await db
        .updateTable('users')
        .set({ core_user: String(outcome.result) })
        .where('id', '=', row.id)
        .where('core_user', 'is', null)
        .execute();
      const stored = await db
        .selectFrom('users')
        .select('core_user')
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow();
      coreUser = stored.core_user;
    }
    return {
      userId: String(row.id),
      coreUser: Number(coreUser) as UserId,
      loginName: row.login_name,
      email: row.email,
      phone: row.phone,
      inviteCode: row.invite_code,
      chatKey: row.chat_key,
      createdAt: Number(row.created_at),
      areaCode: row.area_code,
      terms: row.terms_version,
      avatar: row.avatar,
      withdrawalsLockedUntil: Number(row.withdrawals_locked_until),
    };
  }

  async function referrerOf(inviteCode: string | undefined): Promise<string | null> {
    const invite = inviteCode?.trim().toUpperCase();
    if (!invite) return null;
    const by = await db.selectFrom('users').select('id').where('invite_code', '=', invite).executeTakeFirst();
    if (!by)
      throw new IdentityRefusal('invite.unknown', 'No customer has this invite code. Mend it or leave it empty.');
    return by.id;
  }

  async function insert(
    place: Place,
    registration: Registration,
    referrer: string | null,
    owner: string,
  ): Promise<Selectable<UsersTable>> {
    const time = String(now());
    const password = await seal(registration.password, owner);
    try {
      return await db.transaction().execute(async (tx) => {
        const row = await tx
          .insertInto('users')
          .values({
            core_user: null,
            login_name: place.column === 'login_name' ? place.value : null,
            email: place.column === 'email' ? place.value : null,
            phone: place.column === 'phone' ? place.value : null,
            area_code: place.column === 'phone' ? place.areaCode : null,
            password,
            invite_code: newInviteCode(),
            referrer,
            terms_version: registration.terms,
            terms_accepted_at: time,
            chat_key: randomUUID(),
            created_at: time,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await rememberTerms(tx, String(row.id), registration.terms, time);
        return row;
      });
    } catch (error) {
      if ((error as { code?: string }).code === UNIQUE_VIOLATION)
        throw new IdentityRefusal('account.taken', 'This account exists already. Log in, or choose another name.');
      throw error;
    }
  }

  async function create(registration: Registration, browser?: string, owner = ''): Promise<Account> {
    if (registration.terms !== TERMS_VERSION)
      throw new IdentityRefusal('terms.required', 'Accept the terms of service in force to register.', {
        version: TERMS_VERSION,
      });
    const place = placeOf(registration.type, registration.account, registration.areaCode);
    if (place.column === 'login_name' && !LOGIN_NAME.test(place.value))
      throw wrongField(
        'account',
        'format',
        'A user name of 4 to 32 letters, digits, dots, dashes or underscores, beginning with a letter, was expected.',
      );
    checkNewPassword(registration.password, registration.confirmPassword);
    // Check the code last: an earlier refusal must not use it up.
    const referrer = await referrerOf(registration.inviteCode);
    if (place.column !== 'login_name')
      await codes.use(place.address, purposes.register, registration.code ?? '', browser);
    return withCoreUser(await insert(place, registration, referrer, owner));
  }

  async function passwordOf(userId: string): Promise<string | undefined> {
    const row = await db.selectFrom('users').select('password').where('id', '=', userId).executeTakeFirst();
    return row?.password;
  }

  async function fittingPassword(
    userId: string | undefined,
    password: string,
    owner: string,
  ): Promise<string | undefined> {
    const kept = await passwordOf(userId ?? '0');
    return (await matches(kept, password, owner)) ? kept : undefined;
  }

  return {
    create,

    async find(userId) {
      const row = await readRow(userId);
      return row ? withCoreUser(row) : undefined;
    },

    async idAt(place) {
      let query = db.selectFrom('users').select('id').limit(2);
      if (place.column === 'anyPhone')
        query = query.where((eb) =>
          eb.or(
            place.numbers.map(({ areaCode, phone }) =>
              areaCode === undefined
                ? eb('phone', '=', phone)
                : eb.and([eb('area_code', '=', areaCode), eb('phone', '=', phone)]),
            ),
          ),
        );
      else {
        query = query.where(place.column, '=', place.value);
        if (place.column === 'phone') query = query.where('area_code', '=', place.areaCode);
      }
      const rows = await query.execute();
      return rows.length === 1 && rows[0] ? String(rows[0].id) : undefined;
    },

    passwordFits: async (userId, password, owner) => (await fittingPassword(userId, password, owner)) !== undefined,
    fittingPassword,
    keeps: async (userId, kept) => (await passwordOf(userId)) === kept,

    async setPassword(userId, password) {
      await db
        .updateTable('users')
        .set({ password: await seal(password, userId), password_changed_at: String(now()) })
        .where('id', '=', userId)
        .execute();
    },
  };
}
