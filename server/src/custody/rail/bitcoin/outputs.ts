// Our own journal of our outputs: every block is read once, in order, and undone when it is replaced. Balances and
// spendable outputs come from here, never from a node's statement.

import { sql } from 'kysely';
import type { CustodyDatabase, CustodyTransaction } from '../../tables.ts';
import { type Arrival, type Block, NodeFault } from '../face.ts';
import { addressOfScript } from './address.ts';
import type { RawTransaction } from './block.ts';
import type { Blocks } from './blocks.ts';
import type { NetworkTerms } from './network.ts';

/** Most blocks per call; later calls read more. */
const AT_ONCE = 20;
/** A node this many blocks behind is being resynchronised: nothing is undone for it. */
const DEEPEST = 200;
/** Rows per insert. */
const ROWS = 1_000;

export interface Unspent {
  readonly txid: string;
  readonly index: number;
  readonly units: bigint;
  readonly height: number;
}

export interface OutputsOptions {
  readonly db: CustodyDatabase;
  readonly blocks: Blocks;
  readonly terms: NetworkTerms;
  /** Whether an address is one of ours: hot, cold or a customer's. */
  readonly owns: (address: string) => boolean;
  /** First block read; default: the newest at the first start. */
  readonly birthday: number | undefined;
}

export interface Outputs {
  /** Reads up to the node's newest block and returns it. @throws {NodeFault} while there is more to read */
  follow(): Promise<Block>;
  /**
   * Adds arrivals of a block that was read before one of its addresses was known here: another process made the
   * address.
   */
  add(block: Pick<Block, 'height' | 'hash'>, arrivals: readonly Arrival[]): Promise<void>;
  balance(address: string, height: number): Promise<bigint>;
  /** Unspent in any block, oldest first. */
  unspent(address: string, upTo: number): Promise<readonly Unspent[]>;
  /** Block of a transaction from or to us, with its cost. */
  find(txid: string): Promise<{ readonly height: number; readonly hash: string; readonly cost: bigint } | undefined>;
  /** The transaction in a block that spent one of these outputs. */
  spender(txid: string, position: number): Promise<string | undefined>;
  /** Our addresses whose outputs these inputs spend, whoever spends them. */
  owners(inputs: RawTransaction['inputs']): Promise<readonly string[]>;
}

