// The two parts of an API key and the signed text.

import { createHmac, randomBytes } from 'node:crypto';
import type { SignedRequest } from '../../api/call/index.ts';
import type { Vault } from '../vault/index.ts';

const KEY_BYTES = 16;
const SECRET_BYTES = 32;

/** A new public part. */
export function newKey(): string {
  return `vk${randomBytes(KEY_BYTES).toString('hex')}`;
}

/** A new secret. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

const placeOf = (key: string) => `api_keys:${key}:secret`;

/** Seals a secret for storage. Each signature check needs the secret itself, so a hash would not do. */
export function sealSecret(vault: Vault, key: string, secret: string): Buffer {
  return vault.seal(secret, placeOf(key));
}

/** Opens a sealed secret. */
export function openSecret(vault: Vault, key: string, sealed: Uint8Array): string {
  return vault.open(sealed, placeOf(key)).toString('utf8');
}

/** The signed text: method, path, query, hash of the body, time, nonce, joined by line feeds (calls §1). */
export function signedText({ method, path, query, bodyHash, headers }: SignedRequest): string {
  return [method, path, query, bodyHash, headers['api-time'], headers['api-nonce']].join('\n');
}

/** The expected signature of a request: lower-case hex HMAC-SHA256. */
export function signatureOf(secret: string, request: SignedRequest): string {
  return createHmac('sha256', secret).update(signedText(request)).digest('hex');
}
