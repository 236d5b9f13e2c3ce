// Inputs shared by several account calls.

import * as z from 'zod/mini';
import { emailAddress, oneOf } from '../text.ts';

/** A password as sent: see `hashPassword`. */
export const passwordHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** A verification code as entered. */
export const codeInput = z.string().check(z.regex(/^[0-9]{6}$/));
export const accountInput = z.string().check(z.trim(), z.minLength(1), z.maxLength(254));
export const areaCode = z.optional(z.string().check(z.regex(/^\+?[0-9]{1,4}$/)));
export const phoneInput = z.string().check(z.regex(/^[0-9 -]{5,20}$/));
export const purpose = oneOf([1, 2, 3, 4, 5, 6, 7, 8]);
/** Without an address: the signed-in user's own. */
export const emailCodeInput = { email: z.optional(emailAddress), type: purpose };
export const mobileCodeInput = { areaCode, phone: z.optional(phoneInput), type: purpose };
export const wait = z.object({ waitSeconds: z.int() });
/** A text written by a person: no line breaks or control characters. */
export const line = (most: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(most), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u));
/** Link of the user's own file, as returned by an upload. */
export const linkInput = z.string().check(z.regex(/^\/api\/file\/[0-9A-Za-z-]{1,64}$/));
/** Response of a browser's authenticator, in the WebAuthn library's JSON; the library validates it. */
export const webauthn = z.record(z.string(), z.unknown());
