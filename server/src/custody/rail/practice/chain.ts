// The practice chain: its blocks in SQL and in memory, pending transactions, mining and reorganisations. One change at
// a time: each works on a copy of the memory, which replaces the memory once SQL has committed.

import { hash } from 'node:crypto';
import { MAX_PRACTICE_REORG } from '@vitrine/contract';
import { sql } from 'kysely';
import type { CustodyDatabase, CustodyTransaction } from '../../tables.ts';
import type { BroadcastAnswer } from '../face.ts';
import { carry, type Carried, FIRST_PARENT, makeBlock, type PracticeBlock, rowOf } from './block.ts';
import { isSigned } from './codec.ts';
import { PRACTICE_COINS } from './coins.ts';
import { ChainMemory, CHECKPOINT } from './memory.ts';
import type { Pool } from './pool.ts';
import { PracticeState } from './state.ts';

/** Minimum number of blocks kept; older ones are deleted, balances stay. */
const KEPT = 20_000;
/** One block in this many is followed by an automatic reorganisation, 1 to `NATURAL_DEPTH` deep. */
const NATURAL_EVERY = 200;
const NATURAL_DEPTH = 3;
/** Name of the advisory lock under which blocks are written. */
const LOCK = 'practice chain';

export interface PracticeChainOptions {
  readonly db: CustodyDatabase;
  /** ms UTC. */
  readonly now: () => number;
  /** Seed of automatic reorganisations; undefined: there are none. */
  readonly seed: string | undefined;
  /** Owner of all coins at the first block. */
  readonly rich: string;
}

/** Runs inside the SQL transaction that accepts a transaction: throwing undoes it. */
export type Within = (within: CustodyTransaction) => Promise<void>;

export class PracticeChain {
  private readonly options: PracticeChainOptions;
  /** As committed in SQL. */
  private memory: ChainMemory;
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(options: PracticeChainOptions, memory: ChainMemory) {
    this.options = options;
    this.memory = memory;
  }

  static async open(options: PracticeChainOptions): Promise<PracticeChain> {
    return new PracticeChain(options, await options.db.transaction().execute((db) => load(db, options)));
  }

  /** Pending transactions. */
  get pool(): Pool {
    return this.memory.pool;
  }

  get head(): PracticeBlock {
    return this.memory.head;
  }

  /** Undefined beyond the newest, and for blocks no longer kept. */
  block(height: number): PracticeBlock | undefined {
    return this.memory.blocks[height - (this.memory.blocks[0]?.height ?? 0)];
  }

  /** Height of a transaction's block. */
  place(txid: string): number | undefined {
    return this.memory.places.get(txid);
  }

  nextNonce(address: string): number {
    return this.pool.nextNonce(address, this.memory.state);
  }

  /** Nonces of an address used in blocks. */
  usedNonces(address: string): number {
    return this.memory.state.nonce(address);
  }

  /** Least units as of a block at this depth; undefined if it is deeper than what is kept. */
  balance(address: string, coin: string, depth: number): bigint | undefined {
    if (depth >= this.memory.blocks.length) return undefined;
    let units = this.memory.state.balance(address, coin);
    for (const { carried } of depth === 0 ? [] : this.memory.blocks.slice(-depth))
      for (const { transaction } of carried) {
        if (transaction.coin.coin !== coin) continue;
        for (const output of transaction.outputs) {
          if (output.address === address) units -= output.units;
          if (transaction.from === address) units += output.units;
        }
        if (transaction.from === address) units += transaction.fee;
      }
    return units;
  }

  /** Accepts a signed transaction; it is stored before the answer. `within` runs atomically with it. */
  broadcast(raw: Uint8Array, within?: Within): Promise<BroadcastAnswer> {
    return this.exclusive(() => this.take(raw, within));
  }

  /** Runs alone: nothing else changes the chain meanwhile. Use `take` inside. */
  exclusive<T>(act: () => Promise<T>): Promise<T> {
    const run = this.turn.then(act, act);
    // The caller gets the failure; the next in the queue does not.
    this.turn = run.catch(() => undefined);
    return run;
  }

