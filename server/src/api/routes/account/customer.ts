// The calling customer and fund lists, in custody's types.

import type { UserContext } from '../../call/index.ts';
import type { Customer, FundsFilter } from '../../../custody/index.ts';
import type { Live } from '../../../projection/live/index.ts';
import { assetOf } from '../wallet/bill-lines.ts';

export function customerOf({ session }: UserContext): Customer {
  return { userId: session.userId, coreUser: session.coreUser };
}

export interface FundsList {
  readonly coin?: string | undefined;
  readonly status?: number | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly current: number;
  readonly size: number;
}

/** A list's filter with its coin code normalised. @throws {Refusal} 3002 */
export function fundsFilter(live: Live, { coin, ...rest }: FundsList): FundsFilter {
  const { status, startTime, endTime, current, size } = rest;
  const code = coin === undefined ? undefined : assetOf(live, coin).code;
  return { coin: code, status, startTime, endTime, current, size };
}
