// The table of appeals, as Kysely sees it. Times are ms UTC.

import type { Generated } from 'kysely';

export interface LinkAppealsTable {
  id: Generated<string>;
  user_id: string;
  /** A value of LINK_APPEAL_STATE. */
  state: string;
  text: string;
  created_at: string;
  decided_at: string | null;
  /** The desk's answer. */
  answer: string | null;
}

export interface AppealTables {
  link_appeals: LinkAppealsTable;
}
