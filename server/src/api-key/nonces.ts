// Nonces of signed requests: each once for its key, kept a little longer than its request could be believed.

import type { Kysely } from 'kysely';
import type { IdentityTables } from '../identity/index.ts';

/** How long a nonce is kept after its request's own time, ms: the window, and what the clocks of two edges differ by. */
export const NONCE_LIFE = 15_000;
/** Between two clean-ups, ms. */
const SWEEP = 10_000;

export interface Nonces {
  /** Uses a nonce up; false when it was used, whichever edge saw it. `time`: that of the request, ms UTC. */
  use(keyId: string, nonce: string, time: number): Promise<boolean>;
  /** Takes away those no request can come with any more; called by itself from time to time. */
  sweep(): Promise<void>;
  /** Resolves when no clean-up runs any more. */
  stop(): Promise<void>;
}

/**
 * Nonces over SQL. Their table is not written ahead, so a crash of the database empties it: requests from before this
 * edge began are therefore not taken.
 */
export function createNonces(db: Kysely<IdentityTables>, now: () => number, onFault: (error: unknown) => void): Nonces {
  const began = now();

  async function sweep(): Promise<void> {
    await db.deleteFrom('api_nonces').where('until', '<', String(now())).execute();
  }

  let sweeping: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    sweeping ??= sweep()
      .catch(onFault)
      .finally(() => (sweeping = undefined));
  }, SWEEP);
  timer.unref();

  return {
    async use(keyId, nonce, time) {
      if (time < began) return false;
      const done = await db
        .insertInto('api_nonces')
        .values({ key_id: keyId, nonce, until: String(time + NONCE_LIFE) })
        .onConflict((conflict) => conflict.columns(['key_id', 'nonce']).doNothing())
        .executeTakeFirst();
      return done.numInsertedOrUpdatedRows === 1n;
    },
    sweep,
    async stop() {
      clearInterval(timer);
      await sweeping;
    },
  };
}
