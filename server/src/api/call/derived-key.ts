// Keys of the steps that one request takes: each its own, and the same again when the request is sent again.

import { hash } from 'node:crypto';
import { type CommandKey, NO_KEY } from './key.ts';

/** Bytes of a key's word. */
const WORD_BYTES = 6;
/** Of the words of a client's key none is so great (42 bits): a derived one is never taken for a client's. */
const OURS = 2 ** 47;

/** The key of a step of a request with this key, of the same time and body; a request without a key has steps without. */
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
