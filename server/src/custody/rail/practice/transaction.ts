// A transaction of the practice chain as bytes: one sender, one coin, up to a hundred outputs. The form is canonical
// (amounts without leading zeros, nothing after the end), so that equal transactions are equal bytes.

import { addressOfHash, addressOfKey, HASH_BYTES, hashOfAddress } from './address.ts';
import { type PracticeCoin, practiceCoin, practiceCoinByNumber } from './coins.ts';

export const MAX_OUTPUTS = 100;
/** Most bytes of a transaction. */
export const MAX_BYTES = 8_192;
export const TAG_BYTES = 16;
export const SIGNATURE_BYTES = 64;
const KEY_BYTES = 33;
const AMOUNT_BYTES = 16;
const MAX_NONCE = 2 ** 32 - 1;
const MAGIC = 0x76;
const UNSIGNED = 1;
const SIGNED = 2;
/** Index of the byte that distinguishes signed from unsigned bytes. */
const MARK = 1;

export interface Output {
  readonly address: string;
  readonly units: bigint;
}

export interface PracticeTransaction {
  readonly publicKey: Uint8Array;
  /** The sender: address of the key. */
  readonly from: string;
  readonly nonce: number;
  readonly coin: PracticeCoin;
  readonly fee: bigint;
  /** A tag chosen by the sender, or empty: the external wallet recognises its payments by it. */
  readonly tag: Uint8Array;
  readonly outputs: readonly Output[];
  /** Undefined: not signed. */
  readonly signature: Uint8Array | undefined;
}

export interface NewTransaction {
  readonly publicKey: Uint8Array;
  readonly nonce: number;
  readonly coin: string;
  readonly fee: bigint;
  readonly tag?: Uint8Array;
  readonly outputs: readonly Output[];
}

/** Amount that leaves the sender: outputs and fee, least units. */
export function spent(transaction: PracticeTransaction): bigint {
  return transaction.outputs.reduce((sum, output) => sum + output.units, transaction.fee);
}

/** Bytes to sign. @throws RangeError for an invalid transaction. */
export function writeTransaction({ publicKey, nonce, coin, fee, tag, outputs }: NewTransaction): Uint8Array {
  addressOfKey(publicKey);
  const known = practiceCoin(coin);
  if (known === undefined) throw new RangeError(`expected a coin of the practice chain, got ${coin}`);
  if (!Number.isSafeInteger(nonce) || nonce < 0 || nonce > MAX_NONCE)
    throw new RangeError(`expected a nonce of 0 to ${MAX_NONCE}, got ${nonce}`);
  if (outputs.length === 0 || outputs.length > MAX_OUTPUTS)
    throw new RangeError(`expected 1 to ${MAX_OUTPUTS} outputs, got ${outputs.length}`);
  if (tag !== undefined && tag.length !== TAG_BYTES)
    throw new RangeError(`expected a tag of ${TAG_BYTES} bytes, got ${tag.length}`);
  const number = Buffer.alloc(4);
  number.writeUInt32BE(nonce);
  return Buffer.concat([
    Buffer.of(MAGIC, UNSIGNED),
    publicKey,
    number,
    Buffer.of(known.number),
    amount(fee),
    Buffer.of(tag?.length ?? 0),
    tag ?? Buffer.alloc(0),
    Buffer.of(outputs.length),
    ...outputs.flatMap((output) => [hashOfAddress(output.address), amountOut(output, publicKey, outputs.length)]),
  ]);
}

/** The same with its signature. */
export function withSignature(unsigned: Uint8Array, signature: Uint8Array): Uint8Array {
  if (signature.length !== SIGNATURE_BYTES)
    throw new RangeError(`expected a signature of ${SIGNATURE_BYTES} bytes, got ${signature.length}`);
  const signed = Buffer.concat([unsigned, signature]);
  signed[MARK] = SIGNED;
  return signed;
}

/**
 * Reads signed or unsigned bytes, and returns the bytes that the signature covers. @throws RangeError on anything else.
 */
export function readTransaction(bytes: Uint8Array): { transaction: PracticeTransaction; unsigned: Uint8Array } {
  if (bytes.length > MAX_BYTES) throw new RangeError(`expected at most ${MAX_BYTES} bytes, got ${bytes.length}`);
  const reader = new Reader(bytes);
  const magic = reader.byte();
  const mark = reader.byte();
  if (magic !== MAGIC || (mark !== UNSIGNED && mark !== SIGNED))
    throw new RangeError('expected the bytes of a practice transaction');
  const publicKey = reader.take(KEY_BYTES);
  const from = addressOfKey(publicKey);
  const nonce = Buffer.from(reader.take(4)).readUInt32BE();
  const number = reader.byte();
  const coin = practiceCoinByNumber(number);
  if (coin === undefined) throw new RangeError(`expected a coin of the practice chain, got number ${number}`);
  const fee = reader.amount();
  const tagged = reader.byte();
  if (tagged !== 0 && tagged !== TAG_BYTES)
    throw new RangeError(`expected a tag of 0 or ${TAG_BYTES} bytes, got ${tagged}`);
  const tag = reader.take(tagged);
  const count = reader.byte();
  if (count === 0 || count > MAX_OUTPUTS) throw new RangeError(`expected 1 to ${MAX_OUTPUTS} outputs, got ${count}`);
  const outputs: Output[] = [];
  for (let at = 0; at < count; at += 1) outputs.push(outputFrom(reader, from, count));
  const end = reader.at;
  const signature = mark === SIGNED ? reader.take(SIGNATURE_BYTES) : undefined;
  if (reader.at !== bytes.length)
    throw new RangeError(`expected ${reader.at} bytes of a practice transaction, got ${bytes.length}`);
  const unsigned = Buffer.from(bytes.subarray(0, end));
  unsigned[MARK] = UNSIGNED;
  return { transaction: { publicKey, from, nonce, coin, fee, tag, outputs, signature }, unsigned };
}

/** Nothing goes to the sender alone: it does nothing but use its nonce. */
const isNothing = (address: string, from: string, outputs: number): boolean => outputs === 1 && address === from;

function amountOut({ address, units }: Output, publicKey: Uint8Array, outputs: number): Buffer {
  return units === 0n && isNothing(address, addressOfKey(publicKey), outputs) ? Buffer.of(0) : amount(units);
}

/** Length and big-endian bytes, without leading zeros. */
function amount(units: bigint): Buffer {
  if (units <= 0n) throw new RangeError(`expected an amount above 0, got ${units}`);
  const digits = units.toString(16);
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  if (bytes.length > AMOUNT_BYTES) throw new RangeError(`expected an amount of at most ${AMOUNT_BYTES} bytes`);
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
}

function outputFrom(reader: Reader, from: string, count: number): Output {
  const address = addressOfHash(reader.take(HASH_BYTES));
  return { address, units: reader.amount(isNothing(address, from, count)) };
}

class Reader {
  at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  take(count: number): Uint8Array {
    const part = this.bytes.subarray(this.at, this.at + count);
    if (part.length !== count) throw new RangeError(`expected ${count} more bytes at ${this.at}, got ${part.length}`);
    this.at += count;
    return part;
  }

  /** `nothing`: may be 0. */
  amount(nothing = false): bigint {
    const length = this.byte();
    if (length === 0 && nothing) return 0n;
    if (length === 0 || length > AMOUNT_BYTES)
      throw new RangeError(`expected an amount of 1 to ${AMOUNT_BYTES} bytes, got ${length}`);
    const bytes = this.take(length);
    if (bytes[0] === 0) throw new RangeError('expected an amount without leading zeros');
    return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  }
}
