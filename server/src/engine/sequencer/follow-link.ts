// Follows an exchange from its current state: a batch committed while the state is being read is neither lost nor
// applied twice.

import type { Batch, ExchangeLink, Seed } from './link.ts';

/**
 * Passes the current state to `seeded`, then each batch after its row to `take`, in order. Batches that arrive before
 * `seeded` is done wait for it. Returns a function that stops following.
 * @throws what `link.seed`, `seeded` or a waiting batch's `take` throws; following then ends.
 */
export async function followLink(
  link: Pick<ExchangeLink, 'seed' | 'onBatch'>,
  seeded: (seed: Seed) => void | Promise<void>,
  take: (batch: Batch) => void,
): Promise<() => void> {
  let from: number | undefined;
  const early: Batch[] = [];
  const stop = link.onBatch((batch) => {
    if (from === undefined) early.push(batch);
    else if (batch.row > from) take(batch);
  });
  try {
    const seed = await link.seed();
    await seeded(seed);
    from = seed.row;
    for (const batch of early.splice(0)) if (batch.row > from) take(batch);
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}
