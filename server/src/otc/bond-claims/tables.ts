// The tables of claims on merchants' bonds, as Kysely sees them. Times are ms UTC, parties users of the exchange, amounts atoms.

/** Ended deals: kept, because the exchange forgets one after the time to claim for it. */
export interface BondDealsTable {
  deal: string;
  merchant: string;
  harmed: string;
  /** Asset of the merchant's bond. */
  asset: number;
  value: string;
  until: string;
}

export interface BondClaimsTable {
  /** The proposal's number in the exchange. */
  claim: string;
  deal: string;
  merchant: string;
  harmed: string;
  asset: number;
  amount: string;
  /** 1 notice, 2 paid, 3 refused, 4 lapsed. */
  state: number;
  /** When the notice is over, and when the claim lapses. */
  notice_until: string;
  until: string;
  /** When this state was seen. */
  changed_at: string;
  /** Row of the journal with its last event. */
  told_row: string;
  /** The state that both parties were written to about; 0 none yet. */
  noticed: number;
  /** The merchant's answer, sealed for its claim; null: none. */
  answer: Buffer | null;
  answered_at: string | null;
}

export interface BondClaimTables {
  bond_deals: BondDealsTable;
  bond_claims: BondClaimsTable;
}
