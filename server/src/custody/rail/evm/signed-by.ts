// Verifies that the key of an address signed a transaction that a node reports. Its bytes are rebuilt from the node's
// fields and must have its hash; their signature gives the signer. So no node can invent a use of our nonces.

import { secp256k1 } from '@noble/curves/secp256k1.js';
import { concatBytes, hexToBytes, keccak256, toRlp } from 'viem';
import { z } from 'zod';
import { NodeFault } from '../face.ts';
import { addressOf } from './address.ts';
import { address, bytes, hash, index, quantity } from './answers.ts';
import { number } from './transaction.ts';

/** EIP-155: `v` of an untyped transaction is this plus twice its chain id plus the parity; before it 27 or 28. */
const CHAIN_V = 35n;
const PLAIN_V = 27n;
const MOST_ENTRIES = 100_000;
/** Gas of one blob (EIP-4844). */
const BLOB_GAS = 131_072n;

const raw = bytes.transform((text) => hexToBytes(`0x${text.slice(2)}`));
const accessList = z
  .array(z.object({ address: raw, storageKeys: z.array(raw).max(MOST_ENTRIES) }))
  .max(MOST_ENTRIES)
  .transform((entries) => entries.map(({ address: of, storageKeys }) => [of, storageKeys]));
const authorizations = z
  .array(z.object({ chainId: quantity, address: raw, nonce: quantity, yParity: quantity, r: quantity, s: quantity }))
  .max(MOST_ENTRIES)
  .transform((entries) =>
    entries.map((one) => [
      ...[number(one.chainId), one.address, number(one.nonce)],
      ...[number(one.yParity), number(one.r), number(one.s)],
    ]),
  );

const common = {
  ...{ hash, from: address, nonce: index, gas: quantity, to: raw.nullable(), value: quantity, input: raw },
  ...{ blockHash: hash.nullable(), blockNumber: index.nullable(), r: quantity, s: quantity },
};
const typed = { ...common, chainId: quantity, accessList, yParity: quantity.optional(), v: quantity.optional() };
const priced = { ...typed, maxPriorityFeePerGas: quantity, maxFeePerGas: quantity };

/** Every transaction type in use today. */
export const signedTransaction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('0x0'), ...common, gasPrice: quantity, v: quantity }),
  z.object({ type: z.literal('0x1'), ...typed, gasPrice: quantity }),
  z.object({ type: z.literal('0x2'), ...priced }),
  z.object({
    ...{ type: z.literal('0x3'), ...priced, maxFeePerBlobGas: quantity },
    blobVersionedHashes: z.array(raw).max(MOST_ENTRIES),
  }),
  z.object({ type: z.literal('0x4'), ...priced, authorizationList: authorizations }),
]);
export type SignedTransaction = z.output<typeof signedTransaction>;

type Field = Uint8Array | Field[];

/** The signed fields in order. */
function fieldsOf(one: SignedTransaction): Field[] {
  const rest = [number(one.gas), one.to ?? new Uint8Array(), number(one.value), one.input];
  if (one.type === '0x0') return [number(one.nonce), number(one.gasPrice), ...rest];
  const begin = [number(one.chainId), number(one.nonce)];
  if (one.type === '0x1') return [...begin, number(one.gasPrice), ...rest, one.accessList];
  const fields = [...begin, number(one.maxPriorityFeePerGas), number(one.maxFeePerGas), ...rest, one.accessList];
  if (one.type === '0x3') return [...fields, number(one.maxFeePerBlobGas), one.blobVersionedHashes];
  return one.type === '0x4' ? [...fields, one.authorizationList] : fields;
}

function encode({ type }: SignedTransaction, fields: Field[]): Uint8Array {
  const list = toRlp(fields, 'bytes');
  return type === '0x0' ? list : concatBytes([Uint8Array.of(Number.parseInt(type, 16)), list]);
}

/** The signature's parity as written, and the additional signed fields of an untyped transaction. */
function signedWith(one: SignedTransaction): {
  readonly written: bigint;
  readonly parity: bigint;
  readonly chain: Field[];
} {
  if (one.type !== '0x0') {
    // Older nodes call it `v`.
    const parity = one.yParity ?? one.v;
    if (parity === undefined) throw new NodeFault(`expected the parity of the signature on ${one.hash}, got none`);
    return { written: parity, parity, chain: [] };
  }
  if (one.v < CHAIN_V) return { written: one.v, parity: one.v - PLAIN_V, chain: [] };
  const ofChain = one.v - CHAIN_V;
  return { written: one.v, parity: ofChain % 2n, chain: [number(ofChain / 2n), number(0), number(0)] };
}

function signerOf(one: SignedTransaction): string {
  const { parity, chain } = signedWith(one);
  const digest = keccak256(encode(one, [...fieldsOf(one), ...chain]), 'bytes');
  try {
    const signature = new secp256k1.Signature(one.r, one.s, Number(parity));
    return addressOf(signature.recoverPublicKey(digest).toBytes(true));
  } catch (error) {
    throw new NodeFault(`expected a signature on ${one.hash}, got none: ${String(error)}`);
  }
}

/**
 * Checks a transaction from the node against its own bytes.
 * @throws {NodeFault} unless the key of `from` signed it, with this nonce
 */
export function expectSignedBy(from: string, nonce: number, one: SignedTransaction): void {
  if (one.from !== from || one.nonce !== nonce)
    throw new NodeFault(`expected nonce ${nonce} of ${from} in ${one.hash}, got nonce ${one.nonce} of ${one.from}`);
  const { written } = signedWith(one);
  const signed = encode(one, [...fieldsOf(one), number(written), number(one.r), number(one.s)]);
  const hashed = keccak256(signed).slice(2);
  if (hashed !== one.hash)
    throw new NodeFault(`expected the bytes of ${one.hash} from the node, got those of ${hashed}`);
  const signer = signerOf(one);
  if (signer !== from) throw new NodeFault(`expected ${one.hash} to be signed by ${from}, ${signer} signed it`);
}

/** Maximum fee of a transaction, wei, from its own bytes. */
export function mostCost(one: SignedTransaction): bigint {
  const price = one.type === '0x0' || one.type === '0x1' ? one.gasPrice : one.maxFeePerGas;
  const blobs = one.type === '0x3' ? BigInt(one.blobVersionedHashes.length) * BLOB_GAS * one.maxFeePerBlobGas : 0n;
  return one.gas * price + blobs;
}
