// From signed bytes to twelve confirmations: stored before they are sent, resent unchanged, and reported to the
// exchange.

import { MAX_ORDER_ATOMS } from '@vitrine/core';
import { costInAtoms } from '../amount.ts';
import { CONFIRMATIONS, expectCost, type Included, stands } from '../chain/index.ts';
import { hasPassed } from '../elapsed.ts';
import { type SignOrder, SignerRefusal } from '../types/index.ts';
import { type Chain, MOST_FEE, NodeFault, type Plan, type Rival } from '../rail/index.ts';
import { insertPlan, planningOn } from './claims.ts';
import { revertedCustomers } from './dead.ts';
import {
  CANCEL_AFTER,
  PASS,
  REBROADCAST_AFTER,
  REFUSED_REST,
  type WithdrawalContext,
  WATCHED_BLOCKS,
} from './parts.ts';
import {
  attemptsOf,
  checkPlan,
  coreIdOf,
  expectSpend,
  isUnsigned,
  newestOf,
  orderIdOf,
  orderOf,
  paymentOf,
  planAgain,
  STEP,
  stepCommand,
} from './plan.ts';
import { readPlan, sameClaims } from './plan-text.ts';
import { foreignWords, haltForeign } from './foreign.ts';
import { goOnProven, rivalOf } from './proof.ts';
import { CORE, isChain, type Row, type Sent, setStage, tell, whole } from './row.ts';

const DONE = 200;

/** A transaction with its bytes. */
interface Signed extends Sent {
  readonly raw: Buffer;
  readonly txid: string;
}

function isSigned(sent: Sent): sent is Signed {
  return sent.raw !== null && sent.txid !== null;
}

/** Advances a withdrawal that is signed in the exchange as far as possible. */
export async function send(context: WithdrawalContext, row: Row): Promise<void> {
  if (!isChain(row.network)) return;
  if (row.proven !== null) return goOnProven(context, row);
  const chain = context.chain(row.network);
  const attempts = await attemptsOf(context, row);
  const [newest] = attempts;
  if (newest === undefined) {
    // Signed in the exchange, but without a plan here: the database is older than the exchange. It may be paid already.
    await halt(
      context,
      row,
      `Withdrawal ${row.id} is signed in the exchange and has no plan here; it is not paid again.`,
    );
    return;
  }
  const done = attempts.find(({ state }) => state === 'confirmed');
  if (done !== undefined) return isCancel(done) ? undefined : confirm(context, chain, row, done);
  if (attempts.some(({ state }) => state === 'reverted')) return;
  const sent = attempts.filter(isSigned);
  // A fee bump may be planned but not signed yet, or never: what has bytes is sent meanwhile.
  const [latest] = sent;
  let unknown = sent.length > 0;
  for (const one of sent) {
    const status = await chain.node.status(one.txid);
    unknown &&= status.state === 'unknown';
    if (status.state === 'included') return count(context, chain, row, one, status);
    // Its block was replaced, or the node forgot it.
    if (one.height !== null) await displace(context, one);
    if (one === latest && (status.state === 'unknown' || isDue(context, one)))
      await broadcast(context, chain, row, one);
  }
  const hangs =
    newest.broadcast_at !== null && hasPassed(whole(newest.created_at), chain.stuckAfter, context.parts.now());
  // Nothing of ours is known to the node, or hangs there: something else may have what it spends.
  if ((unknown || hangs || row.conflict !== null) && (await conflicts(context, chain, row, sent))) return;
  if (!isSigned(newest)) {
    const signed = await sign(context, chain, row, newest);
    if (signed !== undefined) await broadcast(context, chain, row, signed);
    return;
  }
  if (hangs) await raiseFee(context, chain, row, newest, attempts.at(-1) ?? newest);
}

/** A zero self-transfer instead of the payment: its claims can no longer be used for the payment. */
function isCancel({ kind }: Pick<Sent, 'kind'>): boolean {
  return kind === 'cancel';
}

/** Whether pending bytes are sent again, whatever the node says about them. */
function isDue({ parts }: WithdrawalContext, sent: Sent): boolean {
  return sent.broadcast_at === null || hasPassed(whole(sent.broadcast_at), REBROADCAST_AFTER, parts.now());
}

