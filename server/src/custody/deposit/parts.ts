// What deposits stand on, and their bounds.

import type { FundsNews } from '@vitrine/contract';
import type { Selectable } from 'kysely';
import type { CoreFunds } from '../exchange/index.ts';
import type { ChainFollower, Treasury } from '../face.ts';
import type { CustodyParts } from '../parts.ts';
import type { Chain } from '../rail/index.ts';
import type { DepositsTable } from '../tables.ts';
import type { OwnAddresses } from './own.ts';

/** Deposits of one kind worked on in one pass. */
export const PASS = 200;
/** What the exchange refused is brought again after, ms. */
export const RETRY = 30_000;
/** Deposits by screenshot that one customer may have under review. */
export const MAX_UNDER_REVIEW = 5;
/** Of the transactions that wait for a block, so many are taken note of in one pass. */
export const MAX_PENDING = 1_000;
/** Rows of a file's part. */
export const PART = 500;
/** Deposits under way whose progress is told live. */
export const MAX_TOLD = 2_000;

export type DepositRow = Selectable<DepositsTable>;

export interface DepositOptions {
  readonly parts: CustodyParts;
  readonly chains: readonly Chain[];
  readonly followers: readonly ChainFollower[];
  readonly addresses: OwnAddresses;
  readonly treasury: Pick<Treasury, 'halt'>;
  readonly funds: Pick<CoreFunds, 'terms'>;
  readonly news: (coreUser: number, news: FundsNews) => void;
}
