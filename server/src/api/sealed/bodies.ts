// Opens bodies that a page sealed to the withdrawal key: compact JWE, ECDH-ES and A256GCM (calls §5). The content is
// never revealed, not even in an error.

import { SEALED_LIFE } from '@vitrine/contract';
import { compactDecrypt, CompactEncrypt, importJWK } from 'jose';
import { refuse } from '../call/index.ts';
import type { Vault } from '../../account/vault/index.ts';
import { type SealingKey, sealingPair } from './key.ts';

/** How far the clock of a page may be ahead of ours, ms. */
export const SEALED_AHEAD = 60_000;

/** Expected owner of a sealed body. */
export interface SealedFor {
  readonly userId: string;
  /** The header Idempotency-Key; a sealed body without one is rejected, because it could be replayed. */
  readonly key: string | undefined;
  /** ms UTC. */
  readonly now: number;
}

export interface SealedBodies {
  /** For the runtime configuration. */
  readonly key: SealingKey;
  /**
   * The fields inside a sealed text; only their owner is checked.
   * @throws {Refusal} 3108 if it is damaged, sealed to another key, another customer's, another request's, or old.
   */
  open(sealed: string, of: SealedFor): Promise<Readonly<Record<string, unknown>>>;
}

/** Seals one body as a page does. */
export async function sealBody(body: object, to: SealingKey): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(body)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: to.kid })
    .encrypt(await importJWK(to, 'ECDH-ES'));
}

/**
 * Opens sealed bodies with a vault's key. @throws if a test body cannot be opened: the exchange then does not start.
 */
export async function createSealedBodies(vault: Pick<Vault, 'derive'>): Promise<SealedBodies> {
  const pair = await sealingPair(vault);

  async function read(sealed: string): Promise<Readonly<Record<string, unknown>>> {
    let inside: unknown;
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(sealed, pair.open, {
        keyManagementAlgorithms: ['ECDH-ES'],
        contentEncryptionAlgorithms: ['A256GCM'],
        // A small text must not decompress to a large one.
        maxDecompressedLength: 0,
      });
      if (protectedHeader.kid !== undefined && protectedHeader.kid !== pair.seal.kid) throw refuse('body.sealed');
      inside = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext));
    } catch {
      // The error may quote the content, so it is not passed on.
      throw refuse('body.sealed');
    }
    if (typeof inside !== 'object' || inside === null || Array.isArray(inside)) throw refuse('body.sealed');
    return { ...inside };
  }

  const bodies: SealedBodies = {
    key: pair.seal,
    async open(sealed, { userId, key, now }) {
      const inside = await read(sealed);
      const { time } = inside;
      const fits = inside['userId'] === userId && key !== undefined && inside['key'] === key;
      const fresh = typeof time === 'number' && time >= now - SEALED_LIFE && time <= now + SEALED_AHEAD;
      if (!fits || !fresh) throw refuse('body.sealed');
      return inside;
    },
  };

  // A self-test in the same way as every withdrawal.
  const probe = { userId: '0', key: 'probe', time: 0, sum: '1' };
  const opened = await bodies.open(await sealBody(probe, pair.seal), { userId: '0', key: 'probe', now: 0 });
  if (opened['sum'] !== probe.sum) throw new Error('The withdrawal key does not open what is sealed to it.');
  return bodies;
}
