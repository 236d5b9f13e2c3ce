// Inputs that several calls about people share.

import * as z from 'zod/mini';
import { emailAddress, oneOf } from '../text.ts';

/** A password as it is sent: see `hashPassword`. */
export const passwordHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** A verification code as typed. */
export const codeInput = z.string().check(z.regex(/^[0-9]{6}$/));
export const accountInput = z.string().check(z.trim(), z.minLength(1), z.maxLength(254));
export const areaCode = z.optional(z.string().check(z.regex(/^\+?[0-9]{1,4}$/)));
export const phoneInput = z.string().check(z.regex(/^[0-9 -]{5,20}$/));
export const purpose = oneOf([1, 2, 3, 4, 5, 6, 7, 8]);
/** Without an address: one's own, of the signed in. */
export const emailCodeInput = { email: z.optional(emailAddress), type: purpose };
export const mobileCodeInput = { areaCode, phone: z.optional(phoneInput), type: purpose };
export const wait = z.object({ waitSeconds: z.int() });
/** A text a person writes: no line breaks or control characters. */
export const line = (most: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(most), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u));
/** A file of one's own, as an upload answered it. */
export const linkInput = z.string().check(z.regex(/^\/api\/file\/[0-9A-Za-z-]{1,64}$/));
/** What a browser's authenticator answers, as the WebAuthn library's JSON; checked there. */
export const webauthn = z.record(z.string(), z.unknown());
