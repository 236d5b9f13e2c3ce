// The practice chain: its blocks in SQL and in memory, what waits, mining and reorganisations. One change at a time.

import { hash } from 'node:crypto';
import { MAX_PRACTICE_REORG } from '@vitrine/contract';
import { sql } from 'kysely';
import type { CustodyDatabase, CustodyTransaction } from '../../tables.ts';
import type { BroadcastAnswer } from '../face.ts';
import { blockOf, carry, type Carried, FIRST_PARENT, makeBlock, type PracticeBlock, rowOf } from './block.ts';
import { isSigned } from './codec.ts';
import { PRACTICE_COINS } from './coins.ts';
import { Pool } from './pool.ts';
import { PracticeState } from './state.ts';

/** Blocks kept at least; older ones go, balances stay. */
const KEPT = 20_000;
/** Balances are written down with each block whose height is a multiple of it. */
const CHECKPOINT = 1_000;
/** Transactions of a block at most. */
const PER_BLOCK = 200;
/** One block in so many is followed by a reorganisation by itself, 1 to `NATURAL_DEPTH` deep. */
const NATURAL_EVERY = 200;
const NATURAL_DEPTH = 3;
const SALT_LETTERS = 16;
/** Of the advisory lock that blocks are written under, whoever writes them. */
const LOCK = 'practice chain';

export interface PracticeChainOptions {
  readonly db: CustodyDatabase;
  /** ms UTC. */
  readonly now: () => number;
  /** From which reorganisations by themselves follow; undefined: there are none. */
  readonly seed: string | undefined;
  /** Who has everything at the first block. */
  readonly rich: string;
}

/** Told inside the SQL transaction that takes a transaction: throwing takes it back. */
export type Within = (within: CustodyTransaction) => Promise<void>;

export class PracticeChain {
  readonly pool = new Pool();
  private readonly options: PracticeChainOptions;
  private blocks: PracticeBlock[] = [];
  private places = new Map<string, number>();
  private state = new PracticeState();
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(options: PracticeChainOptions) {
    this.options = options;
  }

  static async open(options: PracticeChainOptions): Promise<PracticeChain> {
    const chain = new PracticeChain(options);
    await chain.load();
    return chain;
  }

  get head(): PracticeBlock {
    const head = this.blocks.at(-1);
    if (head === undefined) throw new Error('practice: expected a first block');
    return head;
  }

  /** Undefined beyond the newest, and of those that are kept no longer. */
  block(height: number): PracticeBlock | undefined {
    return this.blocks[height - (this.blocks[0]?.height ?? 0)];
  }

  /** Height of the block a transaction stands in. */
  place(txid: string): number | undefined {
    return this.places.get(txid);
  }

  nextNonce(address: string): number {
    return this.pool.nextNonce(address, this.state);
  }

  /** Nonces of an address that stand in blocks. */
  usedNonces(address: string): number {
    return this.state.nonce(address);
  }

