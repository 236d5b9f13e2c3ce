// The table of orders whose proceeds repay, as Kysely sees it.

import type { Generated } from 'kysely';

export interface AutoRepaysTable {
  order_id: string;
  core_user: string;
  /** 4 cross, 5 isolated. */
  wallet: number;
  /** Of the order. */
  market: number;
  /** What it receives. */
  asset: number;
  /** Atoms received, net of fees, that repayments were made for. */
  handled: Generated<string>;
  /** The same with the repayment under way; null: none is. */
  pending: string | null;
  /** When that was decided, ms UTC: the time of its key. */
  pending_at: string | null;
  /** When the order was over and all of it repaid, ms UTC; null: not yet. */
  done_at: string | null;
}

export interface AutoRepayTables {
  auto_repays: AutoRepaysTable;
}
