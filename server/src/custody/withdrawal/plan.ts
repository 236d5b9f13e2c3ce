// From an approved withdrawal to one that is signed in the exchange: its plan is stored first, and there is one.

import { type AssetId, type Atoms, type Command, type RowId } from '@vitrine/core';
import { power10 } from '../../wire/index.ts';
import type { Chain, Payment, Plan, Source } from '../rail/index.ts';
import { dropPlan, insertPlan, planningOn, sqlClaims } from './claims.ts';
import type { Room } from './parts.ts';
import { sameClaims } from './plan-text.ts';
import { CORE, isChain, type Row, type Sent, setStage, tell, whole } from './row.ts';

/** Steps of `withdrawal.step`. */
export const STEP = { sign: 1, broadcast: 2, confirm: 3, fail: 4 } as const;
const HOT: Source = { kind: 'hot' };
const DONE = 200;

/** The command that takes a withdrawal of the exchange a step on. `cost` in atoms of `costAsset`. */
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

/** What a withdrawal pays, in the chain's least units. */
export function paymentOf(room: Room, chain: Chain, row: Row): Payment {
  const asset = room.parts.live.assetByCode(row.coin);
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
export function checkPlan(room: Room, chain: Chain, plan: Plan, payment: Payment): Uint8Array {
  const publicKeyOf = room.addresses.publicKeyOf(chain.name);
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
 * Stores the plan of an approved withdrawal. One at a time a chain waits for the exchange's word: a plan that is taken
 * back leaves no gap below another.
 * @throws {CannotPlan}
 */
export async function plan(room: Room, row: Row): Promise<void> {
  if (!isChain(row.network)) return;
  const { parts, treasury, deposits, funds } = room;
  if (treasury.halted(row.network, row.coin) !== undefined || (await deposits.doubted(row.user_id))) return;
  // Locked since: the exchange would not sign, and the plan would be taken back at every pass.
  const user = whole(row.core_user);
  if (funds.owes(user) || funds.overdue(user) || (parts.live.user(user)?.locks ?? 0) !== 0) return;
  const chain = room.chain(row.network);
  const payment = paymentOf(room, chain, row);
  await planningOn(parts.db, chain.name, async (trx) => {
    const waiting = await trx
      .selectFrom('custody_transactions')
      .innerJoin('custody_withdrawals', 'custody_withdrawals.id', 'custody_transactions.withdrawal_id')
      .select('custody_transactions.id')
      .where('custody_transactions.chain', '=', chain.name)
      .where('custody_transactions.state', '=', 'planned')
      // A fee bump has the claims of what it replaces: nobody waits behind it.
      .where('custody_transactions.attempt', '=', 0)
      .where('custody_withdrawals.stage', 'not in', ['signed', 'broadcast'])
      .limit(1)
      .executeTakeFirst();
    if (waiting !== undefined) return;
    const own = await trx
      .selectFrom('custody_withdrawals')
      .select('stage')
      .where('id', '=', row.id)
      .where('stage', 'in', ['review', 'approved'])
      .where((is) =>
        is.not(is.exists(is.selectFrom('custody_transactions').select('id').where('withdrawal_id', '=', row.id))),
      )
      .forUpdate()
      .executeTakeFirst();
    if (own === undefined) return;
    const hot = room.addresses.hotSource?.(chain.name) ?? HOT;
    const made = await chain.planner.plan(payment, hot, sqlClaims(trx, chain.name));
    checkPlan(room, chain, made, payment);
    const now = parts.now();
    await insertPlan(trx, made, { kind: 'withdrawal', withdrawal: row.id, attempt: 0, now });
  });
}

/**
 * Takes the withdrawal to `signed` in the exchange, which says so once. Asked only while a plan of ours stands, under the
 * row's lock: whoever takes the plan back has heard the exchange refuse. Gives whether it is signed there.
 */
export async function signInExchange(room: Room, row: Row): Promise<boolean> {
  const { parts, funds } = room;
  const coreId = coreIdOf(row);
  const signed = await parts.db.transaction().execute(async (trx) => {
    const own = await trx
      .selectFrom('custody_withdrawals')
      .selectAll()
      .where('id', '=', row.id)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    const planned = await trx
      .selectFrom('custody_transactions')
      .select(['id', 'state'])
      .where('withdrawal_id', '=', row.id)
      .where('attempt', '=', 0)
      .executeTakeFirst();
    if (own === undefined || planned === undefined) return false;
    const { code } = await parts.link.submit(stepCommand(coreId, STEP.sign));
    const status = code === DONE ? CORE.signed : funds.withdrawal(coreId)?.status;
    if (status === CORE.signed || status === CORE.broadcast) {
      await setStage(trx, own, 'signed', parts.now());
      return true;
    }
    // Cancelled, refused or locked since: nothing was signed, and what it claimed is free.
    await dropPlan(trx, planned.id);
    return false;
  });
  if (signed) await tell(room, row.id);
  return signed;
}

/** Newest first. */
export function attemptsOf(room: Room, row: Pick<Row, 'id'>): Promise<Sent[]> {
  return room.parts.db
    .selectFrom('custody_transactions')
    .selectAll()
    .where('withdrawal_id', '=', row.id)
    .orderBy('attempt', 'desc')
    .execute();
}
