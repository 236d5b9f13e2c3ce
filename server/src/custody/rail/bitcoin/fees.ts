// What a transaction weighs and what it pays for that.

import { z } from 'zod';
import type { BitcoinRpc } from './rpc.ts';

/** Satoshi a virtual byte. */
export interface FeeBounds {
  readonly least: bigint;
  readonly most: bigint;
  /** Where the node has seen too little to say. */
  readonly usual: bigint;
}
export const FEE_BOUNDS: FeeBounds = { least: 1n, most: 300n, usual: 10n };

/** Within so many blocks it should stand in one. */
const TARGET = 6;
/** bitcoind tells bitcoin for 1,000 virtual bytes, in eight decimals. */
const DECIMALS = 8;
const KILO = 1_000n;

const estimate = z.object({ feerate: z.number().nonnegative().max(1).optional() });

/** Satoshi a virtual byte, rounded up, within bounds. @throws {NodeFault} */
export async function feeRate(rpc: BitcoinRpc, { least, most, usual }: FeeBounds): Promise<bigint> {
  const { feerate } = await rpc.ask('estimatesmartfee', [TARGET], estimate);
  if (feerate === undefined) return usual;
  // JSON's number is read back to the decimals it was written with.
  const satoshi = BigInt(feerate.toFixed(DECIMALS).replace('.', ''));
  const rate = (satoshi + KILO - 1n) / KILO;
  return rate < least ? least : rate > most ? most : rate;
}

const WITNESS_SCALE = 4;
/** Version, lock time, counts of inputs and outputs with room for more than 252 of them; marker and flag. */
const BASE = 14 * WITNESS_SCALE + 2;
/** Outpoint, empty script, sequence; then two counted items: signature of at most 72 bytes, key of 33. */
const INPUT = 41 * WITNESS_SCALE + 108;
const OUTPUT = 9;

/** Virtual bytes at most, of inputs that spend witness key hashes and outputs of these scripts. */
export function virtualBytes(inputs: number, scripts: readonly number[]): bigint {
  const outputs = scripts.reduce((sum, bytes) => sum + OUTPUT + bytes, 0);
  const weight = BASE + inputs * INPUT + outputs * WITNESS_SCALE;
  return BigInt((weight + WITNESS_SCALE - 1 - ((weight + WITNESS_SCALE - 1) % WITNESS_SCALE)) / WITNESS_SCALE);
}
