// Schema of a browser authenticator's response; the library verifies its meaning.

import * as z from 'zod/mini';
import { IdentityRefusal } from '../identity/index.ts';

/** Longest part of a response, characters: an attestation has at most a few thousand bytes. */
const PART_LONGEST = 16_384;
/** Longest credential id (1,023 bytes) in base64url. */
const ID_LONGEST = 1_364;

const part = z.string().check(z.minLength(1), z.maxLength(PART_LONGEST), z.regex(/^[0-9A-Za-z_-]+$/));
const credentialId = part.check(z.maxLength(ID_LONGEST));
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };

const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part,
    attestationObject: part,
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,16}$/))).check(z.maxLength(8))),
  }),
});
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: z.nullish(part),
  }),
});
export type Registration = z.output<typeof registration>;
export type Assertion = z.output<typeof assertion>;

const malformed = () =>
  new IdentityRefusal('request.invalid', 'A passkey answer of the browser was expected.', {}, { response: 'format' });

/** @throws {IdentityRefusal} 400 if it is invalid. */
export function readRegistration(response: unknown): Registration {
  const read = registration.safeParse(response);
  if (!read.success) throw malformed();
  return read.data;
}

/** @throws {IdentityRefusal} 400 if it is invalid. */
export function readAssertion(response: unknown): Assertion {
  const read = assertion.safeParse(response);
  if (!read.success) throw malformed();
  return read.data;
}

/** The challenge that a response names. @throws {IdentityRefusal} 400 if it is unreadable. */
export async function challengeOf(clientDataJSON: string): Promise<string> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
  let challenge: unknown;
  try {
    ({ challenge } = decodeClientDataJSON(clientDataJSON));
  } catch {
    throw malformed();
  }
  if (typeof challenge !== 'string' || challenge === '' || challenge.length > ID_LONGEST) throw malformed();
  return challenge;
}