/**
 * A reorganisation may be deeper than counted: a payment in such a block is sent again, unchanged. Its claims allow
 * only one inclusion.
 */
export async function watchConfirmed(context: WithdrawalContext, chain: Chain): Promise<void> {
  const { db, now } = context.parts;
  const head = context.follower(chain.name).height();
  if (head === undefined) return;
  const rows = await db
    .selectFrom('custody_transactions')
    .leftJoin('custody_blocks', (join) =>
      join
        .onRef('custody_blocks.chain', '=', 'custody_transactions.chain')
        .onRef('custody_blocks.height', '=', 'custody_transactions.height')
        .onRef('custody_blocks.hash', '=', 'custody_transactions.block_hash'),
    )
    .selectAll('custody_transactions')
    .where('custody_transactions.chain', '=', chain.name)
    .where('custody_transactions.kind', 'in', ['withdrawal', 'cancel'])
    .where('custody_transactions.state', '=', 'confirmed')
    .where((is) =>
      is.or([
        is('custody_transactions.height', '>', head - WATCHED_BLOCKS),
        is('custody_transactions.height', 'is', null),
      ]),
    )
    .where('custody_blocks.hash', 'is', null)
    .orderBy('custody_transactions.id')
    .limit(PASS)
    .execute();
  for (const sent of rows) {
    if (!isSigned(sent)) continue;
    const status = await chain.node.status(sent.txid);
    if (status.state === 'included') {
      const deep = await context.follower(chain.name).confirmations(status.height, status.blockHash);
      const { payment } = readPlan(sent.plan);
      // A wrongly reported block would end the watch over it. A cancel pays nothing that a block could show.
      const there = isCancel(sent) || (await stands(context.parts.db, chain, payment, sent.txid, status));
      if (deep > 0 && there) await place(context, sent, status.height, status.blockHash);
    } else if (status.state === 'unknown' || isDue(context, sent)) {
      await chain.node.broadcast(sent.raw);
      const time = String(now());
      await db.updateTable('custody_transactions').set({ broadcast_at: time }).where('id', '=', sent.id).execute();
    }
  }
}

/** Has a plan signed, and stores the bytes before anything else is done with them. */
async function sign(context: WithdrawalContext, chain: Chain, row: Row, sent: Sent): Promise<Signed | undefined> {
  const { parts, signer, addresses } = context;
  const plan = readPlan(sent.plan);
  const order = isCancel(sent)
    ? cancelOrder(context, chain, row, plan, sent.round)
    : orderOf(context, chain, row, plan, sent.round);
  const { payment } = order;
  let raw: Uint8Array;
  try {
    raw = await signer.sign(order);
  } catch (error) {
    if (!(error instanceof SignerRefusal)) throw error;
    // It agreed before, so its keeper changed its limits, or it forgot. The bytes do not exist: another plan may be
    // signed.
    parts.onFault(error);
    if (isUnsigned(sent) && hasPassed(whole(sent.created_at), REFUSED_REST, parts.now()))
      await planAgain(context, row, sent);
    return undefined;
  }
  expectSpend(chain, raw, plan, payment, chain.codec.address(addresses.publicKeyOf(chain.name)(plan.source)));
  const txid = chain.codec.txid(raw);
  const bytes = Buffer.from(raw);
  await parts.db
    .updateTable('custody_transactions')
    .set({ raw: bytes, txid, state: 'signed', changed_at: String(parts.now()) })
    .where('id', '=', sent.id)
    .where('raw', 'is', null)
    .execute();
  const stored = await parts.db
    .selectFrom('custody_transactions')
    .selectAll()
    .where('id', '=', sent.id)
    .executeTakeFirstOrThrow();
  if (!isSigned(stored) || !stored.raw.equals(bytes))
    throw new Error(`expected the same bytes for transaction ${sent.id} at every signing`);
  return stored;
}

function cancelOrder(context: WithdrawalContext, chain: Chain, row: Row, plan: Plan, round: number): SignOrder {
  const { payment, source } = plan;
  const unsigned = checkPlan(context, chain, plan, payment);
  return { id: `cancel:${orderIdOf(row, round)}`, chain: chain.name, unsigned, payment, source };
}

