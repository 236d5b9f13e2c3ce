// The desk's dependencies on other domains.

import type { BondClaims } from '../otc/bond-claims/index.ts';
import type { Custody } from '../custody/index.ts';
import type { Live } from '../projection/live/index.ts';
import type { PracticeTraders } from '../practice/index.ts';
import type { People } from '../account/users/index.ts';
import type { ExchangeLink } from '../engine/sequencer/index.ts';
import type { Vault } from '../account/vault/index.ts';
import type { DeskDatabase } from './tables.ts';

export interface DeskOptions {
  readonly db: DeskDatabase;
  readonly link: ExchangeLink;
  readonly vault: Vault;
  readonly mode: 'practice' | 'live';
  readonly people: Pick<People, 'identity' | 'messages' | 'kyc' | 'files' | 'fundCases' | 'appeals'>;
  /** Deposits, withdrawals, and chain reserves. */
  readonly custody: Custody;
  /** Claims on merchants' bonds, as the parties see them too. */
  readonly bondClaims: Pick<BondClaims, 'all' | 'deal' | 'answerOf' | 'wasPaid'>;
  /** Customers' locks and coins in the exchange, as far as this process has followed. */
  readonly live: Pick<
    Live,
    | 'user'
    | 'waitFor'
    | 'assetByCode'
    | 'rules'
    | 'linked'
    | 'linkGroups'
    | 'contracts'
    | 'closing'
    | 'closingRateAnnounced'
    | 'market'
    | 'instrument'
    | 'asset'
    | 'secondMarket'
  >;
  /** Simulated customers; undefined: this exchange has none. */
  readonly practice?: Pick<PracticeTraders, 'set' | 'wanted'> | undefined;
  /** ms UTC; tests pass their own. */
  readonly now?: () => number;
  /** Receives background failures. */
  readonly onFault: (error: unknown) => void;
  /** How long a proposal waits for practice mode's automatic reviewer, ms. */
  readonly reviewAfter?: number;
}
