// Bitcoin plans: which of our outputs pay, the change, and fee bumps paid from the change.

import {
  CannotPlan,
  type Claims,
  type Codec,
  NodeFault,
  type Payment,
  type Plan,
  type Planner,
  type Source,
} from '../face.ts';
import { FIRST_PART, MOST_FEE } from '../fee-limits.ts';
import { scriptOf, spellAddress } from './address.ts';
import { BTC } from './codec.ts';
import { type Input, outputClaim, readDetail, writeDetail } from './detail.ts';
import { type FeeBounds, feeRate, virtualBytes } from './fees.ts';
import type { NetworkTerms } from './network.ts';
import type { Outputs, Unspent } from './outputs.ts';
import type { BitcoinRpc } from './rpc.ts';

/** Most outputs spent by one transaction. */
const MOST_INPUTS = 200;
/** Confirmations until an output is spent: customers' deposits no earlier than they are credited. */
const DEPTH = { hot: 1, deposit: 12 } as const;
/** Below this an output is not worth creating: nodes relay little below it, and spending it would cost as much. */
const DUST = 1_000n;
const KEY_SCRIPT = 22;
/** Maximum cost of one transaction, satoshi: initially, and after fee bumps. */
const MOST = MOST_FEE.bitcoin;
const FIRST_MOST = MOST / FIRST_PART;

export interface BitcoinPlannerOptions {
  readonly rpc: BitcoinRpc;
  readonly outputs: Outputs;
  readonly codec: Codec;
  readonly terms: NetworkTerms;
  readonly publicKeyOf: (source: Source) => Uint8Array;
  readonly fees: FeeBounds;
}

export function bitcoinPlanner({ rpc, outputs, codec, terms, publicKeyOf, fees }: BitcoinPlannerOptions): Planner {
  const sum = (inputs: readonly { readonly units: bigint }[]) => inputs.reduce((all, { units }) => all + units, 0n);

  async function free(source: Source, claims: Claims): Promise<readonly Unspent[]> {
    const head = await outputs.follow();
    const found: Unspent[] = [];
    for (const one of await outputs.unspent(codec.address(publicKeyOf(source)), head.height - DEPTH[source.kind] + 1))
      if (!(await claims.has(outputClaim(one.txid, one.index)))) found.push(one);
    return found;
  }

  function planOf(payment: Payment, source: Source, inputs: readonly Input[], change: bigint | null): Plan {
    const cost = sum(inputs) - payment.units - (change ?? 0n);
    return {
      ...{ chain: 'bitcoin', source, payment, claims: inputs.map(({ txid, index }) => outputClaim(txid, index)) },
      ...{ feeCap: cost, detail: writeDetail({ inputs: [...inputs], change }) },
    };
  }

  async function make(payment: Payment, source: Source, claims: Claims, whole: boolean): Promise<Plan> {
    if (payment.coin !== BTC || payment.units <= 0n)
      throw new Error(`expected a payment of ${BTC}, got ${payment.units} of ${payment.coin}`);
    const to = spellAddress(payment.to, terms);
    const script = scriptOf(to, terms).length;
    const rate = await feeRate(rpc, fees);
    const own = await free(source, claims);
    if (whole) {
      // Change pays for fee bumps; a sweep has none, so it may pay the maximum at once.
      let count = Math.min(own.length, MOST_INPUTS);
      while (count > 1 && rate * virtualBytes(count, [script]) > MOST) count -= 1;
      return sweep({ ...payment, to }, source, largest(own, count), rate * virtualBytes(count, [script]));
    }
    if (payment.units < DUST) throw new CannotPlan('funds', `${payment.units} satoshi are less than nodes pass on`);
    const inputs = choose(own, payment.units, (count) => rate * virtualBytes(count, [script]));
    const plain = rate * virtualBytes(inputs.length, [script]);
    const cost = rate * virtualBytes(inputs.length, [script, KEY_SCRIPT]);
    if (cost > FIRST_MOST)
      throw new CannotPlan('fee', `${inputs.length} outputs cost ${cost} satoshi, the bound is ${FIRST_MOST}`);
    const left = sum(inputs) - payment.units - cost;
    if (left >= DUST) return planOf({ ...payment, to }, source, inputs, left);
    if (sum(inputs) - payment.units < plain) throw new CannotPlan('funds', 'expected outputs for payment and fee');
    return planOf({ ...payment, to }, source, inputs, null);
  }

  /** The whole balance minus the fee: no change goes to a deposit address. */
  function sweep(payment: Payment, source: Source, inputs: readonly Input[], fee: bigint): Plan {
    const units = sum(inputs) - fee;
    if (units < DUST) throw new CannotPlan('funds', `${sum(inputs)} satoshi do not pay the fee of ${fee}`);
    return planOf({ ...payment, units }, source, inputs, null);
  }

  /** The smallest output that covers it alone; else the largest ones. */
  function choose(own: readonly Unspent[], units: bigint, fee: (inputs: number) => bigint): readonly Input[] {
    const sorted = largest(own, own.length);
    const alone = sorted.findLast((one) => one.units >= units + fee(1));
    if (alone !== undefined) return [alone];
    const inputs: Input[] = [];
    for (const one of sorted.slice(0, MOST_INPUTS)) {
      inputs.push(one);
      if (sum(inputs) >= units + fee(inputs.length)) return inputs;
    }
    throw new CannotPlan(
      'funds',
      `expected ${units + fee(inputs.length)} satoshi in outputs that are free, got ${sum(inputs)}`,
    );
  }

  async function higher(plan: Plan): Promise<Plan | undefined> {
    const { inputs, change } = readDetail(plan);
    const script = scriptOf(plan.payment.to, terms).length;
    if (change === null) return undefined;
    const bytes = virtualBytes(inputs.length, [script, KEY_SCRIPT]);
    const was = plan.feeCap;
    const most = fees.most * bytes < MOST ? fees.most * bytes : MOST;
    const asked = (await feeRate(rpc, fees)) * bytes;
    const now = asked < most ? asked : most;
    // Half as much again, and at least what nodes require to relay a replacement (BIP 125).
    const least = was + was / 2n > was + bytes ? was + was / 2n : was + bytes;
    const fee = now > least ? now : least;
    if (fee > most) return undefined;
    const left = change - (fee - was);
    if (left >= DUST) return planOf(plan.payment, plan.source, inputs, left);
    // Without change, all of it becomes the fee, if that is enough and not too much.
    const all = was + change;
    return all >= least && all <= most ? planOf(plan.payment, plan.source, inputs, null) : undefined;
  }

  return {
    plan: (payment, source, claims, whole = source.kind === 'deposit') =>
      orCannotPlan(make(payment, source, claims, whole)),
    bump: (plan) => orCannotPlan(higher(plan)),
  };
}

/** Without their other data, the largest first, in a fixed order. */
function largest(own: readonly Unspent[], most = MOST_INPUTS): readonly Input[] {
  return [...own]
    .sort((one, other) => {
      if (one.units !== other.units) return one.units > other.units ? -1 : 1;
      return one.txid === other.txid ? one.index - other.index : one.txid < other.txid ? -1 : 1;
    })
    .slice(0, most)
    .map(({ txid, index, units }) => ({ txid, index, units }));
}

/** An unresponsive node is a separate reason. */
async function orCannotPlan<T>(planning: Promise<T>): Promise<T> {
  try {
    return await planning;
  } catch (error) {
    if (error instanceof NodeFault) throw new CannotPlan('node', error.message);
    throw error;
  }
}
