// Tells customers how their deposits get on. Each process looks for itself, whoever wrote the rows: its own screens hear it.

import type { Recharge } from '@vitrine/contract';
import { type DepositOptions, MAX_TOLD } from './parts.ts';
import { shownOf, whole } from './row.ts';

/** A row changed so lately is looked at although it is not under way any more, ms. */
const LATELY = 60_000;

/** Tells of a network's deposits what is other than it was when last looked. */
export function createProgress({ parts, news }: Pick<DepositOptions, 'parts' | 'news'>) {
  const told = new Map<string, Map<string, string>>();

  return async function tell(network: string): Promise<void> {
    const before = told.get(network) ?? new Map<string, string>();
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
    told.set(network, after);
    for (const [user, recharges] of changed) news(user, { recharges, withdrawals: [] });
  };
}