/** Sends stored bytes. The node's answer has no effect: only blocks count. */
async function broadcast(context: WithdrawalContext, chain: Chain, row: Row, sent: Signed): Promise<void> {
  const { parts } = context;
  await chain.node.broadcast(sent.raw);
  const now = String(parts.now());
  await parts.db
    .updateTable('custody_transactions')
    .set({ state: 'broadcast', broadcast_at: now, changed_at: now })
    .where('id', '=', sent.id)
    .where('state', 'in', ['signed', 'broadcast'])
    .execute();
  await tellBroadcast(context, row);
}

async function tellBroadcast(context: WithdrawalContext, row: Row): Promise<void> {
  const { parts, funds } = context;
  if (row.stage === 'broadcast') return;
  const coreId = coreIdOf(row);
  // 3107 if another worker reported it.
  if (funds.withdrawal(coreId)?.status === CORE.signed) await parts.link.submit(stepCommand(coreId, STEP.broadcast));
  if (funds.withdrawal(coreId)?.status !== CORE.broadcast) return;
  if (await setStage(parts.db, row, 'broadcast', parts.now())) await tell(context, row.id);
}

/**
 * Whether another transaction in a block uses what the payment spends. One that pays the same counts as the payment;
 * two people decide on any other.
 */
async function conflicts(
  context: WithdrawalContext,
  chain: Chain,
  row: Row,
  sent: readonly Signed[],
): Promise<boolean> {
  const { db, onFault } = context.parts;
  const [latest] = sent;
  const rival = await rivalOf(context, chain, sent, new Set(sent.map(({ txid }) => txid)), row.conflict);
  const conflict = rival === undefined || rival.pays ? null : rival.txid;
  if (conflict !== row.conflict) {
    if (conflict !== null) {
      onFault(new Error(`expected withdrawal ${row.id} to be paid on ${chain.name}, ${conflict} spends what pays it`));
      const words = foreignWords(conflict, `what pays withdrawal ${row.id}`);
      await haltForeign(db, context.treasury, chain, conflict, words);
    }
    await db.updateTable('custody_withdrawals').set({ conflict }).where('id', '=', row.id).execute();
  }
  if (rival === undefined || latest === undefined) return false;
  if (rival.pays) await adopt(context, row, chain, latest, rival);
  return true;
}

/** Adopts a fee bump that an older database has forgotten as the payment, once it is twelve blocks deep. */
async function adopt(
  context: WithdrawalContext,
  row: Row,
  chain: Chain,
  latest: Signed,
  { txid, feeCap }: Rival,
): Promise<void> {
  const status = await chain.node.status(txid);
  if (status.state !== 'included' || !status.done) return;
  if ((await context.follower(chain.name).confirmations(status.height, status.blockHash)) < CONFIRMATIONS) return;
  const plan = readPlan(latest.plan);
  expectCost(chain, { payment: plan.payment, feeCap: feeCap ?? forgottenCap(chain, plan) }, txid, status);
  context.parts.onFault(
    new Error(
      `expected withdrawal ${row.id} to be paid by ${latest.txid}, ${txid} paid it: an older database was restored`,
    ),
  );
  await context.parts.db.updateTable('custody_transactions').set({ txid }).where('id', '=', latest.id).execute();
  await finish(context, row, { ...latest, txid }, status);
  const confirmed = (await attemptsOf(context, row)).find(({ state }) => state === 'confirmed');
  if (confirmed !== undefined) await confirm(context, chain, row, confirmed);
}

/** Its fee cap is forgotten too: its own bytes give it if they are read, else the signer's limit. */
function forgottenCap({ name }: Chain, { feeCap }: Plan): bigint {
  return name === 'practice' ? feeCap : MOST_FEE[name];
}

/** The plan with the maximum fee of what was included, also for an adopted fee bump. */
async function cappedPlan(chain: Chain, { plan: text, raw, txid }: Signed): Promise<Plan> {
  const plan = readPlan(text);
  if (chain.codec.txid(raw) === txid) return plan;
  const rival = await chain.node.rival?.(plan.claims, txid);
  return { ...plan, feeCap: (rival?.txid === txid ? rival.feeCap : undefined) ?? forgottenCap(chain, plan) };
}

/** It is in no block any more, unless another worker has just confirmed it in the recorded one. */
async function displace(context: WithdrawalContext, sent: Sent): Promise<void> {
  await context.parts.db
    .updateTable('custody_transactions')
    .set({ height: null, block_hash: null, changed_at: String(context.parts.now()) })
    .where('id', '=', sent.id)
    .where('state', 'in', ['signed', 'broadcast'])
    .execute();
}

