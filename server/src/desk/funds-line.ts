// Shared by the desk's money queues: rail names, and bank references that count only once.

import type { ProposalKind } from '@vitrine/contract';
import { sql } from 'kysely';
import { refuseDesk } from './refusal.ts';
import type { DeskDatabase } from './tables.ts';

/** A coin on a network as a proposal's subject and in the audit log. */
export function railId(network: string, coin: string): string {
  return `${network}-${coin}`;
}

/**
 * Checks that no other proposal of the kind is open or done with a reference. Custody enforces that anyway; here two
 * people learn it before they agree.
 * @throws 400 reference.
 */
export async function freshReference(db: DeskDatabase, kind: ProposalKind, reference: string): Promise<void> {
  const used = await db
    .selectFrom('desk_proposals')
    .select('id')
    .where('kind', '=', kind)
    .where('state', 'in', ['making', 'open', 'approved', 'done'])
    .where(sql<string>`data::jsonb ->> 'reference'`, '=', reference)
    .executeTakeFirst();
  if (used !== undefined) throw refuseDesk('reference', 'range');
}
