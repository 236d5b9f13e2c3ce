// Reads raw blocks and verifies them: the header has the requested hash and its work, and every transaction is under
// its Merkle root. Nothing else from the node is needed.

import { hex } from '@scure/base';
import { sha256x2 } from '@scure/btc-signer/utils.js';

const HEADER_BYTES = 80;
const HASH_BYTES = 32;
/** Consensus allows 4,000,000 weight units, each at least one byte of a block on the wire. */
const MOST_BYTES = 4_000_000;
const SECOND = 1_000;
/** A transaction of this size could be taken for two hashes of the tree. */
const TREE_NODE_BYTES = 64;
/** Marker and flag after the version of a transaction with witnesses. */
const WITNESS_BYTES = 2;

export interface Header {
  readonly hash: string;
  readonly parent: string;
  /** ms UTC. */
  readonly time: number;
  /** In byte order. */
  readonly merkleRoot: Uint8Array;
}

export interface RawTransaction {
  readonly txid: string;
  readonly inputs: readonly { readonly txid: string; readonly index: number }[];
  readonly outputs: readonly { readonly units: bigint; readonly script: Uint8Array }[];
}

/** Hashes are displayed in reverse byte order. */
function shown(hash: Uint8Array): string {
  return hex.encode(Uint8Array.from(hash).reverse());
}

/** @throws unless it is the header of `hash`, with work of at least `mostBits` */
export function readHeader(bytes: Uint8Array, hash: string, mostBits: number): Header {
  if (bytes.length < HEADER_BYTES) throw new Error(`expected a header of ${HEADER_BYTES} bytes, got ${bytes.length}`);
  const reader = new Reader(bytes.subarray(0, HEADER_BYTES));
  const made = shown(sha256x2(bytes.subarray(0, HEADER_BYTES)));
  if (made !== hash) throw new Error(`expected the header of block ${hash}, got that of ${made}`);
  reader.skip(4);
  const parent = shown(reader.take(HASH_BYTES));
  const merkleRoot = reader.take(HASH_BYTES);
  const time = reader.word() * SECOND;
  const target = targetOf(reader.word());
  if (target > targetOf(mostBits) || BigInt(`0x${hash}`) > target)
    throw new Error(`expected block ${hash} to have the work of its network, it has not`);
  return { hash, parent, time, merkleRoot };
}

/** Expands the compact target `bits`. */
function targetOf(bits: number): bigint {
  const exponent = bits >>> 24;
  const mantissa = BigInt(bits & 0x7f_ff_ff);
  return exponent <= 3 ? mantissa >> BigInt(8 * (3 - exponent)) : mantissa << BigInt(8 * (exponent - 3));
}

/** @throws unless it is the complete block of `hash` */
export function readBlock(
  bytes: Uint8Array,
  hash: string,
  mostBits: number,
): { readonly header: Header; readonly transactions: readonly RawTransaction[] } {
  if (bytes.length > MOST_BYTES)
    throw new Error(`expected a block of at most ${MOST_BYTES} bytes, got ${bytes.length}`);
  const header = readHeader(bytes, hash, mostBits);
  const reader = new Reader(bytes);
  reader.skip(HEADER_BYTES);
  const count = reader.count(TREE_NODE_BYTES - 4);
  const transactions: RawTransaction[] = [];
  const leaves: Uint8Array[] = [];
  for (let at = 0; at < count; at += 1) {
    const { transaction, hash: leaf } = readFrom(reader);
    transactions.push(transaction);
    leaves.push(leaf);
  }
  reader.end();
  if (count === 0 || hex.encode(rootOf(leaves)) !== hex.encode(header.merkleRoot))
    throw new Error(`expected transactions under the root of block ${hash}, got others`);
  return { header, transactions };
}

/** A single transaction. @throws on missing or extra bytes */
export function readTransaction(bytes: Uint8Array): RawTransaction {
  const reader = new Reader(bytes);
  const { transaction } = readFrom(reader);
  reader.end();
  return transaction;
}

function readFrom(reader: Reader): { readonly transaction: RawTransaction; readonly hash: Uint8Array } {
  const version = reader.take(4);
  const witnesses = reader.peek() === 0;
  if (witnesses) reader.skip(WITNESS_BYTES);
  const from = reader.at;
  const inputs = Array.from({ length: reader.count(41) }, () => {
    const txid = shown(reader.take(HASH_BYTES));
    const index = reader.word();
    reader.skip(reader.count(1));
    reader.skip(4);
    return { txid, index };
  });
  const outputs = Array.from({ length: reader.count(9) }, () => ({
    units: reader.long(),
    script: reader.take(reader.count(1)),
  }));
  const body = reader.since(from);
  if (witnesses)
    for (let at = 0; at < inputs.length; at += 1)
      for (let items = reader.count(1); items > 0; items -= 1) reader.skip(reader.count(1));
  const bare = new Uint8Array([...version, ...body, ...reader.take(4)]);
  if (bare.length === TREE_NODE_BYTES) throw new Error(`expected no transaction of ${TREE_NODE_BYTES} bytes`);
  const hash = sha256x2(bare);
  return { transaction: { txid: shown(hash), inputs, outputs }, hash };
}

/** Root of a tree in which the last leaf of an odd level counts twice. */
function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  let level = [...leaves];
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const left = level[at] ?? new Uint8Array();
      const right = level[at + 1];
      // Two equal neighbours would give the root of another list of transactions (CVE-2012-2459).
      if (right !== undefined && hex.encode(left) === hex.encode(right))
        throw new Error('expected different transactions side by side, got one twice');
      above.push(sha256x2(left, right ?? left));
    }
    level = above;
  }
  return level[0] ?? new Uint8Array();
}

/** Reads bytes sequentially. @throws beyond the end */
class Reader {
  at = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  take(count: number): Uint8Array {
    this.#need(count);
    this.at += count;
    return this.#bytes.subarray(this.at - count, this.at);
  }

  skip(count: number): void {
    this.take(count);
  }

  peek(): number {
    this.#need(1);
    return this.#view.getUint8(this.at);
  }

  since(from: number): Uint8Array {
    return this.#bytes.subarray(from, this.at);
  }

  word(): number {
    this.#need(4);
    this.at += 4;
    return this.#view.getUint32(this.at - 4, true);
  }

  long(): bigint {
    this.#need(8);
    this.at += 8;
    return this.#view.getBigUint64(this.at - 8, true);
  }

  /** A count of items of at least `bytes` each, limited to what can fit. */
  count(bytes: number): number {
    const first = this.take(1)[0] ?? 0;
    const size = first < 0xfd ? 0 : first === 0xfd ? 2 : first === 0xfe ? 4 : 8;
    let value = BigInt(first);
    if (size > 0) {
      value = 0n;
      for (const [at, byte] of this.take(size).entries()) value |= BigInt(byte) << BigInt(8 * at);
    }
    if (value * BigInt(bytes) > BigInt(this.#bytes.length - this.at))
      throw new Error(`expected at most ${this.#bytes.length - this.at} bytes more, got a count of ${value}`);
    return Number.parseInt(value.toString(), 10);
  }

  end(): void {
    if (this.at !== this.#bytes.length) throw new Error(`expected ${this.at} bytes, got ${this.#bytes.length}`);
  }

  #need(count: number): void {
    if (this.at + count > this.#bytes.length)
      throw new Error(`expected ${this.at + count} bytes at least, got ${this.#bytes.length}`);
  }
}