export function bitcoinOutputs({ db, blocks, terms, owns, birthday }: OutputsOptions): Outputs {
  /** One reader at a time, in any process. */
  function alone<T>(work: (trx: CustodyTransaction) => Promise<T>): Promise<T> {
    return db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('custody bitcoin outputs', 0))`.execute(trx);
      return work(trx);
    });
  }

  const newest = (trx: Pick<CustodyTransaction, 'selectFrom'>) =>
    trx.selectFrom('bitcoin_blocks').selectAll().orderBy('height', 'desc').limit(1).executeTakeFirst();

  async function take(trx: CustodyTransaction, block: Block, transactions: readonly RawTransaction[]): Promise<void> {
    const { height, hash } = block;
    const ours = transactions.flatMap(({ txid, outputs }) =>
      outputs.flatMap(({ units, script }, position) => {
        const address = addressOfScript(script, terms);
        if (address === undefined || !owns(address)) return [];
        return [{ txid, position, address, units: units.toString(), height }];
      }),
    );
    for (let from = 0; from < ours.length; from += ROWS)
      await trx
        .insertInto('bitcoin_outputs')
        .values(ours.slice(from, from + ROWS))
        .execute();
    const spent = await spend(trx, transactions, height);
    for (const { txid, inputs, outputs } of transactions) {
      const of = spent.get(txid);
      if (of === undefined) continue;
      const out = outputs.reduce((sum, { units }) => sum + units, 0n);
      // With others' inputs besides ours, our share of the cost is unknown; we make no such transactions.
      const cost = of.count === inputs.length && of.units > out ? of.units - out : 0n;
      await trx.insertInto('bitcoin_spends').values({ txid, height, cost: cost.toString() }).execute();
    }
    await trx.insertInto('bitcoin_blocks').values({ height, hash }).execute();
  }

  /** Marks our outputs that a block spends; returns number and sum by spender. */
  async function spend(
    trx: CustodyTransaction,
    transactions: readonly RawTransaction[],
    height: number,
  ): Promise<ReadonlyMap<string, { readonly count: number; readonly units: bigint }>> {
    const inputs = transactions.flatMap(({ txid: by, inputs: of }) =>
      of.map(({ txid, index }) => ({ by, txid, index })),
    );
    const { rows } = await sql<{ spent_by: string; units: string }>`
      update bitcoin_outputs o set spent_by = i.by, spent_height = ${height}
      from unnest(
        ${inputs.map(({ txid }) => txid)}::text[],
        ${inputs.map(({ index }) => index | 0)}::int[],
        ${inputs.map(({ by }) => by)}::text[]
      ) as i (txid, position, by)
      where o.txid = i.txid and o.position = i.position
      returning o.spent_by, o.units`.execute(trx);
    const spent = new Map<string, { readonly count: number; readonly units: bigint }>();
    for (const { spent_by: by, units } of rows) {
      const before = spent.get(by) ?? { count: 0, units: 0n };
      spent.set(by, { count: before.count + 1, units: before.units + BigInt(units) });
    }
    return spent;
  }

  /** Undoes all blocks above a height. */
  async function undo(trx: CustodyTransaction, height: number): Promise<void> {
    await trx.deleteFrom('bitcoin_outputs').where('height', '>', height).execute();
    await trx
      .updateTable('bitcoin_outputs')
      .set({ spent_by: null, spent_height: null })
      .where('spent_height', '>', height)
      .execute();
    await trx.deleteFrom('bitcoin_spends').where('height', '>', height).execute();
    await trx.deleteFrom('bitcoin_blocks').where('height', '>', height).execute();
  }

  /** A height below `from` where we have the node's block, not far above the highest such one. @throws {NodeFault} */
  async function common(from: number): Promise<number> {
    for (let down = 1; ; down *= 2) {
      const ours = await db
        .selectFrom('bitcoin_blocks')
        .selectAll()
        .where('height', '<=', from - down)
        .orderBy('height', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (ours === undefined) break;
      if ((await blocks.at(ours.height))?.hash === ours.hash) return ours.height;
    }
    const first = await db.selectFrom('bitcoin_blocks').selectAll().orderBy('height').limit(1).executeTakeFirst();
    if (first !== undefined && first.height < from && (await blocks.at(first.height))?.hash === first.hash)
      return first.height;
    throw new NodeFault(`the node of bitcoin has another block ${first?.height ?? from} than the first that was read`);
  }

  /** Whether our newest block is not on the node's chain. @throws {NodeFault} for a node that is only behind */
  async function replaced(known: { readonly height: number; readonly hash: string }, head: Block): Promise<boolean> {
    if (known.height <= head.height) return (await blocks.at(known.height))?.hash !== known.hash;
    const ours = await db
      .selectFrom('bitcoin_blocks')
      .select('hash')
      .where('height', '=', head.height)
      .executeTakeFirst();
    if (ours?.hash === head.hash || known.height - head.height > DEEPEST)
      throw new NodeFault(`the node of bitcoin is at ${head.height}, ${known.height} was read before`);
    return true;
  }

  /** One step towards the node's chain; returns false once there. */
  async function advance(head: Block): Promise<boolean> {
    const known = await newest(db);
    if (known === undefined) return begin(head);
    if (await replaced(known, head)) {
      const height = await common(known.height);
      return alone(async (trx) => {
        if ((await newest(trx))?.hash === known.hash) await undo(trx, height);
        return true;
      });
    }
    if (known.height === head.height) return false;
    const next = await blocks.at(known.height + 1);
    if (next?.parent !== known.hash) return true;
    const transactions = await blocks.transactions(next.hash);
    return alone(async (trx) => {
      if ((await newest(trx))?.hash === known.hash) await take(trx, next, transactions);
      return true;
    });
  }

  async function begin(head: Block): Promise<boolean> {
    const height = birthday ?? head.height;
    if (height > head.height)
      throw new NodeFault(`expected block ${height} to read from, the node is at ${head.height}`);
    const first = await blocks.at(height);
    if (first === undefined) throw new NodeFault(`expected block ${height} of the node, got none`);
    const transactions = await blocks.transactions(first.hash);
    return alone(async (trx) => {
      if ((await newest(trx)) === undefined) await take(trx, first, transactions);
      return true;
    });
  }

  return {
    async follow() {
      const head = await blocks.recent();
      for (let read = 0; read < AT_ONCE; read += 1) if (!(await advance(head))) return head;
      const known = await newest(db);
      throw new NodeFault(`blocks of bitcoin are still read, up to ${known?.height ?? 0}`);
    },
    async add({ height, hash }, arrivals) {
      const rows = arrivals
        .filter(({ address }) => owns(address))
        .map(({ txid, position, address, units }) => ({ txid, position, address, units: units.toString(), height }));
      if (rows.length === 0) return;
      const known = await db.selectFrom('bitcoin_outputs').select('txid').where('height', '=', height).execute();
      if (rows.every(({ txid }) => known.some((one) => one.txid === txid))) return;
      await alone(async (trx) => {
        const read = await trx
          .selectFrom('bitcoin_blocks')
          .select('hash')
          .where('height', '=', height)
          .executeTakeFirst();
        if (read?.hash !== hash) return;
        await trx
          .insertInto('bitcoin_outputs')
          .values(rows)
          .onConflict((conflict) => conflict.columns(['txid', 'position']).doNothing())
          .execute();
      });
    },
    async balance(address, height) {
      const { sum } = await db
        .selectFrom('bitcoin_outputs')
        .select(sql<string | null>`sum(units)`.as('sum'))
        .where('address', '=', address)
        .where('height', '<=', height)
        .where((is) => is.or([is('spent_height', 'is', null), is('spent_height', '>', height)]))
        .executeTakeFirstOrThrow();
      return BigInt(sum ?? '0');
    },
    async spender(txid, position) {
      const row = await db
        .selectFrom('bitcoin_outputs')
        .select('spent_by')
        .where('txid', '=', txid)
        .where('position', '=', position)
        .executeTakeFirst();
      return row?.spent_by ?? undefined;
    },

    async owners(inputs) {
      if (inputs.length === 0) return [];
      const { rows } = await sql<{ address: string }>`
        select distinct o.address from bitcoin_outputs o join unnest(
          ${inputs.map(({ txid }) => txid)}::text[], ${inputs.map(({ index }) => index | 0)}::int[]
        ) as i (txid, position) on o.txid = i.txid and o.position = i.position order by o.address`.execute(db);
      return rows.map(({ address }) => address);
    },

    async unspent(address, upTo) {
      const rows = await db
        .selectFrom('bitcoin_outputs')
        .select(['txid', 'position', 'units', 'height'])
        .where('address', '=', address)
        .where('height', '<=', upTo)
        .where('spent_height', 'is', null)
        .orderBy('height')
        .orderBy('txid')
        .orderBy('position')
        .execute();
      return rows.map(({ txid, position, units, height }) => ({ txid, index: position, units: BigInt(units), height }));
    },
    async find(txid) {
      const spent = await db.selectFrom('bitcoin_spends').selectAll().where('txid', '=', txid).executeTakeFirst();
      const came =
        spent ?? (await db.selectFrom('bitcoin_outputs').select('height').where('txid', '=', txid).executeTakeFirst());
      if (came === undefined) return undefined;
      const block = await db
        .selectFrom('bitcoin_blocks')
        .select('hash')
        .where('height', '=', came.height)
        .executeTakeFirst();
      return block === undefined
        ? undefined
        : { height: came.height, hash: block.hash, cost: BigInt(spent?.cost ?? '0') };
    },
  };
}
