// Counts an included payment's confirmations; at twelve it is confirmed in the exchange with its cost, or has failed.

import { DONE, MAX_ORDER_ATOMS } from '@vitrine/core';
import { costInAtoms } from '../amount.ts';
import { CONFIRMATIONS, expectCost, type Included, stands } from '../chain/index.ts';
import { type Chain, MOST_FEE, NodeFault, type Plan } from '../rail/index.ts';
import { revertedCustomers } from './dead.ts';
import type { WithdrawalContext } from './parts.ts';
import { attemptsOf, coreIdOf, STEP, stepCommand } from './plan.ts';
import { readPlan } from './plan-text.ts';
import { CORE, type Row, type Sent, setStage, tell } from './row.ts';
import { type Signed, isCancel, isDue, broadcast, tellBroadcast, place } from './attempt.ts';

/** Its fee cap is forgotten too: its own bytes give it if they are read, else the signer's limit. */
export function forgottenCap({ name }: Chain, { feeCap }: Plan): bigint {
  return name === 'practice' ? feeCap : MOST_FEE[name];
}

/** The plan with the maximum fee of what was included, also for an adopted fee bump. */
async function cappedPlan(chain: Chain, { plan: text, raw, txid }: Signed): Promise<Plan> {
  const plan = readPlan(text);
  if (chain.codec.txid(raw) === txid) return plan;
  const rival = await chain.node.rival?.(plan.claims, txid);
  return { ...plan, feeCap: (rival?.txid === txid ? rival.feeCap : undefined) ?? forgottenCap(chain, plan) };
}

/** Counts by our own journal of blocks; at twelve it is done, or was included without effect. */
export async function count(
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
export async function finish({ parts }: WithdrawalContext, row: Row, sent: Signed, status: Included): Promise<void> {
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
export async function confirm(context: WithdrawalContext, chain: Chain, row: Row, sent: Sent): Promise<void> {
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
 * A single failure: the recipient rejected it, two people decide, and the coin continues for others. For a token its
 * contract decides too, so a second customer's failure means that it pays nobody: then the coin is halted.
 */
async function reverted(context: WithdrawalContext, chain: Chain, row: Row, { txid }: Signed): Promise<void> {
  const what = `Transaction ${txid} of withdrawal ${row.id} was included and paid nothing.`;
  context.parts.onFault(new Error(what));
  if (row.coin !== chain.feeCoin && (await revertedCustomers(context, row)) > 1)
    await context.treasury.halt(row.network, row.coin, what, null, txid);
}
