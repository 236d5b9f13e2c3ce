// The fund password: setting it first, changing it with the old one, resetting it after an approved case.

import { sql } from 'kysely';
import { IdentityRefusal, isCommon, matches, purposes, wrongField } from '../identity/index.ts';
import type { FundCases } from './fund-cases.ts';
import type { FundGuard } from './fund-guard.ts';
import type { FundSecret } from './fund-secret.ts';
import { addressesOf, type CredentialParts, useOwnCode, userRow } from './parts.ts';

export interface FundSetting {
  /** Client hashes of the password. */
  readonly fresh: string;
  readonly confirm: string;
  /** Sent to one of the customer's addresses with purpose 7; required if one is bound. */
  readonly code?: string | undefined;
}

export interface FundPassword {
  /**
   * Sets it if none is set yet, or after two staff members approved a case; then withdrawals are locked for 24 h.
   * @throws {IdentityRefusal} 400 (`old`: one is set and must be changed with the old one; `code` is missing; `fresh`
   *   is the login password), 1004, 1005, 1008.
   */
  set(userId: string, setting: FundSetting): Promise<void>;
  /**
   * Changes it with the old one; withdrawals are locked for 24 h.
   * @throws {IdentityRefusal} as `set`, and 1101, 1102, 1103 as the guard.
   */
  change(userId: string, change: FundSetting & { readonly old: string }): Promise<void>;
}

/** The fund password over SQL. */
export function createFundPassword(
  parts: CredentialParts,
  secret: FundSecret,
  guard: FundGuard,
  cases: FundCases,
): FundPassword {
  const { db, codes, standing, messages, now } = parts;

  function checkTwo({ fresh, confirm }: FundSetting): void {
    if (fresh !== confirm) throw wrongField('confirm', 'format', 'The two fund passwords differ.');
    if (isCommon(fresh))
      throw new IdentityRefusal('password.weak', 'This fund password is among the commonest. Choose another.');
  }

  async function refuseLoginPassword(userId: string, loginPassword: string, fresh: string): Promise<void> {
    if (await matches(loginPassword, fresh, userId))
      throw wrongField('fresh', 'range', 'The fund password must not be the login password.');
  }

  async function useCode(userId: string, code: string | undefined, wanted: boolean): Promise<void> {
    const addresses = addressesOf(await userRow(db, userId));
    if (code !== undefined) await useOwnCode(codes, userId, addresses, purposes.fundPassword, code);
    else if (wanted && addresses.length > 0)
      throw wrongField('code', 'required', 'The code sent to an address of the account was expected.');
  }

  /** Writes it if the stored value is still `kept`. Returns false if not. */
  async function write(userId: string, fresh: string, kept: string | null): Promise<boolean> {
    const fund_password = await secret.seal(userId, fresh);
    const done = await db
      .updateTable('users')
      .set({ fund_password, fund_changed_at: String(now()), fund_failures: 0, fund_locked_until: sql<string>`0` })
      .where('id', '=', userId)
      .where('fund_password', 'is not distinct from', kept)
      .executeTakeFirst();
    return done.numUpdatedRows > 0n;
  }

  const tell = (userId: string, lockedUntil: number | undefined) =>
    messages.notice(userId, { kind: 'credentialChanged', what: 'fundPassword', time: now(), lockedUntil });

  return {
    async set(userId, setting) {
      checkTwo(setting);
      const { fund_password: kept, password } = await userRow(db, userId);
      if (kept !== null && !(await cases.usable(userId))) throw oneIsSet();
      await refuseLoginPassword(userId, password, setting.fresh);
      await useCode(userId, setting.code, true);
      if (kept === null) {
        // Of two concurrent first settings one wins; the second would be a change, which needs the old password.
        if (!(await write(userId, setting.fresh, null))) throw oneIsSet();
        return tell(userId, undefined);
      }
      if (!(await cases.use(userId))) throw oneIsSet();
      const lockedUntil = await standing.credentialChanged(userId);
      if (!(await write(userId, setting.fresh, kept))) throw oneIsSet();
      return tell(userId, lockedUntil);
    },

    async change(userId, change) {
      checkTwo(change);
      if (change.fresh === change.old) throw wrongField('fresh', 'range', 'The new fund password is the old one.');
      const kept = await guard.check(userId, change.old, 'old');
      await refuseLoginPassword(userId, (await userRow(db, userId)).password, change.fresh);
      await useCode(userId, change.code, false);
      const lockedUntil = await standing.credentialChanged(userId);
      if (!(await write(userId, change.fresh, kept)))
        throw new IdentityRefusal('password.wrong', 'The fund password was changed a moment ago by another request.');
      await cases.use(userId);
      return tell(userId, lockedUntil);
    },
  };
}

function oneIsSet(): IdentityRefusal {
  return wrongField('old', 'required', 'A fund password is set. Change it by the old one, or ask for a case.');
}
