// A practice chain over a real PostgreSQL whose blocks are made by hand, and keys as the signer would have them.

import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hash } from 'node:crypto';
import type { CustodyDatabase } from '../../../src/custody/tables.ts';
import type { Source } from '../../../src/custody/rail/index.ts';
import {
  openPractice,
  type Practice,
  practiceCodec,
  type PracticeOptions,
} from '../../../src/custody/rail/practice/index.ts';

export const START = Date.UTC(2026, 10, 22, 12);

export function privateKeyOf(source: Source): Uint8Array {
  return hash('sha256', source.kind === 'hot' ? 'hot' : `deposit ${source.index}`, 'buffer');
}
export function publicKeyOf(source: Source): Uint8Array {
  return secp256k1.getPublicKey(privateKeyOf(source), true);
}
export function addressOf(source: Source): string {
  return practiceCodec.address(publicKeyOf(source));
}

/** Opens the chain; its blocks come by `mine` alone. */
export function startPractice(db: CustodyDatabase, options: Partial<PracticeOptions> = {}): Promise<Practice> {
  return openPractice({
    parts: { db, mode: 'practice', now: () => START, onFault: (error) => void error },
    blockTime: 0,
    publicKeyOf,
    ...options,
  });
}

/** Removes the chain, so that the next one begins anew. */
export async function forgetPractice(db: CustodyDatabase): Promise<void> {
  for (const table of ['practice_blocks', 'practice_pending', 'practice_sent'] as const)
    await db.deleteFrom(table).execute();
}
