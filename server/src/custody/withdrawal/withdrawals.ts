// Withdrawals: requested, reviewed, signed once, broadcast, confirmed. Every step can be interrupted anywhere and
// repeated by any number of workers. What must happen once is ensured by the exchange's answer, a table's key, or the
// signer's log.

import type { RowId, UserId } from '@vitrine/core';
import { asRefusalCode, Refusal, refuse } from '../../api/call/index.ts';
import { IntakeError } from '../../engine/sequencer/index.ts';
import type { Customer, Withdrawals } from '../types/index.ts';
import { SignerFault } from '../types/index.ts';
import { CannotPlan, ForeignClaim, NodeFault } from '../rail/index.ts';
import { ask, settleAll } from './ask/ask.ts';
import { cameBack, cardEnd, goOn, paidUnder } from './card.ts';
import { limitsOf } from './limits.ts';
import { idOf, lists } from './lists.ts';
import { noKey } from './ask/lost.ts';
import { flagsSince } from './review.ts';
import { AT_ONCE, PASS, roomOf, type WithdrawalOptions } from './parts.ts';
import { attemptsOf, coreIdOf, isUnsigned, plan, reserve, signInExchange, takeBack } from './plan.ts';
import { stuckList } from './dead.ts';
import { failProven, goOnProven, proofOf, replan } from './proof.ts';
import { send } from './send.ts';
import { ChainGone } from './waits.ts';
import { watchConfirmed } from './watch.ts';
import { cancellable, CORE, isChain, type Row, setStage, stageOf, statusOf, tell } from './row.ts';
import { DONE, rejects } from '@vitrine/core';
import { CODE } from '@vitrine/contract';

const APPROVE = 1;
const REFUSE = 2;
/** Most changes of the exchange noted between two passes; beyond it the next pass checks everything. */
const MAX_CHANGED = 10_000;
/** After this the same reason of a waiting withdrawal is reported again, ms. */
const REPORT_AGAIN = 600_000;
/** Most withdrawals whose reason is remembered. */
const MOST_REPORTED = 10_000;

