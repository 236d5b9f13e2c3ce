// Our own journal of a chain's blocks, in SQL. Writers hold the chain's lock and re-read its top before they write.

import { sql } from 'kysely';
import type { Block } from '../rail/index.ts';
import type { CustodyDatabase, CustodyTransaction } from '../tables.ts';

/** Blocks kept; older ones cannot be reorganised any more. */
export const KEPT = 10_000;

export interface Journal {
  top(db?: CustodyDatabase): Promise<Block | undefined>;
  at(height: number): Promise<Block | undefined>;
  /** Runs `write` if the top is still that block; returns whether. */
  write(top: Block | undefined, write: (within: CustodyTransaction) => Promise<void>): Promise<boolean>;
  add(block: Block, within: CustodyTransaction): Promise<void>;
  /** Removes everything above a height, and records that. */
  replace(fork: number, depth: number, within: CustodyTransaction): Promise<void>;
  confirmations(height: number, hash: string): Promise<number>;
}

export function openJournal(db: CustodyDatabase, chain: string, now: () => number): Journal {
  const blocks = (within: CustodyDatabase) =>
    within.selectFrom('custody_blocks').select(['height', 'hash', 'parent', 'time']).where('chain', '=', chain);

  async function top(within: CustodyDatabase = db): Promise<Block | undefined> {
    return blockOf(await blocks(within).orderBy('height', 'desc').limit(1).executeTakeFirst());
  }

  return {
    top,
    at: async (height) => blockOf(await blocks(db).where('height', '=', height).executeTakeFirst()),

    write: (expected, write) =>
      db.transaction().execute(async (within) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`custody ${chain}`}, 0))`.execute(within);
        const found = await top(within);
        if (found?.hash !== expected?.hash || found?.height !== expected?.height) return false;
        await write(within);
        return true;
      }),

    async add({ height, hash, parent, time }, within) {
      const row = { chain, height, hash, parent, time: String(time), seen_at: String(now()) };
      await within.insertInto('custody_blocks').values(row).execute();
      await within
        .deleteFrom('custody_blocks')
        .where('chain', '=', chain)
        .where('height', '<=', height - KEPT)
        .execute();
    },

    async replace(fork, depth, within) {
      await within.deleteFrom('custody_blocks').where('chain', '=', chain).where('height', '>', fork).execute();
      await within.deleteFrom('custody_unchecked').where('chain', '=', chain).where('height', '>', fork).execute();
      await within
        .insertInto('custody_reorgs')
        .values({ chain, height: fork + 1, depth, time: String(now()) })
        .execute();
    },

    async confirmations(height, hash) {
      const row = await db
        .selectFrom('custody_blocks')
        .select([
          sql<number | null>`max(height)`.as('top'),
          sql<number | null>`min(height)`.as('first'),
          sql<string | null>`max(hash) filter (where height = ${height})`.as('hash'),
        ])
        .where('chain', '=', chain)
        .executeTakeFirst();
      if (row === undefined || row.top === null || row.first === null) return 0;
      // Older than what is kept: it cannot be replaced any more.
      if (height < row.first) return row.top - height + 1;
      return row.hash === hash ? row.top - height + 1 : 0;
    },
  };
}

function blockOf(
  row: { readonly height: number; readonly hash: string; readonly parent: string; readonly time: string } | undefined,
): Block | undefined {
  return row === undefined ? undefined : { ...row, time: Number.parseInt(row.time, 10) };
}
