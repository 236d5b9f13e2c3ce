// The withdrawal key: a P-256 key derived from the master key, so that it is the same after each start and needs no
// file.

import { createECDH, createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import type { Vault } from '../../account/vault/index.ts';

/** Public key that a page seals a body to: RFC 7517. It contains no secret. */
export interface SealingKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly use: 'enc';
  readonly alg: 'ECDH-ES';
}

export interface SealingPair {
  readonly open: KeyObject;
  readonly seal: SealingKey;
}

const PURPOSE = 'withdrawal-key';
const CURVE = 'prime256v1';
/** Order of P-256's base point (SEC 2). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const WORD_BYTES = 32;
/** 128 bits more than the order has, so that the bias of the modulo is negligible (FIPS 186-5, A.2.1). */
const DRAWN_BYTES = 48;

/** The key pair of a vault. */
export async function sealingPair(vault: Pick<Vault, 'derive'>): Promise<SealingPair> {
  const drawn = Buffer.from(hkdfSync('sha256', vault.derive(PURPOSE), '', CURVE, DRAWN_BYTES)).toString('hex');
  const scalar = (BigInt(`0x${drawn}`) % (ORDER - 1n)) + 1n;
  const secret = Buffer.from(scalar.toString(16).padStart(2 * WORD_BYTES, '0'), 'hex');
  const curve = createECDH(CURVE);
  curve.setPrivateKey(secret);
  // Uncompressed: a prefix byte, then both coordinates.
  const point = curve.getPublicKey();
  const word = (at: number): string => point.subarray(at, at + WORD_BYTES).toString('base64url');
  const open = { kty: 'EC', crv: 'P-256', x: word(1), y: word(1 + WORD_BYTES) } as const;
  const kid = await calculateJwkThumbprint(open);
  return {
    open: createPrivateKey({ key: { ...open, d: secret.toString('base64url') }, format: 'jwk' }),
    seal: { ...open, kid, use: 'enc', alg: 'ECDH-ES' },
  };
}
