// The treasury's transactions (sweep, gas, cold) follow the rules of withdrawals: a plan stored under its claims,
// signed once, bytes stored before they are sent and resent unchanged, done at twelve confirmations.

import { CONFIRMATIONS, expectCost, type Included, stands } from '../chain/index.ts';
import { hasPassed } from '../elapsed.ts';
import {
  type Addresses,
  type ChainFollower,
  type HeldClaim,
  type Signer,
  SignerFault,
  SignerRefusal,
  type Treasury,
} from '../types/index.ts';
import type { CustodyParts } from '../parts.ts';
import { ForeignClaim, type Chain, NodeFault, type Payment, type Plan, type Source } from '../rail/index.ts';
import type { CustodyTransaction } from '../tables.ts';
import { dropPlan, insertPlan, isUnsettled, planningOn, readPlan, sameClaims, sqlClaims } from '../withdrawal/index.ts';
import { expectSpend } from '../withdrawal/plan.ts';
import { foreignWords, haltForeign, meetForeign } from '../withdrawal/foreign.ts';
import { BURIED } from '../withdrawal/parts.ts';
import { freeForgotten } from './forgotten.ts';
import { needed, sourceOf } from './old-hot.ts';
import { planLessFee } from './plan-less-fee.ts';
import { type SystemKind, KINDS, type Row, type Signed, isSigned, orderOf, kindOf } from './transfer-row.ts';

const PASS = 200;

/** Blocks below the newest in which finished transfers are checked again. */
const WATCHED_BLOCKS = 150;

/** Most fee bumps per transaction; the planner's own cap comes first. */
const MOST_ATTEMPTS = 50;

/** One transfer of the treasury. */
export interface Move {
  readonly kind: SystemKind;
  readonly payment: Payment;
  readonly source: Source;
}

export interface TransferOptions {
  readonly parts: Pick<CustodyParts, 'db' | 'now' | 'onFault'>;
  readonly chain: Chain;
  readonly follower: ChainFollower;
  readonly addresses: Pick<Addresses, 'publicKeyOf' | 'owner' | 'hot' | 'all'>;
  readonly signer: Pick<Signer, 'release' | 'sign'>;
  /** Interval of rebroadcasts, ms. */
  readonly again: number;
  readonly treasury: Pick<Treasury, 'halted' | 'halt'>;
}

export interface Transfers {
  /**
   * Stores the plan of a transfer, unless one with its source and coin is in progress. Returns whether it did.
   * @throws {CannotPlan}
   */
  begin(move: Move): Promise<boolean>;
  free(plan: Plan, held: HeldClaim): Promise<void>;
  /** Takes all that is under way as far as it goes now. */
  step(): Promise<void>;
  /** Transfers in progress. */
  underWay(): Promise<
    readonly {
      readonly kind: string;
      readonly coin: string;
      readonly units: bigint;
      readonly source: Source;
      readonly to: string;
    }[]
  >;
}

