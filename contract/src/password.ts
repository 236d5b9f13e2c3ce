// Passwords: the two rules they must meet, and how they are hashed before sending.

import { sha256Hex, utf8 } from './sha256.ts';

export const PASSWORD_LEAST = 6;
export const PASSWORD_MOST = 20;
/** Allowed symbols besides letters and digits. */
export const PASSWORD_SYMBOLS = '~!@#$%^&*()_+-=[]{}|;:\'",.<>/?\\`';

/** Hex digits of a password's SHA-1 that are sent to look it up among breached ones: a million prefixes. */
export const BREACHED_PREFIX = 5;
/** Hex digits returned after the prefix: enough to avoid collisions between passwords. */
export const BREACHED_SUFFIX = 15;
/** Most suffixes per answer. In the full list of 2025 a prefix has at most 1,900. */
export const BREACHED_MOST = 4_096;

/** Fault of a password: its length, a forbidden character, or too few kinds of characters. */
export type PasswordFault = 'length' | 'character' | 'mix';

/** First rule: 6 to 20 characters of letters, digits and the listed symbols. */
export function passwordCharacters(text: string): PasswordFault | undefined {
  if (text.length < PASSWORD_LEAST || text.length > PASSWORD_MOST) return 'length';
  for (const character of text)
    if (!/^[A-Za-z0-9]$/.test(character) && !PASSWORD_SYMBOLS.includes(character)) return 'character';
  return undefined;
}

/** Second rule: at least 6 characters mixing at least two of letters, digits, symbols. */
export function passwordMix(text: string): PasswordFault | undefined {
  if (text.length < PASSWORD_LEAST) return 'length';
  const kinds = [/[A-Za-z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) => kind.test(text)).length;
  return kinds < 2 ? 'mix' : undefined;
}

/** The first fault under both rules. */
export function passwordFault(text: string): PasswordFault | undefined {
  return passwordCharacters(text) ?? passwordMix(text);
}

/** What is sent instead of a password (also the fund password): hex SHA-256 of `vitrine:` and the NFKC text. */
export function hashPassword(text: string): string {
  return sha256Hex(utf8(`vitrine:${text.normalize('NFKC')}`));
}
