// Setup links of the desk: one per person at a time, valid for 24 hours, single use. An invitation by two staff members
// needs the link from one and a word from the other. So neither can sign in alone in the new person's name.

import type { SetupHalf, SetupKind } from '@vitrine/contract';
import type { Selectable } from 'kysely';
import { refuse } from '../../api/call/index.ts';
import { keyed, newToken, sameText, tokenHash } from '../../account/identity/index.ts';
import type { Vault } from '../../account/vault/index.ts';
import type { Audit } from '../audit.ts';
import { newSecret } from '../staff/authenticator.ts';
import { FOUNDERS } from '../staff/staff-list.ts';
import { newWords, plainWords } from '../staff/recovery.ts';
import { notThere, refuseWhy } from '../refusal.ts';
import type { DeskSession } from '../staff/sessions.ts';
import type { DeskDatabase, DeskTransaction, LinksTable } from '../tables.ts';

/** Life of a link, ms. */
export const LINK_LIFE = 24 * 3_600_000;
/** Most wrong words or codes per link in total; then it is void. */
export const LINK_ATTEMPTS = 10;
const WORD_GROUPS = 2;

const linkPlace = (person: string) => `desk_links:${person}:secret`;
const pathOf = (token: string) => `/setup#${token}`;

export interface LinkParts {
  readonly db: DeskDatabase;
  readonly vault: Vault;
  /** Key of the hashes of words. */
  readonly secret: Buffer;
  readonly audit: Audit;
  readonly now: () => number;
}

export type Link = Selectable<LinksTable>;

export interface Links {
  /**
   * A new link for the next of the first two staff members who is not set up; voids the previous one. Undefined if both
   * are set up.
   */
  founderLink(): Promise<string | undefined>;
  /** The link for the second person, shown once to the first one; null if the second is set up. */
  nextLink(tx: DeskTransaction): Promise<{ readonly path: string; readonly expires: number } | null>;
  /** Called after two staff members agreed: each of them can hand over one half. */
  agreed(tx: DeskTransaction, person: string, kind: 'invited' | 'reset', by: string, second: string): Promise<void>;
  /** Generates one's own half again and voids the previous one. @throws 404, 403. */
  half(session: DeskSession, person: string, ip: string): Promise<SetupHalf>;
  /** The link of a token. @throws 1005 if it is unknown, used or expired. */
  find(token: string): Promise<Link>;
  /**
   * Counts an attempt before it is checked, so that concurrent attempts cannot exceed the limit. @throws 1005 if it was
   * the last.
   */
  attempt(link: Link): Promise<void>;
  /** Whether the word was given, if one is needed. @throws 1004 for a wrong one. */
  wordGiven(link: Link, word: string | undefined): Promise<boolean>;
  /** The secret of the offered authenticator: always the same, so that reloading the page changes nothing. */
  secretOf(link: Link): Promise<string>;
  /** Uses it up; of two concurrent calls one succeeds. @throws 1005. */
  use(tx: DeskTransaction, link: Link): Promise<void>;
}

