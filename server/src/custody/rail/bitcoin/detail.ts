// Bitcoin-specific part of a plan: the outputs it spends, and the change.

import { z } from 'zod';
import type { Plan } from '../face.ts';

const units = z
  .string()
  .regex(/^[0-9]{1,16}$/)
  .transform(BigInt);
const input = z.strictObject({
  txid: z.string().regex(/^[0-9a-f]{64}$/),
  index: z.int().min(0).max(0xff_ff_ff_ff),
  units,
});

const shape = z.strictObject({
  inputs: z.array(input).min(1),
  /** Change to the source; null: none. */
  change: units.nullable(),
});

export type Input = z.output<typeof input>;
export type BitcoinDetail = z.output<typeof shape>;

export function writeDetail({ inputs, change }: BitcoinDetail): string {
  return JSON.stringify({
    inputs: inputs.map(({ txid, index, units: of }) => ({ txid, index, units: String(of) })),
    change: change === null ? null : String(change),
  });
}

/** @throws if it is not a plan of this chain */
export function readDetail(plan: Plan): BitcoinDetail {
  if (plan.chain !== 'bitcoin') throw new Error(`expected a plan on bitcoin, got one on ${plan.chain}`);
  return shape.parse(JSON.parse(plan.detail));
}

/** The claim of an output. */
export function outputClaim(txid: string, index: number): string {
  return `out:${txid}:${index}`;
}
