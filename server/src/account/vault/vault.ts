// Encryption of personal data: AES-256-GCM with a fresh nonce each time, bound to its place.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The first byte: another sealing format would have another number. */
const FORMAT = 1;

/** Seals and opens. `place` names row and column (or file): content sealed for one place does not open at another. */
export interface Vault {
  seal(content: Uint8Array | string, place: string): Buffer;
  /** @throws if it was changed, sealed for another place, or sealed with another key. */
  open(sealed: Uint8Array, place: string): Buffer;
  /** A separate key for another purpose, derived from the master key; never the sealing key itself. */
  derive(purpose: string): Buffer;
}

/** A vault over a master key of 32 bytes. */
export function createVault(master: Uint8Array): Vault {
  if (master.length !== KEY_BYTES) throw new RangeError(`expected a key of ${KEY_BYTES} bytes, got ${master.length}`);
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', master, new Uint8Array(0), `vitrine:${purpose}`, KEY_BYTES));
  const key = derive('seal');
  return {
    derive: (purpose) => derive(`derived:${purpose}`),

    seal(content, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(Buffer.from(place));
      const body = Buffer.concat([
        typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content),
        cipher.final(),
      ]);
      return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), body]);
    },

    open(sealed, place) {
      const from = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      if (from.length < 1 + NONCE_BYTES + TAG_BYTES || from[0] !== FORMAT)
        throw new Error(`expected content sealed in format ${FORMAT} for ${place}`);
      const nonce = from.subarray(1, 1 + NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce);
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(from.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(from.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
  };
}
