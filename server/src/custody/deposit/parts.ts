// Dependencies and limits of deposits.

import type { FundsNews } from '@vitrine/contract';
import type { Selectable } from 'kysely';
import type { CoreFunds } from '../exchange/index.ts';
import type { ChainFollower, Treasury } from '../types/index.ts';
import type { CustodyParts } from '../parts.ts';
import type { Chain } from '../rail/index.ts';
import type { DepositsTable } from '../tables.ts';
import type { OwnAddresses } from './own.ts';

/** Deposits of one kind handled per pass. */
export const PASS = 200;
/** Pause before a deposit rejected by the exchange is sent again, ms. */
export const RETRY = 30_000;
/** Most screenshot deposits under review per customer. */
export const MAX_UNDER_REVIEW = 5;
/** Most pending transactions recorded per pass. */
export const MAX_PENDING = 1_000;
/** Rows per part of a file. */
export const PART = 500;
/** Most deposits in progress with live updates. */
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
