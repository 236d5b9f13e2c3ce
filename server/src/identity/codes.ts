// Verification codes: six digits to an address for one purpose, ten minutes, five tries, once.

import type { Language } from '@vitrine/contract';
import { type Kysely, sql } from 'kysely';
import { IdentityRefusal } from './refusal.ts';
import { keyed, newCode, sameText } from './secrets.ts';
import type { IdentityTables } from './tables.ts';

/** How long a code lives, ms. */
export const CODE_LIFE = 600_000;
/** How long one waits for the next code to the same address and purpose, s. */
export const CODE_WAIT_SECONDS = 60;
/** Tries of one code: of the browser that asked for it, and as many of all others, who so cannot void it. */
const TRIES_MOST = 5;
/**
 * The most codes sent to one address in a day: so many that anybody may ask for, and as many of the signed in, so that a
 * stranger cannot use up what its owner needs.
 */
export const CODES_A_DAY = 20;
const DAY = 86_400_000;

/** Purposes of calls.md: 1 register, 2 login, 3 reset, 4 bind, 5 change, 6 withdraw, 7 fund password, 8 API key. */
export const purposes = {
  register: 1,
  login: 2,
  reset: 3,
  bind: 4,
  change: 5,
  withdraw: 6,
  fundPassword: 7,
  apiKey: 8,
} as const;

/** What carries a code to its address. */
export interface Messenger {
  /**
   * Delivers; throws when it can't. A null code: whoever the address belongs to is told that there is nothing to use one
   * for. `browser` is the asking browser's own mark.
   */
  code(message: {
    address: string;
    purpose: number;
    code: string | null;
    browser: string;
    lang: Language;
    userId: string | undefined;
  }): Promise<void>;
}

/** Who asks for a code. */
export interface CodeAsker {
  readonly browser: string;
  readonly lang: Language;
  /** Whose address it is; undefined: nobody's. */
  readonly userId: string | undefined;
}

export interface Codes {
  /**
   * Sends a code and says how many seconds to wait for the next. `silent`: draw and store, but deliver no code (the
   * address has no account, and the answer must not tell). What could not be sent is taken back: nothing was done.
   */
  send(address: string, purpose: number, asker: CodeAsker, silent: boolean): Promise<number>;
  /**
   * Uses a code up: the newest one, or the newest that this browser asked for.
   * @param browser the asking browser's mark where anybody may try; undefined for the signed in, who try their own.
   * @throws 1004 (wrong) or 1005 (expired, used, or tried too often).
   */
  use(address: string, purpose: number, code: string, browser?: string): Promise<void>;
}

/** Codes over `db`, kept as keyed hashes. */
export function createCodes(
  db: Kysely<IdentityTables>,
  secret: Buffer,
  messenger: Messenger,
  now: () => number,
): Codes {
  const hashOf = (address: string, purpose: number, code: string) =>
    keyed(secret, 'code', address, String(purpose), code);

  const askedBy = (browser: string) => keyed(secret, 'codeAsker', browser);

  return {
    async send(address, purpose, asker, silent) {
      const time = now();
      const code = newCode();
      const stored = await db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`code:${address}:${purpose}`}, 0))`.execute(tx);
        const last = await tx
          .selectFrom('verification_codes')
          .select(['created_at'])
          .where('address', '=', address)
          .where('purpose', '=', purpose)
          .orderBy('id', 'desc')
          .executeTakeFirst();
        const left = last ? Number(last.created_at) + CODE_WAIT_SECONDS * 1_000 - time : 0;
        if (left > 0) return { wait: (left - (left % 1_000)) / 1_000 + 1 };
        const today = await tx
          .selectFrom('verification_codes')
          .select((eb) => [eb.fn.countAll<string>().as('count'), eb.fn.min('created_at').as('first')])
          .where('address', '=', address)
          .where('purpose', purpose <= purposes.reset ? '<=' : '>', purposes.reset)
          .where('created_at', '>', String(time - DAY))
          .executeTakeFirstOrThrow();
        if (Number(today.count) >= CODES_A_DAY)
          throw new IdentityRefusal(
            429,
            `At most ${CODES_A_DAY} codes a day go to one address. Wait as long as named.`,
            {
              seconds: Math.ceil((Number(today.first) + DAY - time) / 1_000),
            },
          );
        return tx
          .insertInto('verification_codes')
          .values({
            address,
            purpose,
            code_hash: hashOf(address, purpose, code),
            created_at: String(time),
            expires_at: String(time + CODE_LIFE),
            attempts: 0,
            used_at: null,
            asked_by: askedBy(asker.browser),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
      });
      if ('wait' in stored) return stored.wait;
      try {
        await messenger.code({ address, purpose, code: silent ? null : code, ...asker });
      } catch (error) {
        await db.deleteFrom('verification_codes').where('id', '=', stored.id).execute();
        throw error;
      }
      return CODE_WAIT_SECONDS;
    },

    async use(address, purpose, code, browser) {
      const time = now();
      const asker = browser === undefined ? undefined : askedBy(browser);
      const verdict = await db.transaction().execute(async (tx) => {
        const newest = () =>
          tx
            .selectFrom('verification_codes')
            .selectAll()
            .where('address', '=', address)
            .where('purpose', '=', purpose)
            .orderBy('id', 'desc')
            .limit(1)
            .forUpdate();
        const own = asker === undefined ? undefined : await newest().where('asked_by', '=', asker).executeTakeFirst();
        const last = await newest().executeTakeFirst();
        const rows = [own, last?.id === own?.id ? undefined : last].filter((row) => row !== undefined);
        let tried = false;
        let over = false;
        for (const row of rows) {
          const right = sameText(row.code_hash, hashOf(address, purpose, code));
          if (row.used_at !== null || Number(row.expires_at) <= time) {
            // Only whoever has the code learns that there was one: it would show that the address belongs to somebody.
            over ||= right;
            continue;
          }
          const mine = asker === undefined || row.asked_by === asker;
          if ((mine ? row.attempts : row.attempts_elsewhere) >= TRIES_MOST) {
            over = true;
            continue;
          }
          tried = true;
          const wrong = mine ? { attempts: row.attempts + 1 } : { attempts_elsewhere: row.attempts_elsewhere + 1 };
          await tx
            .updateTable('verification_codes')
            .set(right ? { used_at: String(time) } : wrong)
            .where('id', '=', row.id)
            .execute();
          if (right) return 0;
        }
        return over && !tried ? 1005 : 1004;
      });
      if (verdict === 1004)
        throw new IdentityRefusal(
          1004,
          'That is not the code we sent. Look at the newest message and type its six digits.',
        );
      if (verdict === 1005) throw new IdentityRefusal(1005, 'This code is no longer valid. Ask for a new one.');
    },
  };
}