/** Withdrawals over the given chains. */
export function createWithdrawals(options: WithdrawalOptions): Withdrawals {
  const context = roomOf(options);
  const { parts, funds } = context;
  const { db, link, now } = parts;
  /** Withdrawals changed in the exchange since the last pass; undefined: check all. */
  let changed: Set<number> | undefined;
  funds.onWithdrawal(({ id }) => {
    if (changed === undefined) return;
    if (changed.size < MAX_CHANGED) changed.add(id);
    else changed = undefined;
  });

  async function rowOf(id: string, of?: Customer): Promise<Row> {
    const row = await db
      .selectFrom('custody_withdrawals')
      .selectAll()
      .where('id', '=', idOf(id))
      .where('stage', '<>', 'asking')
      .executeTakeFirst();
    if (row === undefined || (of !== undefined && row.user_id !== of.userId)) throw refuse('request.notFound');
    return row;
  }

  /** Updates a row to the exchange's state; returns the updated row. */
  async function follow(row: Row): Promise<Row> {
    const core = funds.withdrawal(coreIdOf(row));
    // The exchange forgets what ended long ago: after signing it is confirmed, before that as we recorded.
    const status = core?.status ?? endedAs(row);
    if (core !== undefined && (row.worth !== String(core.worth) || row.fee !== String(core.fee)))
      await db
        .updateTable('custody_withdrawals')
        .set({ worth: String(core.worth), fee: String(core.fee) })
        .where('id', '=', row.id)
        .execute();
    // `signed` in the exchange becomes the row's stage only together with its plan, `confirmed` only with its
    // transaction.
    if (status >= CORE.signed && status <= CORE.confirmed && isChain(row.network)) return row;
    if (await setStage(db, row, stageOf(status), now())) await tell(context, row.id);
    return { ...row, stage: stageOf(status) };
  }

  function endedAs(row: Row): number {
    const end = cardEnd(row);
    if (end !== undefined) return end;
    if (row.proven === 'fail') return CORE.failed;
    if (row.stage === 'signed' || row.stage === 'broadcast') return CORE.confirmed;
    return row.reason === null ? CORE.cancelled : CORE.refused;
  }

  /** Withdraws the plan of a withdrawal that ended before it was signed in the exchange. */
  async function release(row: Row): Promise<void> {
    const [planned] = await attemptsOf(context, row);
    if (planned !== undefined && isUnsigned(planned)) await takeBack(context, row);
  }

  /** Plans of withdrawals that ended after they were stored: nobody else may wait for them. */
  async function releaseEnded(): Promise<void> {
    const ended = await db
      .selectFrom('custody_transactions')
      .innerJoin('custody_withdrawals', 'custody_withdrawals.id', 'custody_transactions.withdrawal_id')
      .selectAll('custody_withdrawals')
      .where('custody_transactions.state', '=', 'planned')
      .where('custody_withdrawals.stage', 'in', ['cancelled', 'refused', 'failed'])
      .limit(PASS)
      .execute();
    for (const row of ended) await release(row);
    // A bump planned while another worker confirmed what it would have replaced: it is never signed.
    await db
      .updateTable('custody_transactions')
      .set({ state: 'replaced', changed_at: String(now()) })
      .where('state', '=', 'planned')
      .where('raw', 'is', null)
      .where('attempt', '>', 0)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('custody_withdrawals')
            .select('id')
            .whereRef('custody_withdrawals.id', '=', 'custody_transactions.withdrawal_id')
            .where('stage', '=', 'confirmed'),
        ),
      )
      .execute();
  }

  async function advance(given: Row): Promise<void> {
    // A decision of two people has priority over the exchange's state.
    if (given.proven !== null && given.stage !== 'failed') return goOnProven(context, given);
    const row = await follow(given);
    const core = funds.withdrawal(coreIdOf(row));
    if (core === undefined) {
      if (row.stage === 'signed' || row.stage === 'broadcast') await send(context, row);
      else if (isChain(row.network)) await release(row);
      return;
    }
    if (core.status === CORE.review && (row.review !== 'rules' || !(await pass(row)))) return;
    switch (funds.withdrawal(core.id)?.status) {
      case CORE.approved:
        if (!isChain(row.network)) {
          await goOn(context, row);
          return;
        }
        if (!funds.maySign(core.id)) {
          await release(row);
          return;
        }
        await plan(context, row);
        // The signer is asked first: what it would not sign stays approved.
        if ((await reserve(context, row)) && (await signInExchange(context, row)))
          await send(context, await rowOf(row.id));
        return;
      case CORE.signed:
      case CORE.broadcast:
        if (isChain(row.network)) await send(context, await signedRow(row));
        else await goOn(context, row);
        return;
      case CORE.confirmed:
        if (isChain(row.network)) await send(context, row);
        return;
      default:
        if (isChain(row.network)) await release(row);
    }
  }

  /** The exchange answered, but recording it was lost: recorded now. */
  async function signedRow(row: Row): Promise<Row> {
    if (row.stage === 'signed' || row.stage === 'broadcast') return row;
    const [planned] = await attemptsOf(context, row);
    if (planned === undefined) return row;
    if (await setStage(db, row, 'signed', now())) await tell(context, row.id);
    return rowOf(row.id);
  }

  /**
   * Approves by the rules. If the exchange requires a person after all, or a credential was changed or the account frozen
   * since the request, one reviews. Returns whether it was approved.
   */
  async function pass(row: Row): Promise<boolean> {
    const flags = await flagsSince(db, row);
    const passed = flags.length === 0 ? await passInExchange(row) : rejects['request.forbidden'];
    if (passed === DONE) {
      if (await setStage(db, row, 'approved', now())) await tell(context, row.id);
      return true;
    }
    if (passed === rejects['request.forbidden']) {
      await db
        .updateTable('custody_withdrawals')
        .set({ review: 'person', flags: flags.join(',') })
        .where('id', '=', row.id)
        .where('review', '=', 'rules')
        .execute();
    }
    return false;
  }

  async function passInExchange(row: Row): Promise<number> {
    const { code } = await link.submit({ name: 'withdrawal.pass', withdrawal: coreIdOf(row) as RowId });
    return code;
  }

  /** Rows of a pass: all except unchanged ones that wait for a person. */
  async function* work(): AsyncIterable<readonly Row[]> {
    const ids = changed;
    changed = new Set();
    for (let after = '0'; ;) {
      const rows = await db
        .selectFrom('custody_withdrawals')
        .selectAll()
        .where('stage', 'in', ['review', 'approved', 'signed', 'broadcast'])
        .where('id', '>', after)
        .$if(ids !== undefined, (query) =>
          query.where((is) =>
            is.or([
              is('stage', '<>', 'review'),
              is('review', '=', 'rules'),
              ...(ids === undefined || ids.size === 0 ? [] : [is('core_id', 'in', [...ids].map(String))]),
            ]),
          ),
        )
        .orderBy('id')
        .limit(PASS)
        .execute();
      if (rows.length > 0) yield rows;
      after = rows.at(-1)?.id ?? after;
      if (rows.length < PASS) return;
    }
  }

  /** What each withdrawal waits for, as last reported. */
  const reported = new Map<string, { readonly why: string; readonly at: number }>();

  /** Passes come several times a second: the same reason is reported once, and again after a while. */
  function report(id: string | undefined, error: unknown): void {
    if (id === undefined) return parts.onFault(error);
    const why = error instanceof Error ? error.message : String(error);
    const last = reported.get(id);
    if (last?.why === why && now() - last.at < REPORT_AGAIN) return;
    if (reported.size >= MOST_REPORTED) reported.clear();
    reported.set(id, { why, at: now() });
    parts.onFault(error);
  }

  /** A failure does not stop others, and is retried by the next pass. Returns whether it succeeded. */
  async function tried(act: () => Promise<void>, id?: string): Promise<boolean> {
    try {
      await act();
      if (id !== undefined) reported.delete(id);
      return true;
    } catch (error) {
      if (error instanceof ForeignClaim) parts.onFault(error);
      else if (error instanceof CannotPlan && error.why !== 'node') report(id, error);
      else if (!isWait(error)) report(id, error);
      return false;
    }
  }

  /** Those to be planned run one after the other, because of their nonces; the others concurrently, some at a time. */
  async function advanceAll(rows: readonly Row[]): Promise<void> {
    const status = (row: Row) => funds.withdrawal(coreIdOf(row))?.status ?? CORE.approved;
    const waiting = rows.filter((row) => status(row) > CORE.approved);
    const inTurn = rows.filter((row) => status(row) <= CORE.approved);
    const worker = async (queue: Row[]): Promise<void> => {
      for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
        const one = row;
        // Checked again by the next pass, whatever it waits for.
        if (!(await tried(() => context.waits.during(one.id, () => advance(one)), one.id))) changed?.add(coreIdOf(one));
      }
    };
    await Promise.all([worker(inTurn), ...Array.from({ length: AT_ONCE - 1 }, () => worker(waiting))]);
  }

  async function decide(id: string, operator: number, decision: number): Promise<void> {
    const row = await rowOf(id);
    const { code } = await link.submit({
      ...{ name: 'withdrawal.approve', operator, withdrawal: coreIdOf(row) as RowId, decision },
    });
    if (code !== DONE) throw new Refusal(asRefusalCode(code));
    if (await setStage(db, row, decision === APPROVE ? 'approved' : 'refused', now())) await tell(context, id);
  }

  return {
    request: (customer, given, key, by) => ask(context, customer, given, key, by),

    async cancel(customer, id) {
      const row = await rowOf(id, customer);
      if (!cancellable(row)) throw refuse('withdrawal.final');
      const user = customer.coreUser as UserId;
      const { code, seq } = await link.submit(
        { name: 'withdrawal.cancel', user, ...noKey, withdrawal: coreIdOf(row) as RowId },
        customer.coreUser,
      );
      if (code !== DONE) throw new Refusal(asRefusalCode(code));
      if (await setStage(db, row, 'cancelled', now())) await tell(context, id);
      return { id, status: statusOf('cancelled'), seq };
    },

    limits: (customer) => limitsOf(context, customer),

    async step() {
      await settleAll(context);
      await tried(releaseEnded);
      try {
        for await (const rows of work()) await advanceAll(rows);
      } catch (error) {
        // The list of changes is lost: the next pass checks everything.
        changed = undefined;
        throw error;
      }
      for (const chain of context.chains) await tried(() => watchConfirmed(context, chain));
    },

    ...lists(context),

    approve: (id, operator) => decide(id, operator, APPROVE),

    async refuse(id, operator, why, note) {
      const row = await rowOf(id);
      // Once a card withdrawal is approved somebody may be paying it: two people report the result.
      const stages = isChain(row.network) ? ['review', 'approved'] : ['review'];
      if (!stages.includes(row.stage)) throw refuse('withdrawal.final');
      const open = db.updateTable('custody_withdrawals').where('id', '=', id).where('stage', 'in', stages);
      // Recorded first, so that an interruption after the exchange's answer keeps the reason.
      await open.set({ reason: why, note }).execute();
      try {
        await decide(id, operator, REFUSE);
      } catch (error) {
        if (error instanceof Refusal) await open.set({ reason: row.reason, note: row.note }).execute();
        throw error;
      }
    },

    paid: async (id, reference) => paidUnder(context, await rowOf(id), reference),
    returned: async (id, why, note) => cameBack(context, await rowOf(id), why, note),
    proof: async (id) => proofOf(context, await rowOf(id)),
    stuck: () => stuckList(context),
    failProven: async (id, txid, why, note) => failProven(context, await rowOf(id), txid, why, note),
    replan: async (id, txid) => replan(context, await rowOf(id), txid),
  };
}

/** Temporary failures: the exchange, a node or the signer cannot be reached now. */
function isWait(error: unknown): boolean {
  return (
    (error instanceof NodeFault && !(error instanceof ChainGone)) ||
    error instanceof SignerFault ||
    error instanceof CannotPlan ||
    (error instanceof IntakeError && error.code !== CODE['request.tooFrequent'])
  );
}
