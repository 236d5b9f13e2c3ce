// A top-up from the cold wallet as a PSBT: its keys are elsewhere; its software adds what it needs to sign.

import { Transaction } from '@scure/btc-signer';
import { virtualBytes } from './fees.ts';
import type { Unspent } from './outputs.ts';

const SEQUENCE = 0xff_ff_ff_fd;
const DUST = 1_000n;
/** Additional weight per input, virtual bytes: a cold wallet's inputs may be larger than single-key ones. */
const HEAVIER = 60n;

/** Unsigned; undefined if there are too few funds. Amounts in satoshi, `rate` per virtual byte. */
export function coldBytes(
  own: readonly Unspent[],
  from: Uint8Array,
  to: Uint8Array,
  units: bigint,
  rate: bigint,
): Uint8Array | undefined {
  const transaction = new Transaction({ version: 2, lockTime: 0 });
  let sum = 0n;
  for (const [at, { txid, index, units: amount }] of own.entries()) {
    transaction.addInput({ txid, index, sequence: SEQUENCE, witnessUtxo: { script: from, amount } });
    sum += amount;
    const inputs = BigInt(at + 1);
    const fee = rate * (virtualBytes(at + 1, [to.length, from.length]) + HEAVIER * inputs);
    if (sum < units + fee) continue;
    transaction.addOutput({ script: to, amount: units });
    if (sum - units - fee >= DUST) transaction.addOutput({ script: from, amount: sum - units - fee });
    return transaction.toPSBT(0);
  }
  return undefined;
}
