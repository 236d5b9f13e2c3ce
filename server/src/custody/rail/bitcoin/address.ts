// Bitcoin addresses: which can be paid to, what others are, and the script of each.

import { base58check, bech32, bech32m, hex } from '@scure/base';
import { Address, OutScript, p2wpkh } from '@scure/btc-signer';
import { sha256 } from '@scure/btc-signer/utils.js';
import type { AddressVerdict } from '../face.ts';
import { practiceCodec } from '../practice/index.ts';
import { NETWORK_TERMS, type NetworkTerms } from './network.ts';

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{25,35}$/;
const BECH32 = /^(bc|tb|bcrt)1[02-9ac-hj-np-z]{6,84}$/;
const ETHEREUM = /^0x[0-9a-fA-F]{40}$/;
const HASH_BYTES = 20;
const SCRIPT_HASH_BYTES = 32;
/** Version bytes of base58 addresses, of any network. */
const VERSIONS: ReadonlySet<number> = new Set(
  Object.values(NETWORK_TERMS).flatMap(({ addresses }) => [addresses.pubKeyHash, addresses.scriptHash]),
);

const check58 = base58check(sha256);

/** Accepts key hashes, script hashes, and witness versions 0 and 1; nobody can spend later versions safely yet. */
export function checkAddress(address: string, { addresses }: NetworkTerms): AddressVerdict {
  if (ETHEREUM.test(address) || practiceCodec.check(address) === 'ok') return 'network';
  // A single letter case (BIP 173); QR codes use capitals.
  const lower = address === address.toUpperCase() ? address.toLowerCase() : address;
  if (BECH32.test(lower)) {
    const program = witnessOf(lower);
    if (program === undefined) return 'checksum';
    const sound =
      program.version === 0
        ? program.bytes === HASH_BYTES || program.bytes === SCRIPT_HASH_BYTES
        : program.version === 1 && program.bytes === SCRIPT_HASH_BYTES;
    if (!sound) return 'format';
    return program.prefix === addresses.bech32 ? 'ok' : 'network';
  }
  if (!BASE58.test(address)) return 'format';
  const version = versionOf(address);
  if (version === undefined) return 'checksum';
  if (version === addresses.pubKeyHash || version === addresses.scriptHash) return 'ok';
  return VERSIONS.has(version) ? 'network' : 'format';
}

/** Version 0 has the checksum of BIP 173, later ones that of BIP 350. */
function witnessOf(address: string): { prefix: string; version: number; bytes: number } | undefined {
  for (const coder of [bech32, bech32m]) {
    const read = coder.decodeUnsafe(address);
    if (read === undefined) continue;
    const [version, ...words] = read.words;
    const program = coder.fromWordsUnsafe(words);
    if (version === undefined || program === undefined || (version === 0) !== (coder === bech32)) return undefined;
    return { prefix: read.prefix, version, bytes: program.length };
  }
  return undefined;
}

function versionOf(address: string): number | undefined {
  let bytes: Uint8Array;
  try {
    bytes = check58.decode(address);
  } catch {
    // A wrong checksum is a valid result here.
    return undefined;
  }
  return bytes.length === 1 + HASH_BYTES ? bytes[0] : undefined;
}

/** @throws unless it can be paid to */
export function spellAddress(address: string, terms: NetworkTerms): string {
  const verdict = checkAddress(address, terms);
  if (verdict !== 'ok') throw new Error(`expected an address of bitcoin that can be paid to, got ${verdict}`);
  return BECH32.test(address.toLowerCase()) ? address.toLowerCase() : address;
}

/** Pay-to-witness-key-hash (BIP 84). */
export function addressOfKey(publicKey: Uint8Array, { addresses }: NetworkTerms): string {
  const { address } = p2wpkh(publicKey, addresses);
  if (address === undefined) throw new Error('expected an address of a public key, got none');
  return address;
}

export function scriptOf(address: string, { addresses }: NetworkTerms): Uint8Array {
  return OutScript.encode(Address(addresses).decode(address));
}

/** The address that a script pays to; undefined if it has none. */
export function addressOfScript(script: Uint8Array, { addresses }: NetworkTerms): string | undefined {
  try {
    const read = OutScript.decode(script);
    if (read === undefined || !['pkh', 'sh', 'wpkh', 'wsh', 'tr'].includes(read.type)) return undefined;
    return Address(addresses).encode(read as Parameters<ReturnType<typeof Address>['encode']>[0]);
  } catch {
    // Scripts in blocks may be anything: an unreadable one pays none of our addresses.
    return undefined;
  }
}

/** BIP 84's first addresses; a wrong derivation or encoding would send coins where nobody has keys. */
export function checkVectors(): void {
  const vectors = [
    [
      '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    ],
    [
      '03e775fd51f0dfb8cd865d9ff1cca2a158cf651fe997fdc9fee9c1d3b5e995ea77',
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    ],
    [
      '03025324888e429ab8e3dbaf1f7802648b9cd01e9b418485c5fa4c1b9b5700e1a6',
      'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
    ],
  ] as const;
  for (const [key, address] of vectors) {
    const made = addressOfKey(hex.decode(key), NETWORK_TERMS.main);
    if (made !== address) throw new Error(`expected ${address} of a known public key, got ${made}`);
  }
}
