// The table of orders whose proceeds repay, as Kysely sees it.

import type { Generated } from 'kysely';

export interface AutoRepaysTable {
  order_id: string;
  core_user: string;
  /** 4 cross, 5 isolated. */
  wallet: number;
  /** Market of the order. */
  market: number;
  /** Asset it receives. */
  asset: number;
  /** Atoms received, net of fees, that have been handled by repayments. */
  handled: Generated<string>;
  /** The same including the repayment in progress; null: none. */
  pending: string | null;
  /** When that was decided, ms UTC: the time of its key. */
  pending_at: string | null;
  /** When the order was closed and fully handled, ms UTC; null: not yet. */
  done_at: string | null;
}

export interface AutoRepayTables {
  auto_repays: AutoRepaysTable;
}