/** Records the block of a transaction. */
async function place(context: WithdrawalContext, sent: Sent, height: number, hash: string): Promise<void> {
  await context.parts.db
    .updateTable('custody_transactions')
    .set({ height, block_hash: hash, changed_at: String(context.parts.now()) })
    .where('id', '=', sent.id)
    .execute();
}

/** Counts by our own journal of blocks; at twelve it is done, or was included without effect. */
async function count(
  context: WithdrawalContext,
  chain: Chain,
  row: Row,
  sent: Signed,
  status: Included,
): Promise<void> {
  const { parts } = context;
  await tellBroadcast(context, row);
  const deep = await context.follower(chain.name).confirmations(status.height, status.blockHash);
  if (deep > 0 && (sent.height !== status.height || sent.block_hash !== status.blockHash)) {
    await place(context, sent, status.height, status.blockHash);
    await tell(context, row.id);
  }
  if (deep === 0 && isDue(context, sent)) await broadcast(context, chain, row, sent);
  if (deep < CONFIRMATIONS) return;
  const plan = await cappedPlan(chain, sent);
  const { payment } = plan;
  expectCost(chain, plan, sent.txid, status);
  if (!status.done) {
    if (await stands(context.parts.db, chain, payment, sent.txid, status))
      throw new NodeFault(`${chain.name}: expected ${sent.txid} to have paid, as its block says`);
    const changed = await parts.db
      .updateTable('custody_transactions')
      .set({
        ...{ state: 'reverted', cost: status.cost.toString(), cost_coin: status.costCoin },
        ...{ height: status.height, block_hash: status.blockHash, changed_at: String(parts.now()) },
      })
      .where('id', '=', sent.id)
      .where('state', '<>', 'reverted')
      .executeTakeFirst();
    if (changed.numUpdatedRows > 0n) await reverted(context, chain, row, sent);
    return;
  }
  if (isCancel(sent)) {
    await finish(context, row, sent, status);
    parts.onFault(
      new Error(`expected withdrawal ${row.id} to be paid, it was cancelled on ${chain.name} by ${sent.txid}`),
    );
    return;
  }
  // The block is in our journal by hash: the payment must be in it, not only in the node's statement about the
  // transaction.
  if (!(await stands(context.parts.db, chain, payment, sent.txid, status))) {
    parts.onFault(
      new Error(`expected the payment of ${sent.txid} in block ${status.blockHash} of ${chain.name}, found none`),
    );
    return;
  }
  await finish(context, row, sent, status);
  const confirmed = (await attemptsOf(context, row)).find(({ state }) => state === 'confirmed');
  if (confirmed !== undefined) await confirm(context, chain, row, confirmed);
}

/** Records that one attempt is confirmed, and that the others never can be. */
async function finish({ parts }: WithdrawalContext, row: Row, sent: Signed, status: Included): Promise<void> {
  await parts.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('custody_transactions')
      .set({
        ...{ state: 'confirmed', cost: status.cost.toString(), cost_coin: status.costCoin },
        ...{ height: status.height, block_hash: status.blockHash, changed_at: String(parts.now()) },
      })
      .where('id', '=', sent.id)
      .execute();
    await trx
      .updateTable('custody_transactions')
      .set({ state: 'replaced', changed_at: String(parts.now()) })
      .where('withdrawal_id', '=', row.id)
      .where('round', '=', sent.round)
      .where('id', '<>', sent.id)
      .execute();
  });
}

/** Ends it in the exchange with the chain's cost, in the ledger's atoms, rounded up. */
async function confirm(context: WithdrawalContext, chain: Chain, row: Row, sent: Sent): Promise<void> {
  const { parts, funds } = context;
  const coreId = coreIdOf(row);
  const open = (): boolean => (funds.withdrawal(coreId)?.status ?? CORE.confirmed) < CORE.confirmed;
  if (open()) {
    const { atoms, asset } = costOf(context, chain, sent);
    const { code } = await parts.link.submit(stepCommand(coreId, STEP.confirm, atoms, asset));
    if (code !== DONE && open()) {
      // The cost's coin is not on this rail, or the network owes too much: the customer is paid anyway.
      parts.onFault(new Error(`expected the cost of withdrawal ${row.id} to be booked, got ${code}`));
      await parts.link.submit(stepCommand(coreId, STEP.confirm));
    }
    if (open()) return;
  }
  if (!(await setStage(parts.db, row, 'confirmed', parts.now()))) return;
  await tell(context, row.id);
  if (row.address !== null) await context.book.used(row.user_id, row.coin, row.network, row.address);
}

