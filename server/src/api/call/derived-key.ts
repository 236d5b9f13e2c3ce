// Idempotency keys of the steps of one request: each step has a separate key, the same one when the request is
// repeated.

import { hash } from 'node:crypto';
import { type CommandKey, NO_KEY } from './key.ts';

/** Bytes of a key's word. */
const WORD_BYTES = 6;
/** Added to a derived key's word. A client's words are smaller (42 bits), so a derived key never equals a client's. */
const OURS = 2 ** 47;

/**
 * The key of a step of a request with this key, with the same time and body; without a request key there is no step
 * key.
 */
export function derivedKey(key: CommandKey, step: string): CommandKey {
  if (key.keyTime === 0) return NO_KEY;
  const digest = hash('sha256', `${key.keyTime}:${key.keyHigh}:${key.keyLow}\n${step}`, 'buffer');
  return {
    keyTime: key.keyTime,
    keyHigh: OURS + (digest.readUIntBE(0, WORD_BYTES) % OURS),
    keyLow: digest.readUIntBE(WORD_BYTES, WORD_BYTES),
    bodyHash: key.bodyHash,
  };
}