/** Links over SQL. */
export function createLinks({ db, vault, secret, audit, now }: LinkParts): Links {
  const hashWord = (person: string, word: string) => keyed(secret, 'word', person, plainWords(word));

  async function attempt(link: Link): Promise<void> {
    const counted = await db
      .updateTable('desk_links')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('person', '=', link.person)
      .where('token_hash', '=', link.token_hash)
      .where('attempts', '<', LINK_ATTEMPTS)
      .executeTakeFirst();
    if (counted.numUpdatedRows !== 1n) throw refuse('code.expired');
  }

  async function put(tx: DeskTransaction, person: string, kind: SetupKind, token: string): Promise<number> {
    const expires = now() + LINK_LIFE;
    const fresh = {
      ...{ kind, token_hash: tokenHash(token), word_hash: null, word_needed: false, link_for: null, word_for: null },
      ...{ secret: null, attempts: 0, expires_at: String(expires), used_at: null },
    };
    await tx
      .insertInto('desk_links')
      .values({ person, ...fresh })
      .onConflict((conflict) => conflict.column('person').doUpdateSet(fresh))
      .execute();
    await audit.add(tx, { what: 'setup.link', subject: `person:${person}`, detail: { kind } });
    return expires;
  }

  return {
    async founderLink() {
      const rows = await db
        .selectFrom('desk_people')
        .select('id')
        .where('id', 'in', [...FOUNDERS])
        .where('state', '=', 'invited')
        .where('name', 'is', null)
        .orderBy('id')
        .execute();
      const person = rows[0] === undefined ? undefined : String(rows[0].id);
      if (person === undefined) return undefined;
      const token = newToken();
      const kind = person === FOUNDERS[0] ? 'first' : 'second';
      await db.transaction().execute((tx) => put(tx, person, kind, token));
      return pathOf(token);
    },

    async nextLink(tx: DeskTransaction): Promise<{ path: string; expires: number } | null> {
      const second = await tx
        .selectFrom('desk_people')
        .select('id')
        .where('id', '=', FOUNDERS[1])
        .where('state', '=', 'invited')
        .executeTakeFirst();
      if (second === undefined) return null;
      const token = newToken();
      const expires = await put(tx, FOUNDERS[1], 'second', token);
      return { path: pathOf(token), expires };
    },

    async agreed(tx, person, kind, by, second) {
      const fresh = {
        ...{ kind, token_hash: null, word_hash: null, word_needed: true, link_for: by, word_for: second },
        ...{ secret: null, attempts: 0, expires_at: String(now() + LINK_LIFE), used_at: null },
      };
      await tx
        .insertInto('desk_links')
        .values({ person, ...fresh })
        .onConflict((conflict) => conflict.column('person').doUpdateSet(fresh))
        .execute();
    },

    async half(session, person, ip) {
      const token = newToken();
      const word = newWords(WORD_GROUPS);
      const expires = now() + LINK_LIFE;
      return db.transaction().execute(async (tx) => {
        const link = await tx
          .selectFrom('desk_links')
          .selectAll()
          .where('person', '=', person)
          .where('used_at', 'is', null)
          .forUpdate()
          .executeTakeFirst();
        if (link === undefined || !link.word_needed) throw notThere();
        const half =
          String(link.link_for) === session.person ? 'link' : String(link.word_for) === session.person ? 'word' : null;
        if (half === null) throw refuseWhy('request.forbidden', 'role');
        await tx
          .updateTable('desk_links')
          .set({
            ...(half === 'link'
              ? { token_hash: tokenHash(token), secret: null }
              : { word_hash: hashWord(person, word) }),
            attempts: 0,
            expires_at: String(expires),
          })
          .where('person', '=', person)
          .execute();
        await audit.add(tx, {
          ...{ what: 'person.link', person: session.person, subject: `person:${person}`, ip },
          detail: { half },
        });
        return half === 'link' ? { path: pathOf(token), word: null, expires } : { path: null, word, expires };
      });
    },

    async find(token: string): Promise<Link> {
      const link = await db
        .selectFrom('desk_links')
        .selectAll()
        .where('token_hash', '=', tokenHash(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', String(now()))
        .where('attempts', '<', LINK_ATTEMPTS)
        .executeTakeFirst();
      if (link === undefined) throw refuse('code.expired');
      return link;
    },

    attempt,

    async wordGiven(link: Link, word: string | undefined): Promise<boolean> {
      if (!link.word_needed) return true;
      if (word === undefined) return false;
      await attempt(link);
      const right = link.word_hash !== null && sameText(link.word_hash, hashWord(String(link.person), word));
      if (!right) throw refuse('code.wrong');
      await db
        .updateTable('desk_links')
        .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
        .where('person', '=', link.person)
        .where('token_hash', '=', link.token_hash)
        .execute();
      return true;
    },

    async secretOf(link: Link): Promise<string> {
      const person = String(link.person);
      if (link.secret !== null) return vault.open(link.secret, linkPlace(person)).toString('utf8');
      await db
        .updateTable('desk_links')
        .set({ secret: vault.seal(newSecret(), linkPlace(person)) })
        .where('person', '=', link.person)
        .where('token_hash', '=', link.token_hash)
        .where('secret', 'is', null)
        .execute();
      const row = await db
        .selectFrom('desk_links')
        .select('secret')
        .where('person', '=', link.person)
        .where('token_hash', '=', link.token_hash)
        .executeTakeFirst();
      if (row === undefined || row.secret === null) throw refuse('code.expired');
      return vault.open(row.secret, linkPlace(person)).toString('utf8');
    },

    async use(tx, link) {
      const used = await tx
        .updateTable('desk_links')
        .set({ used_at: String(now()), secret: null })
        .where('token_hash', '=', link.token_hash)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      if (used.numUpdatedRows !== 1n) throw refuse('code.expired');
    },
  };
}
