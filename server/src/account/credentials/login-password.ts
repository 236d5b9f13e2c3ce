// The login password: changing it with the old one.

import {
  checkNewPassword,
  IdentityRefusal,
  matches,
  seal,
  type Session,
  type Subject,
  wrongField,
} from '../identity/index.ts';
import { type CredentialParts, userRow } from './parts.ts';

export interface PasswordChange {
  /** Client hashes, see `passwords.ts`. */
  readonly old: string;
  readonly fresh: string;
  readonly confirm: string;
}

export interface LoginPassword {
  /**
   * Changes it. Other sessions and all API keys end, withdrawals are locked for 24 h, every address is notified.
   * @throws {IdentityRefusal} 400 (`confirmPassword` differs, `fresh` is the old one), 1003, 1008, 1009.
   */
  change(session: Session, change: PasswordChange): Promise<void>;
}

/** The login password over SQL; wrong old ones count for the account, as at sign-in. */
export function createLoginPassword(
  parts: CredentialParts & { readonly endKeys: (userId: string) => Promise<void> },
): LoginPassword {
  const { db, sessions, standing, throttle, messages, now, endKeys } = parts;
  return {
    async change(session, { old, fresh, confirm }) {
      const { userId } = session;
      checkNewPassword(fresh, confirm);
      if (fresh === old) throw wrongField('fresh', 'range', 'The new password is the old one.');
      const subject: Subject = { kind: 'account', name: `password:${userId}` };
      await throttle.attempt([subject]);
      const { password: kept } = await userRow(db, userId);
      if (!(await matches(kept, old, userId))) throw wrongPassword();
      await throttle.passed([subject]);
      const password = await seal(fresh, userId);
      // Lock first: a withdrawal must never be possible with the new password.
      const lockedUntil = await standing.credentialChanged(userId);
      const time = now();
      const done = await db
        .updateTable('users')
        .set({ password, password_changed_at: String(time) })
        .where('id', '=', userId)
        // Of two concurrent changes, the second one has an outdated old password.
        .where('password', '=', kept)
        .executeTakeFirst();
      if (done.numUpdatedRows === 0n) throw wrongPassword();
      await sessions.endAll(userId, session.id);
      await endKeys(userId);
      // Second steps of sign-ins that began with the old password.
      await db.deleteFrom('login_steps').where('user_id', '=', userId).execute();
      await messages.notice(userId, { kind: 'credentialChanged', what: 'password', time, lockedUntil });
    },
  };
}

function wrongPassword(): IdentityRefusal {
  return new IdentityRefusal('password.wrong', 'The old password is wrong.');
}
