// Ethereum plans: sender, nonce, fees, and sufficient funds. A plan is final: it is never remade, only replaced by one
// with the same nonce, destination and amount and higher fees.

import { type Hex, toHex } from 'viem';
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
import { height, quantity } from './answers.ts';
import type { Connection } from './connection.ts';
import { nonceClaim, readDetail, writeDetail } from './detail.ts';
import { FIRST_PART, MOST_FEE } from '../fee-limits.ts';
import { type FeeBounds, feesNow, raised, within } from './fees.ts';
import { expectOwnAlone, nextNonce } from './nonce.ts';
import { createReserve } from './reserve.ts';
import { NodeRefusal, type Rpc } from './rpc.ts';
import { ETHER, type EvmToken, transferCall } from './token.ts';

/** Gas of a payment that runs no code. */
const PLAIN_GAS = 21_000n;
/** Code may need a little more gas when it runs: a quarter. */
const ROOM = 5n;
const ROOM_OF = 4n;
/** Most gas of a payment; a destination that needs more is not paid. */
const MOST_GAS = 300_000n;
/** Maximum cost of one transaction, wei: initially, and after fee bumps. */
const MOST = MOST_FEE.ethereum;
const FIRST_MOST = MOST / FIRST_PART;
/** Gas sent to a deposit address for its sweep covers fees that double until it is used. */
const TOP_UP = 2n;

/** A token's sweep first needs ether on the deposit address: this much, sent from the hot wallet (kind `gas`). */
export class GasMissing extends CannotPlan {
  readonly address: string;
  /** Wei. */
  readonly units: bigint;

  constructor(address: string, units: bigint) {
    super('funds', `expected ether for gas on ${address}: ${units} wei more`);
    this.address = address;
    this.units = units;
  }
}

export interface EvmPlannerOptions {
  readonly rpc: Rpc;
  readonly connection: Connection;
  readonly codec: Codec;
  readonly chainId: number;
  readonly tokens: readonly EvmToken[];
  readonly publicKeyOf: (source: Source) => Uint8Array;
  readonly fees: FeeBounds;
}

