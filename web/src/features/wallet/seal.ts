// Encrypts a withdrawal's body to the exchange's key: compact JWE, ECDH-ES and A256GCM (RFC 7516, 7518), by the
// browser's own cryptography.
import type { WithdrawalKey } from '../../runtime/index.ts';

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const ENC = 'A256GCM';
const KEY_BITS = 256;
/** GCM: 96 bits of nonce, 128 of tag. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const encoder = new TextEncoder();

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** Four bytes, big-endian. */
function word(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Concat KDF of RFC 7518 §4.6.2 for one block of SHA-256, without party infos: the content key of a shared secret. */
export async function contentKey(shared: Uint8Array, algorithm: string = ENC): Promise<Uint8Array<ArrayBuffer>> {
  const name = encoder.encode(algorithm);
  const info = joined(word(1), shared, word(name.length), name, word(0), word(0), word(KEY_BITS));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', info));
}

/**
 * The encrypted body: only the exchange can decrypt it. Each call generates a new key pair, so two results are never
 * equal.
 * @throws TypeError where the browser has no cryptography (a page over plain http from another machine)
 */
export async function seal(body: object, to: WithdrawalKey): Promise<string> {
  // TypeScript's lib declares it as always present; over plain http it is missing.
  const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
  if (!subtle) throw new TypeError('expected crypto.subtle, found none: the page needs https or localhost');
  const { kty, crv, x, y } = to;
  const [theirs, own] = await Promise.all([
    subtle.importKey('jwk', { kty, crv, x, y }, CURVE, false, []),
    subtle.generateKey(CURVE, true, ['deriveBits']),
  ]);
  const shared = await subtle.deriveBits({ name: 'ECDH', public: theirs }, own.privateKey, KEY_BITS);
  const epk = await subtle.exportKey('jwk', own.publicKey);
  const header = base64url(
    encoder.encode(
      JSON.stringify({
        alg: 'ECDH-ES',
        enc: ENC,
        ...(to.kid !== undefined && { kid: to.kid }),
        epk: { kty: epk.kty, crv: epk.crv, x: epk.x, y: epk.y },
      }),
    ),
  );
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const key = await subtle.importKey('raw', await contentKey(new Uint8Array(shared)), 'AES-GCM', false, ['encrypt']);
  const sealed = new Uint8Array(
    await subtle.encrypt(
      { name: 'AES-GCM', iv: nonce, additionalData: encoder.encode(header) },
      key,
      encoder.encode(JSON.stringify(body)),
    ),
  );
  const text = sealed.subarray(0, -TAG_BYTES);
  const tag = sealed.subarray(-TAG_BYTES);
  // Direct key agreement: the part between the first two dots (the wrapped key) is empty.
  return [header, '', base64url(nonce), base64url(text), base64url(tag)].join('.');
}
