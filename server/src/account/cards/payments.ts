// Payment accounts for OTC and cash: the bank card and up to ten others. Stored sealed, shown masked.

import { PAYMENT_TYPE, type PaymentRecord } from '@vitrine/contract';
import { fileIdOf, type Files } from '../files/index.ts';
import { IdentityRefusal, type IdentityTables, maskAccount, maskName, wrongField } from '../identity/index.ts';
import type { Kysely } from 'kysely';
import type { CardParts, Cards } from './cards.ts';

/** Most accounts per customer, besides the card. */
export const PAYMENTS_MOST = 10;

/** A payment account other than a card. */
export interface OtherAccount {
  readonly name: string;
  readonly account: string;
  readonly bankName?: string | undefined;
  /** Link of a QR code picture; must be one of the user's own files. */
  readonly qr?: string | undefined;
}

export interface Payments {
  /**
   * Adds an account; returns its id. @throws {IdentityRefusal} 400 for `type` if there are ten, for `qr` if it is not
   * the user's own.
   */
  add(userId: string, account: OtherAccount): Promise<string>;
  /** Replaces one of the user's accounts. @throws {IdentityRefusal} 404, and as `add` for `qr`. */
  change(userId: string, id: string, account: OtherAccount): Promise<void>;
  /** @throws {IdentityRefusal} 404 if it is not the user's own, 1107 for the card. */
  remove(userId: string, id: string): Promise<void>;
  /** The card first, then the accounts, newest first. */
  list(userId: string): Promise<PaymentRecord[]>;
}

const placeOf = (userId: string) => `payment_methods:${userId}:account`;

/** Payment accounts over SQL. */
export function createPayments(
  { db, vault, now }: CardParts,
  cards: Cards,
  files: Pick<Files, 'ofOwner' | 'attach'>,
): Payments {
  async function hasCapacity(tx: Kysely<IdentityTables>, userId: string): Promise<boolean> {
    // Locks the owner's row, so that accounts added at the same time are counted one after the other.
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    const { count } = await tx
      .selectFrom('payment_methods')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return Number(count) < PAYMENTS_MOST;
  }

  async function pictureOf(userId: string, link: string): Promise<string> {
    const id = fileIdOf(link);
    const file = id === undefined ? undefined : await files.ofOwner(userId, id);
    if (file === undefined) throw noPicture();
    return file.id;
  }

  return {
    async add(userId, account) {
      const qr = account.qr === undefined ? undefined : await pictureOf(userId, account.qr);
      const sealed = vault.seal(JSON.stringify(account), placeOf(userId));
      const row = await db.transaction().execute(async (tx) => {
        if (!(await hasCapacity(tx, userId)))
          throw wrongField('type', 'range', `At most ${PAYMENTS_MOST} accounts besides the card.`);
        if (qr !== undefined && !(await files.attach(qr, tx))) throw noPicture();
        return tx
          .insertInto('payment_methods')
          .values({ user_id: userId, sealed, created_at: String(now()) })
          .returning('id')
          .executeTakeFirstOrThrow();
      });
      return String(row.id);
    },

    async change(userId, id, account) {
      const own = idOf(id);
      const qr = account.qr === undefined ? undefined : await pictureOf(userId, account.qr);
      await db.transaction().execute(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('payment_methods')
          .set({ sealed: vault.seal(JSON.stringify(account), placeOf(userId)), created_at: String(now()) })
          .where('id', '=', own)
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) throw unknownAccount();
        if (qr !== undefined && !(await files.attach(qr, tx))) throw noPicture();
      });
    },

    async remove(userId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('payment_methods')
        .where('id', '=', idOf(id))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) throw unknownAccount();
    },

    async list(userId) {
      const card = await cards.find(userId);
      const rows = await db
        .selectFrom('payment_methods')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(PAYMENTS_MOST)
        .execute();
      const others = rows.map((row) => {
        const account = JSON.parse(vault.open(row.sealed, placeOf(userId)).toString('utf8')) as OtherAccount;
        return {
          id: String(row.id),
          type: PAYMENT_TYPE.other,
          name: maskName(account.name),
          account: maskAccount(account.account),
          bankName: account.bankName ?? null,
          qr: account.qr ?? null,
          time: Number(row.created_at),
        };
      });
      if (card === null) return others;
      const { name, cardNumber, bankName, time } = card;
      // Cards and accounts have separate numbers; the prefix marks a card's id.
      const first = {
        id: `card-${card.id}`,
        type: PAYMENT_TYPE.card,
        name,
        account: cardNumber,
        bankName,
        qr: null,
        time,
      };
      return [first, ...others];
    },
  };
}

/** The number of an account. @throws {IdentityRefusal} 1107 for the card, 404 if it is no number. */
function idOf(id: string): string {
  if (id.startsWith('card-')) throw new IdentityRefusal('card.bound', 'A bound card stays.');
  if (!/^\d{1,18}$/.test(id)) throw unknownAccount();
  return id;
}

function unknownAccount(): IdentityRefusal {
  return new IdentityRefusal('request.notFound', 'no such account');
}

function noPicture(): IdentityRefusal {
  return wrongField('qr', 'range', 'A picture of one’s own was expected.');
}
