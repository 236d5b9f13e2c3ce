// The house's own limits by coin: how much stands in the hot wallet, what is worth a sweep, what a look may miss.
// Amounts as decimal text in the coin, shares in millionths of what customers are owed.

export interface CoinTerms {
  /** Above the greater of share and amount, the hot wallet sends the rest to the cold one, down to `middle` of the limit. */
  readonly limit: { readonly share: number; readonly least: string };
  /** Below it a top-up from the cold wallet is proposed; millionths of the limit. */
  readonly low: number;
  /** Deposit addresses with at least so much are swept. */
  readonly sweep: string;
  /** What may be missing before withdrawals rest: fees that people pay by hand from the cold wallet. */
  readonly tolerance: string;
}

const SHARE = 100_000;
const LOW = 250_000;

/** Customers may withdraw 5 % of what is owed within an hour (`withdrawalLimits`): the hot wallet has two hours of it. */
export const COIN_TERMS: Readonly<Record<string, CoinTerms>> = {
  BTC: { limit: { share: SHARE, least: '2' }, low: LOW, sweep: '0.002', tolerance: '0.0002' },
  ETH: { limit: { share: SHARE, least: '50' }, low: LOW, sweep: '0.05', tolerance: '0.005' },
  USDT: { limit: { share: SHARE, least: '100000' }, low: LOW, sweep: '100', tolerance: '0' },
  USDC: { limit: { share: SHARE, least: '100000' }, low: LOW, sweep: '100', tolerance: '0' },
};

/** A coin that is not listed above: nothing is missed, and everything stays until people list it. */
export const OTHER_TERMS: CoinTerms = {
  limit: { share: 1_000_000, least: '0' },
  low: 0,
  sweep: '1',
  tolerance: '0',
};

/** What is left in the hot wallet after it sent to the cold one, millionths of its limit. */
export const MIDDLE = 600_000;

/** Times in ms. */
export interface TreasuryTimes {
  /** Between two looks at a chain: well within a minute. */
  readonly look: number;
  /** No good look for so long: withdrawals rest until there is one. */
  readonly blind: number;
  /** Between two proofs. */
  readonly proof: number;
  /** Between two looks at what is to be swept. */
  readonly sweep: number;
  /** Between two sendings of the same bytes. */
  readonly again: number;
}

export const TREASURY_TIMES: TreasuryTimes = {
  look: 20_000,
  blind: 600_000,
  proof: 3_600_000,
  sweep: 60_000,
  again: 60_000,
};
