// Dependencies of the credential services, and their shared helpers.

import type { Kysely, Selectable } from 'kysely';
import {
  type Codes,
  IdentityRefusal,
  type IdentityTables,
  type Sessions,
  type Standing,
  type Throttle,
} from '../identity/index.ts';
import type { Messages } from '../messages/index.ts';
import type { Vault } from '../vault/index.ts';

export interface CredentialParts {
  readonly db: Kysely<IdentityTables>;
  readonly vault: Vault;
  readonly codes: Codes;
  readonly sessions: Sessions;
  readonly standing: Standing;
  readonly throttle: Throttle;
  readonly messages: Messages;
  /** ms UTC. */
  readonly now: () => number;
}

/** A customer's row. @throws {IdentityRefusal} 1001 if there is none. */
export async function userRow(
  db: Kysely<IdentityTables>,
  userId: string,
): Promise<Selectable<IdentityTables['users']>> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!row) throw new IdentityRefusal('token.invalid', 'The account of this session does not exist any more.');
  return row;
}

interface Phone {
  readonly area_code: string | null;
  readonly phone: string | null;
}

/** A phone number as used for codes: `+44123456789`; null: none is bound. */
export function phoneAddress({ area_code, phone }: Phone): string | null {
  return phone === null ? null : `+${area_code ?? ''}${phone}`;
}

/** A customer's addresses for codes, the e-mail address first. */
export function addressesOf(row: Phone & { readonly email: string | null }): readonly string[] {
  return [row.email, phoneAddress(row)].filter((address) => address !== null);
}

/**
 * Uses up a code that was sent to one of the customer's addresses.
 * @throws {IdentityRefusal} 1004, 1005 if it is right for none of them.
 */
export async function useOwnCode(
  codes: Codes,
  userId: string,
  addresses: readonly string[],
  purpose: number,
  code: string,
): Promise<void> {
  let refused: unknown = new IdentityRefusal('code.wrong', 'No address is bound that a code could have been sent to.');
  for (const address of addresses) {
    try {
      await codes.use(address, purpose, code, { userId });
      return;
    } catch (error) {
      if (!(error instanceof IdentityRefusal)) throw error;
      refused = error;
    }
  }
  throw refused;
}
