// Staff members: list, roles, and stopping one at once. Any other change needs two.

import type { DeskPerson, DeskPersonState, DeskRole } from '@vitrine/contract';
import type { Selectable } from 'kysely';
import type { Audit } from '../audit.ts';
import { notThere, refuseWhy } from '../refusal.ts';
import { rolesOf } from './roles.ts';
import type { DeskSession, DeskSessions } from './sessions.ts';
import type { DeskDatabase, DeskTransaction, PeopleTable } from '../tables.ts';

/** The two that the first start grants. */
export const FOUNDERS = ['1', '2'] as const;
/** Practice mode's automatic reviewer. */
export const AUTOMATIC = '3';
/** Its name wherever it is shown. */
export const AUTOMATIC_NAME = 'Automatic reviewer (practice)';
/** Minimum number of administrators able to sign in: the exchange needs two to grant roles. */
const LEAST_ADMINISTRATORS = 2;

/** The context that a person's authenticator secret is sealed for. */
export const secretPlace = (person: string) => `desk_people:${person}:secret`;

/** The normalised form of names for comparison. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/** A staff member. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly DeskRole[];
  readonly state: DeskPersonState;
}

export interface DeskPeople {
  /** Everybody, by number; `hands` for the calling person. */
  list(asking: string): Promise<readonly DeskPerson[]>;
  find(id: string, tx?: DeskTransaction): Promise<Person | undefined>;
  /** Ends somebody's sessions and blocks further sign-ins. @throws 403 oneself, administrators; 404. */
  stop(by: DeskSession, id: string, reason: string, ip: string): Promise<void>;
}

export function createDeskPeople(db: DeskDatabase, audit: Audit, sessions: DeskSessions): DeskPeople {
  return {
    async list(asking) {
      const rows = await db.selectFrom('desk_people').selectAll().orderBy('id').execute();
      const links = await db
        .selectFrom('desk_links')
        .select(['person', 'link_for', 'word_for'])
        .where('used_at', 'is', null)
        .execute();
      const standing = await db
        .selectFrom('desk_proposals')
        .select(['id', 'subject_id'])
        .where('subject_kind', '=', 'person')
        .where('state', 'in', ['open', 'approved'])
        .execute();
      return rows.map((row) => {
        const id = String(row.id);
        const link = links.find(({ person }) => String(person) === id);
        const proposal = standing.find(({ subject_id }) => subject_id === id)?.id;
        return {
          ...personOf(row),
          roles: [...rolesOf(row.roles)],
          created: Number(row.created_at),
          lastSignIn: row.last_sign_in === null ? null : Number(row.last_sign_in),
          proposal: proposal === undefined ? null : String(proposal),
          hands: String(link?.link_for) === asking ? 'link' : String(link?.word_for) === asking ? 'word' : null,
        };
      });
    },

    async find(id, tx) {
      const row = await (tx ?? db).selectFrom('desk_people').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : personOf(row);
    },

    async stop(by, id, reason, ip) {
      if (id === by.person) throw refuseWhy('request.forbidden', 'oneself');
      await db.transaction().execute(async (tx) => {
        // All rows, in order: of two administrators who stop each other at once, one succeeds.
        const rows = await tx.selectFrom('desk_people').selectAll().orderBy('id').forUpdate().execute();
        const row = rows.find((one) => String(one.id) === id);
        if (row === undefined || row.state === 'automatic') throw notThere();
        if (row.state === 'stopped') throw refuseWhy('request.forbidden', 'state');
        const asking = rows.find((one) => String(one.id) === by.person);
        if (asking?.state !== 'active') throw refuseWhy('request.forbidden', 'role');
        const others = rows.filter(
          (one) => one.state === 'active' && String(one.id) !== id && rolesOf(one.roles).includes('administrator'),
        );
        if (rolesOf(row.roles).includes('administrator') && others.length < LEAST_ADMINISTRATORS)
          throw refuseWhy('request.forbidden', 'administrators');
        await tx.updateTable('desk_people').set({ state: 'stopped' }).where('id', '=', id).execute();
        await tx.deleteFrom('desk_links').where('person', '=', id).execute();
        await sessions.endAll(tx, id);
        await audit.add(tx, { what: 'person.stopped', person: by.person, subject: `person:${id}`, reason, ip });
      });
    },
  };
}

function personOf(row: Selectable<PeopleTable>): Person {
  return {
    id: String(row.id),
    name: row.name ?? `#${row.id}`,
    roles: rolesOf(row.roles),
    state: row.state as DeskPersonState,
  };
}
