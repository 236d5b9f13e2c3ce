// One pass over a chain's deposits: records pending ones, credits final ones, reverses replaced ones. Each step is
// recorded before the exchange is asked, so that it can be interrupted anywhere and run twice at once.

import { type RawBuilder, sql } from 'kysely';
import { IntakeError } from '../../engine/sequencer/index.ts';
import { printUnits } from '../amount.ts';
import { CONFIRMATIONS, eachOnce } from '../chain/index.ts';
import { type Chain, NodeFault } from '../rail/index.ts';
import { hasPassed } from '../elapsed.ts';
import type { DepositLedger } from './ledger.ts';
import { arrivalRows, createDepositListener } from './listener.ts';
import { endOwn, sortOwn } from './own.ts';
import { type DepositOptions, type DepositRow, MAX_PENDING, PASS, RETRY } from './parts.ts';
import { DONE, rejects } from '@vitrine/core';

/** Above every height. */
const MOST_HEIGHT = 2_147_483_647;
/** Most rejections remembered: further ones are retried sooner. */
const MAX_RESTING = 10_000;

export interface Settle {
  run(chain: Chain): Promise<void>;
  /**
   * Sends a deposit to the exchange now. @returns the code of a rejection, 200 if it is credited (or below the
   * minimum).
   */
  credit(row: DepositRow): Promise<number>;
}

