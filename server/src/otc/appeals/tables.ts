// The table of appeals, as Kysely sees it. Times are ms UTC.

import type { Generated } from 'kysely';

export interface LinkAppealsTable {
  id: Generated<string>;
  user_id: string;
  /** Of LINK_APPEAL_STATE. */
  state: string;
  text: string;
  created_at: string;
  decided_at: string | null;
  /** What the desk answered. */
  answer: string | null;
}

export interface AppealTables {
  link_appeals: LinkAppealsTable;
}
