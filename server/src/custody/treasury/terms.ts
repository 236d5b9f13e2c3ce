// The operator's own limits by coin: hot wallet size, minimum sweep, tolerated shortage. Amounts as decimal text in the
// coin, shares in millionths of the liabilities to customers.

export interface CoinTerms {
  /**
   * Above the greater of share and amount, the hot wallet sends the excess to the cold one, down to `middle` of the
   * limit.
   */
  readonly limit: { readonly share: number; readonly least: string };
  /** Below it a top-up from the cold wallet is proposed; millionths of the limit. */
  readonly low: number;
  /** Deposit addresses with at least this amount are swept. */
  readonly sweep: string;
  /** Tolerated shortage before withdrawals halt: fees that people pay manually from the cold wallet. */
  readonly tolerance: string;
}

const SHARE = 100_000;
const LOW = 250_000;

/**
 * Customers may withdraw 5 % of the liabilities within an hour (`withdrawalLimits`): the hot wallet holds two hours of
 * it.
 */
export const COIN_TERMS: Readonly<Record<string, CoinTerms>> = {
  BTC: { limit: { share: SHARE, least: '2' }, low: LOW, sweep: '0.002', tolerance: '0.0002' },
  ETH: { limit: { share: SHARE, least: '50' }, low: LOW, sweep: '0.05', tolerance: '0.005' },
  USDT: { limit: { share: SHARE, least: '100000' }, low: LOW, sweep: '100', tolerance: '0' },
  USDC: { limit: { share: SHARE, least: '100000' }, low: LOW, sweep: '100', tolerance: '0' },
};

/** A coin not listed above: no shortage is tolerated, and everything stays in the hot wallet until it is listed. */
export const OTHER_TERMS: CoinTerms = {
  limit: { share: 1_000_000, least: '0' },
  low: 0,
  sweep: '1',
  tolerance: '0',
};

/** Remaining amount in the hot wallet after a transfer to the cold one, millionths of its limit. */
export const MIDDLE = 600_000;

/** Times in ms. */
export interface TreasuryTimes {
  /** Interval of reconciliations of a chain: well within a minute. */
  readonly look: number;
  /** Longest time without a good reconciliation: then withdrawals are halted until there is one. */
  readonly blind: number;
  /** Interval of proofs. */
  readonly proof: number;
  /** Interval of sweep checks. */
  readonly sweep: number;
  /** Interval of rebroadcasts. */
  readonly again: number;
}

export const TREASURY_TIMES: TreasuryTimes = {
  look: 20_000,
  blind: 600_000,
  proof: 3_600_000,
  sweep: 60_000,
  again: 60_000,
};
