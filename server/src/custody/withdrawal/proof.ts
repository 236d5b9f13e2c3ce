// An exit after `signed`: the proof that a payment never arrives, from our own node and our own journal of blocks, and
// the decision of two people. Nobody's statement is a proof.

import type { FundsReason } from '@vitrine/contract';
import type { Command, RowId } from '@vitrine/core';
import { asRefusalCode, Refusal, refuse } from '../../api/call/index.ts';
import { stands } from '../chain/index.ts';
import type { DeadPayment } from '../types/index.ts';
import { type Chain, NodeFault, type Payment, type Rival } from '../rail/index.ts';
import { BURIED, type WithdrawalContext } from './parts.ts';
import { attemptsOf, coreIdOf, orderIdOf } from './plan.ts';
import { readPlan, sameClaims } from './plan-text.ts';
import { CORE, isChain, type Row, type Sent, setStage, tell } from './row.ts';
import { DONE } from '@vitrine/core';

const SIGNED: readonly string[] = ['signed', 'broadcast'];
/** Digits of a transaction's hash in each of its command's two words. */
const WORD_DIGITS = 12;

/**
 * The proof that a signed withdrawal is not paid and never will be, from our own node and journal now; undefined: none.
 * It counts once it is `BURIED` deep.
 * @throws {NodeFault}
 */
export async function proofOf(context: WithdrawalContext, row: Row): Promise<DeadPayment | undefined> {
  if (!isChain(row.network) || !SIGNED.includes(row.stage)) return undefined;
  const chain = context.chain(row.network);
  const attempts = await attemptsOf(context, row);
  const [first] = attempts;
  if (first === undefined) return undefined;
  const claims = readPlan(first.plan).claims;
  // All attempts of a round use the same claims: if one is in a block, the others can never be.
  if (!attempts.every(({ plan }) => sameClaims(readPlan(plan).claims, claims))) return undefined;
  const found = await standing(context, chain, row, attempts, claims);
  if (found === undefined) return undefined;
  const depth = await context.follower(chain.name).confirmations(found.height, found.blockHash);
  if (depth === 0) return undefined;
  return { kind: found.kind, txid: found.txid, height: found.height, depth, needed: BURIED };
}

interface Standing {
  readonly kind: DeadPayment['kind'];
  readonly txid: string;
  readonly height: number;
  readonly blockHash: string;
}

/** What is in a block with the claims of a round; undefined if it paid, or nothing is. */
async function standing(
  context: WithdrawalContext,
  chain: Chain,
  row: Pick<Row, 'conflict'>,
  attempts: readonly Sent[],
  claims: readonly string[],
): Promise<Standing | undefined> {
  const ours = new Set(attempts.flatMap(({ txid }) => (txid === null ? [] : [txid])));
  const included: Standing[] = [];
  for (const { txid, kind, plan } of attempts) {
    if (txid === null) continue;
    const status = await chain.node.status(txid);
    if (status.state !== 'included') continue;
    const { height, blockHash, done } = status;
    if (kind === 'cancel') {
      if (!done) return undefined;
      included.push({ kind: 'conflict', txid, height, blockHash });
      continue;
    }
    // Reads the block itself: a payment that is in it did not revert.
    if (done || (await stands(context.parts.db, chain, readPlan(plan).payment, txid, status))) return undefined;
    included.push({ kind: 'reverted', txid, height, blockHash });
  }
  const [one, other] = included;
  if (other !== undefined)
    throw new NodeFault(`${chain.name}: expected one of the transactions with ${claims[0]} in a block, got two`);
  if (one !== undefined) return one;
  const rival = await rivalOf(context, chain, attempts, ours, row.conflict);
  return rival === undefined || rival.pays ? undefined : { kind: 'foreign', ...rival };
}

/** A transaction in a block instead of the attempts of a round. */
export interface RoundRival extends Rival {
  /**
   * It makes the same payment: a fee bump of ours that an older database has forgotten. Only our signer could make it.
   */
  readonly pays: boolean;
}

/**
 * A transaction other than these attempts that spends what they spend, on chains that can report it. `seen`: the one
 * found before.
 * @throws {NodeFault}
 */
export async function rivalOf(
  context: WithdrawalContext,
  chain: Chain,
  attempts: readonly Pick<Sent, 'txid' | 'plan'>[],
  ours: ReadonlySet<string>,
  seen: string | null,
): Promise<RoundRival | undefined> {
  const [first] = attempts;
  if (first === undefined) return undefined;
  const { claims, payment } = readPlan(first.plan);
  const rival = await chain.node.rival?.(claims, seen ?? undefined);
  if (rival === undefined || ours.has(rival.txid)) return undefined;
  const pays = await stands(context.parts.db, chain, payment, rival.txid, rival);
  if (!pays && paysSame(rival, payment)) await expectReverted(chain, rival);
  return { ...rival, pays };
}

/** Whether a rival's own signed bytes make exactly a withdrawal's payment. */
function paysSame({ payment: paid }: Rival, { coin, to, units }: Payment): boolean {
  return paid !== undefined && paid.coin === coin && paid.to === to && paid.units === units;
}

