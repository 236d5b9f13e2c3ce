// Addresses of the practice chain: bech32m of the hash of a compressed key, with a separate prefix.

import { hash } from 'node:crypto';
import { bech32m } from '@scure/base';
import type { AddressVerdict } from '../face.ts';

const PREFIX = 'vtp';
/** Bytes of the key's SHA-256 in an address. */
export const HASH_BYTES = 20;
const KEY_BYTES = 33;
/** Characters: prefix, separator, 32 of the hash, 6 of the checksum. */
const LENGTH = PREFIX.length + 1 + 32 + 6;
const SHAPE = new RegExp(`^${PREFIX}1[02-9ac-hj-np-z]{${LENGTH - PREFIX.length - 1}}$`);
/** Formats of other chains' addresses. */
const FOREIGN = [/^0x[0-9a-fA-F]{40}$/, /^(bc|tb|bcrt|ltc)1[0-9a-z]{6,87}$/i, /^[13mn2][1-9A-HJ-NP-Za-km-z]{25,34}$/];

/** Address of the hash in a transaction's output. */
export function addressOfHash(keyHash: Uint8Array): string {
  if (keyHash.length !== HASH_BYTES) throw new RangeError(`expected ${HASH_BYTES} bytes, got ${keyHash.length}`);
  return bech32m.encode(PREFIX, bech32m.toWords(keyHash));
}

/** Address of a compressed public key: an uncompressed one would silently give another address. */
export function addressOfKey(publicKey: Uint8Array): string {
  if (publicKey.length !== KEY_BYTES || (publicKey[0] !== 2 && publicKey[0] !== 3))
    throw new RangeError(`expected a compressed public key of ${KEY_BYTES} bytes, got ${publicKey.length}`);
  return addressOfHash(hash('sha256', publicKey, 'buffer').subarray(0, HASH_BYTES));
}

export function checkAddress(text: string): AddressVerdict {
  if (FOREIGN.some((look) => look.test(text))) return 'network';
  const one = oneCase(text);
  if (one === undefined || !SHAPE.test(one)) return 'format';
  return decode(one) === undefined ? 'checksum' : 'ok';
}

/** Lower case. @throws unless `checkAddress` finds it valid. */
export function spellAddress(text: string): string {
  const verdict = checkAddress(text);
  if (verdict !== 'ok')
    throw new RangeError(`expected an address of the practice chain, got one of a wrong ${verdict}`);
  return text.toLowerCase();
}

/** The hash in an address. @throws as `spellAddress`. */
export function hashOfAddress(address: string): Uint8Array {
  const decoded = decode(spellAddress(address));
  if (decoded === undefined) throw new RangeError('expected an address of the practice chain');
  return decoded;
}

/** A single letter case, as bech32 requires, converted to lower case. */
function oneCase(text: string): string | undefined {
  return text === text.toLowerCase() || text === text.toUpperCase() ? text.toLowerCase() : undefined;
}

function decode(address: string): Uint8Array | undefined {
  const decoded = bech32m.decodeUnsafe(address, LENGTH);
  if (decoded === undefined || decoded.prefix !== PREFIX) return undefined;
  const bytes = bech32m.fromWordsUnsafe(decoded.words);
  return bytes instanceof Uint8Array && bytes.length === HASH_BYTES ? bytes : undefined;
}
