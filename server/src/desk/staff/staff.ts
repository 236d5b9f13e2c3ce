// Membership and roles of staff: one administrator proposes each change, another approves it.

import type { DeskParsedOf, DeskRole, Proposal } from '@vitrine/contract';
import { sql } from 'kysely';
import { refuse } from '../../api/call/index.ts';
import { nameKey } from './staff-list.ts';
import type { Proposals } from '../proposals/proposals.ts';
import { idOf, notThere, refuseDesk, refuseWhy } from '../refusal.ts';
import { inOrder, mayBeOnes, rolesOf, rolesText } from './roles.ts';
import type { DeskSession } from './sessions.ts';
import type { DeskDatabase } from '../tables.ts';

/** Minimum number of administrators able to sign in. */
const LEAST_ADMINISTRATORS = 2;

export interface Staff {
  /** @throws 400 for roles that one person may not combine, 1006 for a name that is taken or proposed. */
  invite(by: DeskSession, input: DeskParsedOf<'desk.people.invite'>, ip: string): Promise<Proposal>;
  /** @throws 404; 403 state, administrators; 400. */
  roles(by: DeskSession, input: DeskParsedOf<'desk.people.roles'>, ip: string): Promise<Proposal>;
  /** @throws 404; 403 oneself, state. */
  reset(by: DeskSession, id: string, reason: string, ip: string): Promise<Proposal>;
}

export function createStaff({ db, proposals }: { readonly db: DeskDatabase; readonly proposals: Proposals }): Staff {
  /** A human staff member, set up or invited. */
  async function someone(id: string) {
    const row = await db
      .selectFrom('desk_people')
      .select(['id', 'name', 'roles', 'state'])
      .where('id', '=', idOf(id))
      .executeTakeFirst();
    if (row === undefined || row.state === 'automatic') throw notThere();
    return { ...row, id: String(row.id), name: row.name ?? `#${row.id}`, set: row.name !== null };
  }

  function sound(roles: readonly DeskRole[]): readonly DeskRole[] {
    if (!mayBeOnes(roles)) throw refuseDesk('roles', 'range');
    return inOrder(roles);
  }

  return {
    async invite(by, { name, roles: wanted, reason }, ip) {
      const roles = sound(wanted);
      const key = nameKey(name);
      const taken = await db.selectFrom('desk_people').select('id').where('name_key', '=', key).executeTakeFirst();
      const proposed = await db
        .selectFrom('desk_proposals')
        .select('subject_name')
        .where('kind', '=', 'person.invite')
        .where('state', 'in', ['making', 'open', 'approved'])
        .execute();
      if (taken !== undefined || proposed.some(({ subject_name }) => nameKey(subject_name) === key))
        throw refuse('account.taken');
      const { rows } = await sql<{ id: string }>`select nextval('desk_person_number') as id`.execute(db);
      const id = String(rows[0]?.id);
      return proposals.make(
        by,
        {
          kind: 'person.invite',
          subject: { kind: 'person', id, name },
          facts: [
            { fact: 'name', before: null, after: name },
            { fact: 'roles', before: null, after: rolesText(roles) },
          ],
          data: { name, roles },
          reason,
        },
        ip,
      );
    },

    async roles(by, { id, roles: wanted, reason }, ip) {
      const roles = sound(wanted);
      const person = await someone(id);
      const before = rolesOf(person.roles);
      if (rolesText(before) === rolesText(roles)) throw refuseDesk('roles', 'range');
      if (before.includes('administrator') && !roles.includes('administrator')) {
        const others = await db
          .selectFrom('desk_people')
          .select('roles')
          .where('state', '=', 'active')
          .where('id', '<>', person.id)
          .execute();
        const left = others.filter((one) => rolesOf(one.roles).includes('administrator')).length;
        if (left < LEAST_ADMINISTRATORS) throw refuseWhy('request.forbidden', 'administrators');
      }
      return proposals.make(
        by,
        {
          kind: 'person.roles',
          subject: { kind: 'person', id: person.id, name: person.name },
          facts: [{ fact: 'roles', before: rolesText(before), after: rolesText(roles) }],
          data: { roles },
          reason,
        },
        ip,
      );
    },

    async reset(by, id, reason, ip) {
      const person = await someone(id);
      if (person.id === by.person) throw refuseWhy('request.forbidden', 'oneself');
      // For one of the first two who was never set up, the start issues the link.
      if (!person.set) throw refuseWhy('request.forbidden', 'state');
      return proposals.make(
        by,
        {
          kind: 'person.reset',
          subject: { kind: 'person', id: person.id, name: person.name },
          facts: [{ fact: 'credentials', before: person.state, after: 'invited' }],
          data: {},
          reason,
        },
        ip,
      );
    },
  };
}
