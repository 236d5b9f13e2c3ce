// The table of alerts, as Kysely sees it. Times are ms UTC.

import type { AlertKind, AlertState } from '@vitrine/contract';
import type { Generated } from 'kysely';

export interface AlertsTable {
  id: Generated<string>;
  /** User id of identity and of the exchange. */
  user_id: string;
  core_user: string;
  kind: AlertKind;
  /** 1 spot, 2 USDT-margined, 3 coin-margined. */
  type: number;
  /** Null: every market. */
  instrument: number | null;
  /** Decimal text; null for fills. */
  value: string | null;
  /** `page`, `mail` joined by commas. */
  channels: string;
  repeats: boolean;
  state: AlertState;
  created_at: string;
  fired_at: string | null;
  fired_value: string | null;
}

export interface AlertTables {
  alerts: AlertsTable;
}
