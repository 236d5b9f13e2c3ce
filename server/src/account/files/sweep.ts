// The sweep of files: deletes what nothing has referenced for 24 h, or was never stored completely.

import { type Kysely, sql } from 'kysely';
import type { FileStore } from './store.ts';
import type { FileTables } from './tables.ts';
import { giveBack } from './use.ts';

/** How long a picture may be unused, ms. */
export const UNUSED_LIFE = 24 * 3_600_000;
/** Pause between two sweeps, ms. */
const SWEEP = 600_000;
/** Most files deleted per sweep. */
const SWEEP_MOST = 500;

export interface Sweep {
  /** Runs one sweep; returns how many files were deleted. */
  run(): Promise<number>;
  stop(): Promise<void>;
}

/** Sweeps now and then regularly. */
export function startSweep(
  db: Kysely<FileTables>,
  store: FileStore,
  now: () => number,
  onFault: (error: unknown) => void,
): Sweep {
  async function run(): Promise<number> {
    // Marked first, so that nobody attaches a file being deleted. Marked files that were not deleted are taken again.
    const marked = await sql<{ id: string; user_id: string; size: number }>`
      update files set state = 'removing' where id in (
        select id from files where unused_since <= ${now() - UNUSED_LIFE}
        order by unused_since limit ${SWEEP_MOST} for update skip locked)
      returning id, user_id, size`.execute(db);
    let gone = 0;
    for (const { id, user_id: userId, size } of marked.rows) {
      await store.remove(id);
      await db.transaction().execute(async (within) => {
        const row = await within.deleteFrom('files').where('id', '=', id).returning('id').executeTakeFirst();
        if (!row) return;
        gone += 1;
        await giveBack(within, userId, size);
      });
    }
    return gone;
  }

  let sweeping: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    sweeping ??= run()
      .catch(onFault)
      .finally(() => (sweeping = undefined));
  }, SWEEP);
  timer.unref();

  return {
    run,
    async stop() {
      clearInterval(timer);
      await sweeping;
    },
  };
}
