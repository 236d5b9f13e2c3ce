// What a transaction may cost a gas, wei: from the newest block, bounded by the settings, raised for a replacement.

import { CannotPlan } from '../face.ts';
import { header, quantity } from './answers.ts';
import type { Rpc } from './rpc.ts';

export interface FeeBounds {
  /** Nothing of ours pays more a gas, wei. */
  readonly most: bigint;
  /** The part for the block's maker, wei a gas: what the node advises is kept within. */
  readonly leastPriority: bigint;
  readonly mostPriority: bigint;
}

const GWEI = 1_000_000_000n;
export const FEE_BOUNDS: FeeBounds = { most: 300n * GWEI, leastPriority: GWEI / 10n, mostPriority: 20n * GWEI };

/** A block's base fee at most doubles in six blocks. */
const BASE_ROOM = 2n;
/** Nodes replace a transaction for an eighth more of both fees. */
const RAISE = 9n;
const RAISE_OF = 8n;

export interface Fees {
  readonly maxFee: bigint;
  readonly priorityFee: bigint;
}

/** Fees of now. @throws {CannotPlan} `fee` when even the next block costs more than the bound */
export async function feesNow(rpc: Rpc, bounds: FeeBounds): Promise<Fees & { readonly next: bigint }> {
  const { baseFeePerGas: base } = await rpc.read('eth_getBlockByNumber', ['latest', false], header);
  const advised = await rpc.read('eth_maxPriorityFeePerGas', [], quantity);
  if (base === undefined) throw new CannotPlan('node', 'expected a base fee in the newest block, got none');
  const priorityFee = clamp(advised, bounds.leastPriority, bounds.mostPriority);
  if (base + priorityFee > bounds.most) {
    throw new CannotPlan('fee', `the chain asks ${base + priorityFee} wei a gas, the bound is ${bounds.most}`);
  }
  return { maxFee: least(BASE_ROOM * base + priorityFee, bounds.most), priorityFee, next: base + priorityFee };
}

/**
 * Fees of now for so much gas, within what one transaction may cost, wei: a lower fee where that still pays the next block.
 * @throws {CannotPlan} `fee` where it does not
 */
export function within(now: Fees & { readonly next: bigint }, gas: bigint, most: bigint): Fees {
  const maxFee = least(now.maxFee, most / gas);
  if (maxFee < now.next)
    throw new CannotPlan('fee', `the next block takes ${gas * now.next} wei of it, one transaction may cost ${most}`);
  return { maxFee, priorityFee: now.priorityFee };
}

/** At least an eighth above both, and what is usual now; undefined when that is beyond the bound. */
export function raised(before: Fees, now: Fees, bounds: FeeBounds): Fees | undefined {
  const floor = eighthMore(before.maxFee);
  if (floor > bounds.most) return undefined;
  const maxFee = least(greatest(floor, now.maxFee), bounds.most);
  const priorityFloor = eighthMore(before.priorityFee);
  if (priorityFloor > maxFee) return undefined;
  return { maxFee, priorityFee: least(greatest(priorityFloor, now.priorityFee), maxFee) };
}

/** Rounded up: an eighth less a wei would be refused. */
function eighthMore(fee: bigint): bigint {
  return (fee * RAISE + RAISE_OF - 1n) / RAISE_OF;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
function greatest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
function clamp(value: bigint, low: bigint, high: bigint): bigint {
  return least(greatest(value, low), high);
}
