// A switch of the desk that stays as it was set: one row of the desk's settings, each change in the audit log.

import type { AuditWhat } from '@vitrine/contract';
import type { Audit } from './audit.ts';
import type { DeskSession } from './staff/sessions.ts';
import type { DeskDatabase } from './tables.ts';

export interface DeskSwitch {
  /** On until somebody switches it off. */
  on(): Promise<boolean>;
  set(by: DeskSession, on: boolean, ip: string): Promise<void>;
}

/** The switch with this name in the desk's settings; `notes`: what the audit log says when it is set on and off. */
export function deskSwitch(
  db: DeskDatabase,
  audit: Audit,
  name: string,
  notes: { readonly on: AuditWhat; readonly off: AuditWhat },
): DeskSwitch {
  return {
    async on() {
      const row = await db.selectFrom('desk_settings').select('value').where('name', '=', name).executeTakeFirst();
      return row?.value !== 'off';
    },
    async set(by, wanted, ip) {
      const value = wanted ? 'on' : 'off';
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('desk_settings')
          .values({ name, value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
          .execute();
        await audit.add(tx, { what: notes[value], person: by.person, ip });
      });
    },
  };
}
