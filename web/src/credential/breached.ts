// Checks a new password against known breaches: requests all breached hashes with the same prefix.
import { useLingui } from '@lingui/react/macro';
import { BREACHED_PREFIX, BREACHED_SUFFIX } from '@vitrine/contract';
import { ApiFault, NoAnswer, request } from '../api/index.ts';
import { refusalText } from '../i18n/index.ts';

const WEAK = 1008;
/** Key of the refusal that forms show at the password field. */
export const BREACHED = 'password.breached';

/** First 20 hex digits of a password's SHA-1; undefined if the browser cannot compute it (no TLS). */
async function hashOf(password: string): Promise<string | undefined> {
  if (!globalThis.isSecureContext) return undefined;
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password)));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.slice(0, BREACHED_PREFIX + BREACHED_SUFFIX);
}

/**
 * Whether a password is in the exchange's list of breached ones. False without a list or an answer: the check helps,
 * but must not lock anybody out.
 */
async function isBreached(password: string): Promise<boolean> {
  const hash = await hashOf(password);
  if (hash === undefined) return false;
  try {
    const { suffixes } = await request(
      'user.breachedPasswords',
      { prefix: hash.slice(0, BREACHED_PREFIX) },
      { quiet: true },
    );
    return suffixes.includes(hash.slice(BREACHED_PREFIX));
  } catch (error) {
    if (error instanceof ApiFault || error instanceof NoAnswer) return false;
    throw error;
  }
}

/** Why a field was refused. A breached password gets the text of the exchange's own refusal. */
export function fieldRefusal(fault: ApiFault): string {
  return fault.key === BREACHED ? fault.message : refusalText(fault);
}

/** Refuses a breached password like the exchange refuses a common one. */
export function useBreachedCheck(): (password: string) => Promise<void> {
  const { t } = useLingui();
  return async (password) => {
    if (!(await isBreached(password))) return;
    const words = t`This password is in a published list of stolen passwords. Choose another.`;
    throw new ApiFault(WEAK, { key: BREACHED, args: {} }, words, false);
  };
}
