// Sets the anti-phishing word. It appears in our mails and dialogs, so it must be plain text that nobody could mistake
// for a link: no addresses, nothing that hides or reorders text.

import { purposes, sealAntiCode, wrongField } from '../identity/index.ts';
import { addressesOf, type CredentialParts, useOwnCode, userRow } from './parts.ts';

/** Length limits of a word, characters. */
export const ANTI_CODE_LEAST = 4;
export const ANTI_CODE_MOST = 20;
/** Control characters, line ends, unassigned and private ones, and invisible marks that reorder or join text. */
const UNSEEN =
  /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u{61c}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2069}\u{feff}]/u;
/** Links, e-mail addresses, host names. */
const ADDRESS = /@|:\/\/|www\.|[\p{L}\p{N}]\.[\p{L}]{2}/iu;

export interface AntiCode {
  /**
   * Sets the word. A given code (purpose 5, to the user's own address) is used up.
   * @throws {IdentityRefusal} 400 for a word that is too short, too long, an address or not plain text; 1004, 1005.
   */
  set(userId: string, word: string, code: string | undefined): Promise<void>;
}

/** The word in canonical form (NFC, trimmed). @throws {IdentityRefusal} 400. */
export function plainWord(text: string): string {
  const word = text.normalize('NFC').trim();
  const { length } = Array.from(word);
  if (length < ANTI_CODE_LEAST || length > ANTI_CODE_MOST)
    throw wrongField('antiCode', 'range', `A word of ${ANTI_CODE_LEAST} to ${ANTI_CODE_MOST} characters was expected.`);
  if (UNSEEN.test(word) || ADDRESS.test(word))
    throw wrongField('antiCode', 'format', 'Plain text was expected: no address, no hidden characters.');
  return word;
}

/** The anti-phishing word over SQL, sealed. It grants no access, so changing it does not lock withdrawals. */
export function createAntiCode({ db, vault, codes, messages, now }: CredentialParts): AntiCode {
  return {
    async set(userId, text, code) {
      const word = plainWord(text);
      const row = await userRow(db, userId);
      if (code !== undefined) await useOwnCode(codes, userId, addressesOf(row), purposes.change, code);
      await db
        .updateTable('users')
        .set({ anti_code: sealAntiCode(vault, userId, word) })
        .where('id', '=', userId)
        .execute();
      await messages.notice(userId, {
        kind: 'credentialChanged',
        what: 'antiCode',
        time: now(),
        lockedUntil: undefined,
      });
    },
  };
}
