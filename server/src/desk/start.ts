// First start of the desk: two administrators in the exchange, and their rows. In practice mode one person may try
// everything, so both have every role, and an automatic reviewer can be the second person. In live mode they are only
// administrators, who invite the others.

import { DESK_ROLES, type DeskRole } from '@vitrine/contract';
import type { Audit } from './audit.ts';
import type { DeskExchange } from './exchange.ts';
import { AUTOMATIC, AUTOMATIC_NAME, FOUNDERS, nameKey } from './staff/staff-list.ts';
import { bitsOf, rolesText } from './staff/roles.ts';
import type { DeskDatabase } from './tables.ts';
import { DONE, rejects } from '@vitrine/core';

/** Roles of the first two, by mode: in practice everything except auditor. */
export const FOUNDER_ROLES: Readonly<Record<'practice' | 'live', readonly DeskRole[]>> = {
  practice: DESK_ROLES.filter((role) => role !== 'auditor'),
  live: ['administrator'],
};
/** Roles of the automatic reviewer: it may be the second person for everything except staff changes. */
export const AUTOMATIC_ROLES: readonly DeskRole[] = ['support', 'risk', 'treasurer', 'reviewer'];

/**
 * Grants the first operators if the exchange does not know them, and creates their rows. Runs at every start; after the
 * first one it changes nothing.
 */
export async function startDesk(
  db: DeskDatabase,
  exchange: DeskExchange,
  audit: Audit,
  mode: 'practice' | 'live',
  now: () => number,
): Promise<void> {
  const known = await db.selectFrom('desk_people').select('id').executeTakeFirst();
  if (known !== undefined) return;
  // The second administrator last: from then on a grant needs two people, also in an exchange with customers.
  const wanted: readonly (readonly [string, readonly DeskRole[]])[] = [
    ...(mode === 'practice' ? [[AUTOMATIC, AUTOMATIC_ROLES] as const] : []),
    ...FOUNDERS.map((person) => [person, FOUNDER_ROLES[mode]] as const),
  ];
  const { roles: granted } = await exchange.state();
  for (const [person, roles] of wanted) {
    if (granted.get(Number(person)) === bitsOf(roles)) continue;
    const outcome = await exchange.grant(Number(person), bitsOf(roles));
    // Forbidden: two administrators already exist, so their roles stay unchanged.
    if (outcome.code !== DONE && outcome.code !== rejects['request.forbidden'])
      throw new Error(`expected the exchange to grant the desk's person ${person}, got ${outcome.code}`);
  }
  const time = String(now());
  await db.transaction().execute(async (tx) => {
    for (const [person, roles] of wanted) {
      const automatic = person === AUTOMATIC;
      await tx
        .insertInto('desk_people')
        .values({
          ...{ id: person, name: automatic ? AUTOMATIC_NAME : null },
          ...{ name_key: automatic ? nameKey(AUTOMATIC_NAME) : null, password: null, secret: null },
          ...{ roles: rolesText(roles), state: automatic ? 'automatic' : 'invited', created_at: time },
          last_sign_in: null,
        })
        .execute();
    }
    for (const [person, roles] of wanted)
      await audit.add(tx, { what: 'house.granted', subject: `person:${person}`, detail: { roles: rolesText(roles) } });
  });
}