function costOf(
  context: WithdrawalContext,
  chain: Chain,
  sent: Sent,
): { readonly atoms: number; readonly asset: number } {
  const none = { atoms: 0, asset: 0 };
  if (sent.cost === null || sent.cost_coin === null) return none;
  const units = BigInt(sent.cost);
  const asset = context.parts.live.assetByCode(sent.cost_coin);
  const coin = chain.coins.find((one) => one.coin === sent.cost_coin);
  if (units <= 0n || asset === undefined || coin === undefined) return none;
  const atoms = costInAtoms(units, coin.decimals, asset.scale);
  if (atoms > BigInt(MAX_ORDER_ATOMS)) throw new Error(`expected a cost within an order's size, got ${atoms} atoms`);
  return { atoms: Number.parseInt(atoms.toString(), 10), asset: asset.asset };
}

/**
 * A higher fee for the same claims and payment; if that is impossible for long, a zero self-transfer with the claims.
 */
async function raiseFee(
  context: WithdrawalContext,
  chain: Chain,
  row: Row,
  newest: Signed,
  first: Sent,
): Promise<void> {
  const before = readPlan(newest.plan);
  // The node is queried before a connection is taken: it may be slow, and its answer depends on no claim.
  const bumped = await chain.planner.bump(before);
  const hangs = hasPassed(whole(first.created_at), CANCEL_AFTER * chain.stuckAfter, context.parts.now());
  const cancel = bumped === undefined && hangs && !isCancel(newest) ? await chain.planner.cancel?.(before) : undefined;
  const raised = bumped ?? cancel;
  if (raised === undefined) return;
  const kind = isCancel(newest) || cancel !== undefined ? 'cancel' : 'withdrawal';
  const payment = kind === 'cancel' ? raised.payment : paymentOf(context, chain, row);
  const order = (kind === 'cancel' ? cancelOrder : orderOf)(context, chain, row, raised, newest.round);
  try {
    // A bump that the signer would not sign would only block a later one.
    await context.signer.reserve(order);
  } catch (error) {
    if (!(error instanceof SignerRefusal)) throw error;
    context.parts.onFault(error);
    return;
  }
  await planningOn(context.parts.db, chain.name, async (trx) => {
    const source = JSON.stringify(raised.source) === JSON.stringify(before.source);
    if (!source || !sameClaims(raised.claims, before.claims))
      throw new Error(`expected a higher fee of ${chain.name} with the same claims, got others`);
    checkPlan(context, chain, raised, payment);
    // If somebody confirms it meanwhile, this waits, or the other waits and then replaces the bump too.
    const last = await newestOf(trx, row).forUpdate().executeTakeFirst();
    if (last?.id !== newest.id || last.state !== 'broadcast') return;
    await insertPlan(trx, raised, {
      ...{ kind, withdrawal: row.id, round: newest.round, attempt: newest.attempt + 1, replaces: newest.id },
      now: context.parts.now(),
    });
  });
}

/**
 * A single failure: the recipient rejected it, two people decide, and the coin continues for others. For a token its
 * contract decides too, so a second customer's failure means that it pays nobody: then the coin is halted.
 */
async function reverted(context: WithdrawalContext, chain: Chain, row: Row, { txid }: Signed): Promise<void> {
  const what = `Transaction ${txid} of withdrawal ${row.id} was included and paid nothing.`;
  context.parts.onFault(new Error(what));
  if (row.coin !== chain.feeCoin && (await revertedCustomers(context, row)) > 1)
    await context.treasury.halt(row.network, row.coin, what, null, txid);
}

/** Halts the coin with a reason; two people must lift it. */
async function halt({ treasury }: WithdrawalContext, row: Row, why: string): Promise<void> {
  if (treasury.halted(row.network, row.coin) !== undefined) return;
  await treasury.halt(row.network, row.coin, why, null);
}