export function createTransfers(options: TransferOptions): Transfers {
  const { parts, chain, follower, addresses, signer, again, treasury } = options;
  const { db, now, onFault } = parts;
  const { node, codec, name } = chain;
  const publicKeyOf = addresses.publicKeyOf(name);

  function check(plan: Plan, bytes: Uint8Array): void {
    expectSpend(chain, bytes, plan, plan.payment, codec.address(publicKeyOf(plan.source)));
  }

  const open = (trx: Pick<CustodyTransaction, 'selectFrom'> = db) =>
    trx
      .selectFrom('custody_transactions')
      .selectAll()
      .where('chain', '=', name)
      .where('kind', 'in', KINDS)
      .where('withdrawal_id', 'is', null)
      .where('state', 'in', ['planned', 'signed', 'broadcast'])
      .orderBy('id')
      .limit(PASS)
      .execute();

  async function begin(move: Move): Promise<boolean> {
    try {
      return await planned(move);
    } catch (error) {
      if (error instanceof ForeignClaim) await meetForeign(parts, treasury, chain, follower, error.claims);
      throw error;
    }
  }

  async function planned(move: Move): Promise<boolean> {
    const id = await planningOn(db, name, async (trx) => {
      const key = (source: Source) => JSON.stringify(source);
      const rows = await open(trx);
      if (rows.length >= PASS) return undefined;
      // Payments from the hot wallet wait until the previous plan is settled.
      if (move.kind !== 'sweep' && (await isUnsettled(trx, name))) return undefined;
      for (const row of rows) {
        const { source, payment } = readPlan(row.plan);
        if (row.kind === move.kind && row.coin === move.payment.coin && payment.to === codec.spell(move.payment.to))
          if (key(source) === key(move.source)) return undefined;
      }
      if (move.kind === 'sweep' && (await needed(trx, chain, move))) return undefined;
      const plan = await planLessFee(chain, move, sqlClaims(trx, name));
      check(plan, codec.unsigned(plan, publicKeyOf));
      return insertPlan(trx, plan, { kind: move.kind, attempt: 0, now: now() });
    });
    if (id === undefined) return false;
    const row = await db.selectFrom('custody_transactions').selectAll().where('id', '=', id).executeTakeFirst();
    // At once: until it is signed nobody plans after it, and a transfer that the signer rejects does not exist.
    try {
      return row !== undefined && (isSigned(row) || (await sign(row, row)) !== undefined);
    } catch (error) {
      if (!(error instanceof SignerFault)) throw error;
      onFault(error);
      return true;
    }
  }

  /** All attempts of a transfer, newest first; the first one's number names its signing order. */
  async function attemptsOf(row: Row): Promise<readonly [Row, ...Row[]]> {
    const found: [Row, ...Row[]] = [row];
    let before = row.replaces;
    while (before !== null && found.length <= MOST_ATTEMPTS) {
      const earlier = await db
        .selectFrom('custody_transactions')
        .selectAll()
        .where('id', '=', before)
        .executeTakeFirstOrThrow();
      found.push(earlier);
      before = earlier.replaces;
    }
    return found;
  }

  async function sign(row: Row, first: Row): Promise<Signed | undefined> {
    const plan = readPlan(row.plan);
    const unsigned = codec.unsigned(plan, publicKeyOf);
    check(plan, unsigned);
    let raw: Uint8Array;
    try {
      const { payment, source } = plan;
      const recipient = row.kind === 'gas' ? sourceOf(addresses, name, payment.to) : undefined;
      raw = await signer.sign({
        ...{ id: orderOf(first), chain: name, unsigned, payment, source },
        ...(recipient === undefined ? {} : { recipient }),
      });
    } catch (error) {
      if (!(error instanceof SignerRefusal)) throw error;
      onFault(error);
      await takeBack(row, first);
      if (error.held !== undefined && row.kind !== 'cancel') await free(plan, error.held);
      return undefined;
    }
    check(plan, raw);
    const bytes = Buffer.from(raw);
    await db
      .updateTable('custody_transactions')
      .set({ raw: bytes, txid: codec.txid(raw), state: 'signed', changed_at: String(now()) })
      .where('id', '=', row.id)
      .where('raw', 'is', null)
      .execute();
    const stored = await db
      .selectFrom('custody_transactions')
      .selectAll()
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    if (!isSigned(stored) || !stored.raw.equals(bytes))
      throw new Error(`expected the same bytes for transaction ${row.id} at every signing`);
    return stored;
  }

  const free = (plan: Plan, held: HeldClaim): Promise<void> =>
    freeForgotten({ parts, chain, check: (made) => check(made, codec.unsigned(made, publicKeyOf)) }, plan, held);

  /** A plan that the signer refused is none: the first frees what it claims, a higher fee leaves the bytes there are. */
  async function takeBack(row: Row, first: Row): Promise<void> {
    if (row.id === first.id && !(await signer.release(orderOf(row)))) return;
    await db.transaction().execute((trx) => dropPlan(trx, row.id));
  }

  function isDue({ broadcast_at: sent }: Signed): boolean {
    return sent === null || hasPassed(Number.parseInt(sent, 10), again, now());
  }

  async function send(row: Signed): Promise<void> {
    await node.broadcast(row.raw);
    const time = String(now());
    await db
      .updateTable('custody_transactions')
      .set({ state: 'broadcast', broadcast_at: time, changed_at: time })
      .where('id', '=', row.id)
      .where('state', 'in', ['signed', 'broadcast'])
      .execute();
  }

  /** Done at twelve blocks of our own journal, if it is in there; its other signed attempts can never be included. */
  async function count(row: Signed, status: Included, others: readonly Row[]): Promise<void> {
    const deep = await follower.confirmations(status.height, status.blockHash);
    // A wrongly reported block must not stop the rebroadcast.
    if (deep === 0 && isDue(row)) await send(row);
    if (deep < CONFIRMATIONS) return;
    const plan = readPlan(row.plan);
    expectCost(chain, plan, row.txid, status);
    const there = row.kind === 'cancel' ? status.done : await stands(db, chain, plan.payment, row.txid, status);
    if (there !== status.done)
      throw new NodeFault(
        `${name}: expected ${row.kind} ${row.txid} ${status.done ? 'in' : 'to have paid, as it says in'} block ${status.blockHash}`,
      );
    const changed_at = String(now());
    const rest = others.filter(({ id }) => id !== row.id).map(({ id }) => id);
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('custody_transactions')
        .set({
          ...{
            state: status.done ? 'confirmed' : 'reverted',
            cost: status.cost.toString(),
            cost_coin: status.costCoin,
          },
          ...{ height: status.height, block_hash: status.blockHash, changed_at },
        })
        .where('id', '=', row.id)
        .execute();
      if (rest.length > 0)
        await trx
          .updateTable('custody_transactions')
          .set({ state: 'replaced', changed_at })
          .where('id', 'in', rest)
          .execute();
    });
    if (!status.done)
      onFault(new Error(`expected ${row.kind} ${row.txid ?? row.id} on ${name} to move coins, it did nothing`));
  }

  async function raiseFee(row: Signed): Promise<void> {
    const before = readPlan(row.plan);
    // The node is queried before a connection is taken: it may be slow, and its answer depends on no claim.
    const raised = await chain.planner.bump(before);
    if (raised === undefined) return;
    await planningOn(db, name, async (trx) => {
      const same =
        sameClaims(raised.claims, before.claims) &&
        raised.payment.to === before.payment.to &&
        raised.payment.units === before.payment.units;
      if (!same) throw new Error(`expected a higher fee of ${name} with the same claims and payment, got others`);
      const replaced = await trx
        .selectFrom('custody_transactions')
        .select('id')
        .where('replaces', '=', row.id)
        .executeTakeFirst();
      if (replaced !== undefined) return;
      await insertPlan(trx, raised, {
        ...{ kind: kindOf(row), attempt: row.attempt + 1, replaces: row.id, now: now() },
        ...(row.cancels === null ? {} : { cancels: row.cancels }),
      });
    });
  }

  /**
   * Whether a transaction that custody did not make is in a block with what the transfer spends. No customer's money
   * depends on it: once no reorganisation can undo that block, the transfer ends by itself, and is replanned if still
   * needed.
   */
  async function displaced(attempts: readonly [Row, ...Row[]]): Promise<boolean> {
    const [newest] = attempts;
    const rival = await node.rival?.(readPlan(newest.plan).claims);
    if (rival === undefined || attempts.some(({ txid }) => txid === rival.txid)) return false;
    const depth = await follower.confirmations(rival.height, rival.blockHash);
    if (depth === 0) return false;
    const what = `what the ${newest.kind} transaction ${newest.txid ?? newest.id} spends`;
    await haltForeign(db, treasury, chain, rival.txid, foreignWords(rival.txid, what));
    if (depth < BURIED) return true;
    await db
      .updateTable('custody_transactions')
      .set({ state: 'replaced', changed_at: String(now()) })
      .where(
        'id',
        'in',
        attempts.map(({ id }) => id),
      )
      .where('state', 'in', ['planned', 'signed', 'broadcast'])
      .execute();
    return true;
  }

  async function take(row: Row): Promise<void> {
    const attempts = await attemptsOf(row);
    let unknown = attempts.some(isSigned);
    for (const one of attempts) {
      if (!isSigned(one)) continue;
      const status = await node.status(one.txid);
      if (status.state === 'included') return count(one, status, attempts);
      unknown &&= status.state === 'unknown';
    }
    const hangs = hasPassed(Number.parseInt(row.created_at, 10), chain.stuckAfter, now());
    if ((unknown || hangs) && (await displaced(attempts))) return;
    const signed = isSigned(row) ? row : await sign(row, attempts.at(-1) ?? row);
    if (signed === undefined) {
      // An unsigned fee bump does not delay what is signed.
      const latest = attempts.find(isSigned);
      if (latest !== undefined && isDue(latest)) await send(latest);
      return;
    }
    if (isDue(signed)) await send(signed);
    if (hangs && signed.broadcast_at !== null && attempts.length < MOST_ATTEMPTS) await raiseFee(signed);
  }

  /** A reorganisation may be deeper than counted: a transfer in such a block is in progress again, unchanged. */
  async function undo(): Promise<void> {
    const head = follower.height();
    if (head === undefined) return;
    await db
      .updateTable('custody_transactions as t')
      .set({
        state: 'broadcast',
        height: null,
        block_hash: null,
        cost: null,
        cost_coin: null,
        changed_at: String(now()),
      })
      .where('t.chain', '=', name)
      .where('t.kind', 'in', KINDS)
      .where('t.withdrawal_id', 'is', null)
      .where('t.state', 'in', ['confirmed', 'reverted'])
      .where('t.height', '>', head - WATCHED_BLOCKS)
      .where((is) =>
        is.not(
          is.exists(
            is
              .selectFrom('custody_blocks as b')
              .select('b.height')
              .whereRef('b.chain', '=', 't.chain')
              .whereRef('b.height', '=', 't.height')
              .whereRef('b.hash', '=', 't.block_hash'),
          ),
        ),
      )
      .execute();
  }

  return {
    begin,
    free,
    async step() {
      await undo();
      const rows = await open();
      // The newest attempt of each transfer.
      const replaced = new Set(rows.map(({ replaces }) => replaces));
      for (const row of rows)
        if (!replaced.has(row.id))
          try {
            await take(row);
          } catch (error) {
            // A stuck one does not delay others; the next pass tries again.
            onFault(error);
          }
    },
    async underWay() {
      return (await open()).map((row) => {
        const { source, payment } = readPlan(row.plan);
        return { kind: row.kind, coin: row.coin, units: payment.units, source, to: payment.to };
      });
    },
  };
}
