// Ethereum-specific part of a plan.

import { z } from 'zod';
import type { Plan } from '../face.ts';

/** Integers above 2⁵³ are stored as decimal text. */
const units = z
  .string()
  .regex(/^[0-9]{1,78}$/)
  .transform(BigInt);

const shape = z.strictObject({
  chainId: z.int().positive(),
  from: z.string(),
  nonce: z.int().nonnegative(),
  gas: units,
  /** Wei per gas. */
  maxFee: units,
  priorityFee: units,
});

export type EvmDetail = z.output<typeof shape>;

export function writeDetail(detail: EvmDetail): string {
  const { chainId, from, nonce, gas, maxFee, priorityFee } = detail;
  return JSON.stringify({
    chainId,
    from,
    nonce,
    gas: String(gas),
    maxFee: String(maxFee),
    priorityFee: String(priorityFee),
  });
}

/** @throws if it is not a plan of this chain */
export function readDetail(plan: Plan): EvmDetail {
  if (plan.chain !== 'ethereum') throw new Error(`expected a plan on ethereum, got one on ${plan.chain}`);
  return shape.parse(JSON.parse(plan.detail));
}

/** The claim of a nonce. */
export function nonceClaim(address: string, nonce: number): string {
  return `nonce:${address}:${nonce}`;
}
