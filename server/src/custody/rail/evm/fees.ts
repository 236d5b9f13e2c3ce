// Gas price of a transaction, wei: from the newest block, bounded by the settings, raised for a replacement.

import { CannotPlan } from '../face.ts';
import { header, quantity } from './answers.ts';
import type { Rpc } from './rpc.ts';

export interface FeeBounds {
  /** Maximum gas price of our transactions, wei. */
  readonly most: bigint;
  /** Limits for the priority fee, wei per gas: the node's suggestion is kept within them. */
  readonly leastPriority: bigint;
  readonly mostPriority: bigint;
}

const GWEI = 1_000_000_000n;
export const FEE_BOUNDS: FeeBounds = { most: 300n * GWEI, leastPriority: GWEI / 10n, mostPriority: 20n * GWEI };

/** Factor on the base fee: it at most doubles in six blocks. */
const BASE_ROOM = 2n;
/** Nodes replace a transaction for an eighth more of both fees. */
const RAISE = 9n;
const RAISE_OF = 8n;

export interface Fees {
  readonly maxFee: bigint;
  readonly priorityFee: bigint;
}

/** Current fees. @throws {CannotPlan} `fee` if even the next block costs more than the limit */
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
 * Current fees for this much gas within the maximum cost of one transaction, wei: lower fees if they still pay the next
 * block.
 * @throws {CannotPlan} `fee` if they do not
 */
export function within(now: Fees & { readonly next: bigint }, gas: bigint, most: bigint): Fees {
  const maxFee = least(now.maxFee, most / gas);
  if (maxFee < now.next)
    throw new CannotPlan('fee', `the next block costs ${gas * now.next} wei, one transaction may cost ${most}`);
  return { maxFee, priorityFee: now.priorityFee };
}

/** At least an eighth above both, and at least the current fees; undefined if that exceeds the limit. */
export function raised(before: Fees, now: Fees, bounds: FeeBounds): Fees | undefined {
  const floor = eighthMore(before.maxFee);
  if (floor > bounds.most) return undefined;
  const maxFee = least(greatest(floor, now.maxFee), bounds.most);
  const priorityFloor = eighthMore(before.priorityFee);
  if (priorityFloor > maxFee) return undefined;
  return { maxFee, priorityFee: least(greatest(priorityFloor, now.priorityFee), maxFee) };
}

/** Rounded up: a raise one wei short of an eighth would be rejected. */
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
