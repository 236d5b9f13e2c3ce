// The pure part of the practice chain: addresses, bytes, signatures (secp256k1, RFC 6979, low s).

import { hash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Codec, Plan, Spend } from '../face.ts';
import { addressOfKey, checkAddress, spellAddress } from './address.ts';
import { readTransaction, withSignature, writeTransaction } from './transaction.ts';

/** BIP 44 coin type of test coins: practice money is worthless. */
const ACCOUNT_PATH = "m/44'/1'/0'";
/**
 * The key of the private number 1 and its address: a wrong library or hash ends the start instead of losing a
 * customer's coins.
 */
const KNOWN_KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const KNOWN_ADDRESS = 'vtp1pac4ht6afshdx2tctnhjnetz7u6g3j9zg83l3r';

/** Chain-specific part of a plan. */
export interface PracticeDetail {
  readonly nonce: number;
  readonly fee: bigint;
}

const DETAIL = /^\{"nonce":(\d{1,10}),"fee":"(\d{1,39})"\}$/;

export function printDetail({ nonce, fee }: PracticeDetail): string {
  return JSON.stringify({ nonce, fee: String(fee) });
}

/** @throws RangeError for a plan of another chain. */
export function readDetail(plan: Plan): PracticeDetail {
  const [, nonce = '', fee = ''] = DETAIL.exec(plan.detail) ?? [];
  if (plan.chain !== 'practice' || nonce === '') throw new RangeError('expected a plan of the practice chain');
  return { nonce: Number.parseInt(nonce, 10), fee: BigInt(fee) };
}

export function nonceClaim(address: string, nonce: number): string {
  return `nonce:${address}:${nonce}`;
}

function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}

/** Signs bytes with one key. @throws RangeError if the key is not the sender's. */
export function signTransaction(unsigned: Uint8Array, privateKey: Uint8Array): Uint8Array {
  const read = readTransaction(unsigned);
  if (!Buffer.from(secp256k1.getPublicKey(privateKey, true)).equals(read.transaction.publicKey))
    throw new RangeError(`expected the key of ${read.transaction.from}`);
  return withSignature(unsigned, secp256k1.sign(sha256(read.unsigned), privateKey, { prehash: false, lowS: true }));
}

/** Whether bytes are signed by their sender. */
export function isSigned(signed: Uint8Array): boolean {
  const { transaction, unsigned } = readTransaction(signed);
  const { signature, publicKey } = transaction;
  if (signature === undefined) return false;
  return secp256k1.verify(signature, sha256(unsigned), publicKey, { prehash: false, lowS: true });
}

export const practiceCodec: Codec = {
  chain: 'practice',
  accountPath: ACCOUNT_PATH,
  spell: spellAddress,
  check: checkAddress,
  address: addressOfKey,
  uri: (coin, address) => `vitrine-practice:${address}?coin=${coin}`,

  unsigned(plan, publicKeyOf) {
    const { nonce, fee } = readDetail(plan);
    const { coin, to, units } = plan.payment;
    return writeTransaction({
      publicKey: publicKeyOf(plan.source),
      nonce,
      coin,
      fee,
      outputs: [{ address: to, units }],
    });
  },

  /** This chain has no change: every output is a payment, including one to an own address. */
  read(bytes): Spend {
    const { transaction } = readTransaction(bytes);
    const { coin, fee, from, nonce, outputs } = transaction;
    return {
      payments: outputs.map(({ address, units }) => ({ coin: coin.coin, to: address, units })),
      claims: [nonceClaim(from, nonce)],
      cost: fee,
      from,
    };
  },

  sign: (unsigned, privateKeyOf) => signTransaction(unsigned, privateKeyOf(readTransaction(unsigned).transaction.from)),

  txid: (signed) => Buffer.from(sha256(signed)).toString('hex'),
};

const found = addressOfKey(Buffer.from(KNOWN_KEY, 'hex'));
if (found !== KNOWN_ADDRESS)
  throw new Error(`practice: expected the known key's address to be ${KNOWN_ADDRESS}, got ${found}`);