export function createSettle(options: DepositOptions, ledger: DepositLedger): Settle {
  const { parts, addresses, funds } = options;
  const { db, live, now, people } = parts;
  /** When deposits that the exchange rejected may be retried. */
  const resting = new Map<string, number>();

  /** The last block of a chain with this many confirmations. */
  const settled = (chain: Chain, confirmations = CONFIRMATIONS): RawBuilder<number> => {
    const final = Math.min(finalOf(chain), MOST_HEIGHT);
    return sql<number>`least(${final}::int,
      (select max(height) from custody_blocks where chain = ${chain.name}) - ${confirmations - 1})`;
  };
  /** Height up to which its chain calls blocks final. */
  const finalOf = ({ name }: Chain): number =>
    options.followers.find(({ chain }) => chain.name === name)?.final?.() ?? MOST_HEIGHT;

  /** Records payments that wait for a block; forgets those that disappeared without one. */
  async function pending(chain: Chain): Promise<void> {
    const ours = (address: string) => addresses.owner(chain.name, address) !== undefined;
    const waiting = eachOnce(await chain.node.pending(ours), ours).slice(0, MAX_PENDING);
    const rowOf = arrivalRows({ parts, chain, addresses });
    const { deposits } = await sortOwn(db, chain.name, addresses, waiting);
    const rows = deposits.flatMap((arrival) => rowOf(arrival) ?? []);
    const from_height = sql<number>`(select coalesce(max(height), 0) + 1 from custody_blocks where chain = ${chain.name})`;
    if (rows.length > 0)
      await db
        .insertInto('custody_deposits')
        .values(rows.map((row) => ({ ...row, from_height })))
        .onConflict((conflict) => conflict.columns(['network', 'txid', 'position']).doNothing())
        .execute();
    let gone = db
      .deleteFrom('custody_deposits')
      .where('network', '=', chain.name)
      .where('stage', '=', 'seen')
      .where('block_hash', 'is', null)
      .where('credited_at', 'is', null)
      .where('from_height', '<=', settled(chain));
    const txids = [...new Set(waiting.map(({ txid }) => txid))];
    if (txids.length > 0) gone = gone.where('txid', 'not in', txids);
    await gone.execute();
  }

  async function own(chain: Chain): Promise<void> {
    const listener = createDepositListener({ parts, chain, addresses });
    await endOwn({
      ...{ db, chain, treasury: options.treasury },
      place: ({ height, block_hash: hash, units, txid, position, address, coin }, within) =>
        listener.take({ height, hash }, { txid, position, address, coin, units: BigInt(units) }, within),
    });
  }

  async function credit(row: DepositRow): Promise<number> {
    const time = String(now());
    const same = () =>
      db
        .updateTable('custody_deposits')
        .where('id', '=', row.id)
        .where('stage', '=', row.stage)
        .where('reversing', '=', false)
        .where((is) =>
          row.block_hash === null ? is('block_hash', 'is', null) : is('block_hash', '=', row.block_hash),
        );
    // It arrived before its rail had terms: it is credited once there are some.
    const rail = options.chains.find(({ name }) => name === row.network)?.rail;
    const asset = live.assetByCode(row.coin)?.asset;
    if (rail !== undefined && asset !== undefined && funds.terms(rail, asset) === undefined)
      return rejects['deposit.closed'];
    // Too small for the ledger: all of it is dust.
    if (BigInt(row.atoms) === 0n) {
      await same().set({ stage: 'belowMinimum', changed_at: time }).execute();
      return DONE;
    }
    const asked = await same()
      .set({ credited_at: sql<string>`coalesce(credited_at, ${time}::bigint)` })
      .returning('id')
      .execute();
    if (asked.length === 0) return DONE;
    // It was credited and doubted, and is in a block again.
    if (row.seq !== null) {
      await same().set({ stage: 'credited', changed_at: time }).execute();
      return DONE;
    }
    // Doubted without a command, it may have been reversed: then it is credited again.
    const again = row.stage === 'doubted' ? await ledger.restore(row) : { code: rejects['request.notFound'] };
    const credited = 'code' in again && again.code === rejects['request.notFound'] ? await ledger.credit(row) : again;
    if ('code' in credited) return credited.code;
    await db
      .updateTable('custody_deposits')
      .set({ seq: String(credited.seq), credited_at: time })
      .where('id', '=', row.id)
      .where('seq', 'is', null)
      .execute();
    // If it was replaced meanwhile, it is doubted by now and stays so.
    const done = await same().set({ stage: credited.stage, changed_at: time }).returning('id').execute();
    if (done.length > 0 && credited.stage === 'credited') await notice(row, 'deposited');
    return DONE;
  }

  /** Sent once: only by whoever changed the row. */
  async function notice({ user_id: userId, atoms, coin }: DepositRow, kind: 'deposited' | 'reversed'): Promise<void> {
    const amount = printUnits(BigInt(atoms), live.assetByCode(coin)?.scale ?? 0);
    await people.messages.notice(userId, { kind, amount, coin, time: now() });
  }

  async function takeBack(row: DepositRow): Promise<number> {
    const changed_at = String(now());
    const code = BigInt(row.atoms) === 0n ? DONE : await ledger.reverse(row);
    if (code === DONE) {
      const done = await db
        .updateTable('custody_deposits')
        .set({ stage: 'reversed', reversing: false, from_height: null, changed_at })
        .where('id', '=', row.id)
        .where('stage', '=', row.stage)
        .returning('id')
        .execute();
      if (done.length > 0 && row.stage === 'doubted') await notice(row, 'reversed');
    }
    // It was requested and never done: back to merely seen.
    if (code === rejects['request.notFound'])
      await db
        .updateTable('custody_deposits')
        .set({
          stage: sql<string>`case when block_hash is null then 'seen' else 'confirming' end`,
          ...{ reversing: false, credited_at: null, changed_at },
        })
        .where('id', '=', row.id)
        .execute();
    return code === rejects['request.notFound'] ? DONE : code;
  }

  /** Runs `act` for each row that is not paused; a failure of one does not delay the others. */
  async function each(rows: readonly DepositRow[], act: (row: DepositRow) => Promise<number>): Promise<void> {
    for (const row of rows) {
      if (resting.has(row.id)) continue;
      try {
        const code = await act(row);
        if (code === DONE) continue;
        rest(row);
        // A closed rail: retried when it may be open.
        if (code !== rejects['deposit.closed'])
          parts.onFault(new Error(`expected deposit ${row.id} to be taken, got ${code}`));
      } catch (error) {
        // Not accepted, or not known; the same would happen to all others. The next pass retries.
        if (error instanceof IntakeError) return;
        rest(row);
        parts.onFault(error);
      }
    }
  }

  /** Removes expired pauses. */
  function wake(): void {
    for (const [id, at] of resting) if (hasPassed(at, RETRY, now())) resting.delete(id);
  }

  function rest(row: DepositRow): void {
    if (resting.size >= MAX_RESTING) resting.clear();
    resting.set(row.id, now());
  }

  async function final(chain: Chain): Promise<DepositRow[]> {
    return db
      .selectFrom('custody_deposits as d')
      .innerJoin('custody_blocks as b', (join) =>
        join.onRef('b.chain', '=', 'd.network').onRef('b.height', '=', 'd.height').onRef('b.hash', '=', 'd.block_hash'),
      )
      .selectAll('d')
      .where('d.network', '=', chain.name)
      .where('d.stage', 'in', ['confirming', 'doubted'])
      .where('d.reversing', '=', false)
      .where('d.height', '<=', settled(chain))
      .$if(resting.size > 0, (query) => query.where('d.id', 'not in', [...resting.keys()]))
      .orderBy('d.id')
      .limit(PASS)
      .execute();
  }

  /**
   * Marks as doubted what was reversed and is in a block with twice the confirmations. The same pass credits it, or
   * reverses it again if its block is replaced, wherever this is interrupted.
   */
  async function again(chain: Chain): Promise<void> {
    await db
      .updateTable('custody_deposits')
      .set({ stage: 'doubted', seq: null, changed_at: String(now()) })
      .where('network', '=', chain.name)
      .where('stage', '=', 'reversed')
      .where('reversing', '=', false)
      .where('atoms', '<>', '0')
      .where('height', '<=', settled(chain, 2 * CONFIRMATIONS))
      .where((is) =>
        is.exists(
          is
            .selectFrom('custody_blocks as b')
            .select('b.height')
            .where('b.chain', '=', chain.name)
            .whereRef('b.height', '=', 'custody_deposits.height')
            .whereRef('b.hash', '=', 'custody_deposits.block_hash'),
        ),
      )
      .execute();
  }

  async function lost(chain: Chain): Promise<DepositRow[]> {
    await db
      .updateTable('custody_deposits')
      .set({ reversing: true })
      .where('network', '=', chain.name)
      .where('stage', 'in', ['doubted', 'belowMinimum'])
      .where('block_hash', 'is', null)
      .where('reversing', '=', false)
      .where('from_height', '<=', settled(chain))
      .execute();
    return db
      .selectFrom('custody_deposits')
      .selectAll()
      .where('network', '=', chain.name)
      .where('reversing', '=', true)
      .where('stage', 'in', ['doubted', 'belowMinimum'])
      .orderBy('id')
      .limit(PASS)
      .execute();
  }

  return {
    credit,
    async run(chain) {
      wake();
      try {
        await pending(chain);
      } catch (error) {
        // Only pending payments come from the node here; what follows only needs our journal.
        if (!(error instanceof NodeFault)) throw error;
      }
      await own(chain);
      await again(chain);
      await each(await final(chain), credit);
      await each(await lost(chain), takeBack);
    },
  };
}
