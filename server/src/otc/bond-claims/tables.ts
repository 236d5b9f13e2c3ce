// The tables of claims on merchants' bonds, as Kysely sees them. Times are ms UTC, parties are users of the exchange,
// amounts are atoms.

/** Ended deals, kept because the exchange forgets a deal after its claim period. */
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
  /** End of the notice period, and when the claim lapses. */
  notice_until: string;
  until: string;
  /** When this state was first seen. */
  changed_at: string;
  /** Journal row of its last event. */
  told_row: string;
  /** The last state that both parties were notified of; 0 none yet. */
  noticed: number;
  /** The merchant's answer, sealed for its claim; null: none. */
  answer: Buffer | null;
  answered_at: string | null;
}

export interface BondClaimTables {
  bond_deals: BondDealsTable;
  bond_claims: BondClaimsTable;
}
