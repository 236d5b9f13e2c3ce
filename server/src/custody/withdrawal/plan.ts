// From approved to signed in the exchange: the plan is stored first, and there is only one.

import { type AssetId, type Atoms, type Command, DONE, type RowId } from '@vitrine/core';
import { power10 } from '../../api/wire/index.ts';
import { type Chain, ForeignClaim, type Payment, type Plan, type Source } from '../rail/index.ts';
import { hasPassed } from '../elapsed.ts';
import type { CustodyTransaction } from '../tables.ts';
import { type SignOrder, SignerRefusal } from '../types/index.ts';
import { dropPlan, insertPlan, isUnsettled, planningOn, sqlClaims } from './claims.ts';
import { REFUSED_REST, type WithdrawalContext } from './parts.ts';
import { readPlan, sameClaims } from './plan-text.ts';
import { hasDead } from './dead.ts';
import { meetForeign } from './foreign.ts';
import { waitOf } from './waits.ts';
import { CORE, isChain, type Row, type Sent, setStage, type Sql, tell, whole } from './row.ts';

/** Values of `withdrawal.step`. */
export const STEP = { sign: 1, broadcast: 2, confirm: 3, fail: 4 } as const;
const HOT: Source = { kind: 'hot' };

/** The command that advances a withdrawal in the exchange. `cost` in atoms of `costAsset`. */
export function stepCommand(coreId: number, step: number, cost = 0, costAsset = 0): Command {
  return {
    name: 'withdrawal.step',
    withdrawal: coreId as RowId,
    step,
    cost: cost as Atoms,
    costAsset: costAsset as AssetId,
  };
}

/** A row's id in the exchange. */
export function coreIdOf(row: Pick<Row, 'id' | 'core_id'>): number {
  if (row.core_id === null) throw new Error(`expected withdrawal ${row.id} to be known to the exchange`);
  return whole(row.core_id);
}

/** The payment of a withdrawal, in the chain's least units. */
export function paymentOf(context: WithdrawalContext, chain: Chain, row: Row): Payment {
  const asset = context.parts.live.assetByCode(row.coin);
  const coin = chain.coins.find((one) => one.coin === row.coin);
  if (asset === undefined || coin === undefined || row.address === null)
    throw new Error(`expected withdrawal ${row.id} of a coin and to an address of ${chain.name}, got ${row.coin}`);
  const atoms = BigInt(row.atoms);
  const scale = power10(asset.scale);
  const units = atoms * power10(coin.decimals);
  if (units % scale !== 0n)
    throw new Error(`expected withdrawal ${row.id} in whole units of ${chain.name}, got ${row.atoms} atoms`);
  return { coin: row.coin, to: row.address, units: units / scale };
}

/** @throws unless the bytes of a plan do what it says, read from the bytes alone. */
export function checkPlan(context: WithdrawalContext, chain: Chain, plan: Plan, payment: Payment): Uint8Array {
  const publicKeyOf = context.addresses.publicKeyOf(chain.name);
  const unsigned = chain.codec.unsigned(plan, publicKeyOf);
  expectSpend(chain, unsigned, plan, payment, chain.codec.address(publicKeyOf(plan.source)));
  return unsigned;
}

/** @throws unless bytes, signed or not, make exactly this payment from `from` with the plan's claims. */
export function expectSpend(chain: Chain, bytes: Uint8Array, plan: Plan, payment: Payment, from: string): void {
  const spend = chain.codec.read(bytes, new Set([from]));
  const [paid] = spend.payments;
  const exact =
    spend.payments.length === 1 &&
    paid?.coin === payment.coin &&
    paid.to === payment.to &&
    paid.units === payment.units &&
    spend.from === from &&
    spend.cost <= plan.feeCap &&
    sameClaims(spend.claims, plan.claims);
  if (!exact) throw new Error(`expected bytes of ${chain.name} that make one payment as planned, got another`);
}

/**
 * Stores the plan of an approved withdrawal. One plan at a time per chain waits for the exchange, so that withdrawing
 * it leaves no gap below another.
 * @throws {CannotPlan}
 */
