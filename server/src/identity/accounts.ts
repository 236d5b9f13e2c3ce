// Accounts: registering, signing in, a forgotten password. The core knows a user only by number and referrer.

import { randomUUID } from 'node:crypto';
import type { Language } from '@vitrine/contract';
import type { UserId } from '@vitrine/core';
import { type Kysely, type Selectable, sql } from 'kysely';
import { type ExchangeLink, IntakeError } from '../sequencer/index.ts';
import { type Codes, purposes } from './codes.ts';
import { isCommon, matches, seal } from './passwords.ts';
import { type LoginType, type Place, placeOf, wrongField } from './place.ts';
import { IdentityRefusal } from './refusal.ts';
import { newInviteCode } from './secrets.ts';
import type { Device, SessionGrant, Sessions } from './sessions.ts';
import type { IdentityTables, UsersTable } from './tables.ts';
import type { Subject, Throttle } from './throttle.ts';

/** The terms of service in force; what a customer accepts at registration is kept with the account. */
export const TERMS_VERSION = '2026-11-01';

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

/** A user as identity knows him. */
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
  /** Version of the terms agreed to. */
  readonly terms: string;
  readonly avatar: string | null;
}

export interface SignIn {
  readonly account: Account;
  readonly grant: SessionGrant;
}

export interface Accounts {
  /** Refuses with 400, 1004–1008, 1010. */
  register(registration: Registration, device: Device): Promise<SignIn>;
  /** Refuses with 1002 (the same for a wrong password and an unknown account), 1003, 1004, 1005. */
  login(credentials: Credentials, device: Device): Promise<SignIn>;
  /** Sets a new password by a code sent to the account's address; ends all sessions. */
  resetPassword(reset: {
    account: string;
    areaCode?: string | undefined;
    code: string;
    password: string;
    confirmPassword: string;
  }): Promise<void>;
  /** Sends a code; the answer is the same whether the account exists or not. Gives seconds to wait for the next. */
  sendCode(to: {
    account: string;
    areaCode?: string | undefined;
    purpose: number;
    browser: string;
    lang: Language;
  }): Promise<number>;
  find(userId: string): Promise<Account | undefined>;
}

interface Parts {
  readonly db: Kysely<IdentityTables>;
  readonly link: ExchangeLink;
  readonly sessions: Sessions;
  readonly codes: Codes;
  readonly throttle: Throttle;
  readonly now: () => number;
}

const UNIQUE_VIOLATION = '23505';
const LOGIN_NAME = /^[a-z][a-z0-9_.-]{3,31}$/;

