// Verification codes: six digits to an address for one purpose, valid for ten minutes, five tries, single use.

import { CODE, type Language } from '@vitrine/contract';
import { type Kysely, sql } from 'kysely';
import { IdentityRefusal } from './refusal.ts';
import { keyed, newCode, sameText } from './secrets.ts';
import type { IdentityTables } from './tables.ts';

/** How long a code lives, ms. */
export const CODE_LIFE = 600_000;
/** Minimum wait for the next code to the same address and purpose, s. */
export const CODE_WAIT_SECONDS = 60;
/** Tries per code: five for the browser that requested it and five for all others, who therefore cannot void it. */
const TRIES_MOST = 5;
/**
 * The most codes sent to one address in a day: so many that strangers may ask for, as many that strangers who are signed in
 * may, and of each kind as many for its owner, so that nobody else uses up what the owner needs.
 */
export const CODES_A_DAY = 20;
/** Of these of one stranger: a network address, or an account. */
export const CODES_OF_ONE = 8;
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

/** Delivers codes to addresses. */
export interface Messenger {
  /**
   * Delivers; throws if it cannot. A null code: the owner of the address is notified that there is nothing to use one
   * for. `browser` is the requesting browser's cookie.
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

/** The requester of a code. */
export interface CodeAsker {
  readonly browser: string;
  readonly lang: Language;
  /** Owner of the address; undefined: none. */
  readonly userId: string | undefined;
  /** Who asks: an account, or the network address of a guest. Waits are apart, and codes of accounts are used apart. */
  readonly asker?: string;
  /** The owner of the address asks: signed in, or on a browser that signed in to that account before. */
  readonly own?: boolean;
}

/** Name of an account as asker. */
export function accountAsker(userId: string): string {
  return `account ${userId}`;
}

export interface Codes {
  /**
   * Sends a code and returns the seconds to wait for the next. `silent`: generate and store it, but deliver none (the
   * address has no account, and the answer must not reveal that). A failed delivery is undone.
   */
  send(address: string, purpose: number, asker: CodeAsker, silent: boolean): Promise<number>;
  /**
   * Uses a code up: the newest one, or the newest that this browser asked for; of an account the newest it asked for.
   * @param by the asking browser's mark where anybody may try; the account of the signed in, who try their own.
   * @throws 1004 (wrong) or 1005 (expired, used, or tried too often).
   */
  use(address: string, purpose: number, code: string, by?: string | { readonly userId: string }): Promise<void>;
}

/** Codes over `db`, stored as keyed hashes. */
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
      const who = asker.asker ?? '';
      const own = asker.own ?? false;
      const stored = await db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`code:${address}:${purpose}`}, 0))`.execute(tx);
        const last = await tx
          .selectFrom('verification_codes')
          .select(['created_at'])
          .where('address', '=', address)
          .where('purpose', '=', purpose)
          .where('asker', '=', who)
          .where('own', '=', own)
          .orderBy('id', 'desc')
          .executeTakeFirst();
        const left = last ? Number(last.created_at) + CODE_WAIT_SECONDS * 1_000 - time : 0;
        if (left > 0) return { wait: Math.ceil(left / 1_000) };
        const today = await tx
          .selectFrom('verification_codes')
          .select((eb) => [
            eb.fn.countAll<string>().as('all'),
            eb.fn.min('created_at').as('first'),
            eb.fn.countAll<string>().filterWhere('asker', '=', who).as('theirs'),
            eb.fn.min('created_at').filterWhere('asker', '=', who).as('first_of_theirs'),
          ])
          .where('address', '=', address)
          .where('purpose', purpose <= purposes.reset ? '<=' : '>', purposes.reset)
          .where('own', '=', own)
          .where('created_at', '>', String(time - DAY))
          .executeTakeFirstOrThrow();
        const tooMany = (most: number, first: string) =>
          new IdentityRefusal(
            'request.tooFrequent',
            `At most ${most} codes a day go to one address. Wait as long as named.`,
            {
              seconds: Math.ceil((Number(first) + DAY - time) / 1_000),
            },
          );
        if (Number(today.all) >= CODES_A_DAY) throw tooMany(CODES_A_DAY, today.first);
        if (!own && who !== '' && Number(today.theirs) >= CODES_OF_ONE)
          throw tooMany(CODES_OF_ONE, today.first_of_theirs);
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
            asker: who,
            own,
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

    async use(address, purpose, code, by) {
      const time = now();
      const asker = typeof by === 'string' ? askedBy(by) : undefined;
      const account = typeof by === 'object' ? accountAsker(by.userId) : undefined;
      const verdict = await db.transaction().execute(async (tx) => {
        const newest = () =>
          tx
            .selectFrom('verification_codes')
            .selectAll()
            .where('address', '=', address)
            .where('purpose', '=', purpose)
            .orderBy('id', 'desc')
            .limit(1)
            .forUpdate()
            // Those that others asked for are not theirs; one of before it was kept may be.
            .$if(account !== undefined, (query) => query.where('asker', 'in', [account ?? '', '']));
        const own = asker === undefined ? undefined : await newest().where('asked_by', '=', asker).executeTakeFirst();
        const last = await newest().executeTakeFirst();
        const rows = [own, last?.id === own?.id ? undefined : last].filter((row) => row !== undefined);
        let tried = false;
        let over = false;
        for (const row of rows) {
          const right = sameText(row.code_hash, hashOf(address, purpose, code));
          if (row.used_at !== null || Number(row.expires_at) <= time) {
            // Only whoever has the code learns that there was one: it would reveal that the address has an account.
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
        return over && !tried ? CODE['code.expired'] : CODE['code.wrong'];
      });
      if (verdict === CODE['code.wrong'])
        throw new IdentityRefusal(
          'code.wrong',
          'That is not the code we sent. Look at the newest message and type its six digits.',
        );
      if (verdict === CODE['code.expired'])
        throw new IdentityRefusal('code.expired', 'This code is no longer valid. Ask for a new one.');
    },
  };
}
