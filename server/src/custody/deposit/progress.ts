// Sends customers the progress of their deposits. Each process checks by itself, whoever wrote the rows, to reach its
// own sockets.

import type { Recharge } from '@vitrine/contract';
import { type DepositOptions, MAX_TOLD } from './parts.ts';
import { shownOf, whole } from './row.ts';

/** A finished row is still checked for this long after its last change, ms. */
const LATELY = 60_000;

/** Sends what changed in a network's deposits since the last check. */
export function createProgress({ parts, news }: Pick<DepositOptions, 'parts' | 'news'>) {
  const published = new Map<string, Map<string, string>>();

  return async function tell(network: string): Promise<void> {
    const before = published.get(network) ?? new Map<string, string>();
    const rows = await parts.db
      .selectFrom('custody_deposits')
      .selectAll()
      .where('network', '=', network)
      .where((is) =>
        is.or([
          is('stage', 'in', ['seen', 'confirming', 'doubted']),
          is('changed_at', '>=', String(parts.now() - LATELY)),
          is('id', 'in', ['0', ...before.keys()]),
        ]),
      )
      .orderBy('id', 'desc')
      .limit(MAX_TOLD)
      .execute();
    const records = await shownOf(parts, rows);
    const after = new Map<string, string>();
    const changed = new Map<number, Recharge[]>();
    for (const [at, record] of records.entries()) {
      const words = JSON.stringify(record);
      const open = ['seen', 'confirming', 'doubted'].includes(record.stage);
      const row = rows[at];
      if (open || whole(row?.changed_at ?? '0') >= parts.now() - LATELY) after.set(record.id, words);
      if (before.get(record.id) === words || row === undefined) continue;
      const user = whole(row.core_user);
      changed.set(user, [...(changed.get(user) ?? []), record]);
    }
    published.set(network, after);
    for (const [user, recharges] of changed) news(user, { recharges, withdrawals: [] });
  };
}
