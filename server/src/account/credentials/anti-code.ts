// Setting the anti-phishing word. It stands in mails and dialogs of ours, so it must be plain text that nobody could take
// for something to follow: no addresses, nothing that hides or turns text around.

import { purposes, sealAntiCode, wrongField } from '../identity/index.ts';
import { addressesOf, type CredentialParts, useOwnCode, userRow } from './parts.ts';

/** Characters of a word. */
export const ANTI_CODE_LEAST = 4;
export const ANTI_CODE_MOST = 20;
/** Control characters, line ends, unassigned and private ones, and the marks that turn or join text unseen. */
const UNSEEN =
  /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u{61c}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2069}\u{feff}]/u;
/** Links, e-mail addresses, host names. */
const ADDRESS = /@|:\/\/|www\.|[\p{L}\p{N}]\.[\p{L}]{2}/iu;

export interface AntiCode {
  /**
   * Sets the word. A code is used up when one is given (purpose 5, to one's own address).
   * @throws {IdentityRefusal} 400 of a word that is too short, too long, an address or no plain text; 1004, 1005.
   */
  set(userId: string, word: string, code: string | undefined): Promise<void>;
}

/** The word in its one spelling (NFC, without spaces around it). @throws {IdentityRefusal} 400. */
export function plainWord(text: string): string {
  const word = text.normalize('NFC').trim();
  const { length } = Array.from(word);
  if (length < ANTI_CODE_LEAST || length > ANTI_CODE_MOST)
    throw wrongField('antiCode', 'range', `A word of ${ANTI_CODE_LEAST} to ${ANTI_CODE_MOST} characters was expected.`);
  if (UNSEEN.test(word) || ADDRESS.test(word))
    throw wrongField('antiCode', 'format', 'Plain text was expected: no address, no hidden characters.');
  return word;
}

/** The anti-phishing word over SQL, sealed. It opens nothing, so withdrawals are not locked by its change. */
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
