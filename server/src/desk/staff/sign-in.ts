// Signing in at the desk: name, password and code at once. The answer is the same whatever is wrong.

import { IdentityRefusal, matches, type Throttle } from '../../account/identity/index.ts';
import { refuse } from '../../api/call/index.ts';
import { sourceOf } from '../../account/devices/index.ts';
import type { Vault } from '../../account/vault/index.ts';
import type { Audit } from '../audit.ts';
import { stepOf } from './authenticator.ts';
import { FailedSignIns } from './failed-sign-ins.ts';
import { nameKey, secretPlace } from './staff-list.ts';
import type { Recovery } from './recovery.ts';
import type { DeskDevice, DeskSessions } from './sessions.ts';
import type { DeskDatabase } from '../tables.ts';

/** Entered credentials. `password` is its client hash. */
export interface DeskCredentials {
  readonly name: string;
  readonly password: string;
  /** Six digits, or a recovery code. */
  readonly code: string;
}

/** A number that no person has. */
const NOBODY = '0';

export interface SignInParts {
  readonly db: DeskDatabase;
  readonly vault: Vault;
  readonly audit: Audit;
  readonly recovery: Recovery;
  readonly sessions: DeskSessions;
  readonly throttle: Throttle;
  readonly now: () => number;
}

export interface DeskSignIn {
  /**
   * Returns the token of a new session.
   * @throws 1002 for anything wrong, 1003 after five wrong attempts for one name (or fifty from one address).
   */
  signIn(credentials: DeskCredentials, device: DeskDevice): Promise<string>;
}

export function createSignIn({ db, vault, audit, recovery, sessions, throttle, now }: SignInParts): DeskSignIn {
  const failed = new FailedSignIns(audit, now);

  /** Uses up a correct code. */
  async function useCode(
    person: string,
    secret: Buffer,
    code: string,
  ): Promise<'authenticator' | 'recovery' | undefined> {
    const opened = vault.open(secret, secretPlace(person)).toString('utf8');
    const step = stepOf(opened, code, now(), 0);
    if (step !== undefined) {
      // The row decides whether it was used: of two concurrent requests one succeeds.
      const used = await db
        .updateTable('desk_people')
        .set({ last_step: String(step) })
        .where('id', '=', person)
        .where('last_step', '<', String(step))
        .executeTakeFirst();
      return used.numUpdatedRows === 1n ? 'authenticator' : undefined;
    }
    return (await recovery.use(person, code)) ? 'recovery' : undefined;
  }

  async function useNothing(code: string): Promise<undefined> {
    await recovery.use(NOBODY, code);
  }

  return {
    async signIn({ name, password, code }, device) {
      const subjects = [
        { kind: 'account', name: `desk:${nameKey(name)}` },
        { kind: 'ip', name: `desk:${sourceOf(device.ip)}` },
      ] as const;
      const find = () =>
        db
          .selectFrom('desk_people')
          .select(['id', 'password', 'secret', 'state'])
          .where('name_key', '=', nameKey(name))
          .where('state', 'in', ['active', 'stopped'])
          .executeTakeFirst();
      try {
        await throttle.attempt(subjects);
      } catch (error) {
        // An unknown name takes the same path, so that timing does not reveal it.
        if (error instanceof IdentityRefusal) {
          const found = await find();
          await audit.look({
            what: 'signIn.locked',
            ...(found === undefined ? {} : { person: String(found.id) }),
            ip: device.ip,
          });
        }
        throw error;
      }
      const row = await find();
      const right = await matches(row?.password ?? undefined, password, `desk ${sourceOf(device.ip)}`);
      const able = right && row !== undefined && row.state === 'active' && row.secret !== null;
      // Without an account the same look-up runs in vain, so that timing does not reveal whether the password was
      // right.
      const by = able && row.secret !== null ? await useCode(String(row.id), row.secret, code) : await useNothing(code);
      const person = row === undefined ? undefined : String(row.id);
      if (by === undefined || person === undefined) {
        await failed.note(person, device.ip);
        throw refuse('login.failed');
      }
      await throttle.passed(subjects);
      return db.transaction().execute(async (tx) => {
        // Stopped meanwhile: rejected.
        const still = await tx
          .updateTable('desk_people')
          .set({ last_sign_in: String(now()) })
          .where('id', '=', person)
          .where('state', '=', 'active')
          .executeTakeFirst();
        if (still.numUpdatedRows !== 1n) throw refuse('login.failed');
        const token = await sessions.start(tx, person, device);
        await audit.add(tx, { what: 'signIn.done', person, ip: device.ip, detail: { by } });
        return token;
      });
    },
  };
}
