// Data of the security page, and freezing the account.

import type { Security } from '@vitrine/contract';
import { maskEmail, maskPhone, openAntiCode, TERMS_VERSION } from '../identity/index.ts';
import type { FundCases } from './fund-cases.ts';
import { type CredentialParts, userRow } from './parts.ts';

export interface SecurityFacts {
  /** What is bound, set and locked. */
  facts(userId: string): Promise<Security>;
  /**
   * Locks withdrawals, new orders and API keys at once. Open orders stay, because they were decided before, and can
   * still be cancelled. Only two staff members can unfreeze.
   */
  freeze(userId: string): Promise<void>;
}

/** Facts over SQL. */
export function createSecurity(parts: CredentialParts, cases: FundCases): SecurityFacts {
  const { db, vault, standing, messages, now } = parts;
  const later = (time: string): number | null => (Number(time) > now() ? Number(time) : null);

  async function factors(userId: string) {
    const google = await db
      .selectFrom('authenticators')
      .select('bound_at')
      .where('user_id', '=', userId)
      .where('bound_at', 'is not', null)
      .executeTakeFirst();
    const recovery = await db
      .selectFrom('recovery_codes')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    const passkeys = await db
      .selectFrom('passkeys')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const bound = google?.bound_at ?? null;
    return {
      google: {
        bound: bound !== null,
        time: bound === null ? null : Number(bound),
        recoveryLeft: bound === null ? 0 : Number(recovery.count),
      },
      passkeys: Number(passkeys.count),
    };
  }

  return {
    async facts(userId) {
      const row = await userRow(db, userId);
      const created = Number(row.created_at);
      return {
        loginName: row.login_name,
        email: row.email === null ? null : maskEmail(row.email),
        phone: row.phone === null ? null : maskPhone(row.phone),
        areaCode: row.area_code,
        passwordChanged: row.password_changed_at === null ? created : Number(row.password_changed_at),
        fundPassword: {
          set: row.fund_password !== null,
          changed: row.fund_changed_at === null ? null : Number(row.fund_changed_at),
          lockedUntil: later(row.fund_locked_until),
        },
        fundCase: await cases.latest(userId),
        ...(await factors(userId)),
        antiCode: openAntiCode(vault, userId, row.anti_code),
        withdrawalsLockedUntil: later(row.withdrawals_locked_until),
        frozen: row.frozen_at !== null,
        terms: {
          accepted: row.terms_version,
          inForce: TERMS_VERSION,
          time: row.terms_accepted_at === null ? created : Number(row.terms_accepted_at),
        },
      };
    },

    async freeze(userId) {
      await standing.freeze(userId);
      await messages.notice(userId, { kind: 'frozen', time: now() });
    },
  };
}
