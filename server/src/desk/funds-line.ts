// What the desk's rooms for money share: the names of rails, and references of a bank that count once.

import type { ProposalKind } from '@vitrine/contract';
import { sql } from 'kysely';
import { refuseDesk } from './refusal.ts';
import type { DeskDatabase } from './tables.ts';

/** A coin on a network as a proposal's subject and in the audit log. */
export function railId(network: string, coin: string): string {
  return `${network}-${coin}`;
}

/**
 * That no other proposal of the kind stands or was done under a reference. Custody holds it once in any case; here two
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
