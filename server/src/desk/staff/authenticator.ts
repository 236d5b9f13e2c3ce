// The authenticator of staff (TOTP, six digits, 30 s), mandatory for everybody: a code works once.

import { generateSecret, generateURI, verifySync } from 'otplib';

/** Length of a step, s. */
const STEP = 30;
const DIGITS = /^[0-9]{6}$/;
const ISSUER = 'Vitrine desk';

/** A new secret, Base32. */
export function newSecret(): string {
  return generateSecret();
}

/** Content of the QR code. */
export function secretUri(secret: string, label: string): string {
  return generateURI({ issuer: ISSUER, label, secret });
}

/**
 * The time step of a valid code, one step of clock error allowed; undefined: wrong, or of a step up to `after`, which
 * was used already.
 */
export function stepOf(secret: string, code: string, now: number, after: number): number | undefined {
  if (!DIGITS.test(code)) return undefined;
  const epoch = Math.floor(now / 1_000);
  const { valid, ...found } = verifySync({ secret, token: code, epoch, epochTolerance: STEP });
  if (!valid || !('delta' in found)) return undefined;
  const step = Math.floor(epoch / STEP) + found.delta;
  return step > after ? step : undefined;
}
