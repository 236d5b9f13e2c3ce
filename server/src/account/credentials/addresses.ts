// An account's e-mail address and phone number: binding the first one, replacing it.

import {
  type EmailPlace,
  emailPlace,
  IdentityRefusal,
  maskEmail,
  maskPhone,
  type PhonePlace,
  phonePlace,
  purposes,
  wrongField,
} from '../identity/index.ts';
import { type CredentialParts, phoneAddress, userRow } from './parts.ts';

const UNIQUE_VIOLATION = '23505';

export interface NewAddress {
  /** 2 e-mail, 3 phone. */
  readonly type: 2 | 3;
  readonly account: string;
  readonly areaCode?: string | undefined;
  /** Sent to the new address with purpose 4. */
  readonly code: string;
  /** Sent to the replaced address with purpose 5. */
  readonly oldCode?: string | undefined;
}

/** What was bound before. */
interface Before {
  readonly email: string | null;
  readonly area_code: string | null;
  readonly phone: string | null;
}

export interface Addresses {
  /**
   * Binds an address, or replaces the bound one; then withdrawals are locked for 24 h. Returns the new one, masked.
   * @throws {IdentityRefusal} 400 (`account` is already bound; `oldCode` is missing), 1004, 1005; 1006 for a taken
   *   address, only after the code sent to it was entered.
   */
  bind(userId: string, address: NewAddress): Promise<string>;
}

/** Addresses over SQL, which enforces uniqueness. */
export function createAddresses({ db, codes, standing, messages, now }: CredentialParts): Addresses {
  async function isBound(place: EmailPlace | PhonePlace): Promise<boolean> {
    const query = db.selectFrom('users').select('id').where(place.column, '=', place.value);
    const found =
      place.column === 'phone'
        ? await query.where('area_code', '=', place.areaCode).executeTakeFirst()
        : await query.executeTakeFirst();
    return found !== undefined;
  }

  /**
   * Returns false if the bound address is no longer the one in `before`. Of two concurrent calls, the second one
   * replaces.
   */
  async function replace(userId: string, place: EmailPlace | PhonePlace, before: Before): Promise<boolean> {
    const row = db.updateTable('users').where('id', '=', userId);
    const update =
      place.column === 'email'
        ? row.set({ email: place.value }).where('email', 'is not distinct from', before.email)
        : row
            .set({ phone: place.value, area_code: place.areaCode })
            .where('phone', 'is not distinct from', before.phone)
            .where('area_code', 'is not distinct from', before.area_code);
    try {
      return (await update.executeTakeFirst()).numUpdatedRows > 0n;
    } catch (error) {
      if ((error as { code?: string }).code === UNIQUE_VIOLATION) throw isTaken();
      throw error;
    }
  }

  return {
    async bind(userId, { type, account, areaCode, code, oldCode }) {
      const place = type === 2 ? emailPlace(account) : phonePlace(account, areaCode);
      const row = await userRow(db, userId);
      const old = place.column === 'email' ? row.email : phoneAddress(row);
      if (old === place.address) throw wrongField('account', 'range', 'This address is bound already.');
      if (old !== null && oldCode === undefined) throw oldCodeWanted();
      await codes.use(place.address, purposes.bind, code, { userId });
      // From here on the new address is known to be the asker's own: that it is taken tells nothing of anybody else.
      if (await isBound(place)) throw isTaken();
      if (old !== null) await codes.use(old, purposes.change, oldCode ?? '', { userId });
      const lockedUntil = old === null ? undefined : await standing.credentialChanged(userId);
      if (!(await replace(userId, place, row))) throw oldCodeWanted();
      const what = place.column;
      await messages.notice(
        userId,
        { kind: 'credentialChanged', what, time: now(), lockedUntil },
        ...(old === null ? [] : [old]),
      );
      return place.column === 'email' ? maskEmail(place.value) : maskPhone(place.value);
    },
  };
}

function isTaken(): IdentityRefusal {
  return new IdentityRefusal('account.taken', 'This address belongs to another account. Bind another one.');
}

function oldCodeWanted(): IdentityRefusal {
  return wrongField('oldCode', 'required', 'An address is bound: the code sent to it was expected.');
}