export async function plan(context: WithdrawalContext, row: Row): Promise<void> {
  if (!isChain(row.network)) return;
  const { parts, treasury, deposits, funds, waits } = context;
  if (treasury.halted(row.network, row.coin) !== undefined) return waits.note(row.id, 'halted');
  if (await deposits.doubted(row.user_id)) return waits.note(row.id, 'doubted');
  // Locked since: the exchange would not sign, and the plan would be withdrawn at every pass.
  const user = whole(row.core_user);
  const refused = context.resting.get(row.id);
  if (refused !== undefined && !hasPassed(refused.at, REFUSED_REST, parts.now()))
    return waits.note(row.id, refused.wait);
  if (await hasDead(context, row)) return;
  if (funds.owes(user) || funds.overdue(user) || (parts.live.user(user)?.locks ?? 0) !== 0)
    return waits.note(row.id, 'locked');
  const chain = context.chain(row.network);
  const payment = paymentOf(context, chain, row);
  try {
    await store(context, row, chain, payment);
  } catch (error) {
    if (error instanceof ForeignClaim)
      await meetForeign(parts, treasury, chain, context.follower(chain.name), error.claims);
    throw error;
  }
}

async function store(context: WithdrawalContext, row: Row, chain: Chain, payment: Payment): Promise<void> {
  const { parts } = context;
  await planningOn(parts.db, chain.name, async (trx) => {
    // A fee bump has the claims of what it replaces: nobody waits for it.
    if (await isUnsettled(trx, chain.name)) return;
    const own = await trx
      .selectFrom('custody_withdrawals')
      .select('round')
      .where('id', '=', row.id)
      .where('stage', 'in', ['review', 'approved'])
      .where('proven', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('custody_transactions')
              .select('id')
              .where('withdrawal_id', '=', row.id)
              .whereRef('custody_transactions.round', '=', 'custody_withdrawals.round'),
          ),
        ),
      )
      .forUpdate()
      .executeTakeFirst();
    if (own === undefined) return;
    const hot = context.addresses.hotSource?.(chain.name) ?? HOT;
    const made = await chain.planner.plan(payment, hot, sqlClaims(trx, chain.name));
    checkPlan(context, chain, made, payment);
    const now = parts.now();
    await insertPlan(trx, made, { kind: 'withdrawal', withdrawal: row.id, round: own.round, attempt: 0, now });
  });
}

/** The signing order for a plan of a withdrawal. @throws unless the plan does what the withdrawal says */
export function orderOf(context: WithdrawalContext, chain: Chain, row: Row, plan: Plan, round: number): SignOrder {
  const payment = paymentOf(context, chain, row);
  const unsigned = checkPlan(context, chain, plan, payment);
  return { id: orderIdOf(row, round), chain: chain.name, unsigned, payment, source: plan.source };
}

/** Its name at the signer: different in each round, since an order is always signed with one payment's claims. */
export function orderIdOf({ id }: Pick<Row, 'id'>, round: number): string {
  return round === 0 ? `withdrawal:${id}` : `withdrawal:${id}:${round}`;
}

/**
 * Asks the signer to reserve the plan of a withdrawal, before the exchange marks it as signed. A rejected plan is
 * withdrawn: the withdrawal stays approved and is replanned later. Returns whether the signer will sign.
 * @throws {SignerFault}
 */
export async function reserve(context: WithdrawalContext, row: Row): Promise<boolean> {
  if (!isChain(row.network)) return false;
  const { parts, signer } = context;
  const [planned] = await attemptsOf(context, row);
  if (planned === undefined || !isUnsigned(planned)) return false;
  const order = orderOf(context, context.chain(row.network), row, readPlan(planned.plan), planned.round);
  try {
    await signer.reserve(order);
    return true;
  } catch (error) {
    if (!(error instanceof SignerRefusal)) throw error;
    parts.onFault(error);
    const now = parts.now();
    for (const [id, { at }] of context.resting) if (hasPassed(at, REFUSED_REST, now)) context.resting.delete(id);
    const wait = waitOf(error);
    context.resting.set(row.id, { at: now, wait });
    context.waits.note(row.id, wait);
    await takeBack(context, row);
    // Nobody else would get past a claim that an order has which an older database has forgotten.
    if (error.held !== undefined) await context.treasury.free?.(readPlan(planned.plan), error.held);
    return false;
  }
}

