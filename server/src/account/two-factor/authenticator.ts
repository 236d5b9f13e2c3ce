// The authenticator (TOTP, RFC 6238): six digits, 30 s, SHA-1, one step of tolerance; sealed secret; a code works once.

import { type Kysely, sql } from 'kysely';
import { generateSecret, generateURI, verify } from 'otplib';
import { IdentityRefusal, type IdentityTables } from '../identity/index.ts';
import type { Vault } from '../vault/index.ts';
import type { RecoveryCodes } from './recovery.ts';

/** How long an offered secret may be bound, ms. */
export const OFFER_LIFE = 600_000;
/** Consecutive wrong codes that lock it. */
export const TOTP_FAILURES_MOST = 5;
/** Duration of the lock, ms. */
export const TOTP_LOCK = 900_000;
/** One time step, s; also the tolerance before and after now. */
const STEP = 30;
const FORM = /^\d{6}$/;
const ISSUER = 'Vitrine';

export interface Authenticator {
  /** When it was bound, ms UTC; undefined: not bound. */
  boundAt(userId: string): Promise<number | undefined>;
  /** A new secret to bind within ten minutes; replaces an earlier offer. @throws 1110 if one is bound. */
  offer(userId: string, label: string): Promise<{ readonly secret: string; readonly uri: string }>;
  /**
   * Binds the offered secret with its first code; returns the recovery codes. @throws 1109, 1110, 1005 if the offer has
   * expired.
   */
  bind(userId: string, code: string): Promise<string[]>;
  /** Uses up a code. @throws 1109 if it is wrong or was used, 1003 with the seconds to wait if locked. */
  use(userId: string, code: string): Promise<void>;
  /** Removes it; false: none is bound. */
  remove(userId: string): Promise<boolean>;
}

const placeOf = (userId: string) => `authenticators:${userId}:secret`;

export function wrongFactor(): IdentityRefusal {
  return new IdentityRefusal(
    'factor.wrong',
    'That does not prove it. Use a fresh code, or another way that is offered.',
  );
}

/** The time step of a code, later than `after`; undefined: no current step has it. */
async function stepOf(secret: string, code: string, time: number, after: number): Promise<number | undefined> {
  if (!FORM.test(code)) return undefined;
  const epoch = Math.floor(time / 1_000);
  // The library treats a last step in the future (a clock set back) as a programming error: no code matches then.
  if (after > Math.floor(epoch / STEP) + 1) return undefined;
  const found = await verify({ secret, token: code, epoch, epochTolerance: STEP, afterTimeStep: after });
  return found.valid && 'timeStep' in found ? found.timeStep : undefined;
}

/** Authenticators over `db`. */
export function createAuthenticator(
  db: Kysely<IdentityTables>,
  vault: Vault,
  recovery: RecoveryCodes,
  now: () => number,
): Authenticator {
  const open = (sealed: Buffer, userId: string) => vault.open(sealed, placeOf(userId)).toString('utf8');

  async function seconds(userId: string): Promise<number> {
    const row = await db
      .selectFrom('authenticators')
      .select('locked_until')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return Math.ceil((Number(row?.locked_until ?? 0) - now()) / 1_000);
  }

  return {
    async boundAt(userId) {
      const row = await db
        .selectFrom('authenticators')
        .select('bound_at')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row?.bound_at ? Number(row.bound_at) : undefined;
    },

    async offer(userId, label) {
      const secret = generateSecret();
      const row = await db
        .insertInto('authenticators')
        .values({
          user_id: userId,
          secret: vault.seal(secret, placeOf(userId)),
          bound_at: null,
          created_at: String(now()),
        })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet((eb) => ({
              secret: eb.ref('excluded.secret'),
              created_at: eb.ref('excluded.created_at'),
              failures: 0,
              locked_until: '0',
            }))
            .where('authenticators.bound_at', 'is', null),
        )
        .returning('user_id')
        .executeTakeFirst();
      if (!row)
        throw new IdentityRefusal(
          'factor.bound',
          'An authenticator is bound already. Take it away before another one.',
        );
      return { secret, uri: generateURI({ issuer: ISSUER, label, secret }) };
    },

    bind: (userId, code) =>
      db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('authenticators')
          .selectAll()
          .where('user_id', '=', userId)
          .forUpdate()
          .executeTakeFirst();
        if (row?.bound_at) throw new IdentityRefusal('factor.bound', 'An authenticator is bound already.');
        if (!row || Number(row.created_at) + OFFER_LIFE <= now())
          throw new IdentityRefusal('code.expired', 'The secret to bind is over ten minutes old. Ask for a new one.');
        const step = await stepOf(open(row.secret, userId), code, now(), 0);
        if (step === undefined) throw wrongFactor();
        await tx
          .updateTable('authenticators')
          .set({ bound_at: String(now()), last_step: String(step), failures: 0, locked_until: '0' })
          .where('user_id', '=', userId)
          .execute();
        return recovery.draw(userId, tx);
      }),

    async use(userId, code) {
      const time = now();
      // Counted before it is checked: concurrent requests get no more tries than sequential ones.
      const { rows } = await sql<{ secret: Buffer; last_step: string }>`
        update authenticators set
          failures = case when locked_until > 0 then 1 else failures + 1 end,
          locked_until = case
            when locked_until = 0 and failures + 1 >= ${TOTP_FAILURES_MOST} then ${time + TOTP_LOCK}::bigint else 0 end
        where user_id = ${userId} and bound_at is not null and locked_until <= ${time}
        returning secret, last_step`.execute(db);
      const [row] = rows;
      if (!row) {
        const wait = await seconds(userId);
        if (wait <= 0) throw wrongFactor();
        throw new IdentityRefusal('login.locked', 'Too many wrong codes. Wait as long as named.', { seconds: wait });
      }
      const step = await stepOf(open(row.secret, userId), code, time, Number(row.last_step));
      if (step === undefined) throw wrongFactor();
      const used = await db
        .updateTable('authenticators')
        .set({ last_step: String(step), failures: 0, locked_until: '0' })
        .where('user_id', '=', userId)
        .where('last_step', '<', String(step))
        .returning('user_id')
        .executeTakeFirst();
      if (!used) throw wrongFactor();
    },

    async remove(userId) {
      const row = await db
        .deleteFrom('authenticators')
        .where('user_id', '=', userId)
        .where('bound_at', 'is not', null)
        .returning('user_id')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