/** Accounts over SQL, with the core opening the numbers. */
export function createAccounts({ db, link, sessions, codes, throttle, now }: Parts): Accounts {
  async function rowAt(place: Place): Promise<Selectable<UsersTable> | undefined> {
    let query = db.selectFrom('users').selectAll().where(place.column, '=', place.value);
    if (place.column === 'phone') query = query.where('area_code', '=', place.areaCode);
    return query.executeTakeFirst();
  }

  /** The core's number of a row's user; opens it when the row has none (its answer was lost before). */
  async function withCoreUser(row: Selectable<UsersTable>): Promise<Account> {
    let coreUser = row.core_user;
    if (coreUser === null) {
      let referrer = 0;
      if (row.referrer !== null) {
        const by = await db.selectFrom('users').select('core_user').where('id', '=', row.referrer).executeTakeFirst();
        referrer = Number(by?.core_user ?? 0);
      }
      const outcome = await link.submit({ name: 'user.open', referrer: referrer as UserId });
      if (outcome.code !== 200)
        throw new IntakeError(
          503,
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
    };
  }

  function checkNewPassword(password: string, confirm: string): void {
    if (password !== confirm)
      throw wrongField('confirmPassword', 'format', 'The two passwords differ. Type the same one twice.');
    if (isCommon(password))
      throw new IdentityRefusal(1008, 'This password is among the 10,000 commonest. Choose another.');
  }

  async function insert(place: Place, registration: Registration): Promise<Selectable<UsersTable>> {
    const invite = registration.inviteCode?.trim().toUpperCase();
    let referrer: string | null = null;
    if (invite) {
      const by = await db.selectFrom('users').select('id').where('invite_code', '=', invite).executeTakeFirst();
      if (!by) throw new IdentityRefusal(1007, 'No customer has this invite code. Mend it or leave it empty.');
      referrer = by.id;
    }
    try {
      return await db
        .insertInto('users')
        .values({
          core_user: null,
          login_name: place.column === 'login_name' ? place.value : null,
          email: place.column === 'email' ? place.value : null,
          phone: place.column === 'phone' ? place.value : null,
          area_code: place.column === 'phone' ? place.areaCode : null,
          password: await seal(registration.password),
          invite_code: newInviteCode(),
          referrer,
          terms_version: registration.terms,
          chat_key: randomUUID(),
          created_at: String(now()),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    } catch (error) {
      if ((error as { code?: string }).code === UNIQUE_VIOLATION)
        throw new IdentityRefusal(1006, 'This account exists already. Log in, or choose another name.');
      throw error;
    }
  }

  return {
    async register(registration, device) {
      if (registration.terms !== TERMS_VERSION)
        throw new IdentityRefusal(1010, 'Accept the terms of service in force to register.', {
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
      if (place.column !== 'login_name') await codes.use(place.address, purposes.register, registration.code ?? '');
      const account = await withCoreUser(await insert(place, registration));
      return { account, grant: await sessions.start(account.userId, account.coreUser, device) };
    },

    async login(credentials, device) {
      const place = placeOf(credentials.type, credentials.account, credentials.areaCode);
      const named: Subject = {
        kind: 'account',
        name: `${place.column}:${place.column === 'login_name' ? place.value : place.address}`,
      };
      const subjects: readonly Subject[] = [named, { kind: 'ip', name: device.ip }];
      await throttle.check(subjects);
      const row = await rowAt(place);
      if (!(await matches(row?.password, credentials.password)) || row === undefined) {
        await throttle.failed(subjects);
        throw new IdentityRefusal(1002, 'The account or the password is wrong.');
      }
      if (place.column === 'email') {
        try {
          await codes.use(place.address, purposes.login, credentials.code ?? '');
        } catch (error) {
          await throttle.failed(subjects);
          throw error;
        }
      }
      await throttle.clear(named);
      const account = await withCoreUser(row);
      return { account, grant: await sessions.start(account.userId, account.coreUser, device) };
    },

    async resetPassword({ account, areaCode, code, password, confirmPassword }) {
      const place = placeOf(areaCode ? 3 : 2, account, areaCode);
      checkNewPassword(password, confirmPassword);
      if (place.column === 'login_name')
        throw wrongField('account', 'format', 'The e-mail address or phone number of the account was expected.');
      await codes.use(place.address, purposes.reset, code);
      const row = await rowAt(place);
      if (!row)
        throw new IdentityRefusal(
          1004,
          'That is not the code we sent. Look at the newest message and type its six digits.',
        );
      await db
        .updateTable('users')
        .set({ password: await seal(password) })
        .where('id', '=', row.id)
        .execute();
      await sessions.endAll(row.id);
      await throttle.clear({ kind: 'account', name: `${place.column}:${place.address}` });
    },

    async sendCode({ account, areaCode, purpose, browser, lang }) {
      const place = placeOf(areaCode ? 3 : 2, account, areaCode);
      if (place.column === 'login_name')
        throw wrongField('account', 'format', 'An e-mail address or phone number was expected.');
      const row = await rowAt(place);
      const silent = purpose === purposes.register ? row !== undefined : row === undefined;
      return codes.send(place.address, purpose, { browser, lang, userId: row?.id }, silent);
    },

    async find(userId) {
      const row = await db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', sql<string>`${userId}::bigint`)
        .executeTakeFirst();
      return row ? withCoreUser(row) : undefined;
    },
  };
}
