// Checks that the signer's log has the last day's orders that our rows say were signed. An older log is allowed
// (docs/operate/recovery.md), but what it lacks does not count against the signer's limits. So people are warned while that
// matters.

import type { Marker } from '../types/index.ts';
import type { CustodyDatabase } from '../tables.ts';
import { orderIdOf } from '../withdrawal/plan.ts';

/** Period of the signer's limits, ms. */
const DAY = 86_400_000;
/** Most orders checked, newest first. A chain does not accept more per day from one hot wallet. */
const MOST = 10_000;

export interface SignedLogCheck {
  readonly db: CustodyDatabase;
  readonly signer: Pick<Marker, 'lacking'>;
  /** ms UTC. */
  readonly now: () => number;
}

/** @throws naming how many orders of the last day the signer's log lacks. */
export async function checkSignedLog({ db, signer, now }: SignedLogCheck): Promise<void> {
  const rows = await db
    .selectFrom('custody_transactions')
    .select(['id', 'kind', 'withdrawal_id', 'round'])
    .where('raw', 'is not', null)
    .where('attempt', '=', 0)
    .where('kind', '<>', 'cancel')
    .where('created_at', '>', String(now() - DAY))
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
  if (rows.length === 0) return;
  const lacking = await signer.lacking(
    rows.map(({ id, kind, withdrawal_id: withdrawal, round }) =>
      withdrawal === null ? `${kind}:${id}` : orderIdOf({ id: withdrawal }, round),
    ),
  );
  if (lacking > 0)
    throw new Error(
      `signed.log: expected the ${rows.length} orders that were signed within a day, ${lacking} of them are missing. ` +
        "The signer's limits of an hour and a day do not count them. Put back the newest copy of the file and start the signer again; without one this ends by itself a day after the last of them.",
    );
}