/** Withdraws the first plan of a withdrawal that is not signed in the exchange. @throws {SignerFault} */
export async function takeBack(context: WithdrawalContext, row: Row): Promise<void> {
  const { parts, funds } = context;
  await parts.db.transaction().execute(async (trx) => {
    const own = await trx
      .selectFrom('custody_withdrawals')
      .select('stage')
      .where('id', '=', row.id)
      .forUpdate()
      .executeTakeFirst();
    const planned = await newestOf(trx, row).executeTakeFirst();
    // Another worker may have the exchange's answer already.
    const status = funds.withdrawal(coreIdOf(row))?.status;
    const signed = status === CORE.signed || status === CORE.broadcast;
    if (signed || own?.stage === 'signed' || own?.stage === 'broadcast') return;
    if (planned === undefined || !isUnsigned(planned)) return;
    await drop(context, trx, row, planned);
  });
}

/** A first plan without a signature. */
export function isUnsigned({ state, attempt, raw }: Pick<Sent, 'state' | 'attempt' | 'raw'>): boolean {
  return state === 'planned' && attempt === 0 && raw === null;
}

type Planned = Pick<Sent, 'id' | 'round'>;

/** Withdraws an unsigned plan: the signer releases it before our table does. */
async function drop({ signer }: WithdrawalContext, trx: CustodyTransaction, row: Row, planned: Planned): Promise<void> {
  if (!(await signer.release(orderIdOf(row, planned.round))))
    throw new Error(`expected withdrawal ${row.id} without a signature, the signer has signed it`);
  await dropPlan(trx, planned.id);
}

/**
 * Advances the withdrawal to `signed` in the exchange, which accepts that once. Only called while our plan exists,
 * under the row's lock: whoever withdraws the plan has got the exchange's refusal. Returns whether it is signed there.
 */
export async function signInExchange(context: WithdrawalContext, row: Row): Promise<boolean> {
  const { parts, funds } = context;
  const coreId = coreIdOf(row);
  const signed = await parts.db.transaction().execute(async (trx) => {
    const own = await trx
      .selectFrom('custody_withdrawals')
      .selectAll()
      .where('id', '=', row.id)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    const planned = await newestOf(trx, row).executeTakeFirst();
    if (own === undefined || own.proven !== null || planned === undefined || !isUnsigned(planned)) return false;
    const { code } = await parts.link.submit(stepCommand(coreId, STEP.sign));
    const status = code === DONE ? CORE.signed : funds.withdrawal(coreId)?.status;
    if (status === CORE.signed || status === CORE.broadcast) {
      await setStage(trx, own, 'signed', parts.now());
      return true;
    }
    // Cancelled, refused or locked since: nothing was signed, and its claims are free.
    await drop(context, trx, row, planned);
    return false;
  });
  if (signed) await tell(context, row.id);
  return signed;
}

/**
 * Replaces a plan that is signed in the exchange but was never signed by the signer. Done atomically, because a
 * withdrawal signed in the exchange without a plan looks like one from an older database.
 * @throws {CannotPlan}
 */
export async function planAgain(context: WithdrawalContext, row: Row, sent: Sent): Promise<void> {
  if (!isChain(row.network)) return;
  const chain = context.chain(row.network);
  const payment = paymentOf(context, chain, row);
  const hot = context.addresses.hotSource?.(chain.name) ?? HOT;
  await planningOn(context.parts.db, chain.name, async (trx) => {
    const planned = await newestOf(trx, row).forUpdate().executeTakeFirst();
    if (planned?.id !== sent.id || !isUnsigned(planned)) return;
    await drop(context, trx, row, planned);
    const made = await chain.planner.plan(payment, hot, sqlClaims(trx, chain.name));
    checkPlan(context, chain, made, payment);
    const { round } = planned;
    await insertPlan(trx, made, {
      kind: 'withdrawal',
      withdrawal: row.id,
      round,
      attempt: 0,
      now: context.parts.now(),
    });
  });
}

/** Transactions of a withdrawal's round, newest first. */
function ofRound(db: Sql, { id }: Pick<Row, 'id'>) {
  return db
    .selectFrom('custody_transactions')
    .selectAll()
    .where('withdrawal_id', '=', id)
    .where('round', '=', ({ selectFrom }) => selectFrom('custody_withdrawals').select('round').where('id', '=', id))
    .orderBy('attempt', 'desc');
}

/** The newest of them. */
export function newestOf(db: Sql, row: Pick<Row, 'id'>) {
  return ofRound(db, row).limit(1);
}

/** Those of its current round, newest first. */
export function attemptsOf(context: WithdrawalContext, row: Pick<Row, 'id'>): Promise<Sent[]> {
  return ofRound(context.parts.db, row).execute();
}
