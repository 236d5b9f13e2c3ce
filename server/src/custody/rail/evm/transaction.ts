// Bytes of an EIP-1559 transaction, written and read in a single canonical form.
//
// The chain's unsigned bytes do not name the payer: the sender follows from the signature. Ours are in an envelope with
// the sender, so that a signer knows from the bytes alone whose money and which nonce it is: 0x00, sender (20 bytes),
// 0x02, RLP. No node accepts type 0x00.

import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, concatBytes, fromRlp, hexToBytes, keccak256, toRlp } from 'viem';
import { addressOf, bytesOf, fromBytes } from './address.ts';

const ENVELOPE = 0x00;
const TYPE = 0x02;
const ADDRESS_BYTES = 20;
const WORD = 32;
const UNSIGNED_FIELDS = 9;
const SIGNED_FIELDS = 12;
/** Ours are below 200 bytes; larger ones are not ours. */
const MOST_BYTES = 1_024;

export interface Content {
  readonly chainId: number;
  readonly nonce: number;
  /** Wei per gas. */
  readonly priorityFee: bigint;
  readonly maxFee: bigint;
  readonly gas: bigint;
  readonly to: string;
  /** Wei. */
  readonly value: bigint;
  readonly data: Uint8Array;
}

export interface Known extends Content {
  readonly from: string;
  readonly signed: boolean;
}

interface Signature {
  readonly parity: number;
  readonly r: bigint;
  readonly s: bigint;
}

/** A number as in RLP: its bytes without leading zeros. */
export function number(value: bigint | number): Uint8Array {
  const digits = BigInt(value).toString(16);
  return value === 0 || value === 0n
    ? new Uint8Array()
    : hexToBytes(`0x${digits.padStart(digits.length + (digits.length % 2), '0')}`);
}

/** Type and RLP, with or without a signature. */
function encode(content: Content, signature?: Signature): Uint8Array {
  const fields: (Uint8Array | [])[] = [
    number(content.chainId),
    number(content.nonce),
    number(content.priorityFee),
    number(content.maxFee),
    number(content.gas),
    bytesOf(content.to),
    number(content.value),
    content.data,
    [],
  ];
  if (signature !== undefined) fields.push(number(signature.parity), number(signature.r), number(signature.s));
  return concatBytes([Uint8Array.of(TYPE), toRlp(fields, 'bytes')]);
}

/** Unsigned bytes with their sender. */
export function writeUnsigned(content: Content, from: string): Uint8Array {
  return concatBytes([Uint8Array.of(ENVELOPE), bytesOf(from), encode(content)]);
}

type Item = Uint8Array | readonly Item[];

function plain(fields: readonly Item[], at: number, most: number, what: string): Uint8Array {
  const field = fields[at];
  if (!(field instanceof Uint8Array) || field.length > most) {
    throw new Error(`expected ${what} of at most ${most} bytes in a transaction, got another shape`);
  }
  return field;
}

function big(fields: readonly Item[], at: number, what: string): bigint {
  const bytes = plain(fields, at, WORD, what);
  return bytes.length === 0 ? 0n : BigInt(bytesToHex(bytes));
}

function safe(fields: readonly Item[], at: number, what: string): number {
  const value = big(fields, at, what);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error(`expected a safe integer as ${what}, got ${value}`);
  return Number(value);
}

/**
 * Reads unsigned (in their envelope) or signed bytes.
 * @throws on every other type, an access list, a contract creation, a high s, and any non-canonical form
 */
export function readBytes(bytes: Uint8Array): Known {
  if (bytes.length > MOST_BYTES)
    throw new Error(`expected at most ${MOST_BYTES} bytes of a transaction, got ${bytes.length}`);
  const enveloped = bytes[0] === ENVELOPE;
  const body = enveloped ? bytes.subarray(1 + ADDRESS_BYTES) : bytes;
  if (body[0] !== TYPE) throw new Error(`expected a transaction of type ${TYPE}, got ${body[0] ?? 'nothing'}`);
  const fields: Item = fromRlp(body.subarray(1), 'bytes');
  const expected = enveloped ? UNSIGNED_FIELDS : SIGNED_FIELDS;
  if (fields instanceof Uint8Array || fields.length !== expected) {
    throw new Error(`expected a list of ${expected} fields in a transaction, got ${fields.length}`);
  }
  const to = plain(fields, 5, ADDRESS_BYTES, 'destination');
  if (to.length !== ADDRESS_BYTES) throw new Error('expected a destination in a transaction, got a contract creation');
  const accessList = fields[8];
  if (accessList instanceof Uint8Array || accessList === undefined || accessList.length > 0) {
    throw new Error('expected no access list in a transaction, got one');
  }
  const content: Content = {
    chainId: safe(fields, 0, 'chain id'),
    nonce: safe(fields, 1, 'nonce'),
    priorityFee: big(fields, 2, 'priority fee'),
    maxFee: big(fields, 3, 'fee'),
    gas: big(fields, 4, 'gas'),
    to: fromBytes(to),
    value: big(fields, 6, 'value'),
    data: plain(fields, 7, MOST_BYTES, 'data'),
  };
  const signature = enveloped
    ? undefined
    : { parity: safe(fields, 9, 'parity'), r: big(fields, 10, 'r'), s: big(fields, 11, 's') };
  const from = signature === undefined ? fromBytes(bytes.subarray(1, 1 + ADDRESS_BYTES)) : senderOf(content, signature);
  const again = signature === undefined ? writeUnsigned(content, from) : encode(content, signature);
  if (!Buffer.from(again).equals(bytes)) throw new Error('expected the canonical bytes of a transaction, got others');
  return { ...content, from, signed: signature !== undefined };
}

function hashOf(content: Content): Uint8Array {
  return keccak256(encode(content), 'bytes');
}

function senderOf(content: Content, { parity, r, s }: Signature): string {
  if (parity > 1) throw new Error(`expected parity 0 or 1 in a signature, got ${parity}`);
  const signature = new secp256k1.Signature(r, s, parity);
  if (signature.hasHighS()) throw new Error('expected a signature with its low s, got the high one');
  return addressOf(signature.recoverPublicKey(hashOf(content)).toBytes(true));
}

/** Signs by RFC 6979 (deterministic), and parses the result before returning it. */
export function signBytes(unsigned: Uint8Array, privateKeyOf: (address: string) => Uint8Array): Uint8Array {
  const content = readBytes(unsigned);
  if (content.signed) throw new Error('expected unsigned bytes, got signed ones');
  const made = secp256k1.Signature.fromBytes(
    secp256k1.sign(hashOf(content), privateKeyOf(content.from), {
      prehash: false,
      lowS: true,
      extraEntropy: false,
      format: 'recovered',
    }),
    'recovered',
  );
  if (made.recovery === undefined) throw new Error('expected a signature with its recovery bit, got one without');
  const signed = encode(content, { parity: made.recovery, r: made.r, s: made.s });
  const { from } = readBytes(signed);
  if (from !== content.from) throw new Error(`expected a key of ${content.from}, got one of ${from}`);
  return signed;
}

/** Hex, lower case, without 0x. */
export function txidOf(signed: Uint8Array): string {
  return keccak256(signed).slice(2);
}
