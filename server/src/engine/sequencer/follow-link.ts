// Follows an exchange from its state on: a batch that is committed while the state is made is neither lost nor taken twice.

import type { Batch, ExchangeLink, Seed } from './link.ts';

/**
 * Gives the state as it is now to `seeded`, then each batch after its row to `take`, in order. Batches that come before
 * `seeded` is done wait for it. Gives back how to stop.
 * @throws what `link.seed`, `seeded` or a waiting batch's `take` throws; then nothing is followed.
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