export function evmPlanner(options: EvmPlannerOptions): Planner {
  const { rpc, connection, codec, chainId, tokens, publicKeyOf } = options;
  const byCoin = new Map(tokens.map((token) => [token.coin, token]));
  const reserve = createReserve(rpc);

  async function gasOf(from: string, to: Hex, value: bigint, data: Hex | undefined): Promise<bigint> {
    try {
      const call = { from, to, value: toHex(value), ...(data === undefined ? {} : { data }) };
      const gas = await rpc.read('eth_estimateGas', [call], quantity);
      const limit = gas <= PLAIN_GAS ? PLAIN_GAS : (gas * ROOM + ROOM_OF - 1n) / ROOM_OF;
      if (limit > MOST_GAS) throw new CannotPlan('fee', `paying ${to} needs ${limit} gas, the limit is ${MOST_GAS}`);
      return limit;
    } catch (error) {
      if (!(error instanceof NodeRefusal)) throw error;
      throw new CannotPlan('node', `the chain would reject the payment to ${to}: ${error.words}`);
    }
  }

  /** Ether paid if the chain may take this fee: a sweep pays the whole balance minus it. @throws {CannotPlan} */
  function etherPaid(given: bigint, sweep: boolean, feeCap: bigint, from: string, has: bigint): bigint {
    const paid = sweep ? given - feeCap : given;
    if (paid <= 0n) throw new CannotPlan('funds', `${given} wei do not pay the gas of ${feeCap}`);
    enough(has, paid + feeCap, ETHER, from);
    return paid;
  }

  async function make(payment: Payment, source: Source, claims: Claims, sweep: boolean): Promise<Plan> {
    await connection.sameChain();
    const from = codec.address(publicKeyOf(source));
    const to = codec.spell(payment.to) as Hex;
    const token = byCoin.get(payment.coin);
    if (payment.units <= 0n || codec.check(to) !== 'ok' || (token === undefined && payment.coin !== ETHER)) {
      throw new Error(`expected a payment on ethereum, got ${payment.units} of ${payment.coin} to ${to}`);
    }
    const fees = await feesNow(rpc, options.fees);
    reserve.know(from, await claims.outstanding(from));
    const standing = await reserve.standing(from);
    const nonce = await nextNonce(from, claims, standing.used);
    const has = await standing.spendable(undefined, nonce);
    let units = payment.units;
    let gas: bigint;
    // Insufficient funds are checked before gas is estimated, so that they are not reported as a revert.
    if (token === undefined) {
      etherPaid(units, sweep, PLAIN_GAS * fees.maxFee, from, has);
      gas = await gasOf(from, to, sweep ? 1n : units, undefined);
      units = etherPaid(units, sweep, gas * within(fees, gas, FIRST_MOST).maxFee, from, has);
    } else {
      enough(await standing.spendable(token, nonce), units, token.coin, from);
      gas = await gasOf(from, token.contract, 0n, transferCall(to, units));
      const { maxFee } = within(fees, gas, FIRST_MOST);
      const missing = TOP_UP * gas * maxFee - has;
      if (sweep && has < gas * maxFee) throw new GasMissing(from, missing);
      enough(has, gas * maxFee, ETHER, from);
    }
    const { maxFee, priorityFee } = within(fees, gas, FIRST_MOST);
    const feeCap = gas * maxFee;
    reserve.remember(from, nonce, { coin: payment.coin, units, feeCap });
    return {
      chain: 'ethereum',
      source,
      payment: { coin: payment.coin, to, units },
      claims: [nonceClaim(from, nonce)],
      feeCap,
      detail: writeDetail({ chainId, from, nonce, gas, maxFee, priorityFee }),
    };
  }

  async function higher(plan: Plan): Promise<Plan | undefined> {
    await connection.sameChain();
    const detail = readDetail(plan);
    const { most } = options.fees;
    const bounds = { ...options.fees, most: least(most, MOST / detail.gas) };
    const fees = raised(detail, await feesNow(rpc, options.fees), bounds);
    if (fees === undefined) return undefined;
    const feeCap = detail.gas * fees.maxFee;
    const standing = await reserve.standing(detail.from);
    if (standing.used > detail.nonce)
      throw new CannotPlan('node', `nonce ${detail.nonce} of ${detail.from} is in a block`);
    const { coin, units } = plan.payment;
    reserve.remember(detail.from, detail.nonce, { coin, units, feeCap: plan.feeCap });
    const needed = feeCap + (coin === ETHER ? units : 0n);
    enough(await standing.spendable(undefined, detail.nonce), needed, ETHER, detail.from);
    reserve.remember(detail.from, detail.nonce, { coin, units, feeCap });
    return { ...plan, feeCap, detail: writeDetail({ ...detail, ...fees }) };
  }

  /** For a plan whose gas prevents a competitive fee bump: the same nonce with the least gas possible. */
  async function selfTransfer(plan: Plan): Promise<Plan | undefined> {
    await connection.sameChain();
    const { gas, maxFee, priorityFee, ...detail } = readDetail(plan);
    const now = await feesNow(rpc, options.fees);
    if (MOST / gas >= options.fees.most || maxFee >= now.next) return undefined;
    const standing = await reserve.standing(detail.from);
    if (standing.used > detail.nonce)
      throw new CannotPlan('node', `nonce ${detail.nonce} of ${detail.from} is in a block`);
    const fees = raised({ maxFee, priorityFee }, now, { ...options.fees, most: MOST / PLAIN_GAS });
    if (fees === undefined) return undefined;
    const feeCap = PLAIN_GAS * fees.maxFee;
    enough(await standing.spendable(undefined, detail.nonce), feeCap, ETHER, detail.from);
    return {
      ...{ chain: 'ethereum', source: plan.source, payment: { coin: ETHER, to: detail.from, units: 0n } },
      ...{ claims: plan.claims, feeCap, detail: writeDetail({ ...detail, gas: PLAIN_GAS, ...fees }) },
    };
  }

  /** Nothing is known of what has the nonce; if that waits at the node, the fee is raised until this one is taken. */
  async function freeing(plan: Plan): Promise<Plan> {
    await connection.sameChain();
    const detail = readDetail(plan);
    const fees = within(await feesNow(rpc, options.fees), PLAIN_GAS, FIRST_MOST);
    const feeCap = PLAIN_GAS * fees.maxFee;
    const standing = await reserve.standing(detail.from);
    enough(await standing.spendable(undefined, detail.nonce), feeCap, ETHER, detail.from);
    const { maxFee, priorityFee } = fees;
    return {
      ...{ chain: 'ethereum', source: plan.source, payment: { coin: ETHER, to: detail.from, units: 0n } },
      ...{ claims: plan.claims, feeCap, detail: writeDetail({ ...detail, gas: PLAIN_GAS, maxFee, priorityFee }) },
    };
  }

  async function expectOwn(source: Source, claims: Claims): Promise<void> {
    await connection.sameChain();
    const address = codec.address(publicKeyOf(source));
    await expectOwnAlone(address, claims, await rpc.read('eth_getTransactionCount', [address, 'latest'], height));
  }

  return {
    plan: (payment, source, claims, whole = source.kind === 'deposit') =>
      orCannotPlan(make(payment, source, claims, whole)),
    bump: (plan) => orCannotPlan(higher(plan)),
    cancel: (plan) => orCannotPlan(selfTransfer(plan)),
    free: (plan) => orCannotPlan(freeing(plan)),
    expectOwn: (source, claims) => orCannotPlan(expectOwn(source, claims)),
  };
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function enough(has: bigint, needed: bigint, coin: string, from: string): void {
  if (has < needed) throw new CannotPlan('funds', `expected ${needed} least units of ${coin} on ${from}, got ${has}`);
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