  /** Like `broadcast`, for code inside `exclusive`. */
  async take(raw: Uint8Array, within?: Within): Promise<BroadcastAnswer> {
    let carried: Carried;
    try {
      carried = carry(raw);
    } catch (error) {
      return { state: 'refused', why: error instanceof Error ? error.message : String(error) };
    }
    if (!isSigned(raw)) return { state: 'refused', why: 'invalid signature' };
    if (this.memory.places.has(carried.txid) || this.pool.has(carried.txid)) return { state: 'known' };
    const verdict = this.pool.verdict(carried, this.memory.state);
    if (verdict.state === 'refused') return verdict;
    await this.options.db.transaction().execute(async (db) => {
      await within?.(db);
      if (verdict.replaced !== undefined)
        await db.deleteFrom('practice_pending').where('txid', '=', verdict.replaced.txid).execute();
      await db
        .insertInto('practice_pending')
        .values({ txid: carried.txid, raw: carried.raw, at: String(this.options.now()) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
    this.pool.add(carried);
    return { state: 'taken' };
  }

  /** Mines this many blocks without automatic reorganisations. */
  extend(count: number): Promise<void> {
    return this.exclusive(() => this.changed(0, false, count));
  }

  /** Mines one or more blocks; occasionally an automatic reorganisation follows. */
  mine(count = 1): Promise<PracticeBlock> {
    return this.exclusive(async () => {
      await this.changed(0, false, count);
      const { seed } = this.options;
      if (seed !== undefined) {
        const dice = hash('sha256', `${seed}\n${this.head.hash}`, 'buffer');
        if (dice.readUInt32BE(0) % NATURAL_EVERY === 0) {
          const depth = Math.min(1 + (dice.readUInt32BE(4) % NATURAL_DEPTH), this.deepest());
          if (depth > 0) await this.changed(depth, false, depth + 1);
        }
      }
      return this.head;
    });
  }

  /**
   * Replaces the newest `depth` blocks (at most 100, and at most all) with one more than that. Their transactions
   * become pending again; with `drop` they are lost, as if the chain had never seen them.
   */
  reorganise(depth: number, drop: boolean): Promise<number> {
    return this.exclusive(async () => {
      const deep = Math.min(depth, this.deepest());
      if (deep > 0) await this.changed(deep, drop, deep + 1);
      return this.head.height;
    });
  }

  private deepest(): number {
    return Math.min(MAX_PRACTICE_REORG, this.memory.blocks.length - 1);
  }

  /** Removes `depth` blocks and mines `count` new ones in one SQL transaction; then the memory follows. */
  private async changed(depth: number, drop: boolean, count: number): Promise<void> {
    // A failure leaves the memory unchanged. If SQL did commit, the next change finds another newest block and reads
    // everything again.
    this.memory = await this.options.db.transaction().execute((db) => this.change(db, depth, drop, count));
  }

  private async change(db: CustodyTransaction, depth: number, drop: boolean, count: number): Promise<ChainMemory> {
    const { now } = this.options;
    await lock(db);
    const newest = await db
      .selectFrom('practice_blocks')
      .select('hash')
      .orderBy('height', 'desc')
      .limit(1)
      .executeTakeFirst();
    let next = this.memory.copy();
    // Another process wrote blocks: this one continues from there. The caller must decide again which ones to replace.
    if (newest?.hash !== next.head.hash) {
      next = await load(db, this.options);
      if (depth > 0) return next;
    }
    await readWaiting(db, next);
    const was = next.head.hash;
    const gone = next.takeAway(depth);
    await db.deleteFrom('practice_blocks').where('height', '>', next.head.height).execute();
    if (!drop) await waitAgain(db, next, gone, now());
    for (let at = 0; at < count; at += 1) {
      const block = next.add(`${was}:${at}`, now());
      await db.insertInto('practice_blocks').values(rowOf(block)).execute();
      await forget(db, block.carried);
    }
    await forget(db, next.takeStale());
    await prune(db, next);
    return next;
  }
}

async function lock(db: CustodyTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(db);
}

/** Reads everything from SQL; the very first time there is only the block that issues the coins. */
async function load(db: CustodyTransaction, options: PracticeChainOptions): Promise<ChainMemory> {
  await lock(db);
  const rows = await db.selectFrom('practice_blocks').selectAll().orderBy('height').execute();
  if (rows.length === 0) rows.push(await writeFirst(db, options));
  const memory = ChainMemory.of(rows);
  await readWaiting(db, memory);
  return memory;
}

async function writeFirst(db: CustodyTransaction, { rich, now }: PracticeChainOptions) {
  const state = new PracticeState();
  for (const coin of PRACTICE_COINS) state.issue(rich, coin);
  const row = rowOf(makeBlock({ height: -1, hash: FIRST_PARENT }, now(), 'first', [], state.dump()));
  await db.insertInto('practice_blocks').values(row).execute();
  return row;
}

/** Transactions that another process accepted are pending here too. */
async function readWaiting(db: CustodyTransaction, { pool, places }: ChainMemory): Promise<void> {
  const rows = await db.selectFrom('practice_pending').select('txid').execute();
  const unknown = rows.map(({ txid }) => txid).filter((txid) => !pool.has(txid) && !places.has(txid));
  if (unknown.length === 0) return;
  const found = await db.selectFrom('practice_pending').select('raw').where('txid', 'in', unknown).execute();
  for (const { raw } of found) pool.add(carry(raw));
}

/** Makes transactions of removed blocks pending again. */
async function waitAgain(
  db: CustodyTransaction,
  { pool }: ChainMemory,
  gone: readonly Carried[],
  now: number,
): Promise<void> {
  for (const one of gone) {
    pool.add(one);
    await db
      .insertInto('practice_pending')
      .values({ txid: one.txid, raw: one.raw, at: String(now) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function prune(db: CustodyTransaction, memory: ChainMemory): Promise<void> {
  const from = Math.trunc((memory.head.height - KEPT) / CHECKPOINT) * CHECKPOINT;
  if (from <= (memory.blocks[0]?.height ?? 0)) return;
  await db.deleteFrom('practice_blocks').where('height', '<', from).execute();
  memory.prune(from);
}

async function forget(db: CustodyTransaction, carried: readonly Carried[]): Promise<void> {
  if (carried.length === 0) return;
  const txids = carried.map(({ txid }) => txid);
  await db.deleteFrom('practice_pending').where('txid', 'in', txids).execute();
}