/**
 * Its bytes pay the withdrawal but its block does not show it. Either it had no effect, as its receipt then says, or
 * the node's answer is incomplete. An incomplete answer must not cause both a payment and a refund.
 * @throws {NodeFault}
 */
async function expectReverted(chain: Chain, { txid, blockHash }: Rival): Promise<void> {
  const status = await chain.node.status(txid);
  if (status.state !== 'included' || status.done || status.blockHash !== blockHash)
    throw new NodeFault(`${chain.name}: expected ${txid} to pay in block ${blockHash} as its bytes say, it does not`);
}

/** Two people agreed on a proof: the withdrawal fails, and everything held is released. Idempotent. */
export async function failProven(
  context: WithdrawalContext,
  row: Row,
  txid: string,
  why: FundsReason,
  note: string | null,
): Promise<void> {
  if (!isChain(row.network)) throw refuse('request.notFound');
  if (row.stage === 'failed' && row.proof === txid) return;
  await decide(context, row, 'fail', txid, { reason: why, note });
}

/** Two people agreed on a proof: the withdrawal is approved again, and paid with another transaction. Idempotent. */
export async function replan(context: WithdrawalContext, row: Row, txid: string): Promise<void> {
  if (!isChain(row.network)) throw refuse('request.notFound');
  const earlier = await context.parts.db
    .selectFrom('custody_withdrawals')
    .select('id')
    .where('id', '=', row.id)
    .where('proof', '=', txid)
    .where('proven', 'is', null)
    .executeTakeFirst();
  if (earlier !== undefined) return;
  await decide(context, row, 'replan', txid, {});
}

type Decision = 'fail' | 'replan';

async function decide(
  context: WithdrawalContext,
  row: Row,
  decision: Decision,
  txid: string,
  words: Partial<Pick<Row, 'reason' | 'note'>>,
): Promise<void> {
  const { db } = context.parts;
  if (row.proven === null) {
    // Checked now, whatever was seen when it was proposed.
    const proof = await proofOf(context, row);
    if (proof === undefined || proof.txid !== txid || proof.depth < proof.needed) throw refuse('withdrawal.final');
    // An older database does not know a later round that was signed: then it may be paid already.
    if (!(await context.signer.release(orderIdOf(row, row.round + 1)))) throw refuse('withdrawal.final');
    await db
      .updateTable('custody_withdrawals')
      .set({ proven: decision, proof: txid, ...words })
      .where('id', '=', row.id)
      .where('round', '=', row.round)
      .where('proven', 'is', null)
      .where('stage', 'in', SIGNED)
      .execute();
  }
  const own = await db.selectFrom('custody_withdrawals').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
  // The first recorded decision counts.
  if (own.proof !== txid || (own.proven !== decision && !(decision === 'replan' && own.proven === null)))
    throw refuse('withdrawal.final');
  await goOnProven(context, own);
}

/**
 * Continues with the decision. The exchange is asked under the row's lock, so that nobody signs the next round
 * meanwhile.
 * @throws {Refusal} what the exchange rejects
 */
export async function goOnProven(context: WithdrawalContext, { id }: Pick<Row, 'id'>): Promise<void> {
  const { parts, funds } = context;
  const changed = await parts.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('custody_withdrawals')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.proven === null || row.proof === null || row.stage === 'failed') return false;
    const coreId = coreIdOf(row);
    const signed = (): boolean => {
      const status = funds.withdrawal(coreId)?.status;
      return status === CORE.signed || status === CORE.broadcast;
    };
    if (signed()) {
      const { code } = await parts.link.submit(commandOf(row.proven, coreId, row.proof));
      if (code !== DONE && signed()) throw new Refusal(asRefusalCode(code));
    }
    const now = parts.now();
    // This round's signed transactions are in no block and never will be.
    await trx
      .updateTable('custody_transactions')
      .set({ state: 'replaced', changed_at: String(now) })
      .where('withdrawal_id', '=', id)
      .where('round', '=', row.round)
      .where('state', 'in', ['planned', 'signed', 'broadcast'])
      .execute();
    if (row.proven === 'fail') return setStage(trx, row, 'failed', now);
    // Its customer sees the progress of the new round.
    const steps = (JSON.parse(row.steps) as { readonly stage: string }[]).filter(
      ({ stage }) => !SIGNED.includes(stage),
    );
    await trx
      .updateTable('custody_withdrawals')
      .set({ stage: 'approved', proven: null, conflict: null, round: row.round + 1 })
      .set({ steps: JSON.stringify(steps), changed_at: String(now) })
      .where('id', '=', id)
      .execute();
    return true;
  });
  if (changed) await tell(context, id);
}

function commandOf(decision: string, coreId: number, txid: string): Command {
  const word = (at: number): number => Number.parseInt(txid.slice(at, at + WORD_DIGITS), 16);
  return {
    name: decision === 'fail' ? 'withdrawal.failProven' : 'withdrawal.replan',
    withdrawal: coreId as RowId,
    ...{ transactionHigh: word(0), transactionLow: word(WORD_DIGITS) },
  };
}
