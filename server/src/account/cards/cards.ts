// A customer's bank card: bound once, never changed, stored sealed, shown masked (spec §3, §5).

import type { BankCard } from '@vitrine/contract';
import type { Kysely } from 'kysely';
import {
  IdentityRefusal,
  type IdentityTables,
  maskCard,
  maskIdNumber,
  maskLine,
  maskName,
  maskPhone,
  wrongField,
} from '../identity/index.ts';
import type { Vault } from '../vault/index.ts';
import { numberFits, plainNumber } from './number.ts';

/** A card as entered. */
export interface CardDetails {
  readonly name: string;
  readonly idNumber: string;
  readonly cardNumber: string;
  readonly bankName: string;
  readonly bankAddress?: string | undefined;
  readonly bankPhone?: string | undefined;
  readonly bankCode?: string | undefined;
  readonly branchName?: string | undefined;
  readonly homeAddress?: string | undefined;
}

export interface CardParts {
  readonly db: Kysely<IdentityTables>;
  readonly vault: Vault;
  /** ms UTC. */
  readonly now: () => number;
}

export interface Cards {
  /** Binds the card; returns it masked. @throws {IdentityRefusal} 400 for wrong check digits, 1107. */
  bind(userId: string, details: CardDetails): Promise<BankCard>;
  /** The card, masked; null if there is none. */
  find(userId: string): Promise<BankCard | null>;
}

const placeOf = (userId: string) => `bank_cards:${userId}:card`;

/** Cards over SQL, which allows one per customer. */
export function createCards({ db, vault, now }: CardParts): Cards {
  return {
    async bind(userId, details) {
      const cardNumber = plainNumber(details.cardNumber);
      if (!numberFits(cardNumber))
        throw wrongField(
          'cardNumber',
          'format',
          'The check digits of this number are wrong. Compare it with the card.',
        );
      const card: CardDetails = { ...details, cardNumber };
      const row = await db
        .insertInto('bank_cards')
        .values({
          user_id: userId,
          sealed: vault.seal(JSON.stringify(card), placeOf(userId)),
          created_at: String(now()),
        })
        .onConflict((conflict) => conflict.column('user_id').doNothing())
        .returning(['id', 'created_at'])
        .executeTakeFirst();
      if (!row) throw new IdentityRefusal('card.bound', 'A card is bound. It cannot be changed.');
      return masked(String(row.id), Number(row.created_at), card);
    },

    async find(userId) {
      const row = await db.selectFrom('bank_cards').selectAll().where('user_id', '=', userId).executeTakeFirst();
      if (!row) return null;
      const card = JSON.parse(vault.open(row.sealed, placeOf(userId)).toString('utf8')) as CardDetails;
      return masked(String(row.id), Number(row.created_at), card);
    },
  };
}

function masked(id: string, time: number, card: CardDetails): BankCard {
  return {
    id,
    name: maskName(card.name),
    idNumber: maskIdNumber(card.idNumber),
    cardNumber: maskCard(card.cardNumber),
    bankName: card.bankName,
    bankAddress: card.bankAddress ?? null,
    bankPhone: card.bankPhone === undefined ? null : maskPhone(card.bankPhone),
    bankCode: card.bankCode ?? null,
    branchName: card.branchName ?? null,
    homeAddress: card.homeAddress === undefined ? null : maskLine(card.homeAddress),
    time,
  };
}
