// Size of a transaction and its fee.

import { z } from 'zod';
import type { BitcoinRpc } from './rpc.ts';

/** Satoshi per virtual byte. */
export interface FeeBounds {
  readonly least: bigint;
  readonly most: bigint;
  /** Used if the node has too little data to estimate. */
  readonly usual: bigint;
}
export const FEE_BOUNDS: FeeBounds = { least: 1n, most: 300n, usual: 10n };

/** Target number of blocks until inclusion. */
const TARGET = 6;
/** bitcoind returns bitcoin per 1,000 virtual bytes, with eight decimals. */
const DECIMALS = 8;
const KILO = 1_000n;

const estimate = z.object({ feerate: z.number().nonnegative().max(1).optional() });

/** Satoshi per virtual byte, rounded up, within bounds. @throws {NodeFault} */
export async function feeRate(rpc: BitcoinRpc, { least, most, usual }: FeeBounds): Promise<bigint> {
  const { feerate } = await rpc.ask('estimatesmartfee', [TARGET], estimate);
  if (feerate === undefined) return usual;
  // The JSON number is converted back to the decimals it was written with.
  const satoshi = BigInt(feerate.toFixed(DECIMALS).replace('.', ''));
  const rate = (satoshi + KILO - 1n) / KILO;
  return rate < least ? least : rate > most ? most : rate;
}

const WITNESS_SCALE = 4;
/** Version, lock time, counts of inputs and outputs with space for more than 252 of them; marker and flag. */
const BASE = 14 * WITNESS_SCALE + 2;
/** Outpoint, empty script, sequence; then two counted items: signature of at most 72 bytes, key of 33. */
const INPUT = 41 * WITNESS_SCALE + 108;
const OUTPUT = 9;

/** Maximum virtual bytes with this many witness key hash inputs and outputs with these scripts. */
export function virtualBytes(inputs: number, scripts: readonly number[]): bigint {
  const outputs = scripts.reduce((sum, bytes) => sum + OUTPUT + bytes, 0);
  const weight = BASE + inputs * INPUT + outputs * WITNESS_SCALE;
  return BigInt((weight + WITNESS_SCALE - 1 - ((weight + WITNESS_SCALE - 1) % WITNESS_SCALE)) / WITNESS_SCALE);
}
