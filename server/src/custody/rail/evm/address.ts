// Ethereum addresses: from public keys, and as entered by customers.

import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, getAddress, type Hex, hexToBytes, isAddress, keccak256, slice } from 'viem';
import type { AddressVerdict } from '../face.ts';

const COMPRESSED_BYTES = 33;
/** Lower addresses are the chain's own (precompiled contracts) or nobody's: funds sent there are lost. */
const RESERVED_BELOW = 0x1_0000n;

const HEX_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
/** Bitcoin (base58 and bech32, all its networks) and Tron by their format: an address, but not of this chain. */
const OTHER_CHAINS = [/^(bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}$/i, /^[123mnT][1-9A-HJ-NP-Za-km-z]{25,34}$/];

/** Public keys with known addresses: of the secrets 1 and 2, and of the well-known test phrase ("test … junk"). */
const VECTORS: readonly (readonly [key: Hex, address: Hex])[] = [
  [
    '0x0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  ],
  [
    '0x02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5',
    '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF',
  ],
  [
    '0x038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75',
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  ],
];

/**
 * The address of a compressed public key, EIP-55. The key is decompressed first: an address is the hash of both
 * coordinates, and hashing the compressed key would give one that nobody can spend from.
 * @throws if it is not a point of the curve in 33 bytes
 */
export function addressOf(publicKey: Uint8Array): Hex {
  if (publicKey.length !== COMPRESSED_BYTES) {
    throw new Error(`expected a compressed public key of ${COMPRESSED_BYTES} bytes, got ${publicKey.length}`);
  }
  const both = secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1);
  return getAddress(slice(keccak256(both), 12));
}

/** @throws if keys do not give their known addresses */
export function checkVectors(derive: (publicKey: Uint8Array) => string): void {
  for (const [key, address] of VECTORS) {
    const made = derive(hexToBytes(key));
    if (made !== address) throw new Error(`expected address ${address} of public key ${key}, got ${made}`);
  }
}

/** Classifies a text. All lower or all upper case has no checksum and is accepted; mixed case must be EIP-55. */
export function checkAddress(text: string, contracts: ReadonlySet<string>): AddressVerdict {
  if (!HEX_ADDRESS.test(text)) return OTHER_CHAINS.some((shape) => shape.test(text)) ? 'network' : 'format';
  const digits = text.slice(2);
  const unchecked = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!unchecked && !isAddress(text)) return 'checksum';
  // Coins sent to a token's own contract are lost as well.
  if (BigInt(text) < RESERVED_BELOW || contracts.has(getAddress(lower(text)))) return 'format';
  return 'ok';
}

/** The EIP-55 form of a checked address. */
export function spellAddress(text: string): Hex {
  if (!HEX_ADDRESS.test(text)) throw new Error(`expected an address of 40 hexadecimal digits after 0x, got "${text}"`);
  return getAddress(lower(text));
}

export function bytesOf(address: string): Uint8Array {
  return hexToBytes(lower(address));
}

export function fromBytes(bytes: Uint8Array): Hex {
  return getAddress(bytesToHex(bytes));
}

function lower(text: string): Hex {
  return `0x${text.slice(2).toLowerCase()}`;
}