  /** Least units as of a block that is `depth` deep; undefined when it is deeper than what is kept. */
  balance(address: string, coin: string, depth: number): bigint | undefined {
    if (depth >= this.blocks.length) return undefined;
    let units = this.state.balance(address, coin);
    for (const { carried } of depth === 0 ? [] : this.blocks.slice(-depth))
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

  /** Takes a signed transaction; it is kept before the answer. `within` goes with it or not at all. */
  broadcast(raw: Uint8Array, within?: Within): Promise<BroadcastAnswer> {
    return this.exclusive(() => this.take(raw, within));
  }

  /** Runs alone: nothing else changes the chain meanwhile. `take` is for use inside. */
  exclusive<T>(act: () => Promise<T>): Promise<T> {
    const run = this.turn.then(act, act);
    // Who asked hears of its failure; the next in the row does not.
    this.turn = run.catch(() => undefined);
    return run;
  }

  /** As `broadcast`, for who runs inside `exclusive`. */
  async take(raw: Uint8Array, within?: Within): Promise<BroadcastAnswer> {
    let carried: Carried;
    try {
      carried = carry(raw);
    } catch (error) {
      return { state: 'refused', why: error instanceof Error ? error.message : String(error) };
    }
    if (!isSigned(raw)) return { state: 'refused', why: 'invalid signature' };
    if (this.places.has(carried.txid) || this.pool.has(carried.txid)) return { state: 'known' };
    const verdict = this.pool.verdict(carried, this.state);
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

  /** So many blocks more, and nothing by itself. */
  extend(count: number): Promise<void> {
    return this.exclusive(() => this.changed(0, false, count));
  }

  /** One block more, or several; now and then a reorganisation by itself behind them. */
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
   * Replaces the newest `depth` blocks (100 at most, and as many as there are) by one more. What stood in them waits
   * again; with `drop` it is lost, as if the chain had never heard of it.
   */
  reorganise(depth: number, drop: boolean): Promise<number> {
    return this.exclusive(async () => {
      const deep = Math.min(depth, this.deepest());
      if (deep > 0) await this.changed(deep, drop, deep + 1);
      return this.head.height;
    });
  }

  private deepest(): number {
    return Math.min(MAX_PRACTICE_REORG, this.blocks.length - 1);
  }

  /** Takes `depth` blocks away and mines `count` new ones, in one SQL transaction. */
  private async changed(depth: number, drop: boolean, count: number): Promise<void> {
    try {
      await this.options.db.transaction().execute((db) => this.change(db, depth, drop, count));
    } catch (error) {
      await this.load();
      throw error;
    }
  }

  private async change(db: CustodyTransaction, depth: number, drop: boolean, count: number): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(db);
    const newest = await db
      .selectFrom('practice_blocks')
      .select('hash')
      .orderBy('height', 'desc')
      .limit(1)
      .executeTakeFirst();
    // Another process wrote blocks: this one goes on from there. Which of them to replace is to be asked anew.
    if (newest?.hash !== this.head.hash) {
      await this.loadFrom(db);
      if (depth > 0) return;
    }
    await this.readWaiting(db);
    const was = this.head.hash;
    const gone = depth === 0 ? [] : this.blocks.splice(-depth);
    for (const block of gone.toReversed())
      for (const one of block.carried.toReversed()) {
        this.state.unapply(one.transaction);
        this.places.delete(one.txid);
      }
    await db.deleteFrom('practice_blocks').where('height', '>', this.head.height).execute();
    if (!drop) await this.waitAgain(db, gone);
    for (let at = 0; at < count; at += 1) await this.add(db, `${was}:${at}`);
    const stale = this.pool.stale(this.state);
    for (const one of stale) this.pool.remove(one);
    await forget(db, stale);
    await this.prune(db);
  }

  private async waitAgain(db: CustodyTransaction, gone: readonly PracticeBlock[]): Promise<void> {
    for (const one of gone.flatMap(({ carried }) => carried)) {
      this.pool.add(one);
      await db
        .insertInto('practice_pending')
        .values({ txid: one.txid, raw: one.raw, at: String(this.options.now()) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }

  private async add(db: CustodyTransaction, origin: string): Promise<void> {
    const { head } = this;
    const carried = this.pool.fill(this.state, PER_BLOCK);
    const time = Math.max(this.options.now(), head.time);
    const salt = hash('sha256', origin).slice(0, SALT_LETTERS);
    const state = (head.height + 1) % CHECKPOINT === 0 ? this.state.dump() : undefined;
    const block = makeBlock(head, time, salt, carried, state);
    await db.insertInto('practice_blocks').values(rowOf(block)).execute();
    await forget(db, carried);
    for (const one of carried) {
      this.pool.remove(one);
      this.places.set(one.txid, block.height);
    }
    this.blocks.push(block);
  }

  private async prune(db: CustodyTransaction): Promise<void> {
    const from = Math.trunc((this.head.height - KEPT) / CHECKPOINT) * CHECKPOINT;
    const first = this.blocks[0]?.height ?? 0;
    if (from <= first) return;
    await db.deleteFrom('practice_blocks').where('height', '<', from).execute();
    for (const { carried } of this.blocks.splice(0, from - first))
      for (const { txid } of carried) this.places.delete(txid);
  }

  private load(): Promise<void> {
    return this.options.db.transaction().execute((db) => this.loadFrom(db));
  }

  /** Everything from SQL; the very first time there is only the block that issues the coins. */
  private async loadFrom(db: CustodyTransaction): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(db);
    const rows = await db.selectFrom('practice_blocks').selectAll().orderBy('height').execute();
    if (rows.length === 0) rows.push(await this.first(db));
    this.blocks = rows.map(blockOf);
    const kept = this.blocks[0]?.state;
    if (kept === undefined) throw new Error('practice: expected the oldest block to hold a checkpoint');
    this.state = PracticeState.load(kept);
    this.places = new Map();
    for (const [at, block] of this.blocks.entries()) {
      const before = this.blocks[at - 1];
      if (before !== undefined && before.hash !== block.parent)
        throw new Error(`practice: expected block ${block.height} to follow ${before.hash}, got ${block.parent}`);
      for (const { txid, transaction } of block.carried) {
        if (at > 0) this.state.apply(transaction);
        this.places.set(txid, block.height);
      }
    }
    for (const one of [...this.pool.all()]) this.pool.remove(one);
    await this.readWaiting(db);
  }

  private async first(db: CustodyTransaction) {
    const state = new PracticeState();
    for (const coin of PRACTICE_COINS) state.issue(this.options.rich, coin);
    const row = rowOf(makeBlock({ height: -1, hash: FIRST_PARENT }, this.options.now(), 'first', [], state.dump()));
    await db.insertInto('practice_blocks').values(row).execute();
    return row;
  }

  /** What another process took waits here too. */
  private async readWaiting(db: CustodyTransaction): Promise<void> {
    const rows = await db.selectFrom('practice_pending').select('txid').execute();
    const unknown = rows.map(({ txid }) => txid).filter((txid) => !this.pool.has(txid) && !this.places.has(txid));
    if (unknown.length === 0) return;
    const found = await db.selectFrom('practice_pending').select('raw').where('txid', 'in', unknown).execute();
    for (const { raw } of found) this.pool.add(carry(raw));
  }
}

async function forget(db: CustodyTransaction, carried: readonly Carried[]): Promise<void> {
  if (carried.length === 0) return;
  const txids = carried.map(({ txid }) => txid);
  await db.deleteFrom('practice_pending').where('txid', 'in', txids).execute();
}
